/** Scripts that write no space between words: a character stands for about two thirds of a word there. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu
const WORD = /[\p{L}\p{N}]+/gu
const WORDS_PER_CHARACTER = 0.6

/** How many words a text has, comparable between scripts. */
export function countWords(text: string): number {
  let words = 0
  for (const [run] of text.matchAll(WORD)) {
    const unspaced = run.match(UNSPACED)?.length ?? 0
    words += unspaced ? unspaced * WORDS_PER_CHARACTER : 1
  }
  return words
}
