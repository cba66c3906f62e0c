import { fold, ICON_WORDS, STEP_WORDS, type Step } from './words.ts'

/**
 * How much a step label says by itself: `clear` names pages or entries ("next page"), `plain` is the bare word ("next"),
 * `symbol` an arrow or an icon, `vague` a word with other common meanings ("continue").
 */
export type Strength = 'clear' | 'plain' | 'symbol' | 'vague'

export interface StepEntry {
  step: Step
  strength: Strength
  /** Speaks of age, not of direction: which way it leads is for the URL to say. */
  relative: boolean
}

/** Nouns of languages that put no blank between words; each stands as a word of its own. */
const GLUED_NOUNS = new RegExp(
  `(${['ページ', '페이지', '页', '頁', '件', '投稿', '文章', '博文'].map(fold).join('|')})`,
)

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

const known = (phrase: string) => words(phrase)!.join(' ')
const learn = (spoken: readonly string[], step: Step, strength: Strength, relative = false) => {
  for (const phrase of spoken.map(known)) if (!phrases.has(phrase)) phrases.set(phrase, { step, strength, relative })
}

const STEPS = ['next', 'previous', 'first', 'last', 'more'] as const
for (const row of Object.values(STEP_WORDS)) {
  for (const noun of row.page) pageNouns.add(known(noun))
  for (const noun of row.entries) entryNouns.add(known(noun))
  for (const filler of row.fillers) fillers.add(known(filler))
  for (const step of STEPS) learn(row[step], step, step === 'more' ? 'clear' : 'plain')
}
// After every language's plain words, so that a vague word of one never hides a plain word of another.
for (const row of Object.values(STEP_WORDS)) {
  learn(row.older, 'next', 'vague', true)
  learn(row.newer, 'previous', 'vague', true)
  for (const step of STEPS) learn(row[`vague ${step}`], step, 'vague')
}
for (const [step, text] of Object.entries(ICON_WORDS)) learn(text.split(', '), step as Step, 'symbol')

for (const phrase of phrases.keys()) for (const word of phrase.split(' ')) vocabulary.add(word)
for (const set of [pageNouns, entryNouns, fillers]) for (const word of set) vocabulary.add(word)
