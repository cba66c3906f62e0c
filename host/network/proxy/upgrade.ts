import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { urlDestination } from '../admit.ts'
import type { ProxyContext } from './context.ts'
import { openExchange } from './exchange.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import { answerFor, malformed, sendAnswerAndEnd } from './respond.ts'
import { splice } from './splice.ts'
import { absoluteTarget } from './target.ts'

/**
 * client --GET http://host/path, Upgrade: websocket--> proxy --the same--> target --101--> bytes both ways
 *
 * For WebSocket clients that do not tunnel. Chromium tunnels.
 */
export async function handleUpgrade(
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
  proxy: ProxyContext,
): Promise<void> {
  const { gate, counters, limits } = proxy
  const url = absoluteTarget(request, ['http:', 'ws:'])
  if (!url || request.method !== 'GET' || request.headers.upgrade?.toLowerCase() !== 'websocket') {
    counters.count('refused', 'malformed')
    return sendAnswerAndEnd(client, malformed())
  }
  const passage = await gate.open('upgrade', url, client)
  if (passage.status !== 'open') return sendAnswerAndEnd(client, answerFor(passage))
  const { socket } = passage

  let told = false
  openExchange({
    method: 'GET',
    url,
    headers: [...requestHeaders(request.rawHeaders, url.host), 'Connection', 'Upgrade', 'Upgrade', 'websocket'],
    socket,
    limits,
    answered({ statusCode: status = 502 }) {
      // The server speaks plain HTTP here: its answer is told without its body, and the connection ends.
      told = true
      socket.destroy()
      sendAnswerAndEnd(client, { status, headers: { 'content-length': '0' }, body: '' })
    },
    switched(answer, upstreamHead) {
      told = true
      const pairs = responseHeaders(answer.rawHeaders)
      const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket']
      for (let index = 0; index < pairs.length; index += 2) lines.push(`${pairs[index]}: ${pairs[index + 1]}`)
      client.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
      if (upstreamHead.length > 0) client.write(upstreamHead)
      if (head.length > 0) socket.write(head)
      splice(client, socket, limits)
    },
    failed(reason) {
      if (told) return
      gate.reportFailure('upgrade', reason, urlDestination(url))
      sendAnswerAndEnd(client, answerFor({ status: 'failed', reason }))
    },
  })?.end()
}
