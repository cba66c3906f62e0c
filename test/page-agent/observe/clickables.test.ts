import { expect, test } from 'vitest'
import { type Draft, withoutWrappers } from '../../../page-agent/observe/clickables.ts'

const draft = (of: Partial<Draft>): Draft =>
  ({ guessed: true, inner: 0, ownText: false, first: undefined, ...of }) as Draft
const button = draft({ guessed: false, kind: 'button' })
const link = draft({ guessed: false, kind: 'link' })

test.each<[string, Partial<Draft>, boolean]>([
  ['a control, whatever it holds', { guessed: false, inner: 9 }, true],
  ['a guess that holds nothing', {}, true],
  ['a wrapper around one link', { inner: 1, first: link }, false],
  ['a wrapper around one link with words beside it', { inner: 1, first: link, ownText: true }, false],
  ['a card with one button of another purpose', { inner: 1, first: button, ownText: true }, true],
  ['a wrapper around one button', { inner: 1, first: button }, false],
  ['a card with four controls', { inner: 4, first: button, ownText: true }, true],
  ['a container that hands clicks down to five', { inner: 5, first: button, ownText: true }, false],
  ['a container of two without words', { inner: 2, first: link }, false],
])('%s', (_name, of, kept) => {
  expect(withoutWrappers([draft(of)])).toHaveLength(kept ? 1 : 0)
})
