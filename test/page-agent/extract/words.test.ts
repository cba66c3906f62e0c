import { expect, it } from 'vitest'
import { countWords } from '../../../page-agent/extract/words.ts'

it.each([
  ['', 0],
  ['one two, three!', 3],
  ['— … –', 0],
  ["it's 3.5", 4],
  ['町の北を流れる川', 8 * 0.6],
  ['엘제이 진흙탕 싸움', 3],
  ['iPhone 十二', 1 + 2 * 0.6],
])('%s has %d words', (text, words) => {
  expect(countWords(text)).toBeCloseTo(words)
})
