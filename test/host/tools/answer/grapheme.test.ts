import { describe, expect, test } from 'vitest'
import { borderBefore, cut } from '../../../../host/tools/answer/grapheme.ts'

describe('columns', () => {
  test.each([
    ['lamp', 4],
    ['日本語', 6],
    ['한국', 4],
    ['🇵🇪', 2],
    ['👩‍👩‍👧', 2],
    ['é', 1],
    ['שלום', 4],
    ['नि', 1],
  ])('%s takes %i', (text, columns) => {
    expect(cut(text, columns)).toBe(text)
    expect(cut(text, columns - 1)).not.toBe(text)
  })
})

describe('cut', () => {
  test('leaves what fits, at the very border too', () => {
    expect(cut('lamp', 4)).toBe('lamp')
    expect(cut('日本', 4)).toBe('日本')
  })
  test('marks what it cut and stays within the columns', () => {
    expect(cut('lamps', 4)).toBe('lam…')
    expect(cut('日本語', 5)).toBe('日本…')
    expect(cut('日本語', 4)).toBe('日…')
  })
  test('never parts a grapheme', () => {
    const family = '👩‍👩‍👧'
    expect(cut(`a${family}bcd`, 3)).toBe('a…')
    expect(cut(`a${family}bcd`, 4)).toBe(`a${family}…`)
    expect(cut('éxyz', 3)).toBe('éx…')
  })
})

test('an offset inside a grapheme moves to its begin', () => {
  expect(borderBefore('a👍🏽b', 3)).toBe(1)
  expect(borderBefore('ab', 1)).toBe(1)
  expect(borderBefore('ab', 9)).toBe(2)
})
