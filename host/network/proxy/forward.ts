import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { urlDestination } from '../admit.ts'
import type { Failure } from '../reasons.ts'
import type { ProxyContext } from './context.ts'
import { hasBody, requestHeaders, responseHeaders } from './headers.ts'
import { answerFor, malformed, sendAnswer } from './respond.ts'
import { absoluteTarget } from './target.ts'

/** Interim responses (1xx) before the real one. */
const MAX_INTERIM = 16

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
  let failure: Failure = 'upstream-closed'
  let failed = false
  const fail = (): void => {
    if (failed) return
    failed = true
    const reason = request.socket.destroyed ? 'cancelled' : failure
    socket.destroy()
    gate.reportFailure('forward', reason, urlDestination(url))
    sendAnswer(response, answerFor({ status: 'failed', reason }))
  }
  const upstream = openRequest(request, url, socket, limits.maxHeaderBytes)
  if (!upstream) {
    fail()
    return
  }
  const failWith = (reason: Failure): void => {
    failure = reason
    socket.destroy()
  }
  let interim = 0
  upstream.on('information', () => {
    interim += 1
    if (interim > MAX_INTERIM) failWith('upstream-protocol')
  })
  upstream.on('upgrade', () => {
    failure = 'upstream-protocol'
    fail()
  })
  socket.setTimeout(limits.idleMs, () => failWith('idle-timeout'))
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('HPE_')) failure = 'upstream-protocol'
    fail()
  })
  upstream.on('response', (answer) => {
    const status = answer.statusCode ?? 0
    // A challenge for proxy credentials can only be meant for the browser's own, which are ours.
    if (status === 407) {
      failure = 'upstream-protocol'
      fail()
      return
    }
    response.sendDate = false
    response.writeHead(status, answer.statusMessage ?? '', responseHeaders(answer.rawHeaders))
    answer.once('error', fail)
    response.once('close', () => socket.destroy())
    answer.pipe(response)
  })
  if (hasBody(request)) request.pipe(upstream)
  else upstream.end()
}

function openRequest(request: IncomingMessage, url: URL, socket: Socket, maxHeaderSize: number) {
  try {
    const chunked = request.headers['transfer-encoding'] !== undefined
    return httpRequest({
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: [...requestHeaders(request.rawHeaders, url.host), ...(chunked ? ['Transfer-Encoding', 'chunked'] : [])],
      createConnection: () => socket,
      maxHeaderSize,
      insecureHTTPParser: false,
    })
  } catch {
    // A header or path that may be received and not sent.
    return undefined
  }
}
