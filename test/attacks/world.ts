import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { getServers } from 'node:dns'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  isIPv4,
  type Server as NetServer,
  type Socket,
} from 'node:net'
import {
  createSecureContext,
  createServer as createTlsServer,
  type SecureContext,
  type Server as TlsServer,
} from 'node:tls'
import type { Lookup } from '../../host/network/resolver.ts'
import type { PlaywrightConfig } from '../../host/playwright/config.ts'
import { PlaywrightProvider } from '../../host/playwright/provider.ts'
import type { BrowserSessionId, ProviderEnvironment } from '../../host/provider/types.ts'
import { certificateFor } from './certificate.ts'
import type { Aim, Vector } from './vector.ts'

/** For what an attack sets off to come about; of a vector that asks for no other. */
const WATCH_MS = 200
/** For a sign that is sure to come, on a machine that is busy. */
const PATIENCE_MS = 5_000

const DNS_PORT = 53

/** Where the attacker and the canary live. */
export interface Addresses {
  /** The attacker's, which the policy admits. */
  evil: string
  /** The canary's; the first is what most vectors aim at. */
  canary: readonly string[]
}

/** Public and private addresses that `npm run test:attacks` gives to the loopback device of a network namespace. */
export const NAMESPACE: Addresses = {
  evil: '93.184.216.34',
  canary: ['10.0.0.1', '127.0.0.1', '169.254.169.254', 'fd00::1', '::1'],
}
/** What every machine has. */
export const LOOPBACK: Addresses = { evil: '127.0.0.2', canary: ['127.0.0.3', '127.0.0.1'] }

/** Counts whatever arrives at the forbidden addresses, by TCP and by UDP, on one port. */
export class Canary {
  connections = 0
  datagrams = 0
  bytes = 0
  text = ''
  port = 0
  readonly #servers: NetServer[] = []
  readonly #sockets = new Set<Socket>()
  readonly #udp: UdpSocket[] = []

  async listen(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      const server = createTcpServer((socket) => {
        this.connections += 1
        this.#sockets.add(socket)
        socket.once('close', () => this.#sockets.delete(socket))
        socket.on('error', () => {})
        socket.on('data', (chunk) => this.#take(chunk, socket))
      })
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(this.port, address, resolve)
      })
      this.port = (server.address() as AddressInfo).port
      this.#servers.push(server)
      await this.hear(address, this.port)
    }
  }

  /** Counts datagrams alone. */
  async hear(address: string, port: number): Promise<void> {
    const udp = createSocket(address.includes(':') ? 'udp6' : 'udp4')
    udp.on('message', (chunk) => {
      this.datagrams += 1
      this.#take(chunk)
    })
    await new Promise<void>((resolve, reject) => udp.once('error', reject).bind(port, address, resolve))
    this.#udp.push(udp)
  }

  #take(chunk: Buffer, socket?: Socket): void {
    this.bytes += chunk.length
    this.text = (this.text + chunk.toString('latin1')).slice(-50_000)
    socket?.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno')
  }

  /** Everything that arrived, in one line; `nothing` where nothing did. */
  get seen(): string {
    const { connections, datagrams, bytes } = this
    return connections + datagrams + bytes === 0
      ? 'nothing'
      : `${connections} connections, ${datagrams} datagrams, ${bytes} bytes: ${this.text.slice(0, 80)}`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    for (const udp of this.#udp) udp.close()
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}

export interface Outcome {
  /** Reasons of the denials that the environment named. */
  reasons: string[]
  /** What reached the canary while this vector was watched. */
  arrived: boolean
  /** Codes of the errors that the agent's own calls had. */
  codes: string[]
}

/** An attacker's server, a canary, a resolver that lies, and one environment at a time. */
export class World {
  readonly canary = new Canary()
  /** Headers that no server may ever see. */
  leakedHeaders: string[] = []
  readonly #addresses: Addresses
  readonly #provider: PlaywrightProvider
  readonly #lookups = new Map<string, number>()
  readonly #vectors = new Map<string, Vector>()
  readonly #server: Server
  readonly #secure: TlsServer
  #environment: ProviderEnvironment | undefined
  #proxyPort = 0
  #next = 0

  #lookup: Lookup = async (name) => {
    const { evil, canary } = this.#addresses
    const [forbidden = ''] = canary
    const label = name.split('.')[0] ?? ''
    const asked = (this.#lookups.get(name) ?? 0) + 1
    this.#lookups.set(name, asked)
    const of = (...addresses: string[]) =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (name === 'evil.test' || name === 'other.example' || name.endsWith('.secure.example')) return of(evil)
    if (label.startsWith('flip')) return of(asked === 1 ? evil : forbidden)
    if (label === 'mixed') return of(evil, forbidden)
    if (label === 'mixed-last') return of(forbidden, evil)
    if (label === 'crowd') return of(...Array.from({ length: 30 }, () => evil), forbidden)
    if (label === 'mapped') return of(`::ffff:${forbidden}`)
    if (label === 'late') await new Promise((resolve) => setTimeout(resolve, 400))
    if (label === 'late' || label === 'canary' || label.startsWith('xn--canary')) return of(forbidden)
    throw new Error(`ENOTFOUND ${name}`)
  }

  private constructor(addresses: Addresses, wish: PlaywrightConfig) {
    this.#addresses = addresses
    this.#server = createHttpServer((request, response) => this.#answer(request, response))
    this.#secure = createTlsServer({ SNICallback: (host, done) => done(null, this.#certificateOf(host)) }, (socket) => {
      socket.on('error', () => {})
      socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok')
    })
    this.#secure.on('tlsClientError', () => {})
    const executablePath = process.env.DSH_BROWSER_EXECUTABLE
    const config = {
      ...wish,
      ...(executablePath && { executablePath }),
      navigationTimeoutMs: 5_000,
      actionTimeoutMs: 4_000,
      settle: { quietMs: 100, maxMs: 300, loadMs: 3_000 },
    }
    this.#provider = new PlaywrightProvider(config, () => {}, this.#lookup)
  }

  static async open(addresses: Addresses, wish: PlaywrightConfig): Promise<World> {
    const world = new World(addresses, wish)
    await world.canary.listen(addresses.canary)
    // No browser is to resolve a name: a page writes into names what it wants known
    if (addresses === NAMESPACE)
      for (const server of new Set(getServers().filter(isIPv4))) await world.canary.hear(server, DNS_PORT)
    for (const server of [world.#server, world.#secure]) {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, addresses.evil, resolve))
    }
    return world
  }

  get aim(): Aim {
    const [address = ''] = this.#addresses.canary
    const { port } = this.canary
    const evilPort = (this.#server.address() as AddressInfo).port
    const securePort = (this.#secure.address() as AddressInfo).port
    return {
      canaryAddress: address,
      canaryPort: port,
      evilPort,
      proxyPort: this.#proxyPort,
      canary: (path, scheme = 'http') => `${scheme}://${address}:${port}/${path}`,
      canaryNamed: (path, scheme = 'http') => `${scheme}://canary.example:${port}/${path}`,
      evil: (path) => `http://evil.test:${evilPort}/${path}`,
      secure: (path) => `https://${path}.secure.example:${securePort}/`,
    }
  }

  /** Watches for `watchMs`, and where a sign is sure to come, until it does: bytes at the canary, or a reason. */
  async attack(vector: Vector, sign: 'arrives' | 'named' | undefined): Promise<Outcome> {
    const path = `v${this.#next++}`
    this.#vectors.set(path, vector)
    const outcome: Outcome = { reasons: [], arrived: false, codes: [] }
    const call = async <T>(work: (environment: ProviderEnvironment) => Promise<T>): Promise<T | undefined> => {
      try {
        return await work(await this.#current())
      } catch (error) {
        const { code, reason, leaseDiscarded } = error as { code?: string; reason?: string; leaseDiscarded?: boolean }
        if (code === undefined) throw error
        outcome.codes.push(code)
        if (reason !== undefined) outcome.reasons.push(reason)
        if (leaseDiscarded || code === 'BROWSER_ENVIRONMENT_LOST') await this.#discard()
        return undefined
      }
    }
    const act = async (action: Parameters<ProviderEnvironment['act']>[0]): Promise<void> => {
      const result = await call((environment) => environment.act(action, AbortSignal.timeout(20_000)))
      for (const event of result?.events ?? []) if (event.type === 'denied') outcome.reasons.push(event.reason)
    }
    const { aim } = this
    if (vector.stoppedBy && this.canary.seen !== 'nothing') {
      await act({ type: 'navigate', url: aim.evil('blank') })
      await this.#calm()
    }
    const before = { ...this.canary, seen: undefined }
    await act({ type: 'navigate', url: vector.open?.(aim, path) ?? aim.evil(path) })
    if (vector.click) {
      const seen = await call((environment) => environment.observe({}, AbortSignal.timeout(20_000)))
      const element = seen?.elements.find(({ name }) => name === vector.click)
      if (seen && !element) throw new Error(`nothing is named "${vector.click}" on the page of "${vector.name}"`)
      if (element) await act({ type: 'click', target: { target: element.target, fingerprint: element.fingerprint } })
    }
    const patience = performance.now() + PATIENCE_MS
    let pauseMs = vector.watchMs ?? WATCH_MS
    do {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      await act({ type: 'wait', for: { kind: 'time', ms: 1 } })
      const { connections, datagrams, text } = this.canary
      outcome.arrived = connections > before.connections || datagrams > before.datagrams || text.includes(`/${path} `)
      const seen = sign === 'arrives' ? outcome.arrived : sign === undefined || outcome.reasons.length > 0
      if (seen) break
      pauseMs = 50
    } while (performance.now() < patience)
    return outcome
  }

  /** Settles once nothing more arrives of what an attack before sent. */
  async #calm(): Promise<void> {
    for (let seen = ''; seen !== this.canary.seen; ) {
      seen = this.canary.seen
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  }

  /** From here on nothing arrives that an earlier vector's browser has still to send. */
  async renew(): Promise<void> {
    await this.#discard()
    await this.#calm()
  }

  async close(): Promise<void> {
    await this.#discard()
    await new Promise((resolve) => {
      this.#server.close(resolve)
      this.#server.closeAllConnections()
    })
    await new Promise((resolve) => this.#secure.close(resolve))
    await this.canary.close()
  }

  async #current(): Promise<ProviderEnvironment> {
    if (this.#environment) return this.#environment
    const before = loopbackListeners()
    const request = { sessionId: 'attacks' as BrowserSessionId, persistence: 'ephemeral' } as const
    this.#environment = await this.#provider.open(request, AbortSignal.timeout(60_000))
    this.#proxyPort = [...loopbackListeners()].find((port) => !before.has(port)) ?? 0
    return this.#environment
  }

  async #discard(): Promise<void> {
    const environment = this.#environment
    this.#environment = undefined
    await environment?.close()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.leakedHeaders.push(...Object.keys(request.headers).filter((name) => name.startsWith('proxy-')))
    const [, path = '', route = ''] = (request.url ?? '').split('?')[0]!.split('/')
    const vector = this.#vectors.get(path)
    const more = vector?.routes?.[route]
    if (more) more(this.aim, path)(request, response)
    else if (!vector || route !== '') response.writeHead(path === 'blank' ? 200 : 404).end()
    else this.#sendPage(vector, path, response)
  }

  /** Of the vector whose path is the first label of the name. */
  #certificateOf(host: string): SecureContext {
    const [path = ''] = host.split('.')
    return createSecureContext(certificateFor(host, this.#vectors.get(path)?.certificate?.(this.aim, path) ?? {}))
  }

  #sendPage(vector: Vector, path: string, response: ServerResponse): void {
    const body = vector.page?.(this.aim, path) ?? ''
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...vector.headers?.(this.aim, path) })
    response.end(body.startsWith('<!doctype') ? body : `<!doctype html><title>attack</title><body>${body}`)
  }
}

/** Ports that somebody listens on at 127.0.0.1, as Linux tells them. */
function loopbackListeners(): Set<number> {
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  const ports = rows
    .map((row) => /^\s*\d+: 0100007F:([0-9A-F]{4}) \S+ 0A /.exec(row)?.[1])
    .filter((port) => port !== undefined)
  return new Set(ports.map((port) => Number.parseInt(port, 16)))
}
