import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as NetServer,
  type Socket,
} from 'node:net'
import { parsePolicy } from '../../../../host/network/policy.ts'
import { startProxy } from '../../../../host/network/proxy/server.ts'
import type { PolicyProxy, ProxyDenial, ProxyLogEntry, ProxyOptions } from '../../../../host/network/proxy/types.ts'
import type { Lookup } from '../../../../host/network/resolver.ts'

/** Names of the tests: `ok.test` is admitted, `secret.test` is the forbidden canary. */
export const ADMITTED = '127.0.0.2'
export const FORBIDDEN = '127.0.0.3'

export const POLICY = parsePolicy({ mode: 'allowlist', allowCidrs: [`${ADMITTED}/32`] })

export const lookupOf =
  (names: Record<string, readonly string[]>): Lookup =>
  async (name) => {
    const addresses = names[name]
    if (!addresses) throw new Error(`ENOTFOUND ${name}`)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }

export const NAMES = { 'ok.test': [ADMITTED], 'secret.test': [FORBIDDEN], 'mixed.test': [ADMITTED, FORBIDDEN] }

/** Everything a test opens; `close` ends it in the reverse order. */
export class Scene {
  readonly #closers: (() => Promise<void>)[] = []
  readonly denials: ProxyDenial[] = []
  readonly log: ProxyLogEntry[] = []

  defer(close: () => Promise<void> | void): void {
    this.#closers.push(async () => close())
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close()
  }

  async proxy(options: Partial<ProxyOptions> = {}): Promise<PolicyProxy> {
    const proxy = await startProxy({
      policy: POLICY,
      lookup: lookupOf(NAMES),
      onDenied: (denial) => this.denials.push(denial),
      log: (entry) => this.log.push(entry),
      ...options,
    })
    this.defer(() => proxy.close())
    return proxy
  }

  /** A plain HTTP server that keeps what it was asked. */
  async origin(listener: RequestListener = (_request, response) => response.end('hello'), host = ADMITTED) {
    const requests: IncomingMessage[] = []
    const server = createServer((request, response) => {
      requests.push(request)
      listener(request, response)
    })
    const port = await this.#listen(server, host)
    return { server, port, requests }
  }

  /** A server that is handed each connection's socket, and counts connections and bytes. */
  async tcp(onConnection: (socket: Socket) => void = () => {}, host = ADMITTED, port = 0) {
    const seen = { connections: 0, bytes: 0, text: '' }
    const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
      seen.connections += 1
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        seen.bytes += chunk.length
        seen.text += chunk.toString('latin1')
      })
      onConnection(socket)
    })
    return { server, port: await this.#listen(server, host, port), seen }
  }

  #listen(server: NetServer | Server, host: string, port = 0): Promise<number> {
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    this.defer(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve())
          for (const socket of sockets) socket.destroy()
        }),
    )
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
    })
  }
}

export const authorization = ({ username, password }: PolicyProxy): string =>
  `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

export interface RawAnswer {
  /** All that came back, as latin1. */
  text: string
  /** Of each answer in turn. */
  statuses: number[]
  /** Whether the proxy ended the connection before the wait was over. */
  ended: boolean
}

/** Sends bytes and reads until `until` holds, the connection ends, or `waitMs` are over. */
export function sendRaw(
  proxy: Pick<PolicyProxy, 'port'>,
  bytes: string | Buffer,
  {
    waitMs = 2_000,
    until = () => false,
    end = false,
  }: { waitMs?: number; until?: (text: string) => boolean; end?: boolean } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ host: '127.0.0.1', port: proxy.port, allowHalfOpen: true })
    const finish = (ended: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      const statuses = [...text.matchAll(/(?<=^|\n|[^\r\n])HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      resolve({ text, statuses, ended })
    }
    const timer = setTimeout(() => finish(false), waitMs)
    socket.on('error', () => {})
    socket.on('close', () => finish(true))
    socket.on('end', () => finish(true))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (until(text)) finish(false)
    })
    if (end) socket.end(bytes, 'latin1')
    else socket.write(bytes, 'latin1')
  })
}

/** One request, with `Connection: close`, read to the end. */
export function get(proxy: PolicyProxy, url: string, { method = 'GET', headers = [] as string[], body = '' } = {}) {
  const host = /^\w+:\/\/([^/]*)/.exec(url)?.[1] ?? 'x'
  const lines = [`${method} ${url} HTTP/1.1`, `Host: ${host}`, authorization(proxy), 'Connection: close', ...headers]
  return sendRaw(proxy, `${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Opens a tunnel and answers its socket once the proxy has said yes or no. */
export function openTunnel(
  proxy: PolicyProxy,
  authority: string,
  { headers = [authorization(proxy)], allowHalfOpen = false } = {},
): Promise<{ socket: Socket; status: number; head: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: proxy.port, allowHalfOpen })
    let head = ''
    const onData = (chunk: Buffer): void => {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      socket.off('data', onData)
      socket.pause()
      if (head.length > end + 4) socket.unshift(Buffer.from(head.slice(end + 4), 'latin1'))
      resolve({ socket, status: Number(head.slice(9, 12)), head: head.slice(0, end) })
    }
    socket.on('data', onData)
    socket.on('error', () => {})
    socket.once('close', () => reject(new Error(`closed before an answer: ${head}`)))
    socket.write([`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, ...headers, '', ''].join('\r\n'))
  })
}

/** TCP handles of this process, listeners included. */
export const openHandles = (): number => process.getActiveResourcesInfo().filter((name) => /^TCP/.test(name)).length
