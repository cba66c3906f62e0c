import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Destination } from '../classify.ts'
import type { ProxyContext } from './context.ts'
import { answerFor, malformed, sendAnswerAndEnd } from './respond.ts'
import { handingTo, splice } from './splice.ts'

/**
 * client --CONNECT host:port--> proxy ==bytes==> target
 *
 * What HTTPS and every WebSocket of Chromium take.
 */
export async function handleConnect(
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
  proxy: ProxyContext,
): Promise<void> {
  const destination = parseAuthority(request.url ?? '')
  if (!destination) {
    proxy.counters.count('refused', 'malformed')
    return sendAnswerAndEnd(client, malformed())
  }
  let upstream: Socket | undefined
  const onread = handingTo(client, () => upstream?.resume())
  const passage = await proxy.gate.open('connect', destination, client, onread)
  if (passage.status !== 'open') return sendAnswerAndEnd(client, answerFor(passage))
  upstream = passage.socket
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  if (head.length > 0) upstream.write(head)
  splice(client, upstream, proxy.limits)
}

/** RFC 9110 section 9.3.6: host and port, both needed, and nothing else. */
export function parseAuthority(text: string): Destination | undefined {
  const [, host, port] = /^(\[[0-9a-f:.]{2,45}\]|[^\s:@/?#[\]\\]{1,255}):(\d{1,5})$/i.exec(text) ?? []
  return host === undefined ? undefined : { host, port: Number(port) }
}
