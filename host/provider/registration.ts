import { rejections, settledWithin, throwTogether } from '../concurrency/settle.ts'
import { BrowserError } from '../errors/browser-error.ts'
import { coded } from '../errors/coded.ts'
import type { BrowserProvider } from './types.ts'

/** Something that a provider's unload must end first. */
export interface Dependent {
  /** Ends everything that came from the provider. */
  end(reason: BrowserError): Promise<void>
}

/** One provider while it is registered, with all that was opened through it. */
export class Registration {
  readonly provider: BrowserProvider
  private readonly controller = new AbortController()
  private readonly work = new Set<Promise<unknown>>()
  private readonly dependents = new Set<Dependent>()
  private readonly bounds: { cleanupTimeoutMs: number }
  private ending: Promise<void> | undefined

  constructor(provider: BrowserProvider, bounds: { cleanupTimeoutMs: number }) {
    this.provider = provider
    this.bounds = bounds
  }

  /** Aborts with `BROWSER_PROVIDER_UNLOADED`. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Selection, opening and saving, which the unload waits for. */
  track<T>(work: Promise<T>): Promise<T> {
    this.work.add(work)
    const done = () => this.work.delete(work)
    work.then(done, done)
    return work
  }

  attach(dependent: Dependent): () => void {
    this.dependents.add(dependent)
    return () => this.dependents.delete(dependent)
  }

  /** Aborts and settles selection and opening, closes every environment, then disposes the provider. */
  end(): Promise<void> {
    this.ending ??= this.unload()
    return this.ending
  }

  private async unload(): Promise<void> {
    const { id } = this.provider
    const { cleanupTimeoutMs } = this.bounds
    const reason = new BrowserError('BROWSER_PROVIDER_UNLOADED', `Provider "${id}" was unloaded.`, {
      leaseDiscarded: true,
      refsValid: false,
    })
    this.controller.abort(reason)
    const errors: unknown[] = []
    // What is waited for is bounded by itself; this only guards against a defect there.
    await settledWithin(this.quiesce(reason, errors), 2 * cleanupTimeoutMs)
    try {
      const disposal = Promise.resolve(this.provider.dispose?.())
      if (!(await settledWithin(disposal, cleanupTimeoutMs))) {
        throw new BrowserError(
          'BROWSER_PROVIDER_FAILED',
          `Provider "${id}" did not dispose within ${cleanupTimeoutMs} ms.`,
        )
      }
      await disposal
    } catch (error) {
      errors.push(coded(error, 'BROWSER_PROVIDER_FAILED'))
    }
    throwTogether(errors, `Provider "${id}" did not unload cleanly.`)
  }

  /** Ends and settles everything, what is added meanwhile included. */
  private async quiesce(reason: BrowserError, errors: unknown[]): Promise<void> {
    while (this.work.size + this.dependents.size > 0) {
      const ending = [...this.dependents].map(async (dependent) => dependent.end(reason))
      this.dependents.clear()
      await Promise.allSettled(this.work)
      errors.push(...rejections(await Promise.allSettled(ending)))
    }
  }
}
