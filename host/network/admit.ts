import { classifyDestination, type Destination } from './classify.ts'
import type { CompiledPolicy } from './policy.ts'
import { DEFAULT_PORTS } from './ports.ts'
import { deny, type Verdict } from './reasons.ts'

/**
 * Judges a URL before anything is asked of the network: scheme, credentials, port and host. A name that is admitted
 * here (`reason: 'name'`) is judged again by the proxy with the addresses it resolves to.
 */
export function admitUrl(url: string | URL, policy: CompiledPolicy): Verdict {
  const parsed = typeof url === 'string' ? URL.parse(url) : url
  if (!parsed) return deny('malformed-url')
  if (!(parsed.protocol in DEFAULT_PORTS)) return deny('scheme')
  if (parsed.username !== '' || parsed.password !== '') return deny('credentials')
  return classifyDestination(urlDestination(parsed), policy)
}

/** Where a URL of one of the admitted schemes leads. */
export function urlDestination(url: URL): Destination & { port: number } {
  return { host: url.hostname, port: url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port) }
}
