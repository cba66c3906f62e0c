import { tally } from '../maps.ts'
import type { LeafFacts, Survey } from './survey.ts'
import type { Unit } from './units.ts'

export interface Titles {
  /** The leaf that is the title of each unit, by the unit's place. */
  readonly leaves: ReadonlyMap<number, number>
  /** How clearly they are titles; 0 where the units have none. */
  readonly strength: number
}

/** Leaves of one kind across the units. */
interface Part {
  /** The units that have one, by place, and the first in each of these. */
  readonly places: number[]
  readonly first: number[]
  count: number
}

/** Units that are looked at to judge what a list's titles are. */
const SAMPLE = 16
/** Letters of a name beyond which it tells no more. */
const LONG = 60
/** Letters of a name below which it may be that of a person. */
const SHORT = 18
/** Characters of running text that make a unit something someone wrote rather than an entry of a list. */
const PROSE = 80
/** Units whose text is read for that. */
const PROSE_SAMPLE = 8
/** Emphasis of a heading, and of bold type. */
const HEADING = 1.5
const BOLD = 1.15
/** Parts worth less than this share of the best are no titles of the units that lack it. */
const RUNNER_UP = 0.3
/** What names count for that differ for those alone who cannot see the text, which says the same in each unit. */
const NAMED_ALONE = 0.3
/** Share of the units that have to have a title for any to be one. */
const MOST = 0.6
/** Which leaf is the title of each unit: at most one, and of one kind across the list as far as the units allow. */
export function titlesOf(units: readonly Unit[], survey: Survey): Titles {
  const prose = proseOf(units, survey)
  const ranked = partsOf(units, survey)
    .map((part) => ({ part, worth: worthOf(part, units, prose, survey) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
  const leaves = new Map<number, number>()
  const strength = ranked[0]?.worth ?? 0
  for (const { part, worth } of ranked) {
    if (worth < strength * RUNNER_UP) break
    part.places.forEach((place, at) => {
      if (!leaves.has(place)) leaves.set(place, part.first[at]!)
    })
    if (part === ranked[0]!.part) complete(leaves, units, survey)
  }
  return leaves.size < units.length * MOST ? { leaves: new Map(), strength: 0 } : { leaves, strength }
}

/** The leaves of the units by look; by address and picture too where a look is met more than once in a unit. */
function partsOf(units: readonly Unit[], { skeleton, signatures, facts }: Survey): Part[] {
  const gather = (keyOf: (leaf: number) => number | undefined): Map<number, Part> => {
    const parts = new Map<number, Part>()
    units.forEach((unit, place) => {
      for (let leaf = unit.from; leaf < unit.to; leaf++) {
        const { kind } = skeleton.items[leaf]!
        const key = kind === 'link' || kind === 'clickable' ? keyOf(leaf) : undefined
        if (key === undefined) continue
        let part = parts.get(key)
        if (!part) {
          part = { places: [], first: [], count: 0 }
          parts.set(key, part)
        }
        part.count++
        if (part.places[part.places.length - 1] === place) continue
        part.places.push(place)
        part.first.push(leaf)
      }
    })
    return parts
  }
  const byLook = gather((leaf) => signatures.looks[leaf])
  const clear = new Map([...byLook].filter(([, part]) => part.count <= part.first.length * 1.2))
  if (clear.size === byLook.size) return [...byLook.values()]
  const finer = gather((leaf) =>
    clear.has(signatures.looks[leaf]!) ? undefined : signatures.parts[leaf]! * 2 + Number(facts.hasPicture(leaf)),
  )
  return [...clear.values(), ...finer.values()]
}

/** Where a unit has no leaf of the titles' look, the first that leads where the other titles do stands for it. */
function complete(leaves: Map<number, number>, units: readonly Unit[], { skeleton, signatures, facts }: Survey): void {
  const { forms } = signatures
  const counts = tally([...leaves.values()].map((leaf) => forms[leaf]!))
  units.forEach((unit, place) => {
    for (let leaf = unit.from; leaf < unit.to && !leaves.has(place); leaf++)
      if ((counts.get(forms[leaf]!) ?? 0) >= 2 && skeleton.items[leaf]!.name && !facts.hasPicture(leaf))
        leaves.set(place, leaf)
  })
}

/** What a part is worth as the title of its units: long, distinct, emphasized names that lead to a page of their own. */
function worthOf(part: Part, units: readonly Unit[], prose: number, { skeleton, here, facts }: Survey): number {
  const pages = new Set<string>()
  const texts = new Set<string>()
  const names = new Set<string>()
  const step = Math.ceil(part.first.length / SAMPLE)
  let seen = 0
  let length = 0
  let ties = 0
  const met = { words: 0, link: 0, here: 0, sentence: 0, pictureOfText: 0 }
  for (let at = 0; at < part.first.length; at += step) {
    const leaf = part.first[at]!
    const item = skeleton.items[leaf]!
    const leadsTo = facts.page(leaf)
    const text = facts.words(leaf)
    seen++
    const name = item.name || (facts.hasPhoto(leaf) ? leadsTo : '')
    pages.add(leadsTo || name)
    texts.add(text || name)
    names.add(name)
    length += Math.min(item.name.length, LONG)
    if (text) met.words++
    if (item.kind === 'link' && !/^(?:mailto|tel):/.test(item.href)) met.link++
    if (leadsTo === here) met.here++
    if (facts.isInSentence(leaf)) met.sentence++
    const same = leadsTo ? leavesTo(leadsTo, units[part.places[at]!]!, facts) : []
    ties += Math.min(3, same.length)
    if (facts.hasPicture(leaf) && same.some((other) => !facts.hasPicture(other) && facts.words(other)))
      met.pictureOfText++
  }
  const of = (count: number) => count / seen
  const distinct = of(texts.size) < 0.5 ? of(names.size) * NAMED_ALONE : of(texts.size)
  if (seen > 2 && (of(pages.size) < 0.7 || distinct < 0.5 * NAMED_ALONE)) return 0
  if (of(met.sentence) > 0.5) return 0
  const emphasis = facts.emphasis(part.first[0]!)
  if (of(met.here) > 0.5 && emphasis < HEADING) return 0
  if (prose > PROSE && of(length) < SHORT && emphasis < BOLD) return 0
  return (
    (5 + of(length)) *
    emphasis *
    distinct *
    (0.4 + 0.6 * (part.first.length / units.length)) *
    (0.6 + 0.4 * of(ties)) *
    (0.3 + 0.7 * of(met.words)) *
    (0.4 + 0.6 * of(met.link)) *
    (1 - 0.6 * of(met.pictureOfText)) *
    (part.first.length / part.count)
  )
}

/** Leaves of a unit that lead to one page: a record's own page is linked more than once. */
function leavesTo(address: string, unit: Unit, facts: LeafFacts): number[] {
  const leaves: number[] = []
  for (let leaf = unit.from; leaf < unit.to; leaf++) if (facts.page(leaf) === address) leaves.push(leaf)
  return leaves
}

/** Characters in the longest run of text of a unit, on average. */
function proseOf(units: readonly Unit[], { contents }: Survey): number {
  const step = Math.ceil(units.length / PROSE_SAMPLE)
  let sum = 0
  let seen = 0
  for (let at = 0; at < units.length; at += step, seen++) sum += contents.longestText(units[at]!.first, units[at]!.last)
  return sum / seen
}
