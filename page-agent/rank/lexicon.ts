import { fold, ICON_WORDS, phrasesOf, ROWS, STEP_COLUMNS, type Step, type StepEntry } from './words.ts'

/** Nouns of languages that put no blank between words; each stands as a word of its own. */
const GLUED = ['ページ', '페이지', '页', '頁', '件', '投稿', '文章', '博文'].map(fold).join('|')
const GLUED_NOUNS = new RegExp(`(${GLUED})`)
const GAPS = new RegExp(`(${GLUED})|[ -]`)

/**
 * The words of a text, folded, in order: runs of letters, runs of digits, and glued nouns. Ends at the first word that
 * `accept` turns away, with undefined: most names are turned away at their first word.
 */
export function words(text: string, accept?: (word: string) => boolean): string[] | undefined {
  const found: string[] = []
  for (const [run] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+|\p{Nd}+/gu)) {
    for (const word of /^[\w]+$/.test(run) ? [run] : fold(run).split(GLUED_NOUNS)) {
      if (word === '') continue
      if (accept && !accept(word)) return undefined
      found.push(word)
    }
  }
  return found
}

export const phrases = new Map<string, StepEntry>()
export const pageNouns = new Set<string>()
export const entryNouns = new Set<string>()
export const fillers = new Set<string>()
/** Every word that can occur in a label. */
export const vocabulary = new Set<string>()

/** Cells are folded already and hold letters, blanks and hyphens alone: this runs in every document, so it is kept plain. */
const learn = (cell: string | undefined, take: (phrase: string) => void) => {
  for (const phrase of phrasesOf(cell ?? '')) {
    const spoken = phrase.split(GAPS).filter(Boolean)
    for (const word of spoken) vocabulary.add(word)
    take(spoken.join(' '))
  }
}
const learnSteps = (cell: string | undefined, entry: StepEntry) =>
  learn(cell, (phrase) => {
    if (!phrases.has(phrase)) phrases.set(phrase, entry)
  })

const folded = ROWS.map(([, ...cells]) => fold(cells.join('|')).split('|'))

// Vague words after every language's plain words, so that one of these never hides a plain word of another language.
for (const vague of [false, true])
  for (const cells of folded)
    STEP_COLUMNS.forEach((entry, at) => {
      if ((entry.strength === 'vague') === vague) learnSteps(cells[at], entry)
    })
for (const cells of folded)
  [pageNouns, entryNouns, fillers].forEach((nouns, at) => {
    learn(cells[STEP_COLUMNS.length + at], (noun) => nouns.add(noun))
  })
for (const [step, cell] of Object.entries(ICON_WORDS))
  learnSteps(cell, { step: step as Step, strength: 'symbol', relative: false })
