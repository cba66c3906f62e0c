import { isIP } from 'node:net'
import { canonicalHost } from './hosts.ts'
import { isPort } from './ports.ts'

/** One entry of `allowHosts` or `publicHosts`. */
export interface HostPattern {
  /** Canonical, without the leading dot. */
  host: string
  /** Whether it stands for the names below `host`, and not for `host` itself. */
  subdomains: boolean
  /** Absent: any port. */
  port?: number
}

/** Reads `name`, `.suffix`, `1.2.3.4`, `[::1]`, each with an optional `:port`. Throws `RangeError`. */
export function parseHostPattern(text: string): HostPattern {
  const split = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text)
  if (!split) throw new RangeError('is no host with an optional port; an IPv6 address needs brackets')
  const [, spelling = '', digits] = split
  const subdomains = spelling.startsWith('.')
  const host = canonicalHost(subdomains ? spelling.slice(1) : spelling)
  if (host === undefined) throw new RangeError('is no host name or address')
  if (subdomains && isIP(host)) throw new RangeError('puts a leading dot before an address')
  if (digits === undefined) return { host, subdomains }
  if (!isPort(Number(digits))) throw new RangeError('has no port between 1 and 65535')
  return { host, subdomains, port: Number(digits) }
}

export function matchesHost(pattern: HostPattern, host: string, port: number): boolean {
  if (pattern.port !== undefined && pattern.port !== port) return false
  return pattern.subdomains ? host.endsWith(`.${pattern.host}`) : host === pattern.host
}

/** Whether every destination of `inner` is one of `outer`. */
export function coversHost(outer: HostPattern, inner: HostPattern): boolean {
  if (outer.port !== undefined && outer.port !== inner.port) return false
  if (!outer.subdomains) return !inner.subdomains && inner.host === outer.host
  return inner.host.endsWith(`.${outer.host}`) || (inner.subdomains && inner.host === outer.host)
}

export function formatHostPattern({ host, subdomains, port }: HostPattern): string {
  const spelled = isIP(host) === 6 ? `[${host}]` : host
  return `${subdomains ? '.' : ''}${spelled}${port === undefined ? '' : `:${port}`}`
}
