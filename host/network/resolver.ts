import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { classifyDestination, type Destination } from './classify.ts'
import { canonicalHost, isLocalhost } from './hosts.ts'
import type { CompiledPolicy } from './policy.ts'
import type { Admission, Denial, Failure } from './reasons.ts'

/** One resolved address, as `dns.lookup` with `all` answers. */
export interface ResolvedAddress {
  address: string
  family: number
}

/** Resolves a canonical name to all of its addresses. Rejects where there are none. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>

export interface ResolverOptions {
  lookup?: Lookup
  timeoutMs: number
  /** How long one answer serves later connections, each of which judges it anew. `0`: only those that wait for it. */
  cacheMs: number
  /** Lookups in hand at once. The system's resolver blocks a thread of Node's small pool for each. */
  maxLookups: number
  /** Names kept. */
  maxNames: number
}

export type Resolution =
  | { status: 'admitted'; reason: Admission; addresses: readonly ResolvedAddress[] }
  | { status: 'denied'; reason: Denial }
  | { status: 'failed'; reason: Failure; cause?: unknown }

interface Flight {
  answer: Promise<readonly ResolvedAddress[]>
  controller: AbortController
  waiting: number
}

/** RFC 6761 section 6.3: never asked of a resolver. */
const LOOPBACK: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Resolves names for one proxy: each name once at a time, in bounded time, and never after `close`. */
export class Resolver {
  readonly #lookup: Lookup
  readonly #options: ResolverOptions
  readonly #flights = new Map<string, Flight>()
  readonly #answers = new Map<string, { addresses: readonly ResolvedAddress[]; until: number }>()
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(options: ResolverOptions) {
    this.#options = options
    this.#lookup = options.lookup ?? ((name) => systemLookup(name, { all: true, order: 'verbatim' }))
  }

  /** Lookups that somebody waits for. */
  get pending(): number {
    return this.#flights.size
  }

  /**
   * Judges a destination, resolves it once where it is a name, and judges each address. All addresses must be
   * admitted, so that no answer can smuggle one in beside others; those that are returned are the only ones to connect to.
   */
  async resolve(destination: Destination, policy: CompiledPolicy, signal: AbortSignal): Promise<Resolution> {
    const first = classifyDestination(destination, policy)
    if (!first.admitted) return { status: 'denied', reason: first.reason }
    const host = canonicalHost(destination.host)!
    const family = isIP(host)
    if (family > 0) return { status: 'admitted', reason: first.reason, addresses: [{ address: host, family }] }

    const judge = ({ address }: ResolvedAddress) => classifyDestination({ ...destination, address }, policy)
    let addresses = LOOPBACK
    if (isLocalhost(host)) {
      const admitted = LOOPBACK.filter((address) => judge(address).admitted)
      if (admitted.length > 0) addresses = admitted
    } else {
      try {
        addresses = await this.#addresses(host, signal)
      } catch (cause) {
        if (signal.aborted) return { status: 'failed', reason: 'cancelled' }
        return { status: 'failed', reason: cause instanceof LookupTimeout ? 'dns-timeout' : 'dns-failed', cause }
      }
      if (addresses.length === 0) return { status: 'failed', reason: 'dns-failed' }
    }
    let reason: Admission = first.reason
    for (const address of addresses) {
      const verdict = judge(address)
      if (!verdict.admitted) return { status: 'denied', reason: verdict.reason }
      reason = verdict.reason
    }
    return { status: 'admitted', reason, addresses }
  }

  /** Ends every wait. Calls of the injected lookup are aborted; the system's own end by themselves, unheard. */
  close(): void {
    for (const { controller } of this.#flights.values()) controller.abort(new Error('The resolver is closed'))
    this.#queue.length = 0
    this.#answers.clear()
  }

  async #addresses(name: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    signal.throwIfAborted()
    const known = this.#answers.get(name)
    if (known && known.until > performance.now()) return known.addresses
    const flight = this.#flights.get(name) ?? this.#depart(name)
    flight.waiting += 1
    try {
      return await untilAborted(flight.answer, signal)
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0 && this.#flights.get(name) === flight) {
        this.#flights.delete(name)
        flight.controller.abort(new Error('Nobody waits for this name any more'))
      }
    }
  }

  #depart(name: string): Flight {
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => controller.abort(new LookupTimeout(name)), this.#options.timeoutMs)
    const answer = untilAborted(this.#turn(name, signal), signal)
      .then((addresses) => this.#keep(name, addresses))
      .finally(() => {
        clearTimeout(timer)
        if (this.#flights.get(name) === flight) this.#flights.delete(name)
      })
    answer.catch(() => {})
    const flight: Flight = { answer, controller, waiting: 0 }
    this.#flights.set(name, flight)
    return flight
  }

  async #turn(name: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    while (this.#running >= this.#options.maxLookups) {
      await new Promise<void>((resolve) => this.#queue.push(resolve))
    }
    this.#running += 1
    try {
      signal.throwIfAborted()
      return await this.#lookup(name, signal)
    } finally {
      this.#running -= 1
      this.#queue.shift()?.()
    }
  }

  #keep(name: string, addresses: readonly ResolvedAddress[]): readonly ResolvedAddress[] {
    const { cacheMs, maxNames } = this.#options
    if (cacheMs > 0 && addresses.length > 0) {
      this.#answers.delete(name)
      this.#answers.set(name, { addresses, until: performance.now() + cacheMs })
      if (this.#answers.size > maxNames) this.#answers.delete(this.#answers.keys().next().value!)
    }
    return addresses
  }
}

class LookupTimeout extends Error {
  constructor(name: string) {
    super(`${name} was not resolved in time`)
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
