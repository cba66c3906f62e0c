import { isIP } from 'node:net'
import { BrowserError } from '../errors/browser-error.ts'
import { type Cidr, coversCidr, formatCidr, inCidr, parseAddress, parseCidr } from './cidr.ts'
import { formatHostPattern, type HostPattern, parseHostPattern } from './host-pattern.ts'
import { isPort, UNSAFE_PORTS } from './ports.ts'

/** What an environment may reach. Plain data: compare it, store it, narrow it. */
export interface NetworkPolicy {
  /**
   * `strict`: public unicast alone. `allowlist`: also `allowHosts` and `allowCidrs`. `unrestricted`: everything that
   * is not denied below.
   */
  mode: NetworkMode
  /**
   * Names (or addresses, IPv6 in brackets) that may have any address: exact, or every subdomain with a leading dot,
   * each with an optional `:port` that then is the only one. `intranet.example`, `.dev.example:8443`, `127.0.0.1:8123`.
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

export type NetworkMode = 'strict' | 'allowlist' | 'unrestricted'

export interface NetworkSettings extends Partial<NetworkPolicy> {
  /** @deprecated `true` means `mode: 'unrestricted'`. */
  allowPrivateNetwork?: boolean
}

/** Entries of one list. */
export const MAX_POLICY_ENTRIES = 1_000

/** A policy as the classifier reads it. */
export interface CompiledPolicy {
  readonly mode: NetworkMode
  readonly allowHosts: readonly HostPattern[]
  readonly allowCidrs: readonly Cidr[]
  readonly denyCidrs: readonly Cidr[]
  readonly denyPorts: ReadonlySet<number>
  readonly publicHosts?: readonly HostPattern[]
}

export const STRICT_POLICY: NetworkPolicy = freeze({
  mode: 'strict',
  allowHosts: [],
  allowCidrs: [],
  denyCidrs: [],
  denyPorts: [],
})

/**
 * Validates settings at the border and completes them. The result is frozen, its hosts and ranges in canonical
 * spelling. Throws `BROWSER_CONFIG_INVALID` for what is malformed, contradicts itself or could never apply.
 */
export function parsePolicy(settings: NetworkSettings = {}): NetworkPolicy {
  const mode = settledMode(settings)
  const policy: CompiledPolicy = {
    mode,
    allowHosts: parseList('allowHosts', settings.allowHosts, parseHostPattern),
    allowCidrs: parseList('allowCidrs', settings.allowCidrs, parseCidr),
    denyCidrs: parseList('denyCidrs', settings.denyCidrs, parseCidr),
    denyPorts: new Set(parseList('denyPorts', settings.denyPorts, parsePort)),
    ...(settings.publicHosts && { publicHosts: parseList('publicHosts', settings.publicHosts, parseHostPattern) }),
  }
  rejectContradictions(policy)
  return formatPolicy(policy)
}

/** Reads a policy for `classifyDestination`; do it once per environment. */
export function compilePolicy(policy: NetworkPolicy): CompiledPolicy {
  return Object.freeze({
    mode: policy.mode,
    allowHosts: policy.allowHosts.map(parseHostPattern),
    allowCidrs: policy.allowCidrs.map(parseCidr),
    denyCidrs: policy.denyCidrs.map(parseCidr),
    denyPorts: new Set(policy.denyPorts),
    ...(policy.publicHosts && { publicHosts: policy.publicHosts.map(parseHostPattern) }),
  })
}

/** Whether the policy needs the proxy, and the launch restrictions that keep traffic within it, to hold. */
export function needsProxy(policy: NetworkPolicy): boolean {
  return policy.mode !== 'unrestricted' || policy.denyCidrs.length > 0 || policy.denyPorts.length > 0
}

export function formatPolicy(policy: CompiledPolicy): NetworkPolicy {
  return freeze({
    mode: policy.mode,
    allowHosts: unique(policy.allowHosts.map(formatHostPattern)),
    allowCidrs: unique(policy.allowCidrs.map(formatCidr)),
    denyCidrs: unique(policy.denyCidrs.map(formatCidr)),
    denyPorts: [...policy.denyPorts].sort((left, right) => left - right),
    ...(policy.publicHosts && { publicHosts: unique(policy.publicHosts.map(formatHostPattern)) }),
  })
}

const invalid = (message: string): BrowserError => new BrowserError('BROWSER_CONFIG_INVALID', `network: ${message}`)

const MODES: readonly unknown[] = ['strict', 'allowlist', 'unrestricted'] satisfies NetworkMode[]

function settledMode({ mode, allowPrivateNetwork }: NetworkSettings): NetworkMode {
  if (mode !== undefined && !MODES.includes(mode)) throw invalid(`mode ${quote(mode)} is none of ${MODES.join(', ')}`)
  if (allowPrivateNetwork === undefined) return mode ?? 'strict'
  if (typeof allowPrivateNetwork !== 'boolean') throw invalid('allowPrivateNetwork is neither true nor false')
  const old = allowPrivateNetwork ? 'unrestricted' : 'strict'
  if (mode === undefined) return old
  if (allowPrivateNetwork !== (mode === 'unrestricted')) {
    throw invalid(`allowPrivateNetwork: ${allowPrivateNetwork} contradicts mode ${quote(mode)}; leave it out`)
  }
  return mode
}

function parseList<Entry, Parsed>(
  setting: string,
  entries: readonly Entry[] | undefined,
  parse: (entry: Entry) => Parsed,
): Parsed[] {
  if (entries === undefined) return []
  if (!Array.isArray(entries)) throw invalid(`${setting} is no list`)
  if (entries.length > MAX_POLICY_ENTRIES) throw invalid(`${setting} has more than ${MAX_POLICY_ENTRIES} entries`)
  const kind = setting === 'denyPorts' ? 'number' : 'string'
  return entries.map((entry: Entry) => {
    if (typeof entry !== kind) throw invalid(`${setting}: ${quote(entry)} is no ${kind}`)
    try {
      return parse(entry)
    } catch (error) {
      throw invalid(`${setting}: ${quote(entry)} ${(error as Error).message}`)
    }
  })
}

function parsePort(port: number): number {
  if (!isPort(port)) throw new RangeError('is no port between 1 and 65535')
  return port
}

function rejectContradictions(policy: CompiledPolicy): void {
  const { mode, allowHosts, allowCidrs, denyCidrs, denyPorts, publicHosts } = policy
  for (const [setting, entries] of Object.entries({ allowHosts, allowCidrs })) {
    if (entries.length > 0 && mode !== 'allowlist') throw invalid(`${setting} contradicts mode ${quote(mode)}`)
  }
  if (publicHosts && mode === 'unrestricted') throw invalid('publicHosts contradicts mode "unrestricted"')
  for (const cidr of allowCidrs) {
    const denied = denyCidrs.find((outer) => coversCidr(outer, cidr))
    if (denied) throw invalid(`allowCidrs: ${formatCidr(cidr)} is denied by denyCidrs: ${formatCidr(denied)}`)
  }
  for (const pattern of [...allowHosts, ...(publicHosts ?? [])]) {
    const text = formatHostPattern(pattern)
    const address = isIP(pattern.host) ? parseAddress(pattern.host) : undefined
    const denied = address && denyCidrs.find((cidr) => inCidr(address, cidr))
    if (denied) throw invalid(`${text} is denied by denyCidrs: ${formatCidr(denied)}`)
    if (pattern.port === undefined) continue
    if (denyPorts.has(pattern.port)) throw invalid(`${text} is denied by denyPorts`)
    if (UNSAFE_PORTS.has(pattern.port)) throw invalid(`${text} has a port that browsers refuse`)
  }
}

const unique = (entries: string[]): string[] => [...new Set(entries)]

const quote = (value: unknown): string => JSON.stringify(String(value).slice(0, 200))

function freeze(policy: NetworkPolicy): NetworkPolicy {
  for (const value of Object.values(policy)) if (Array.isArray(value)) Object.freeze(value)
  return Object.freeze(policy)
}
