import { describe, expect, it } from 'vitest'
import { diffLines } from '../../../host/replay/listing.ts'

describe('diffLines', () => {
  it.each([
    ['equal', 'a\nb\n', 'a\nb\n', []],
    ['moved', 'a\nb\nc\n', 'b\nc\na\n', ['- a', '+ a']],
    ['changed', 'a\nb\nc\n', 'a\nx\nc\n', ['- b', '+ x']],
    ['added at the end', 'a\n', 'a\nb\n', ['+ b']],
    ['gone', 'a\nb\n', 'a\n', ['- b']],
  ])('%s', (_what, before, after, expected) => {
    expect(diffLines(before, after)).toEqual(expected)
  })
})
