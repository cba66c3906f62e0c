import { messageOf } from '../text.ts'
import { BrowserError, type BrowserErrorDetails } from './browser-error.ts'
import type { BrowserErrorCode } from './catalogue.ts'

/** Whatever was thrown as a coded error: one that has a code keeps it, anything else takes `fallback`. */
export function coded(error: unknown, fallback: BrowserErrorCode, details: BrowserErrorDetails = {}): BrowserError {
  if (error instanceof BrowserError) return error
  return new BrowserError(fallback, messageOf(error), { ...details, cause: error })
}
