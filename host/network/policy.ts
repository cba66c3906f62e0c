/** What an environment may reach. `denyCidrs` is judged first, in every mode. */
export interface NetworkPolicy {
  /** `strict`: public unicast alone. `allowlist`: also `allowHosts` and `allowCidrs`. `unrestricted`: no proxy. */
  mode: 'strict' | 'allowlist' | 'unrestricted'
  /** Exact names, or suffixes with a leading dot, each with an optional `:port`. */
  allowHosts: readonly string[]
  allowCidrs: readonly string[]
  denyCidrs: readonly string[]
  /** Ports refused besides those that Chromium itself refuses. */
  denyPorts: readonly number[]
}

export const STRICT_POLICY: NetworkPolicy = {
  mode: 'strict',
  allowHosts: [],
  allowCidrs: [],
  denyCidrs: [],
  denyPorts: [],
}
