import { describe, expect, test } from 'vitest'
import { publicUrl, redactAction } from '../../../host/runtime/redaction.ts'
import { Secrets } from '../../../host/runtime/secrets.ts'
import type { BrowserAction } from '../../../host/runtime/types.ts'

const at = { target: 'e1', observation: 'o1' }

test.each<[BrowserAction, Record<string, unknown>]>([
  [
    { type: 'fill', ...at, value: 'abc', submit: true },
    { ...at, value: '[REDACTED]', valueChars: 3, submit: true },
  ],
  [
    { type: 'fill-credential', ...at, value: 'abc', reference: 'shop' },
    { ...at, value: '[REDACTED]', reference: 'shop' },
  ],
  [
    { type: 'click', ...at, modifiers: ['Control', 'Shift'] },
    { ...at, modifiers: 'Control+Shift' },
  ],
  [
    { type: 'select', ...at, options: ['a', 'b'] },
    { ...at, options: 'a, b' },
  ],
  [
    { type: 'check', ...at, checked: false },
    { ...at, checked: false },
  ],
  [{ type: 'hover', ...at }, at],
  [
    { type: 'drag', ...at, to: 'e2' },
    { ...at, to: 'e2' },
  ],
  [{ type: 'press', key: 'Enter' }, { key: 'Enter' }],
  [{ type: 'press', key: 'Control+a' }, { key: 'Control+a' }],
  [{ type: 'press', key: 'x' }, { key: '[REDACTED]' }],
  [{ type: 'press', key: '😀' }, { key: '[REDACTED]' }],
  [
    { type: 'scroll', direction: 'down', amount: 2 },
    { direction: 'down', amount: 2 },
  ],
  [{ type: 'navigate', url: 'https://u:p@a.test/x?y=1#z' }, { url: 'https://a.test/x?y=1' }],
  [
    { type: 'wait', for: { kind: 'text', text: 'secret' }, timeoutMs: 5 },
    { for: 'text', timeoutMs: 5 },
  ],
  [
    { type: 'dialog', accept: true, text: 'secret' },
    { accept: true, textChars: 6 },
  ],
  [
    { type: 'tab', do: 'open', url: 'https://u:p@a.test/' },
    { do: 'open', url: 'https://a.test/' },
  ],
  [
    { type: 'tab', do: 'close', tab: 'p2' },
    { do: 'close', tab: 'p2' },
  ],
  [{ type: 'back' }, {}],
])('%j', (action, kept) => {
  const redacted = redactAction(action)
  expect(JSON.parse(JSON.stringify(redacted))).toEqual({ type: action.type, ...kept })
})

test('a URL is bounded, and what is none is kept as text', () => {
  expect(publicUrl('not a url')).toBe('not a url')
  expect(publicUrl(`https://a.test/${'x'.repeat(5_000)}`)).toHaveLength(2_000)
})

describe('secrets', () => {
  const scrub = <T>(secret: string, value: T) => {
    const secrets = new Secrets()
    secrets.add(secret)
    return secrets.scrub(value)
  }

  test.each([
    ['hunter2', 'pass=hunter2;', 'pass=[REDACTED];'],
    ['a b&c', 'q=a%20b%26c', 'q=[REDACTED]'],
    ['a b&c', 'q=a+b%26c', 'q=[REDACTED]'],
    ['abc', 'abc', '[REDACTED]'],
    // Three characters inside a text would blank out words.
    ['abc', 'abcdef', 'abcdef'],
    ['', 'text', 'text'],
    ['\ud800abc', 'x \ud800abc', 'x [REDACTED]'],
  ])('%j in %j', (secret, text, clean) => {
    expect(scrub(secret, { deep: [{ text }] })).toEqual({ deep: [{ text: clean }] })
  })

  test('identities and bytes stay whole', () => {
    const png = new Uint8Array([1])
    expect(scrub('target', { target: 'target-1', key: 'target', png })).toEqual({
      target: 'target-1',
      key: 'target',
      png,
    })
  })

  test('with none, the value is the very same', () => {
    const value = { a: 1 }
    expect(new Secrets().scrub(value)).toBe(value)
  })
})
