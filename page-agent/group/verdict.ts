import { tally } from '../maps.ts'
import { kindsIn } from './likeness.ts'
import type { List } from './lists.ts'
import type { Survey } from './survey.ts'
import type { Unit } from './units.ts'
import { zoneOf } from './zones.ts'

/** Characters beside the links of a unit that are no more than a bullet or a count. */
const BESIDE = 12
/** Strength of titles that stand out as headings do. */
const EMPHATIC = 60
/** Strength of titles that are short and unmarked. */
const FAINT = 30
/** Strength of titles that are numbers or single words. */
const UNTITLED = 8
const LEAST_LIKENESS = 0.35
const LIKE_WITHOUT_TITLES = 0.6
/** Content of a unit that is hardly more than its link. */
const SLIGHT = 120
const FEWEST_IN_LISTING = 5
/** Letters in the names of a list of links alone, on average, for it to be more than a menu. */
const TELLING = 24

/** Whether units are links and little else: no text beside them, no picture with words, no order of several links. */
export function isBare(units: readonly Unit[], strength: number, survey: Survey): boolean {
  const { contents, skeleton, signatures } = survey
  let links = 0
  let beside = 0
  for (const unit of units) {
    links += unit.to - unit.from
    beside += contents.between(unit.first, unit.last)
    for (let leaf = unit.from; leaf < unit.to; leaf++) {
      const { element } = skeleton.items[leaf]!
      beside -= contents.between(element, element)
    }
  }
  if (beside >= units.length * BESIDE) return false
  if (units.filter((unit) => isCard(unit, survey)).length >= units.length / 2) return false
  if (links < units.length * 1.5 || strength < UNTITLED) return true
  return strength < EMPHATIC && !isOrdered(units, signatures.parts)
}

/** A link around a heading, a photo, or a picture with blocks of text, or a picture link beside another link. */
function isCard(unit: Unit, { facts }: Survey): boolean {
  for (let leaf = unit.from; leaf < unit.to; leaf++) {
    if (facts.hasHeading(leaf) || facts.hasPhoto(leaf)) return true
    if (facts.hasPicture(leaf) && (unit.to - unit.from > 1 || (facts.words(leaf) && facts.hasBlocks(leaf)))) return true
  }
  return false
}

/** Whether most units hold the same number of links, and links of as many kinds. */
function isOrdered(units: readonly Unit[], parts: readonly number[]): boolean {
  const sizes = tally(units.map(({ from, to }) => to - from))
  const kinds = kindsPerUnit(units, parts)
  return Math.max(...sizes.values()) >= units.length * 0.7 && kinds >= 1.8 && kinds >= linksPerUnit(units) * 0.6
}

const linksPerUnit = (units: readonly Unit[]) => units.reduce((sum, { from, to }) => sum + to - from, 0) / units.length
const kindsPerUnit = (units: readonly Unit[], kinds: readonly number[]) =>
  units.reduce((sum, unit) => sum + kindsIn(unit, kinds).size, 0) / units.length

/** Whether it helps to know which of its links belong together, or which of them is the title. */
export function isRecordList(list: List, survey: Survey): boolean {
  const { units, titles, content, likeness } = list
  if (likeness < LEAST_LIKENESS || isSiteMap(list, survey)) return false
  const links = linksPerUnit(units)
  if (titles.strength === 0)
    return !isProse(units, survey) && links >= 1.8 && likeness >= LIKE_WITHOUT_TITLES && content >= SLIGHT / 2
  return links >= 1.5 || units.length > FEWEST_IN_LISTING || titles.strength >= FAINT || content >= SLIGHT
}

/** Whether most units begin with a word of a sentence. */
const isProse = (units: readonly Unit[], { facts }: Survey) =>
  units.filter(({ from }) => facts.isInSentence(from)).length > units.length / 2

/** Columns of links, all of a kind or with nothing beside them. */
function isSiteMap({ units, titles, content }: List, { facts, signatures }: Survey): boolean {
  if (linksPerUnit(units) < 2.5) return false
  if (kindsPerUnit(units, signatures.parts) < 1.5) return true
  if (titles.strength >= EMPHATIC || isOrdered(units, signatures.parts)) return false
  let letters = 0
  for (const { from, to } of units) for (let leaf = from; leaf < to; leaf++) letters += facts.words(leaf).length
  return letters >= units.length * content * 0.8
}

/** Whether a list of links alone is what the page is for, and not a menu: many entries, with names that say something. */
export function isListing({ units, titles }: List, { skeleton, parts }: Survey): boolean {
  if (units.length < FEWEST_IN_LISTING || zoneOf(units[0]!.head, parts) !== 'main') return false
  let letters = 0
  for (const leaf of titles.leaves.values()) letters += lettersIn(skeleton.items[leaf]!.name)
  return titles.leaves.size > 0 && letters / titles.leaves.size >= TELLING
}

/** Length in Latin letters: an ideograph or a syllable block says as much as two. */
function lettersIn(text: string): number {
  let letters = text.length
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x2e80) letters++
  return letters
}
