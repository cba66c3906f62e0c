import { BrowserError } from '../errors/browser-error.ts'
import type { BrowserErrorCode } from '../errors/catalogue.ts'
import type { PageWords } from './answer/neutralise.ts'

/** Begins the last line of every failed answer; JSON follows. */
export const FAILURE_MARK = 'browser_failure '

export interface Failure {
  code: BrowserErrorCode
  /** A stable name below the code, such as the policy's reason. */
  reason?: string
  /** Last URL known. */
  url?: string
  /** Whether refs of the newest observation still address the page. */
  refs: 'valid' | 'invalid'
  /** `discarded`: the next call opens a new environment. */
  lease: 'kept' | 'discarded'
  recover: string
  /** Whether the identical call may be repeated. */
  repeat: boolean
}

/** A failure that offers elements to choose from, one answer line each. */
export class TargetError extends BrowserError {
  readonly candidates: readonly string[]

  constructor(code: BrowserErrorCode, message: string, candidates: readonly string[] = []) {
    super(code, message, { refsValid: true })
    this.candidates = candidates
  }
}

/** What stood when the call failed, for errors that do not say. */
export interface FailureSituation {
  url?: string | undefined
  hasObservation: boolean
}

export function asBrowserError(error: unknown): BrowserError {
  if (error instanceof BrowserError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new BrowserError('BROWSER_ACTION_FAILED', message, { cause: error })
}

export function failureOf(error: BrowserError, situation: FailureSituation): Failure {
  const url = error.url ?? situation.url
  const refsValid = !error.leaseDiscarded && (error.refsValid ?? situation.hasObservation)
  return {
    code: error.code,
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...(url ? { url } : {}),
    refs: refsValid ? 'valid' : 'invalid',
    lease: error.leaseDiscarded ? 'discarded' : 'kept',
    recover: error.recover,
    repeat: error.repeat,
  }
}

/** The answer of a failed call: what happened, the candidates where there are any, one line for machines. */
export function renderFailure(error: BrowserError, situation: FailureSituation, words: PageWords): string {
  const failure = failureOf(error, situation)
  const safe = {
    ...failure,
    ...(failure.reason === undefined ? {} : { reason: words.plain(failure.reason, 80) }),
    ...(failure.url === undefined ? {} : { url: words.url(failure.url) }),
  }
  const candidates = error instanceof TargetError ? error.candidates : []
  // A message may quote the page, so it is flattened: no word of it can begin a line.
  return [words.plain(error.message, 600), ...candidates, `${FAILURE_MARK}${JSON.stringify(safe)}`].join('\n')
}
