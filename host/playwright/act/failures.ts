import { errors } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import { TimeoutError } from '../bounded.ts'
import { targetStale } from '../observe/targets.ts'

/** What Playwright's call log says of a target that never became ready, and what that means. */
const REASONS: readonly { pattern: RegExp; make(match: RegExpExecArray): BrowserError }[] = [
  {
    pattern: /<[^\n]*(?=intercepts pointer events)/,
    make: ([cover]) =>
      new BrowserError('BROWSER_TARGET_COVERED', `the element is covered by ${describeCover(cover)}`, {
        reason: 'covered',
      }),
  },
  {
    pattern: /Element is not attached|element was detached/i,
    make: () => targetStale('gone'),
  },
  {
    pattern: /element is not enabled/i,
    make: () => new BrowserError('BROWSER_TARGET_UNSUITABLE', 'the element is disabled', { reason: 'disabled' }),
  },
  {
    pattern: /element is not visible/i,
    make: () => new BrowserError('BROWSER_TARGET_STALE', 'the element is not shown any more', { reason: 'hidden' }),
  },
  {
    pattern: /element is not editable/i,
    make: () => new BrowserError('BROWSER_TARGET_UNSUITABLE', 'the element is read-only', { reason: 'readonly' }),
  },
  {
    pattern: /outside of the viewport/i,
    make: () =>
      new BrowserError('BROWSER_TARGET_UNSUITABLE', 'the element cannot be scrolled into view', {
        reason: 'offscreen',
      }),
  },
  {
    pattern: /element is not stable/i,
    make: () => new BrowserError('BROWSER_ACTION_TIMEOUT', 'the element did not stop moving', { reason: 'moving' }),
  },
]

/** Refusals that come at once, for an element that does not take the action. */
const UNSUITABLE =
  /Element is not an? (<[^>]+>|[^\n]*?)(\n|$)|Input of type [^\n]*|Cannot type text into[^\n]*|Malformed value|Not a checkbox[^\n]*|Clicking the checkbox did not change its state|did not find some options|Element does not match[^\n]*/i

/** Playwright's failure of an action, in the words of the catalogue. */
export function actionFailure(error: unknown, what: string): unknown {
  if (error instanceof BrowserError) return error
  if (error instanceof TimeoutError) return new BrowserError('BROWSER_ACTION_TIMEOUT', `${what}: ${error.message}`)
  if (!(error instanceof Error)) return error
  const text = plain(error.message)
  // The log tells every attempt; the last reason is the one that held
  const found = REASONS.map(({ pattern, make }) => ({ match: last(pattern, text), make }))
    .filter(({ match }) => match !== undefined)
    .sort((a, b) => b.match!.index - a.match!.index)[0]
  if (error instanceof errors.TimeoutError) {
    if (found?.match) return found.make(found.match)
    // It was there a moment before, and Playwright never found it with the same fingerprint
    if (/waiting for locator/.test(text) && !/locator resolved to/.test(text)) return targetStale('changed')
    return new BrowserError('BROWSER_ACTION_TIMEOUT', `${what} did not come to an end in time`, { cause: error })
  }
  const unsuitable = UNSUITABLE.exec(text)
  if (unsuitable) {
    return new BrowserError('BROWSER_TARGET_UNSUITABLE', `${what}: ${unsuitable[0].trim()}`, { cause: error })
  }
  if (found?.match) return found.make(found.match)
  return error
}

function last(pattern: RegExp, text: string): RegExpExecArray | undefined {
  let found: RegExpExecArray | undefined
  for (const match of text.matchAll(new RegExp(pattern, 'gi'))) found = match
  return found
}

/** The markup of what lies above, as Playwright abbreviates it: a page wrote it, so it is cut. */
export const describeCover = (markup: string): string => markup.replaceAll(/\s+/g, ' ').trim().slice(0, 200)

// biome-ignore lint/complexity/useRegexLiterals: an escape character in a literal is unreadable
const plain = (text: string): string => text.replaceAll(new RegExp('\\u001b\\[[0-9;]*m', 'g'), '')
