import { queryAll } from '../dom/native.ts'
import type { Described, Layout } from '../observe/types.ts'
import { emphasisOf } from './emphasis.ts'
import type { Signatures } from './signature.ts'
import type { Skeleton } from './skeleton.ts'
import type { Unit } from './units.ts'

export interface Titles {
  /** The leaf that is the title of each unit, by the unit's place. */
  readonly leaves: ReadonlyMap<number, number>
  /** How clearly the best of them is a title; 0 where there is none. */
  readonly strength: number
}

/** Leaves of one look across the units. */
interface Part {
  /** The first in each unit, by the unit's place. */
  readonly first: Map<number, number>
  count: number
}

/** Units that are looked at to judge what a list's titles are. */
const SAMPLE = 16
/** Names longer than this tell no more. */
const LONG = 60

/** Address without its fragment: links that differ in it lead to one page. */
export const pageOf = (href: string): string => {
  const cut = href.indexOf('#')
  return cut < 0 ? href : href.slice(0, cut)
}

const canLead = (item: Described) => item.kind === 'link' || item.kind === 'clickable'

export function titlesOf(
  skeleton: Skeleton,
  signatures: Signatures,
  units: readonly Unit[],
  prose: number,
  layout: Layout,
  here: string,
): Titles {
  const parts = partsOf(skeleton, signatures, units)
  const ranked = parts
    .map((part) => ({ part, worth: worthOf(part, skeleton, units, prose, layout, pageOf(here)) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
  const leaves = new Map<number, number>()
  const best = ranked[0]?.worth ?? 0
  for (const { part, worth } of ranked) {
    if (worth < best * 0.3) break
    for (const [place, leaf] of part.first) if (!leaves.has(place)) leaves.set(place, leaf)
    if (part === ranked[0]!.part) fill(leaves, skeleton, signatures, units)
  }
  if (leaves.size < units.length * 0.6) return { leaves: new Map(), strength: 0 }
  return { leaves, strength: best }
}

/** The leaves of the units by look; by address and picture too where a look is met more than once in a unit. */
function partsOf(skeleton: Skeleton, { looks, parts }: Signatures, units: readonly Unit[]): Part[] {
  const byLook = gather(skeleton, units, (leaf) => looks[leaf]!)
  const told = [...byLook].filter(([, part]) => part.count <= part.first.size * 1.2)
  if (told.length === byLook.size) return [...byLook.values()]
  const clear = new Set(told.map(([look]) => look))
  const finer = gather(skeleton, units, (leaf) =>
    clear.has(looks[leaf]!) ? undefined : parts[leaf]! * 2 + Number(hasPicture(skeleton.items[leaf]!)),
  )
  return [...told.map(([, part]) => part), ...finer.values()]
}

function gather(
  skeleton: Skeleton,
  units: readonly Unit[],
  keyOf: (leaf: number) => number | undefined,
): Map<number, Part> {
  const parts = new Map<number, Part>()
  units.forEach((unit, place) => {
    for (let leaf = unit.from; leaf < unit.to; leaf++) {
      const key = canLead(skeleton.items[leaf]!) ? keyOf(leaf) : undefined
      if (key === undefined) continue
      let part = parts.get(key)
      if (!part) {
        part = { first: new Map(), count: 0 }
        parts.set(key, part)
      }
      part.count++
      if (!part.first.has(place)) part.first.set(place, leaf)
    }
  })
  return parts
}

/** Where a record has no leaf of the titles' look, the first that leads where the other titles do stands for it. */
function fill(leaves: Map<number, number>, skeleton: Skeleton, { forms }: Signatures, units: readonly Unit[]): void {
  const counts = new Map<number, number>()
  for (const leaf of leaves.values()) counts.set(forms[leaf]!, (counts.get(forms[leaf]!) ?? 0) + 1)
  units.forEach((unit, place) => {
    if (leaves.has(place)) return
    for (let leaf = unit.from; leaf < unit.to; leaf++)
      if ((counts.get(forms[leaf]!) ?? 0) >= 2 && skeleton.items[leaf]!.name && !hasPicture(skeleton.items[leaf]!)) {
        leaves.set(place, leaf)
        return
      }
  })
}

function worthOf(part: Part, skeleton: Skeleton, units: readonly Unit[], prose: number, layout: Layout, here: string): number {
  const presence = part.first.size / units.length
  const step = Math.max(1, Math.ceil(part.first.size / SAMPLE))
  const pages = new Set<string>()
  const texts = new Set<string>()
  let seen = 0
  let length = 0
  let ties = 0
  let worded = 0
  let pictured = 0
  let staying = 0
  let linked = 0
  let running = 0
  let at = 0
  for (const [place, leaf] of part.first) {
    if (at++ % step) continue
    const item = skeleton.items[leaf]!
    const page = pageOf(item.href)
    const text = (item.element.textContent ?? '').trim()
    seen++
    pages.add(page || item.name)
    texts.add(text || item.name)
    length += Math.min(item.name.length, LONG)
    if (text) worded++
    if (item.kind === 'link') linked++
    if (page === here) staying++
    if (isMidSentence(item.element)) running++
    const unit = units[place]!
    let same = 0
    let plain = false
    for (let other = unit.from; other < unit.to; other++)
      if (page && pageOf(skeleton.items[other]!.href) === page) {
        same++
        if (other !== leaf && !hasPicture(skeleton.items[other]!) && /\S/.test(skeleton.items[other]!.element.textContent ?? '')) plain = true
      }
    ties += Math.min(3, same)
    if (plain && hasPicture(item)) pictured++
  }
  const distinct = pages.size / seen
  const telling = texts.size / seen
  if (seen > 2 && (distinct < 0.7 || telling < 0.5)) return 0
  if (running > seen / 2) return 0
  const emphasis = emphasisOf(skeleton.items[part.first.values().next().value!]!.element, layout)
  if (staying > seen / 2 && emphasis < 1.5) return 0
  const mean = length / seen
  if (prose > 80 && mean < 18 && emphasis < 1.15) return 0
  const single = part.first.size / part.count
  return (
    ((5 + mean) *
      emphasis *
      (0.4 + 0.6 * presence) *
      telling *
      (0.6 + 0.4 * (ties / seen)) *
      (0.3 + 0.7 * (worded / seen)) *
      (0.4 + 0.6 * (linked / seen)) *
      (1 - 0.6 * (pictured / seen))) *
    single
  )
}

const hasPicture = (item: Described) => queryAll(item.element, 'img,picture,svg').length > 0

/** Whether words of the same paragraph come right before a link. A number, a date or a tag in brackets may. */
function isMidSentence(link: Element): boolean {
  const before = link.previousSibling
  return before?.nodeType === 3 && (before as Text).data.trim().length > 25
}
