import { type BrowserErrorCode, ERRORS } from './catalogue.ts'

export interface BrowserErrorDetails {
  /** A stable, named reason below the code, such as the egress policy's `loopback` or the guard's `file-chooser`. */
  reason?: string
  /** The last URL known, without credentials and fragment. */
  url?: string
  /** Whether the environment was given up and the next call opens a new one. */
  leaseDiscarded?: boolean
  /** Whether refs of the newest observation still address the page. */
  refsValid?: boolean
  cause?: unknown
}

/** An error with a code of the catalogue. `message` says what happened; `recover` what to do about it. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError'
  readonly code: BrowserErrorCode
  readonly reason: string | undefined
  readonly url: string | undefined
  leaseDiscarded: boolean
  refsValid: boolean | undefined

  constructor(code: BrowserErrorCode, message: string, details: BrowserErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.reason = details.reason
    this.url = details.url
    this.leaseDiscarded = details.leaseDiscarded ?? false
    this.refsValid = details.refsValid
  }

  get repeat(): boolean {
    return ERRORS[this.code].repeat
  }

  get recover(): string {
    return ERRORS[this.code].recover
  }
}

export function isBrowserError(error: unknown, code?: BrowserErrorCode): error is BrowserError {
  return error instanceof BrowserError && (code === undefined || error.code === code)
}
