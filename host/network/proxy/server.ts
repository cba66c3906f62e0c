import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { handleConnect } from './connect.ts'
import type { ProxyContext } from './context.ts'
import { Counters } from './counters.ts'
import { createCredentials } from './credentials.ts'
import { handleForward } from './forward.ts'
import { Gate } from './gate.ts'
import { hasBody } from './headers.ts'
import { DEFAULT_PROXY_LIMITS, type ProxyLimits } from './limits.ts'
import { answer, malformed, sendAnswer, sendAnswerAndEnd, UNAUTHENTICATED } from './respond.ts'
import type { PolicyProxy, ProxyOptions } from './types.ts'
import { handleUpgrade } from './upgrade.ts'

const HOST = '127.0.0.1'

/** Starts a proxy for one environment on an ephemeral loopback port. Rejects where it cannot listen. */
export async function startProxy(options: ProxyOptions): Promise<PolicyProxy> {
  const limits: ProxyLimits = { ...DEFAULT_PROXY_LIMITS, ...options.limits }
  const counters = new Counters()
  const gate = new Gate(options, limits, counters)
  const proxy: ProxyContext = { gate, counters, limits, distrusted: new WeakSet() }
  const credentials = createCredentials()
  // `.invalid` never resolves (RFC 6761 section 6.4), so that only this proxy can answer.
  const canarySite = `http://${randomBytes(16).toString('hex')}.invalid/`
  const canaryUrl = canarySite + randomBytes(16).toString('hex')
  const canaryToken = randomBytes(16).toString('hex')

  const server = createServer({
    insecureHTTPParser: false,
    // Judged by `absoluteTarget`, which also ends the connection.
    requireHostHeader: false,
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headerTimeoutMs,
    // A slow upload is bounded by its silence alone.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1_000, limits.headerTimeoutMs),
    keepAliveTimeout: limits.idleMs,
    noDelay: true,
  })
  server.timeout = limits.idleMs
  server.maxConnections = limits.maxConnections
  // Bounded by its bytes; a count would drop headers unseen.
  server.maxHeadersCount = 0

  const refuse = (reason: 'authentication' | 'connections' | 'malformed'): void => {
    counters.count('refused', reason)
    options.log?.({ path: 'client', outcome: 'refused', reason })
  }
  const authenticated = (request: IncomingMessage): boolean => {
    if (credentials.accepts(request.headers['proxy-authorization'])) return true
    refuse('authentication')
    return false
  }

  const inHand = new WeakMap<Socket, number>()
  server.on('connection', (socket) => {
    counters.client.add(socket)
    // The parser's own listener is removed when a connection becomes a tunnel.
    socket.on('error', () => socket.destroy())
  })
  server.on('request', (request, response) => {
    const { socket } = request
    if (proxy.distrusted.has(socket)) return
    const count = (inHand.get(socket) ?? 0) + 1
    inHand.set(socket, count)
    response.once('close', () => inHand.set(socket, (inHand.get(socket) ?? 1) - 1))
    if (count > limits.maxPipelined) {
      refuse('malformed')
      socket.destroy()
    } else if (!authenticated(request)) {
      if (hasBody(request)) {
        proxy.distrusted.add(socket)
        response.shouldKeepAlive = false
      }
      sendAnswer(response, UNAUTHENTICATED)
    } else if (request.url === canaryUrl) sendAnswer(response, answer(200, canaryToken))
    // A browser with a window asks for the site's icon as well
    else if (request.url?.startsWith(canarySite)) sendAnswer(response, answer(404, ''))
    else settle(handleForward(request, response, proxy), socket)
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (proxy.distrusted.has(request.socket)) return
    if (!authenticated(request)) sendAnswerAndEnd(socket, UNAUTHENTICATED)
    else settle(handleConnect(request, socket as Socket, head, proxy), socket)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (proxy.distrusted.has(request.socket)) return
    if (!authenticated(request)) sendAnswerAndEnd(socket, UNAUTHENTICATED)
    else settle(handleUpgrade(request, socket as Socket, head, proxy), socket)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    refuse('malformed')
    sendAnswerAndEnd(socket, malformed(PARSE_STATUS[error.code ?? ''] ?? 400))
  })
  server.on('drop', () => refuse('connections'))

  const port = await listen(server)
  gate.ownPort = port
  let closing: Promise<void> | undefined
  return {
    url: `http://${HOST}:${port}`,
    host: HOST,
    port,
    username: credentials.username,
    password: credentials.password,
    canaryUrl,
    canaryToken,
    stats: () => counters.stats(gate.resolving),
    close() {
      closing ??= shutDown(server, proxy)
      return closing
    },
  }
}

const PARSE_STATUS: Readonly<Record<string, 408 | 431>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** An observer that throws costs the connection it threw for, never the process. */
const settle = (handling: Promise<void>, client: Duplex): void => void handling.catch(() => client.destroy())

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, HOST, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

async function shutDown(server: Server, { gate, counters }: ProxyContext): Promise<void> {
  gate.close()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await Promise.all([counters.client.destroyAll(), counters.upstream.destroyAll()])
  // Connections that were accepted and not yet announced.
  server.closeAllConnections()
  await closed
}
