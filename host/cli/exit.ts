import { BrowserError } from '../errors/browser-error.ts'

/** 0 done, 1 failed, 2 wrong usage. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const

/** One failure as lines for stderr: what happened, why, and what to do. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof BrowserError)) return error instanceof Error ? error.message : String(error)
  const reason = error.reason ? ` (${error.reason})` : ''
  return `${error.code}${reason}: ${error.message}\n${error.recover}`
}

export function exitCodeOf(error: unknown): number {
  return error instanceof BrowserError && error.code === 'BROWSER_INPUT_INVALID' ? EXIT.usage : EXIT.failed
}
