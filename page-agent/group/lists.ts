import type { Described, PageFacts, PaginationKind } from '../observe/types.ts'
import { spread, type Unit, unitsOf } from './boundaries.ts'
import { Contents } from './content.ts'
import { classify, type Signatures } from './signature.ts'
import { buildSkeleton, type Skeleton } from './skeleton.ts'
import { titlesOf, type Titles } from './title.ts'

export interface Candidate {
  units: Unit[]
  content: number
  likeness: number
  score: number
  titles: Titles
  strength: number
  bare: boolean
}

export interface Found {
  skeleton: Skeleton
  lists: Candidate[]
}

const OUTSIDE = new Set(['navigation', 'footer', 'header', 'dialog', 'search'])

export function findLists(items: readonly Described[], page: PageFacts, pagination: ReadonlyMap<Described, PaginationKind>): Found {
  const skeleton = buildSkeleton(items, (item) => !pagination.has(item) && !OUTSIDE.has(item.section))
  const signatures = classify(skeleton)
  const contents = new Contents()
  const candidates = new Map<string, Candidate>()
  for (const { members } of signatures.classes) {
    const heads = unitsOf(skeleton, members)
    const key = `${heads.length} ${heads[0]!.path} ${heads[0]!.from} ${heads[heads.length - 1]!.from}`
    if (candidates.has(key)) continue
    const units = spread(heads)
    candidates.set(key, measure(units, skeleton, signatures, contents, page))
  }
  const ranked = [...candidates.values()].filter((c) => c.score > 0).sort((a, b) => b.score - a.score)
  const taken = new Uint8Array(skeleton.items.length)
  const lists: Candidate[] = []
  for (const candidate of ranked) {
    if (candidate.units.some((unit) => overlaps(taken, unit))) continue
    for (const unit of candidate.units) taken.fill(1, unit.from, unit.to)
    if (candidate.bare) continue
    lists.push(candidate)
  }
  return { skeleton, lists }
}

const overlaps = (taken: Uint8Array, unit: Unit) => {
  for (let at = unit.from; at < unit.to; at++) if (taken[at]) return true
  return false
}

function measure(units: Unit[], skeleton: Skeleton, signatures: Signatures, contents: Contents, page: PageFacts): Candidate {
  const amounts = units.map((unit) => Math.min(600, contents.ofUnit(unit)))
  const content = amounts.reduce((sum, amount) => sum + amount, 0)
  const likeness = likenessOf(units, signatures)
  const { titles, strength } = titlesOf(skeleton, signatures, units, page.layout, page.url.href)
  const links = units.reduce((sum, unit) => sum + unit.to - unit.from, 0) / units.length
  const linked = units.reduce((sum, unit) => { for (let i = unit.from; i < unit.to; i++) sum += skeleton.items[i]!.name.length; return sum }, 0) / units.length
  const bare = links < 1.5 && content / units.length < linked + 15
  return {
    units, content, likeness, titles, strength, bare,
    score: content * likeness * Math.log2(1 + units.length) * (0.5 + Math.min(1, strength / 100)),
  }
}

/** How alike neighbours are in the looks of their links, 0 to 1. */
function likenessOf(units: Unit[], { looks }: Signatures): number {
  const sets = units.map((unit) => new Set(looks.slice(unit.from, unit.to)))
  let sum = 0
  for (let at = 1; at < sets.length; at++) {
    const a = sets[at - 1]!
    const b = sets[at]!
    let common = 0
    for (const look of a) if (b.has(look)) common++
    sum += common / (a.size + b.size - common)
  }
  return sum / (sets.length - 1)
}
