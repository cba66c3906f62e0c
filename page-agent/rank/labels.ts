import { entryNouns, fillers, pageNouns, phrases, vocabulary, words } from './lexicon.ts'
import type { Step, StepEntry, Strength } from './words.ts'

/**
 * What a name says about pages. A `far` step is a doubled arrow: it leads to an end where a single one stands beside it,
 * and is the only one of its direction otherwise.
 */
export type Label =
  | { kind: 'number'; value: number; worded: boolean; total?: number }
  | ({ kind: 'step'; noun?: 'page' | 'entries'; far?: true } & StepEntry)
  | { kind: 'gap' }

/** Longer names are prose; none of the phrases comes near it. */
const MAX_LABEL_CHARS = 48

const RIGHT = '»›>→▶►⟩⟶⇒▸❯❱≫⏵➡➔➜⇨》▷⯈'
const LEFT = '«‹<←◀◄⟨⟵⇐◂❮❰≪⏴⬅⇦《◁⯇'
const symbolOnly = new RegExp(`^[\\s|${RIGHT}${LEFT}⏭⏮⏩⏪⇤⇥\\uFE0E\\uFE0F]+$`, 'u')

function readSymbol(text: string): Label | undefined {
  if (!symbolOnly.test(text)) return undefined
  const compact = text.replace(/\s|\uFE0E|\uFE0F/g, '')
  const right = /[⏭⇥⏩]/u.test(compact) || [...RIGHT].some((mark) => compact.includes(mark))
  const left = /[⏮⇤⏪]/u.test(compact) || [...LEFT].some((mark) => compact.includes(mark))
  if (right === left) return undefined
  const end = /[|⏮⏭⇤⇥]/u.test(compact)
  const step: Step = right ? (end ? 'last' : 'next') : end ? 'first' : 'previous'
  const far = !end && (/[«»≪≫《》⏩⏪]/u.test(compact) || [...compact].length > 1)
  return { kind: 'step', step, strength: 'symbol', relative: false, ...(far && { far }) }
}

/** The step that the arrow beside a word shows. */
export function arrowIn(name: string): Step | undefined {
  const symbol = readSymbol(name.replace(/[\p{L}\p{M}\s]+/gu, ''))
  return symbol?.kind === 'step' ? symbol.step : undefined
}

/** Digits of the scripts that have their own; those of full width are folded by NFKC. */
const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50]
function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९০-৯๐-๙]/g, (digit) => {
    const code = digit.codePointAt(0)!
    return String(code - DIGIT_ZEROS.findLast((zero) => zero <= code)!)
  })
}

const ASCII = /^[\x20-\x7e]*$/
const BEGINS_WITH_LETTER = /^[a-z][\x20-\x7e]*$/i
const NUMBER = /^[\s[({<|·•.:_-]*(\d{1,6}|\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+)[\s\])}>|·•.:,_-]*$/
const RANGE = /^[\s[(]*(\d{1,6})\s*(?:-|–|—|~|to|bis|a|à)\s*(\d{1,6})[\s\])]*$/
const GAP = /^[\s[(]*(?:…|\.{2,4}|⋯)[\s\])]*$/

/** What a link's name says about pages; undefined where it says nothing. */
export function readLabel(name: string): Label | undefined {
  if (!name || name.length > MAX_LABEL_CHARS) return undefined
  // Numbers, symbols and gaps begin with something else: most names are words, and cost one look into the lexicon.
  if (BEGINS_WITH_LETTER.test(name)) return readWords(name.trim())
  const text = ASCII.test(name) ? name.trim() : latinDigits(name.normalize('NFKC').trim())
  const number = NUMBER.exec(text)
  if (number) return { kind: 'number', value: Number(number[1]!.replace(/\D/g, '')), worded: false }
  const symbol = readSymbol(text)
  if (symbol) return symbol
  if (GAP.test(text)) return { kind: 'gap' }
  const range = RANGE.exec(text)
  if (range) return pageOfRange(Number(range[1]), Number(range[2]))
  return readWords(text)
}

/** "21-40" is the second page of twenties. Shorter spans are scores and dates. */
function pageOfRange(from: number, to: number): Label | undefined {
  const size = to - from + 1
  const value = (from - 1) / size + 1
  return size >= 5 && Number.isInteger(value) ? { kind: 'number', value, worded: false } : undefined
}

function readWords(text: string): Label | undefined {
  const spoken = words(undoubled(text), known)
  if (!spoken || spoken.length === 0) return undefined
  const whole = phrases.get(spoken.join(' '))
  if (whole) return { kind: 'step', ...whole, ...(whole.strength === 'clear' && { noun: 'page' as const }) }
  const said: string[] = []
  const numbers: number[] = []
  let pages = false
  let entries = false
  for (const word of spoken) {
    if (pageNouns.has(word)) pages = true
    else if (entryNouns.has(word)) entries = true
    else if (isNumber(word)) numbers.push(Number(word))
    else said.push(word)
  }
  const rest = said.filter((word) => !fillers.has(word))
  if (rest.length === 0) {
    const [value, total] = numbers
    if (!pages || entries || value === undefined) return undefined
    return { kind: 'number', value, worded: true, ...(total !== undefined && { total }) }
  }
  const entry = phrases.get(said.join(' ')) ?? phrases.get(rest.join(' '))
  if (!entry) return undefined
  const noun = pages ? 'page' : entries || numbers.length > 0 ? 'entries' : undefined
  return { kind: 'step', ...entry, strength: strengthBeside(entry, noun !== undefined), ...(noun && { noun }) }
}

/** The step that a name begins with, whatever follows; texts of neighbouring elements have run together in some. */
export function leadingStep(name: string): Step | undefined {
  const [first = '', second] = words(name.slice(0, MAX_LABEL_CHARS).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')) ?? []
  return (phrases.get(first) ?? phrases.get(`${first} ${second}`))?.step
}

/** "NextNext": the text of an icon and its label run together in an accessible name. */
function undoubled(text: string): string {
  const half = text.length / 2
  return text.length > 3 && text.endsWith(text.slice(0, half)) ? text.slice(0, Math.ceil(half)) : text
}

const isNumber = (word: string) => /^\d+$/.test(word)
const known = (word: string) => vocabulary.has(word) || isNumber(word)

/** A noun makes a step clear, except that "start page" and "more products" are other places. */
function strengthBeside(entry: StepEntry, named: boolean): Strength {
  if (!named) return entry.strength
  if (entry.strength === 'plain') return 'clear'
  if (entry.strength === 'vague' && (entry.step === 'next' || entry.step === 'previous')) return 'clear'
  return entry.strength
}
