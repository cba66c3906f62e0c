import { BrowserError } from '../errors/browser-error.ts'

/** The signals that may end one piece of work; absent ones never do. */
export type Signals = readonly (AbortSignal | undefined)[]

/** What an aborted signal means to a caller: its own coded reason, else `BROWSER_CANCELLED`. */
export function abortReason(signal: AbortSignal): BrowserError {
  const { reason } = signal
  if (reason instanceof BrowserError) return reason
  return new BrowserError('BROWSER_CANCELLED', 'The call was cancelled.', { cause: reason })
}

export function throwIfAborted(signals: Signals): void {
  const aborted = signals.find((signal) => signal?.aborted)
  if (aborted) throw abortReason(aborted)
}

/** Calls `listener` with the reason of the first signal to abort, at once if one has. The disposer removes every listener. */
export function onAbort(signals: Signals, listener: (reason: BrowserError) => void): () => void {
  const detach: (() => void)[] = []
  const stop = () => {
    for (const remove of detach.splice(0)) remove()
  }
  for (const signal of signals) {
    if (!signal) continue
    const fire = () => {
      stop()
      listener(abortReason(signal))
    }
    if (signal.aborted) {
      fire()
      return stop
    }
    signal.addEventListener('abort', fire, { once: true })
    detach.push(() => signal.removeEventListener('abort', fire))
  }
  return stop
}

/** Ends the wait, not the work: rejects as soon as a signal aborts. */
export async function untilAborted<T>(promise: Promise<T>, signals: Signals): Promise<T> {
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = onAbort(signals, reject)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    stop()
  }
}

/** Ends the wait, not the work: rejects with `error()` after `ms`. */
export async function within<T>(promise: Promise<T>, ms: number, error: () => BrowserError): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(error()), Math.max(0, ms))
  })
  try {
    return await Promise.race([promise, expired])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the work settled, either way, inside `ms`. Never rejects. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, ms))
  })
  const settled = work.then(
    () => true,
    () => true,
  )
  const answer = await Promise.race([settled, expired])
  clearTimeout(timer)
  return answer
}

export interface Supervision<T> {
  signals: Signals
  timeout?: { ms: number; error: () => BrowserError }
  /** How long aborted work may take to settle before it is left behind. */
  graceMs: number
  /** Runs at the abort, beside the work's own reaction to its signal. */
  onAbort?: (reason: BrowserError) => Promise<void>
  /** Takes what the work fulfils with after the abort, however late. */
  late?: (value: T) => Promise<void>
  /** Told when work ignored its abort for the whole grace. */
  abandoned?: () => void
}

/**
 * Runs work under a signal of its own. Once that aborts, the answer is its reason, and comes only after the work has
 * settled or the grace is over: a cancelled call does not return while ignored work goes on.
 */
export async function supervise<T>(work: (signal: AbortSignal) => Promise<T>, options: Supervision<T>): Promise<T> {
  throwIfAborted(options.signals)
  const controller = new AbortController()
  const stop = onAbort(options.signals, (reason) => controller.abort(reason))
  const { timeout } = options
  const timer = timeout && setTimeout(() => controller.abort(timeout.error()), timeout.ms)
  try {
    const pending = (async () => work(controller.signal))()
    const aborted = new Promise<'aborted'>((resolve) => {
      controller.signal.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
    const outcome = await Promise.race([
      pending.then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
      aborted,
    ])
    // Work that settles because of its abort settles in the same turn: the abort decides all the same.
    if (outcome !== 'aborted' && !controller.signal.aborted) {
      if ('error' in outcome) throw outcome.error
      return outcome.value
    }
    const reason = abortReason(controller.signal)
    const ended = Promise.allSettled([pending.then(options.late), options.onAbort?.(reason)])
    if (!(await settledWithin(ended, options.graceMs))) options.abandoned?.()
    throw reason
  } finally {
    stop()
    clearTimeout(timer)
  }
}

/** One error as it is, several as an `AggregateError`, none as nothing. */
export function throwTogether(errors: readonly unknown[], message: string): void {
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, message)
}

export function rejections(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
}
