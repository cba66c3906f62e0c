import type { Tier } from '../../../shared/observation.ts'
import type { ElementView, Observation } from '../../runtime/types.ts'
import { borderBefore } from './grapheme.ts'
import { elementLine, type Lookalikes, lookalikes } from './line.ts'
import { type AnswerMode, MODES } from './modes.ts'
import type { PageWords } from './neutralise.ts'

/** Where an answer begins: offsets into the reading's elements and text. */
export interface Cursor {
  elements: number
  text: number
}

/** One observation read in one mode, page by page. Nothing here asks the page again. */
export interface Reading {
  observation: Observation
  mode: AnswerMode
  /** In the order they are shown, page after page. */
  elements: readonly ElementView[]
  text: string
  textTotal: number
  alike: Lookalikes
}

/** A slice of a reading. */
export interface ReadingPage {
  elements: readonly ElementView[]
  text: string
  /** Where the next page begins; absent at the end. */
  next?: Cursor
}

/** A part of an observation: a record, a region. */
export interface Selection {
  elements: readonly ElementView[]
  text: string
}

export function startReading(observation: Observation, mode: AnswerMode, part?: Selection): Reading {
  const plan = MODES[mode]
  const all = part?.elements ?? observation.elements
  // A part is asked for in order to see all of it.
  const limit = part ? 5 : plan.tiers
  const first = all.filter((element) => element.tier <= limit)
  const later = plan.laterTiers ? all.filter((element) => element.tier > limit) : []
  return {
    observation,
    mode,
    elements: [...first, ...later],
    text: part?.text ?? observation.text,
    textTotal: part?.text.length ?? observation.textTotalChars,
    alike: lookalikes(observation.elements, observation.url),
  }
}

/** Fences, head and totals of an answer, in characters. */
const FRAME = 300

/** Body links that take no more than this part of an answer are shown at once: asking for them would cost more. */
const BODY_LINKS_SHARE = 0.25

const fitsIn = (costs: readonly number[], room: number) => costs.reduce((sum, cost) => sum + cost, 0) <= room

/** A summary's tiers, with the ordinary body links of a short page; links repeated in every record stay counted. */
function widened(tiers: Tier, elements: readonly ElementView[], fits: (some: readonly ElementView[]) => boolean): Tier {
  return tiers === 3 && fits(elements.filter(({ tier }) => tier === 4)) ? 4 : tiers
}

/** Takes as much as an answer of this many characters holds, at least one element or one grapheme of text. */
export function readPage(reading: Reading, from: Cursor, answer: number, words: PageWords, whole = false): ReadingPage {
  const budget = Math.max(answer / 2, answer - FRAME)
  const plan = MODES[reading.mode]
  const isFirst = from.elements === 0 && from.text === 0
  const cost = (element: ElementView) => elementLine(element, words, reading.alike).length + 3
  const rest = reading.elements.slice(from.elements)
  const limit =
    whole || !isFirst ? 5 : widened(plan.tiers, rest, (some) => fitsIn(some.map(cost), budget * BODY_LINKS_SHARE))
  const share = isFirst ? plan.text.first : plan.text.next
  const textLeft = plan.text.next === 0 ? 0 : reading.text.length - from.text
  const reserved = Math.min(textLeft, Math.floor(budget * share))

  const taken: ElementView[] = []
  let used = 0
  for (const element of rest) {
    if (element.tier > limit) break
    const next = used + cost(element)
    if (taken.length > 0 && next > budget - reserved) break
    used = next
    taken.push(element)
  }

  const elementsAt = from.elements + taken.length
  const room = isFirst && !plan.textGrows ? reserved : Math.max(reserved, budget - used)
  const textAt = textLeft > 0 && share > 0 ? textEnd(reading.text, from.text, room) : from.text
  const more = elementsAt < reading.elements.length || (plan.text.next > 0 && textAt < reading.text.length)
  return {
    elements: taken,
    text: reading.text.slice(from.text, textAt),
    ...(more ? { next: { elements: elementsAt, text: textAt } } : {}),
  }
}

/** The last line end or space within `room`, so that no word is parted where that can be helped. */
function textEnd(text: string, from: number, room: number): number {
  if (from + room >= text.length) return text.length
  const hard = Math.max(borderBefore(text, from + room), from + 1)
  const slice = text.slice(from, hard)
  const line = slice.lastIndexOf('\n')
  if (line > slice.length / 2) return from + line + 1
  const space = slice.lastIndexOf(' ')
  return space > slice.length / 2 ? from + space + 1 : hard
}
