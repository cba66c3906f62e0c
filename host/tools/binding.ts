import { BrowserError, isBrowserError } from '../errors/browser-error.ts'
import type { BrowserErrorCode } from '../errors/catalogue.ts'
import type { AcquireRequest, BrowserLease, BrowserRuntimeApi } from '../runtime/types.ts'
import type { Config } from './config.ts'
import { View } from './view.ts'

/** Errors after which the lease addresses nothing any more, whatever they say of it. */
const LOST: ReadonlySet<BrowserErrorCode> = new Set([
  'BROWSER_ENVIRONMENT_LOST',
  'BROWSER_LEASE_RELEASED',
  'BROWSER_PROVIDER_UNLOADED',
])

/** The environment of one agent: one lease, one call at a time. */
class Binding {
  readonly #acquire: (signal: AbortSignal) => Promise<BrowserLease>
  readonly #ended = new AbortController()
  #acquired: Promise<BrowserLease> | undefined
  #view = new View()
  #tail: Promise<unknown> = Promise.resolve()
  /** Whether a call was made since the last save. */
  #unsaved = false

  constructor(acquire: (signal: AbortSignal) => Promise<BrowserLease>) {
    this.#acquire = acquire
  }

  get view(): View {
    return this.#view
  }

  /**
   * Runs `work` when the calls before it are done. Giving up while waiting, for the turn or for the browser to start, ends
   * that wait alone. Giving up while `work` runs leaves a page nobody knows the state of: the lease is replaced.
   */
  async run<Result>(
    signal: AbortSignal,
    work: (lease: BrowserLease, view: View, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    this.#unsaved = true
    const either = AbortSignal.any([signal, this.#ended.signal])
    return this.#atTurn(either, async () => {
      this.#acquired ??= this.#open()
      const lease = await unlessAborted(this.#acquired, either)
      try {
        return await work(lease, this.#view, either)
      } catch (error) {
        if (!either.aborted && !isLost(error)) throw error
        await this.#discard()
        const failure = error instanceof BrowserError ? error : abortError(either)
        failure.leaseDiscarded = true
        throw failure
      }
    })
  }

  /** Saves a checkpoint when the calls before are done; nothing where there were none since the last one. */
  async save(): Promise<void> {
    if (!this.#unsaved) return
    this.#unsaved = false
    await this.#atTurn(this.#ended.signal, async () => {
      try {
        const lease = await this.#acquired
        await lease?.checkpoint()
      } catch (error) {
        this.#unsaved = true
        if (isLost(error)) await this.#discard()
        throw error
      }
    })
  }

  /** Ends waiting and running calls, then lets go of the browser. */
  async dispose(): Promise<void> {
    this.#ended.abort(new BrowserError('BROWSER_CANCELLED', 'The agent has ended.'))
    await this.#tail
    await this.#discard()
  }

  async #atTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#tail
    const done = Promise.withResolvers<void>()
    this.#tail = turn.then(() => done.promise)
    try {
      await unlessAborted(turn, signal)
      return await work()
    } finally {
      done.resolve()
    }
  }

  #open(): Promise<BrowserLease> {
    this.#view = new View()
    const acquired = this.#acquire(this.#ended.signal)
    // A failed start is not kept: the next call tries again.
    acquired.catch(() => {
      if (this.#acquired === acquired) this.#acquired = undefined
    })
    return acquired
  }

  async #discard(): Promise<void> {
    const acquired = this.#acquired
    this.#acquired = undefined
    const lease = await acquired?.catch(() => undefined)
    await lease?.release()
  }
}

const isLost = (error: unknown) => isBrowserError(error) && (error.leaseDiscarded || LOST.has(error.code))

/** Fulfils with `promise`, or rejects as soon as the signal aborts; `promise` itself goes on. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const gaveUp = Promise.withResolvers<never>()
  const onAbort = () => gaveUp.reject(abortError(signal))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([promise, gaveUp.promise]).finally(() => signal.removeEventListener('abort', onAbort))
}

export function abortError(signal: AbortSignal): BrowserError {
  const { reason } = signal
  return reason instanceof BrowserError
    ? reason
    : new BrowserError('BROWSER_CANCELLED', 'The call was cancelled.', { cause: reason })
}

/** One environment per owner; the owner is the key, by identity. */
export class Bindings {
  readonly #runtime: Pick<BrowserRuntimeApi, 'acquire'>
  readonly #settings: Pick<AcquireRequest, 'persistence' | 'provider'>
  readonly #bindings = new Map<object, Binding>()
  #closed = false

  constructor(runtime: Pick<BrowserRuntimeApi, 'acquire'>, settings: Pick<Config, 'persistence' | 'provider'>) {
    const { persistence, provider } = settings
    this.#runtime = runtime
    this.#settings = { persistence, ...(provider === undefined ? {} : { provider }) }
  }

  get size(): number {
    return this.#bindings.size
  }

  of(owner: object, sessionId: string): Binding {
    if (this.#closed) throw new BrowserError('BROWSER_RUNTIME_CLOSED', 'The browser tools have been unloaded.')
    let binding = this.#bindings.get(owner)
    if (!binding) {
      binding = new Binding((signal) => this.#runtime.acquire({ ...this.#settings, owner, sessionId, signal }))
      this.#bindings.set(owner, binding)
    }
    return binding
  }

  /** Saves a checkpoint of what this owner did, where sessions are resumed. */
  async save(owner: object): Promise<void> {
    if (this.#settings.persistence === 'resume') await this.#bindings.get(owner)?.save()
  }

  /** Releases what this owner holds; nothing where it holds nothing. */
  async dispose(owner: object): Promise<void> {
    const binding = this.#bindings.get(owner)
    this.#bindings.delete(owner)
    await binding?.dispose()
  }

  async disposeAll(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#bindings.keys()].map((owner) => this.dispose(owner)))
  }
}

export type { Binding }
