/** What an environment may reach. Plain data: compare it, store it, narrow it. */
export interface NetworkPolicy {
  /**
   * `strict`: public unicast alone. `allowlist`: also `allowHosts` and `allowCidrs`. `unrestricted`: everything that
   * is not denied below.
   */
  mode: 'strict' | 'allowlist' | 'unrestricted'
  /**
   * Names (or bracketed addresses) that may have any address: exact, or every subdomain with a leading dot, each with
   * an optional `:port` that then is the only one. `intranet.example`, `.dev.example:8443`, `127.0.0.1:8123`, `[::1]:80`.
   */
  allowHosts: readonly string[]
  allowCidrs: readonly string[]
  /** Judged first, in every mode. An IPv4 range also covers that IPv4 inside every IPv6 form that carries it. */
  denyCidrs: readonly string[]
  /** Ports refused besides those that Chromium itself refuses. */
  denyPorts: readonly number[]
  /**
   * Where present, the only public names that may be reached, spelled as in `allowHosts`; unlike those they must
   * have public addresses. An empty list leaves nothing but what the allowances admit.
   */
  publicHosts?: readonly string[]
}

export const STRICT_POLICY: NetworkPolicy = Object.freeze({
  mode: 'strict',
  allowHosts: Object.freeze([]),
  allowCidrs: Object.freeze([]),
  denyCidrs: Object.freeze([]),
  denyPorts: Object.freeze([]),
})
