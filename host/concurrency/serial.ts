import { type Signals, throwIfAborted, untilAborted } from './settle.ts'

/**
 * One task at a time for each key, in the order of the calls. A cancelled task leaves its caller at once and keeps its
 * place until the one before has settled, so that nothing later overtakes what is running.
 */
export class KeyedSerial {
  private readonly tails = new Map<string, Promise<void>>()

  async run<T>(key: string, signals: Signals, task: () => Promise<T>): Promise<T> {
    throwIfAborted(signals)
    const before = this.tails.get(key) ?? Promise.resolve()
    let started = false
    const turn = before.then(() => {
      throwIfAborted(signals)
      started = true
      return task()
    })
    const tail = turn.then(
      () => {},
      () => {},
    )
    this.tails.set(key, tail)
    void tail.then(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key)
    })
    try {
      return await untilAborted(turn, signals)
    } catch (error) {
      // Once begun, a task ends by itself: its effects must be settled before the caller goes on.
      if (started) return await turn
      throw error
    }
  }

  /** Settles when no key has a task. */
  async idle(): Promise<void> {
    while (this.tails.size > 0) await Promise.all(this.tails.values())
  }
}
