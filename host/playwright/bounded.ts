/** Waits with a bound. Each clears its timer, whichever way it ends. */

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** Rejects with `TimeoutError` when `ms` have passed. The work itself goes on: whoever calls this owns its way out. */
export async function within<T>(ms: number, work: Promise<T>, what = 'work'): Promise<T> {
  work.catch(() => undefined) // the late failure of work that was given up concerns no one
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${what} took longer than ${ms} ms`)), Math.max(0, ms))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether `work` settled in time, either way. */
export async function settledWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  try {
    await within(ms, work)
    return true
  } catch (error) {
    return !(error instanceof TimeoutError)
  }
}

/** Watches for a condition that no event tells of. `cancel` ends the watch without an answer. */
export function until(condition: () => boolean, everyMs = 15): { met: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  const met = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (!condition()) return
      clearInterval(timer)
      resolve()
    }, everyMs)
  })
  return { met, cancel: () => clearInterval(timer) }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Counts down from its making. */
export class Deadline {
  readonly #end: number

  constructor(ms: number) {
    this.#end = performance.now() + ms
  }

  get left(): number {
    return Math.max(0, this.#end - performance.now())
  }

  /** For Playwright, which takes 0 to mean no bound at all. */
  get timeout(): number {
    return Math.max(1, this.left)
  }

  get passed(): boolean {
    return this.left === 0
  }
}
