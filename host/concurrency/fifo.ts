import { BrowserError } from '../errors/browser-error.ts'
import { onAbort, type Signals, throwIfAborted } from './settle.ts'

interface Entry {
  controller: AbortController
  start(): void
  drop(reason: BrowserError): void
}

/**
 * One operation at a time, in the order of the calls. An aborted signal takes a waiting operation out of the queue at
 * once, and reaches a running one through its own signal; `run` then settles when the operation does.
 */
export class Fifo {
  private readonly maxWaiting: number
  private readonly waiting: Entry[] = []
  private running: Entry | undefined
  private closedFor: BrowserError | undefined
  private readonly idleListeners = new Set<() => void>()

  constructor(maxWaiting: number) {
    this.maxWaiting = maxWaiting
  }

  /** Operations running and waiting. */
  get depth(): number {
    return this.waiting.length + (this.running ? 1 : 0)
  }

  async run<T>(operation: (signal: AbortSignal) => Promise<T>, signals: Signals = []): Promise<T> {
    if (this.closedFor) throw this.closedFor
    throwIfAborted(signals)
    if (this.waiting.length >= this.maxWaiting) {
      throw new BrowserError(
        'BROWSER_ENVIRONMENT_LIMIT',
        `${this.maxWaiting} operations wait for this environment already (maxQueuedOperations).`,
      )
    }
    return new Promise<T>((resolve, reject) => {
      const controller = new AbortController()
      const stop = onAbort(signals, (reason) => {
        const place = this.waiting.indexOf(entry)
        if (place < 0) return controller.abort(reason)
        this.waiting.splice(place, 1)
        entry.drop(reason)
      })
      const entry: Entry = {
        controller,
        start: () => {
          this.running = entry
          operation(controller.signal)
            .then(resolve, reject)
            .finally(() => {
              stop()
              this.running = undefined
              this.next()
            })
        },
        drop: (reason) => {
          stop()
          reject(reason)
        },
      }
      this.waiting.push(entry)
      this.next()
    })
  }

  /** Admits nothing more, drops what waits and aborts what runs. */
  close(reason: BrowserError): void {
    this.closedFor ??= reason
    for (const entry of this.waiting.splice(0)) entry.drop(reason)
    this.running?.controller.abort(reason)
  }

  /** Settles once nothing runs or waits. */
  drained(): Promise<void> {
    if (this.depth === 0) return Promise.resolve()
    return new Promise((resolve) => this.idleListeners.add(resolve))
  }

  private next(): void {
    if (this.running) return
    const entry = this.waiting.shift()
    if (entry) {
      entry.start()
      return
    }
    for (const listener of [...this.idleListeners]) {
      this.idleListeners.delete(listener)
      listener()
    }
  }
}
