import type { Diagnostics, Screenshot } from '../../host/provider/types.ts'
import type {
  AcquireRequest,
  BrowserAction,
  BrowserLease,
  BrowserTransition,
  Observation,
  RuntimeObserveRequest,
} from '../../host/runtime/types.ts'
import type { ExtractResult } from '../../shared/extraction.ts'

/** What a scripted page does with an action: the observation after it, or an error. */
export type Script = (
  action: BrowserAction,
  signal: AbortSignal | undefined,
) => Promise<Observation | Error> | Observation | Error

export interface FakePage {
  /** What an observation sees, by request. */
  see: (request: RuntimeObserveRequest) => Observation
  act?: Script
  extract?: () => ExtractResult
  /** Refs that a selector matches. */
  match?: (selector: string) => string[]
  screenshot?: () => Screenshot
  diagnostics?: () => Diagnostics
}

/** A runtime whose pages are functions. It counts what is open, so that a test can tell what was left behind. */
export class FakeRuntime {
  readonly requests: AcquireRequest[] = []
  readonly actions: BrowserAction[] = []
  readonly observes: RuntimeObserveRequest[] = []
  open = 0
  /** Checkpoints taken. */
  saves = 0
  /** Settles before an acquisition does; replaced by tests that want it to wait. */
  starting: Promise<void> = Promise.resolve()
  /** Runs before a checkpoint is taken. */
  saving: () => Promise<void> = async () => {}
  readonly #page: () => FakePage

  constructor(page: () => FakePage) {
    this.#page = page
  }

  async acquire(request: AcquireRequest): Promise<BrowserLease> {
    this.requests.push(request)
    await this.starting
    request.signal?.throwIfAborted()
    this.open++
    return this.#lease(this.#page())
  }

  #lease(page: FakePage): BrowserLease {
    let current: Observation | undefined
    let released = false
    const need = <Value>(value: Value | undefined): Value => {
      if (value === undefined) throw new Error('this page has no such thing')
      return value
    }
    return {
      environment: 'env',
      sessionId: 's',
      provider: 'fake',
      capabilities: {
        extract: true,
        screenshot: true,
        checkpoint: false,
        diagnostics: true,
        multiplePages: false,
        profile: false,
      },
      get current() {
        return current
      },
      observe: async (request = {}) => {
        this.observes.push(request)
        current = page.see(request)
        return current
      },
      act: async (action, signal) => {
        this.actions.push(action)
        const before = current
        const after = await need(page.act)(action, signal)
        if (after instanceof Error) throw after
        current = after
        return transition(action, before, after)
      },
      extract: async () => need(page.extract)(),
      match: async ({ selector }) => need(page.match)(selector),
      screenshot: async () => need(page.screenshot)(),
      diagnostics: async () => need(page.diagnostics)(),
      checkpoint: async () => {
        await this.saving()
        this.saves++
        return {
          kind: 'checkpoint',
          sessionId: 's',
          provider: 'fake',
          providerVersion: '',
          generation: 1,
          createdAt: 0,
          bytes: 0,
          url: '',
        }
      },
      release: async () => {
        if (released) return
        released = true
        this.open--
      },
    }
  }
}

export function transition(
  action: BrowserAction,
  before: Observation | undefined,
  after: Observation,
): BrowserTransition {
  const lines = (text: string | undefined) => (text ? text.split('\n') : [])
  const was = lines(before?.text)
  const is = lines(after.text)
  return {
    id: 't1',
    environment: 'env',
    generation: 1,
    sessionId: 's',
    action: { type: action.type },
    outcome: 'succeeded',
    ...(before ? { before } : {}),
    after,
    ...(before
      ? {
          change: {
            appeared: [],
            gone: [],
            changed: [],
            textAdded: is.filter((line) => !was.includes(line)),
            textRemoved: was.filter((line) => !is.includes(line)),
            navigated: before.page !== after.page,
          },
        }
      : {}),
    events: [],
    metrics: {
      startedAt: 0,
      totalMs: 0,
      actionMs: 0,
      observationMs: 0,
      textChars: 0,
      elements: 0,
      textTruncated: false,
      elementsTruncated: false,
    },
  }
}
