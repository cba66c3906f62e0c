import type { OnReadOpts, Socket } from 'node:net'
import { admitUrl, urlDestination } from '../admit.ts'
import { parseAddress } from '../cidr.ts'
import { addressDenial, type Destination } from '../classify.ts'
import { canonicalHost } from '../hosts.ts'
import { type CompiledPolicy, compilePolicy } from '../policy.ts'
import type { Denial, Failure } from '../reasons.ts'
import { Resolver } from '../resolver.ts'
import type { Counters } from './counters.ts'
import type { ProxyLimits } from './limits.ts'
import type { ProxyOptions, ProxyPath } from './types.ts'
import { ConnectTimeout, connectPinned } from './upstream.ts'

export type Passage =
  | { status: 'open'; socket: Socket }
  | { status: 'denied'; reason: Denial }
  | { status: 'failed'; reason: Failure }

/**
 * The one place that opens upstream sockets: destination -> verdict -> addresses -> verdicts -> socket. A socket
 * serves the one exchange it was opened for and dies with the client that asked for it.
 */
export class Gate {
  readonly #policy: CompiledPolicy
  readonly #resolver: Resolver
  readonly #options: ProxyOptions
  readonly #limits: ProxyLimits
  readonly #counters: Counters
  readonly #passing = new Set<AbortController>()
  #closed = false
  /** The proxy's own listener, which nobody reaches through the proxy. */
  ownPort = 0

  constructor(options: ProxyOptions, limits: ProxyLimits, counters: Counters) {
    this.#policy = compilePolicy(options.policy)
    this.#options = options
    this.#limits = limits
    this.#counters = counters
    this.#resolver = new Resolver({
      ...(options.lookup && { lookup: options.lookup }),
      timeoutMs: limits.dnsTimeoutMs,
      cacheMs: limits.dnsCacheMs,
      maxLookups: limits.maxLookups,
      maxNames: 256,
    })
  }

  /** Names that are being resolved. */
  get resolving(): number {
    return this.#resolver.pending
  }

  /** Opens a socket to where `target` leads, unless the client goes away or the gate closes before. */
  async open(path: ProxyPath, target: URL | Destination, client: Socket, onread?: OnReadOpts): Promise<Passage> {
    const url = target instanceof URL ? target : undefined
    const destination = target instanceof URL ? urlDestination(target) : target
    const verdict = url && admitUrl(url, this.#policy)
    const passage =
      verdict?.admitted === false ? denied(verdict.reason) : await this.#connect(path, destination, client, onread)
    if (passage.status !== 'open') this.#report(path, passage, destination, url)
    return passage
  }

  /** An exchange that was let through and then failed. */
  reportFailure(path: ProxyPath, reason: Failure, destination: Destination): void {
    this.#report(path, failed(reason), destination)
  }

  close(): void {
    this.#closed = true
    for (const controller of this.#passing) controller.abort(new Error('The proxy is closed'))
    this.#resolver.close()
  }

  async #connect(
    path: ProxyPath,
    destination: Destination,
    client: Socket,
    onread: OnReadOpts | undefined,
  ): Promise<Passage> {
    if (this.#closed || client.destroyed) return failed('cancelled')
    const controller = new AbortController()
    const { signal } = controller
    const onGone = (): void => controller.abort(new Error('The client is gone'))
    client.once('close', onGone)
    this.#passing.add(controller)
    try {
      const resolution = await this.#resolver.resolve(destination, this.#policy, signal)
      if (resolution.status !== 'admitted') return resolution
      if (destination.port === this.ownPort && resolution.addresses.some(({ address }) => isThisHost(address))) {
        return denied('proxy-self')
      }
      this.#counters.count('admitted', resolution.reason)
      this.#log(path, 'admitted', resolution.reason, destination)
      const socket = await connectPinned(resolution.addresses, {
        port: destination.port,
        timeoutMs: this.#limits.connectTimeoutMs,
        attemptMs: this.#limits.connectAttemptMs,
        signal,
        ...(onread && { onread }),
        onSocket: (attempt) => this.#counters.upstream.add(attempt),
      })
      if (signal.aborted) {
        socket.destroy()
        return failed('cancelled')
      }
      // Whoever uses it hears of its end by `close`; an error that nobody hears would end the process.
      socket.on('error', () => {})
      const onClientClose = (): void => void socket.destroy()
      client.once('close', onClientClose)
      socket.once('close', () => client.off('close', onClientClose))
      return { status: 'open', socket }
    } catch (error) {
      if (signal.aborted) return failed('cancelled')
      return failed(error instanceof ConnectTimeout ? 'connect-timeout' : 'connect-failed')
    } finally {
      client.off('close', onGone)
      this.#passing.delete(controller)
    }
  }

  #report(path: ProxyPath, passage: Exclude<Passage, { status: 'open' }>, destination: Destination, url?: URL): void {
    const { status, reason } = passage
    if (status === 'failed') this.#counters.count('failed', reason)
    else {
      this.#counters.count('denied', reason)
      this.#options.onDenied?.({
        path,
        reason,
        host: nameOf(destination),
        port: destination.port,
        ...(url && { url: withoutSecrets(url) }),
      })
    }
    this.#log(path, status, reason, destination)
  }

  #log(path: ProxyPath, outcome: 'admitted' | 'denied' | 'failed', reason: string, destination: Destination): void {
    this.#options.log?.({ path, outcome, reason, host: nameOf(destination), port: destination.port })
  }
}

const denied = (reason: Denial): Passage & { status: 'denied' } => ({ status: 'denied', reason })
const failed = (reason: Failure): Passage & { status: 'failed' } => ({ status: 'failed', reason })

/** Whether a connection to this address ends at a listener on 127.0.0.1; Linux takes 0.0.0.0 for it. */
function isThisHost(address: string): boolean {
  const parsed = parseAddress(address)
  const range = parsed && addressDenial(parsed)
  return range === 'loopback' || range === 'this-network'
}

const nameOf = ({ host }: Destination): string => (canonicalHost(host) ?? host).slice(0, 255)

function withoutSecrets(url: URL): string {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  shown.hash = ''
  return shown.href.slice(0, 2_048)
}
