import { errors } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { actionFailure } from '../../../host/playwright/act/failures.ts'

/** As Playwright 1.65 words them, colours included. */
const timeout = (log: string) =>
  new errors.TimeoutError(`elementHandle.click: Timeout 3000ms exceeded.\nCall log:\n\u001b[2m${log}\u001b[22m`)

describe('why an element never became ready', () => {
  test.each([
    [
      '    - <div id="cover">Cookie notice</div> intercepts pointer events\n  - retrying click action',
      { code: 'BROWSER_TARGET_COVERED', message: 'the element is covered by <div id="cover">Cookie notice</div>' },
    ],
    [
      '    - <p>x</p> from <div class="veil">…</div> subtree intercepts pointer events',
      { code: 'BROWSER_TARGET_COVERED', message: expect.stringContaining('veil') },
    ],
    ['    - element is not enabled', { code: 'BROWSER_TARGET_UNSUITABLE', reason: 'disabled' }],
    ['    - element is not editable', { code: 'BROWSER_TARGET_UNSUITABLE', reason: 'readonly' }],
    ['    - element is not visible', { code: 'BROWSER_TARGET_STALE', reason: 'hidden' }],
    ['    - element is not stable', { code: 'BROWSER_ACTION_TIMEOUT', reason: 'moving' }],
    ['    - element is outside of the viewport', { code: 'BROWSER_TARGET_UNSUITABLE', reason: 'offscreen' }],
    ['    - performing click action', { code: 'BROWSER_ACTION_TIMEOUT' }],
    [
      '    - element is not visible\n    - retrying\n    - <b>veil</b> intercepts pointer events',
      { code: 'BROWSER_TARGET_COVERED' },
    ],
  ])('%s', (log, expected) => {
    expect(actionFailure(timeout(log), 'click')).toMatchObject(expected)
  })

  test('what covers it is a page’s own text, and cut', () => {
    const long = timeout(`    - <div>${'x'.repeat(5_000)}</div> intercepts pointer events`)
    expect((actionFailure(long, 'click') as Error).message.length).toBeLessThan(300)
  })
})

test.each([
  ['elementHandle.fill: Error: Element is not an <input>, <textarea> or [contenteditable] element', 'UNSUITABLE'],
  ['elementHandle.setChecked: Error: Not a checkbox or radio button', 'UNSUITABLE'],
  ['elementHandle.fill: Error: Malformed value', 'UNSUITABLE'],
  ['elementHandle.click: Element is not attached to the DOM', 'STALE'],
])('%s', (message, code) => {
  expect(actionFailure(new Error(message), 'act')).toMatchObject({ code: `BROWSER_TARGET_${code}` })
})

test('what is not understood is passed on', () => {
  const error = new Error('Protocol error')
  expect(actionFailure(error, 'act')).toBe(error)
})
