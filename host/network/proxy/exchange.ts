import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Failure } from '../reasons.ts'
import type { ProxyLimits } from './limits.ts'

/** Interim responses (1xx) before the real one. */
const MAX_INTERIM = 16

export interface ExchangeOptions {
  method: string | undefined
  url: URL
  /** Flat list of names and values. */
  headers: string[]
  /** Serves this exchange alone. */
  socket: Socket
  limits: Pick<ProxyLimits, 'maxHeaderBytes' | 'idleMs'>
  /** The head of an answer that is a final one. */
  answered(answer: IncomingMessage, fail: (reason: Failure) => void): void
  /** The server has switched protocols, which nobody asked of it where this is absent. */
  switched?(answer: IncomingMessage, head: Buffer): void
  /** At most once, also amid the answer's body; the socket is destroyed then. */
  failed(reason: Failure): void
}

/** One request to a server and what comes of it. Undefined where it may be received and not sent. */
export function openExchange(options: ExchangeOptions): ClientRequest | undefined {
  const { socket, limits } = options
  let over = false
  const fail = (reason: Failure): void => {
    if (over) return
    over = true
    socket.destroy()
    options.failed(reason)
  }
  const upstream = requestOf(options)
  if (!upstream) {
    fail('upstream-closed')
    return undefined
  }
  let interim = 0
  upstream.on('information', () => {
    interim += 1
    if (interim > MAX_INTERIM) fail('upstream-protocol')
  })
  upstream.on('response', (answer) => {
    const status = answer.statusCode ?? 0
    // A challenge for proxy credentials can only be meant for the browser's own, which are ours
    if (status < 200 || status === 407) fail('upstream-protocol')
    if (!over) options.answered(answer, fail)
  })
  upstream.on('upgrade', (answer, _socket, head) => {
    if (!options.switched) fail('upstream-protocol')
    if (!over) options.switched?.(answer, head)
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    fail(error.code?.startsWith('HPE_') ? 'upstream-protocol' : 'upstream-closed')
  })
  socket.setTimeout(limits.idleMs, () => fail('idle-timeout'))
  return upstream
}

function requestOf({ method, url, headers, socket, limits }: ExchangeOptions): ClientRequest | undefined {
  try {
    return httpRequest({
      method,
      path: `${url.pathname}${url.search}`,
      headers,
      createConnection: () => socket,
      maxHeaderSize: limits.maxHeaderBytes,
      insecureHTTPParser: false,
    })
  } catch {
    return undefined
  }
}
