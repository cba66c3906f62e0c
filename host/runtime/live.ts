import { type Signals, settledWithin, supervise } from '../concurrency/settle.ts'
import { BrowserError, isBrowserError } from '../errors/browser-error.ts'
import { coded } from '../errors/coded.ts'
import type { Registration } from '../provider/registration.ts'
import type { EnvironmentLoss, ProviderEnvironment } from '../provider/types.ts'
import { messageOf } from '../text.ts'

export interface LiveBounds {
  operationTimeoutMs: number
  cleanupTimeoutMs: number
}

export interface LiveOptions {
  registration: Registration
  environment: ProviderEnvironment
  bounds: LiveBounds
  warn: (message: string) => void
  /** Runs once, when it has ended for whatever reason. */
  ended: () => void
}

interface CallOptions<T> {
  /** Default `operationTimeoutMs`. */
  timeoutMs?: number
  /** Takes what the call still fulfils with after its abort. */
  late?: (value: T) => Promise<void>
}

/**
 * One provider environment from opening to closing. Calls are supervised: a cancelled, timed-out or lost one closes the
 * environment, since nobody can say what it left behind.
 */
export class LiveEnvironment {
  readonly registration: Registration
  private readonly environment: ProviderEnvironment
  private readonly bounds: LiveBounds
  private readonly warn: (message: string) => void
  private readonly ended: () => void
  private readonly detach: () => void
  /** Aborts when the browser is lost or the provider unloaded. */
  private readonly doom = new AbortController()
  private ending: Promise<void> | undefined
  /** Runs first when the provider is unloaded: the last chance to save what the browser holds. Never rejects. */
  beforeUnload: (() => Promise<void>) | undefined

  constructor(options: LiveOptions) {
    this.registration = options.registration
    this.environment = options.environment
    this.bounds = options.bounds
    this.warn = options.warn
    this.ended = options.ended
    this.detach = this.registration.attach({ end: (reason) => this.unload(reason) })
    void this.environment.lost.then(
      (loss) => this.lose(lostError(loss)),
      (error: unknown) => this.lose(lostError({ reason: 'browser-disconnected', message: String(error) })),
    )
  }

  /** Why it can take no more calls, once it cannot. */
  get verdict(): BrowserError | undefined {
    return this.doom.signal.aborted ? this.doom.signal.reason : undefined
  }

  get url(): string {
    try {
      return String(this.environment.url())
    } catch {
      // A closed environment may not know any more.
      return ''
    }
  }

  /** Runs one provider call to its end. Throws the reason where the environment had to be given up. */
  async call<T>(
    work: (environment: ProviderEnvironment, signal: AbortSignal) => Promise<T>,
    signals: Signals,
    { timeoutMs = this.bounds.operationTimeoutMs, late }: CallOptions<T> = {},
  ): Promise<T> {
    const timedOut = () =>
      new BrowserError('BROWSER_ACTION_TIMEOUT', `The browser did not answer within ${timeoutMs} ms.`)
    try {
      return await supervise((signal) => work(this.environment, signal), {
        signals: [...signals, this.doom.signal],
        timeout: { ms: timeoutMs, error: timedOut },
        graceMs: this.bounds.cleanupTimeoutMs,
        onAbort: (reason) => this.close(reason),
        ...(late ? { late } : {}),
        abandoned: () =>
          this.warn(`An aborted browser operation did not end within ${this.bounds.cleanupTimeoutMs} ms.`),
      })
    } catch (error) {
      // A dead browser often fails the call a moment before it says that it is gone.
      await new Promise((resolve) => setImmediate(resolve))
      const verdict =
        this.verdict ?? (isBrowserError(error, 'BROWSER_ENVIRONMENT_LOST') ? discarding(error) : undefined)
      if (!verdict) throw error
      await this.closeQuietly(verdict)
      throw verdict
    }
  }

  /** Closes it, once, inside `cleanupTimeoutMs`. Rejects where the provider failed to close. */
  close(reason: BrowserError): Promise<void> {
    if (!this.doom.signal.aborted) this.doom.abort(discarding(reason))
    this.ending ??= this.shut()
    return this.ending
  }

  memory(): Promise<number | undefined> {
    return this.environment.memory?.() ?? Promise.resolve(undefined)
  }

  private async unload(reason: BrowserError): Promise<void> {
    if (!this.ending) await this.beforeUnload?.()
    await this.close(reason)
  }

  private lose(reason: BrowserError): void {
    if (!this.ending) void this.closeQuietly(reason)
  }

  private closeQuietly(reason: BrowserError): Promise<void> {
    return this.close(reason).catch((error: unknown) => this.warn(`A browser did not close: ${messageOf(error)}`))
  }

  private async shut(): Promise<void> {
    const { cleanupTimeoutMs } = this.bounds
    const { id } = this.registration.provider
    try {
      const closing = (async () => this.environment.close())()
      if (!(await settledWithin(closing, cleanupTimeoutMs))) {
        throw new BrowserError(
          'BROWSER_PROVIDER_FAILED',
          `Provider "${id}" did not close an environment within ${cleanupTimeoutMs} ms.`,
        )
      }
      await closing
    } catch (error) {
      throw coded(error, 'BROWSER_PROVIDER_FAILED')
    } finally {
      this.detach()
      this.ended()
    }
  }
}

/** The same failure, saying that the environment went with it. */
function discarding(reason: BrowserError): BrowserError {
  return new BrowserError(reason.code, reason.message, {
    ...(reason.reason === undefined ? {} : { reason: reason.reason }),
    ...(reason.url === undefined ? {} : { url: reason.url }),
    leaseDiscarded: true,
    refsValid: false,
    cause: reason.cause ?? reason,
  })
}

const lostError = (loss: EnvironmentLoss) =>
  new BrowserError('BROWSER_ENVIRONMENT_LOST', `The browser ended: ${loss.message}.`, {
    reason: loss.reason,
    leaseDiscarded: true,
    refsValid: false,
  })
