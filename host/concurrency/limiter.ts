import { BrowserError } from '../errors/browser-error.ts'
import { onAbort, type Signals, throwIfAborted } from './settle.ts'

/** The right to one environment. Releasing twice is releasing once. */
export interface Permit {
  release(): void
}

/** At most `limit` permits at a time; who waits is served in the order of the calls. */
export class Limiter {
  private readonly limit: number
  private readonly waitMs: number
  private held = 0
  private readonly queue: (() => void)[] = []

  constructor(limit: number, waitMs: number) {
    this.limit = limit
    this.waitMs = waitMs
  }

  get waiting(): number {
    return this.queue.length
  }

  get inUse(): number {
    return this.held
  }

  async enter(signals: Signals): Promise<Permit> {
    throwIfAborted(signals)
    if (this.held < this.limit) return this.grant()
    return new Promise<Permit>((resolve, reject) => {
      const serve = () => {
        stop()
        clearTimeout(timer)
        resolve(this.grant())
      }
      const leave = (reason: BrowserError) => {
        const place = this.queue.indexOf(serve)
        if (place < 0) return
        this.queue.splice(place, 1)
        stop()
        clearTimeout(timer)
        reject(reason)
      }
      const stop = onAbort(signals, leave)
      const timer = setTimeout(
        () =>
          leave(
            new BrowserError(
              'BROWSER_ENVIRONMENT_LIMIT',
              `All ${this.limit} environments are in use and none came free within ${this.waitMs} ms (maxEnvironments, queueWaitMs).`,
            ),
          ),
        this.waitMs,
      )
      this.queue.push(serve)
    })
  }

  private grant(): Permit {
    this.held++
    let released = false
    return {
      release: () => {
        if (released) return
        released = true
        this.held--
        if (this.held < this.limit) this.queue.shift()?.()
      },
    }
  }
}
