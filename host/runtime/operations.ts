import type { ExtractResult } from '../../shared/extraction.ts'
import type { Signals } from '../concurrency/settle.ts'
import { BrowserError } from '../errors/browser-error.ts'
import { coded } from '../errors/coded.ts'
import {
  checkedActionResult,
  checkedDiagnostics,
  checkedExtraction,
  checkedObservation,
  checkedScreenshot,
  checkedTargets,
} from '../provider/answers.ts'
import type {
  Diagnostics,
  DiagnosticsRequest,
  ProviderAction,
  ProviderCapabilities,
  ProviderObserveRequest,
  ProviderScreenshotRequest,
  Screenshot,
} from '../provider/types.ts'
import { bindAction } from './actions.ts'
import type { Environment, Turn } from './environment.ts'
import { ActionEvidence, compact } from './evidence.ts'
import type { LiveEnvironment } from './live.ts'
import { Secrets } from './secrets.ts'
import type { TransitionLog } from './transition-log.ts'
import type {
  BrowserAction,
  BrowserTransition,
  ExtractionRequest,
  MatchRequest,
  Observation,
  Ref,
  RuntimeObserveRequest,
  ScreenshotRequest,
} from './types.ts'

export interface OperationsDeps {
  transitions: TransitionLog
  maxElements: number
  maxTextChars: number
  now: () => number
}

const MAX_SELECTOR_CHARS = 1_000
const DEFAULT_DIAGNOSTICS = 100
const MAX_DIAGNOSTICS = 10_000

/** What can be done with an environment, each at its turn in the environment's queue. */
export class Operations {
  private readonly environment: Environment
  private readonly deps: OperationsDeps

  constructor(environment: Environment, deps: OperationsDeps) {
    this.environment = environment
    this.deps = deps
  }

  observe(request: RuntimeObserveRequest, signals: Signals): Promise<Observation> {
    const { environment } = this
    return environment.run(async (turn) => {
      const { region, observation, ...budgets } = request
      const target = region === undefined ? {} : { region: environment.book.resolve(region, observation).target }
      return this.reading(await turn.open(), (live) => this.look(live, turn, { ...budgets, ...target }))
    }, signals)
  }

  act(action: BrowserAction, signals: Signals): Promise<BrowserTransition> {
    const startsAnew = action.type === 'navigate'
    return this.environment.run((turn) => this.actAtTurn(action, turn), signals, startsAnew)
  }

  extract(request: ExtractionRequest, signals: Signals): Promise<ExtractResult> {
    const { environment } = this
    return environment.run(async ({ signal, open }) => {
      const { region, observation, ...rest } = request
      const target = region === undefined ? {} : { region: environment.book.resolve(region, observation).target }
      return this.reading(await open(), async (live) => {
        assertCapable(live, 'extract')
        const answer = await live.call((browser, stop) => browser.extract!({ ...rest, ...target }, stop), [signal])
        return environment.secrets.scrub(checkedExtraction(answer, request.kind))
      })
    }, signals)
  }

  match({ selector, observation }: MatchRequest, signals: Signals): Promise<Ref[]> {
    const { environment } = this
    return environment.run(async ({ signal, open }) => {
      if (selector.trim() === '' || selector.length > MAX_SELECTOR_CHARS) {
        throw new BrowserError('BROWSER_INPUT_INVALID', `A selector has 1 to ${MAX_SELECTOR_CHARS} characters.`, {
          reason: 'selector',
          refsValid: true,
        })
      }
      environment.book.assertCurrent(observation)
      const targets = new Map([...environment.book.all()].map(([ref, { target }]) => [target, ref]))
      return this.reading(await open(), async (live) => {
        const request = { selector, targets: [...targets.keys()] }
        const answer = await live.call(
          async (browser, stop) => {
            if (!browser.match) throw unsupported(live, 'CSS selectors')
            return browser.match(request, stop)
          },
          [signal],
        )
        return checkedTargets(answer).flatMap((target) => targets.get(target) ?? [])
      })
    }, signals)
  }

  screenshot(request: ScreenshotRequest, signals: Signals): Promise<Screenshot> {
    const { environment } = this
    return environment.run(async ({ signal, open }) => {
      const bound = this.bindScreenshot(request)
      return this.reading(await open(), async (live) => {
        assertCapable(live, 'screenshot')
        const { png, ...rest } = checkedScreenshot(
          await live.call((browser, stop) => browser.screenshot!(bound, stop), [signal]),
        )
        return { png, ...environment.secrets.scrub(rest) }
      })
    }, signals)
  }

  diagnostics(request: DiagnosticsRequest, signals: Signals): Promise<Diagnostics> {
    const { environment } = this
    const limit = Math.min(request.limit ?? DEFAULT_DIAGNOSTICS, MAX_DIAGNOSTICS)
    return environment.run(async ({ signal, open }) => {
      return this.reading(await open(), async (live) => {
        assertCapable(live, 'diagnostics')
        const answer = await live.call((browser, stop) => browser.diagnostics!({ ...request, limit }, stop), [signal])
        return environment.secrets.scrub(checkedDiagnostics(answer, limit))
      })
    }, signals)
  }

  private async actAtTurn(action: BrowserAction, turn: Turn): Promise<BrowserTransition> {
    const { environment, deps } = this
    const bound = bindAction(action, environment.book)
    const live = await turn.open()
    if (action.type === 'fill-credential') environment.secrets.add(action.value)
    const evidence = new ActionEvidence({
      environment: environment.id,
      generation: environment.generation,
      sessionId: environment.settings.sessionId,
      action,
      before: environment.book.current,
      secrets: environment.secrets,
      now: deps.now,
    })
    await this.dispatch(action, bound, live, turn, evidence)
    try {
      const after = await this.look(live, turn, {})
      evidence.observed()
      const transition = evidence.succeeded(after)
      deps.transitions.add(compact(transition))
      return transition
    } catch (error) {
      evidence.observed()
      throw this.unseen(action, error, live, evidence)
    }
  }

  /** The provider's part of an action. A failure that took the browser with it may have come after the effect. */
  private async dispatch(
    action: BrowserAction,
    bound: ProviderAction,
    live: LiveEnvironment,
    turn: Turn,
    evidence: ActionEvidence,
  ): Promise<void> {
    let answer: unknown
    try {
      answer = await live.call((browser, stop) => browser.act(bound, stop), [turn.signal])
    } catch (error) {
      evidence.acted()
      const failure = withoutTyped(
        action,
        coded(error, 'BROWSER_ACTION_FAILED', { url: live.url }),
        this.environment.secrets,
      )
      failure.refsValid ??= !live.verdict && this.environment.book.current !== undefined
      this.deps.transitions.add(compact(evidence.ended(failure.leaseDiscarded ? 'unknown' : 'failed', failure)))
      throw failure
    }
    try {
      evidence.acted(this.environment.secrets.scrub(checkedActionResult(answer).events))
    } catch (error) {
      evidence.acted()
      throw this.unseen(action, error, live, evidence)
    }
  }

  private unseen(action: BrowserAction, error: unknown, live: LiveEnvironment, evidence: ActionEvidence): BrowserError {
    const { environment } = this
    environment.book.forget()
    const cause = coded(error, 'BROWSER_PROVIDER_FAILED', { url: live.url })
    const failure = withoutTyped(
      action,
      new BrowserError(
        'BROWSER_ACTION_EVIDENCE_FAILED',
        `The action ran, but its result was not seen: ${cause.message}`,
        {
          reason: cause.code,
          url: environment.secrets.scrub(live.url),
          leaseDiscarded: live.verdict !== undefined,
          refsValid: false,
          cause: error,
        },
      ),
      environment.secrets,
    )
    this.deps.transitions.add(compact(evidence.ended('unknown', failure)))
    return failure
  }

  private async look(
    live: LiveEnvironment,
    turn: Turn,
    request: Omit<ProviderObserveRequest, 'maxElements' | 'maxTextChars'> & RuntimeBudgets,
  ): Promise<Observation> {
    const bounded = {
      ...request,
      maxElements: Math.min(request.maxElements ?? this.deps.maxElements, this.deps.maxElements),
      maxTextChars: Math.min(request.maxTextChars ?? this.deps.maxTextChars, this.deps.maxTextChars),
    }
    const answer = await live.call((browser, stop) => browser.observe(bounded, stop), [turn.signal])
    return this.environment.book.record(this.environment.secrets.scrub(checkedObservation(answer, bounded)))
  }

  /** Gives whatever a read fails with a code, cleaned of secrets. */
  private async reading<T>(live: LiveEnvironment, read: (live: LiveEnvironment) => Promise<T>): Promise<T> {
    try {
      return await read(live)
    } catch (error) {
      const failure = coded(error, 'BROWSER_PROVIDER_FAILED', { url: live.url })
      failure.refsValid ??= !live.verdict && this.environment.book.current !== undefined
      throw withoutSecrets(failure, this.environment.secrets)
    }
  }

  private bindScreenshot(request: ScreenshotRequest): ProviderScreenshotRequest {
    const { book } = this.environment
    const { area = 'viewport', marks, maxSide, maxBytes } = request
    const bound = typeof area === 'string' ? area : book.resolve(area.ref, area.observation)
    return {
      area: typeof bound === 'string' ? bound : { target: bound.target, fingerprint: bound.fingerprint },
      ...(marks ? { marks: [...book.all()].map(([label, { target }]) => ({ target, label })) } : {}),
      ...(maxSide === undefined ? {} : { maxSide }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
    }
  }
}

type RuntimeBudgets = { maxElements?: number; maxTextChars?: number }

function assertCapable(live: LiveEnvironment, capability: keyof ProviderCapabilities): void {
  if (!live.registration.provider.capabilities[capability]) throw unsupported(live, capability)
}

const unsupported = ({ registration }: LiveEnvironment, what: string) =>
  new BrowserError('BROWSER_CAPABILITY_UNSUPPORTED', `Provider "${registration.provider.id}" does not support ${what}.`)

/** A provider's message may quote its call, with the value that was typed. */
function withoutTyped(action: BrowserAction, failure: BrowserError, secrets: Secrets): BrowserError {
  if (action.type !== 'fill' && action.type !== 'fill-credential') return withoutSecrets(failure, secrets)
  const typed = new Secrets()
  typed.add(action.value)
  return withoutSecrets(withoutSecrets(failure, typed), secrets)
}

/** The same error where it says nothing secret; else one without the cause, which says it again. */
function withoutSecrets(failure: BrowserError, secrets: Secrets): BrowserError {
  const said = { message: failure.message, url: failure.url ?? '' }
  const clean = secrets.scrub(said)
  if (clean.message === said.message && clean.url === said.url && !quotes(failure.cause, secrets)) return failure
  return new BrowserError(failure.code, clean.message, {
    ...(failure.reason === undefined ? {} : { reason: failure.reason }),
    ...(failure.url === undefined ? {} : { url: clean.url }),
    ...(failure.refsValid === undefined ? {} : { refsValid: failure.refsValid }),
    leaseDiscarded: failure.leaseDiscarded,
  })
}

function quotes(cause: unknown, secrets: Secrets): boolean {
  if (!(cause instanceof Error)) return false
  return secrets.scrub(cause.message) !== cause.message || quotes(cause.cause, secrets)
}
