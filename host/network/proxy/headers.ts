import type { IncomingMessage } from 'node:http'

/**
 * Meant for one hop (RFC 9110 section 7.6.1) and therefore never passed on. `host` is derived from the URL, and
 * `expect` was answered by the proxy's own parser.
 */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

/** The proxy speaks through these; a server must not be able to. */
export const POLICY_HEADER = 'x-dsh-policy'
export const FAILURE_HEADER = 'x-dsh-failure'

const REQUEST_ONLY = new Set(['host', 'expect'])
const RESPONSE_ONLY = new Set([POLICY_HEADER, FAILURE_HEADER])

/** Request headers for the next hop, as a flat list of names and values. */
export const requestHeaders = (raw: readonly string[], host: string): string[] => [
  'Host',
  host,
  ...endToEnd(raw, REQUEST_ONLY),
]

/** Response headers for the client. A length beside a transfer coding is not the body's (RFC 9112 section 6.3). */
export function responseHeaders(raw: readonly string[]): string[] {
  const coded = headerValues(raw, 'transfer-encoding').length > 0
  return endToEnd(raw, coded ? new Set([...RESPONSE_ONLY, 'content-length']) : RESPONSE_ONLY)
}

/** Of a response, for the client; none where it has characters that may be received and not sent (RFC 9112 section 4). */
export const reasonPhrase = ({ statusMessage = '' }: IncomingMessage): string =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage) ? statusMessage : ''

/** Whether a request has a body, of whatever length; without one it ends with its headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

export function headerValues(raw: readonly string[], name: string): string[] {
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]!.toLowerCase() === name)
}

function endToEnd(raw: readonly string[], besides: ReadonlySet<string>): string[] {
  const named = new Set(
    headerValues(raw, 'connection').flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase())),
  )
  const kept: string[] = []
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase()
    // A length that `Connection` names would take the frame from a body that is sent all the same.
    const dropped = HOP_BY_HOP.has(name) || besides.has(name) || (named.has(name) && name !== 'content-length')
    if (!dropped) kept.push(raw[index]!, raw[index + 1]!)
  }
  return kept
}
