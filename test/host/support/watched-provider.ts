import type { BrowserProvider, ProviderEnvironment, ProviderOpenRequest } from '../../../host/provider/types.ts'

/** What a runtime did with one environment. */
export interface Treatment {
  /** Calls of `close`. */
  closed: number
  /** Two calls were under way at once. */
  overlapped: boolean
  /** It was called after one of its calls was aborted. */
  misused: boolean
}

const CALLS = ['observe', 'act', 'extract', 'screenshot', 'diagnostics', 'checkpoint', 'match'] as const

/** A provider that watches what a runtime does with it, and is otherwise the one it wraps. */
export class WatchedProvider {
  readonly provider: BrowserProvider
  readonly treatments: Treatment[] = []
  /** The most environments that were open at one time. */
  peak = 0
  private open = 0

  constructor(inner: BrowserProvider) {
    const watch = async (opening: Promise<ProviderEnvironment>) => this.watch(await opening)
    const overrides: Partial<BrowserProvider> = {
      open: (request: ProviderOpenRequest, signal: AbortSignal) => watch(inner.open(request, signal)),
      restore: (request: ProviderOpenRequest, payload: string, signal: AbortSignal) =>
        watch(inner.restore!(request, payload, signal)),
    }
    this.provider = delegating(inner, overrides)
  }

  private watch(inner: ProviderEnvironment): ProviderEnvironment {
    const treatment: Treatment = { closed: 0, overlapped: false, misused: false }
    this.treatments.push(treatment)
    this.peak = Math.max(this.peak, ++this.open)
    let [busy, tainted, gone] = [0, false, false]
    const leave = () => {
      if (!gone) this.open--
      gone = true
    }
    void inner.lost.then(leave)
    const calls = CALLS.filter((name) => inner[name]).map((name) => {
      const call = async (...args: unknown[]) => {
        const signal = args.at(-1) as AbortSignal
        treatment.misused ||= tainted
        treatment.overlapped ||= ++busy > 1
        const taint = () => {
          tainted = true
        }
        signal.addEventListener('abort', taint)
        try {
          return await (inner[name] as (...args: unknown[]) => Promise<unknown>).apply(inner, args)
        } finally {
          busy--
          signal.removeEventListener('abort', taint)
        }
      }
      return [name, call]
    })
    const close = async () => {
      treatment.closed++
      await inner.close()
      leave()
    }
    return delegating(inner, { ...Object.fromEntries(calls), close })
  }
}

/** The same object with some methods replaced; private state stays with the one it wraps. */
function delegating<T extends object>(inner: T, overrides: Partial<T>): T {
  return new Proxy(inner, {
    get(target, name) {
      if (Object.hasOwn(overrides, name)) return overrides[name as keyof T]
      const value = Reflect.get(target, name, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
