import type { IncomingMessage } from 'node:http'
import { headerValues } from './headers.ts'

/**
 * The target of a request in absolute form (RFC 9112 section 3.2.2), the only form a proxy is asked in. `undefined` for
 * anything else, for another scheme than those given, and for a request that names more than one host.
 */
export function absoluteTarget(request: IncomingMessage, schemes: readonly string[]): URL | undefined {
  const text = request.url ?? ''
  // `URL` would repair these; nothing that asks in earnest sends them.
  if (!/^[a-z]+:\/\/[^/\\\s]/i.test(text) || /[\s\\#\x00-\x1f\x7f-\uffff]/.test(text)) return undefined
  if (headerValues(request.rawHeaders, 'host').length !== 1) return undefined
  const url = URL.parse(text)
  return url && schemes.includes(url.protocol) ? url : undefined
}
