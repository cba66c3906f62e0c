import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { urlDestination } from '../admit.ts'
import type { ProxyContext } from './context.ts'
import { openExchange } from './exchange.ts'
import { hasBody, reasonPhrase, requestHeaders, responseHeaders } from './headers.ts'
import { answerFor, malformed, sendAnswer } from './respond.ts'
import { absoluteTarget } from './target.ts'

/**
 * client --GET http://host/path--> proxy --GET /path--> target
 *
 * Plain HTTP. Both messages are parsed and written anew, so that no framing trick of one side reaches the other.
 */
export async function handleForward(
  request: IncomingMessage,
  response: ServerResponse,
  proxy: ProxyContext,
): Promise<void> {
  const url = absoluteTarget(request, ['http:'])
  if (!url) {
    proxy.counters.count('refused', 'malformed')
    proxy.distrusted.add(request.socket)
    response.shouldKeepAlive = false
    return sendAnswer(response, malformed())
  }
  const passage = await proxy.gate.open('forward', url, request.socket)
  if (passage.status !== 'open') return sendAnswer(response, answerFor(passage))
  exchange(request, response, url, passage.socket, proxy)
}

function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  socket: Socket,
  { gate, limits }: ProxyContext,
): void {
  const chunked = request.headers['transfer-encoding'] !== undefined
  const upstream = openExchange({
    method: request.method,
    url,
    headers: [...requestHeaders(request.rawHeaders, url.host), ...(chunked ? ['Transfer-Encoding', 'chunked'] : [])],
    socket,
    limits,
    answered(answer, fail) {
      response.sendDate = false
      response.writeHead(answer.statusCode ?? 0, reasonPhrase(answer), responseHeaders(answer.rawHeaders))
      answer.once('error', () => fail('upstream-closed'))
      response.once('close', () => socket.destroy())
      answer.pipe(response)
    },
    failed(failure) {
      const reason = request.socket.destroyed ? 'cancelled' : failure
      gate.reportFailure('forward', reason, urlDestination(url))
      sendAnswer(response, answerFor({ status: 'failed', reason }))
    },
  })
  if (upstream && hasBody(request)) request.pipe(upstream)
  else upstream?.end()
}
