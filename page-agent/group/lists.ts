import { queryAll } from '../dom/native.ts'
import type { Described, PageFacts, PaginationKind } from '../observe/types.ts'
import { Contents } from './content.ts'
import { isChrome, zoneOf } from './zones.ts'
import { type Signatures, sign } from './signature.ts'
import { buildSkeleton, type Branch, type Skeleton } from './skeleton.ts'
import { spread } from './spread.ts'
import { type Titles, titlesOf } from './title.ts'
import { headsOf, type Unit, unitOf } from './units.ts'

export interface List {
  units: Unit[]
  titles: Titles
  /** Characters seen in a unit, on average. */
  content: number
  score: number
  /** Nothing in its units but the link itself. */
  bare: boolean
  likeness: number
}

/** Content beyond this makes a unit no more of a record. */
const ENOUGH = 600
const NAME_OF_BARE_TITLE = 24
/** How much more than any record list a list of bare links has to show to be what the page is for. */
const RIVALS = 3
const FEWEST_BARE = 5
/** Strength of titles that stand out as headings do. */
const EMPHATIC = 60
/** What siblings alike count for when nothing but their place in the tree speaks for them. */
const SHAPE_ALONE = 0.8
/** What a list of bare links counts for beside one whose entries hold more. */
const BARE = 0.3
/** Parents of one ancestry whose children are tried by shape alone. */
const MOST_ALIKE = 3
/** Pairs of units that are compared. */
const SAMPLE = 40
const PERIODIC = 0.15
const LEAST_LIKENESS = 0.35

interface Candidate {
  units: Unit[]
  amounts: number[]
  bound: number
  list?: List
}

export function findLists(
  items: readonly Described[],
  page: PageFacts,
  pagination: ReadonlyMap<Described, PaginationKind>,
): { skeleton: Skeleton; lists: List[] } {
  const skeleton = buildSkeleton(items)
  const signatures = sign(
    skeleton,
    (item) =>
      !pagination.has(item) &&
      (item.kind === 'link' || item.kind === 'clickable' || item.kind === 'button') &&
      item.section !== 'navigation' &&
      item.section !== 'dialog' &&
      item.section !== 'search',
    page.url.origin,
  )
  const ends = endsOf(pagination, skeleton)
  const contents = new Contents()
  let open = candidatesOf(skeleton, signatures, contents, ends)
  const taken = new Uint8Array(items.length)
  const found: List[] = []
  for (;;) {
    let best: Candidate | undefined
    for (const candidate of open) if (!best || valueOf(candidate) > valueOf(best)) best = candidate
    if (!best || valueOf(best) <= 0) break
    if (!best.list) {
      if (best.units.some((unit) => isTaken(taken, unit))) (globalThis as any).TRACE?.(best, "early"), open = open.filter((other) => other !== best)
      else best.list = measure(best, skeleton, signatures, contents, page)
      continue
    }
    open = open.filter((other) => other !== best)
    if (best.units.some((unit) => isTaken(taken, unit))) { (globalThis as any).TRACE?.(best, "taken"); continue }
    ;(globalThis as any).TRACE?.(best, "adopt")
    const list = adopt(best.list, taken, skeleton, signatures, contents, page)
    for (const unit of list.units) taken.fill(1, unit.from, unit.to)
    if (isWorthwhile(list, signatures)) found.push(list)
  }
  const lists = found.filter((list) => !isChrome(zoneOf(list.units[0]!.head)))
  const rich = lists.filter((list) => !list.bare)
  const [main] = lists
  if (main?.bare && isListing(main, skeleton) && main.score > RIVALS * (rich[0]?.score ?? 0)) rich.unshift(main)
  return { skeleton, lists: rich }
}

const valueOf = (candidate: Candidate) => candidate.list?.score ?? candidate.bound

function endsOf(pagination: ReadonlyMap<Described, PaginationKind>, skeleton: Skeleton): Set<Element> {
  const ends = new Set<Element>()
  skeleton.items.forEach((item, index) => {
    if (pagination.has(item)) for (let at: Branch | undefined = skeleton.leaves[index]; at; at = at.parent) ends.add(at.element)
  })
  return ends
}
export function candidatesOf(skeleton: Skeleton, signatures: Signatures, contents: Contents, ends: ReadonlySet<Element>): Candidate[] {
  const candidates = new Map<string, Candidate>()
  const add = (heads: readonly Branch[], trust: number) => {
    let key = ''
    for (const { from, to } of heads) key += `${from}-${to} `
    if (candidates.has(key)) return
    const units = heads.map(unitOf)
    if (!spread(units, ends)) return
    const amounts = units.map((unit) => Math.min(ENOUGH, contents.between(unit.first, unit.last)))
    const total = amounts.reduce((sum, amount) => sum + amount, 0)
    candidates.set(key, { units, amounts, bound: trust * total * Math.log2(1 + units.length) * 1.5 })
  }
  for (const members of signatures.classes) add(headsOf(skeleton, members), 1)
  for (const heads of siblingsOf(skeleton)) add(heads, SHAPE_ALONE)
  return [...candidates.values()]
}

/** Children of one branch that have one tag, where there are three and few branches like it have as many. */
function* siblingsOf(skeleton: Skeleton): Generator<Branch[]> {
  const found = new Map<number, Branch[][]>()
  for (const branch of skeleton.branches) {
    if (branch.children.length < 3) continue
    const rows = new Map<number, Branch[]>()
    for (const child of branch.children) {
      const row = rows.get(child.path)
      if (row) row.push(child)
      else rows.set(child.path, [child])
    }
    for (const [path, row] of rows) {
      if (row.length < 3) continue
      const known = found.get(path)
      if (known) known.push(row)
      else found.set(path, [row])
    }
  }
  for (const rows of found.values()) if (rows.length <= MOST_ALIKE) yield* rows
}

function isTaken(taken: Uint8Array, unit: Unit): boolean {
  for (let at = unit.from; at < unit.to; at++) if (taken[at]) return true
  return false
}

function measure({ units, amounts, bound }: Candidate, skeleton: Skeleton, signatures: Signatures, contents: Contents, page: PageFacts): List {
  const likeness = likenessOf(units, signatures)
  const content = amounts.reduce((sum, amount) => sum + amount, 0) / units.length
  const titles = titlesOf(skeleton, signatures, units, proseOf(units, contents), page.layout, page.url.href)
  const bare = isBare(units, skeleton, signatures, contents, titles.strength)
  return {
    units,
    titles,
    content,
    likeness,
    bare,
    score: (bound / 1.5) * likeness * (0.5 + Math.min(1, titles.strength / 100)) * (bare ? BARE : 1),
  }
}

/**
 * How alike neighbours are in the parts they are made of: 0 to 1. Where each is more like the one after next, or the one
 * after that, they are parts of records rather than records.
 */
export function likenessOf(units: readonly Unit[], signatures: Signatures): number {
  const near = overlapAt(1, units, signatures)
  const farther = Math.max(overlapAt(2, units, signatures), overlapAt(3, units, signatures))
  return farther > near + PERIODIC ? near * 0.6 : near
}

const overlapAt = (lag: number, units: readonly Unit[], { paths, looks, parts }: Signatures): number =>
  overlap(lag, units, paths) / 2 + overlap(lag, units, looks) / 4 + overlap(lag, units, parts) / 4

function overlap(lag: number, units: readonly Unit[], kinds: readonly number[]): number {
  const pairs = units.length - lag
  if (pairs < 2) return 0
  const step = Math.ceil(pairs / SAMPLE)
  let sum = 0
  let seen = 0
  for (let at = lag; at < units.length; at += step, seen++) {
    const here = kindsIn(units[at]!, kinds)
    const before = kindsIn(units[at - lag]!, kinds)
    let common = 0
    for (const kind of here) if (before.has(kind)) common++
    sum += common / (here.size + before.size - common)
  }
  return sum / seen
}

const kindsIn = (unit: Unit, kinds: readonly number[]): Set<number> => {
  const found = new Set<number>()
  for (let at = unit.from; at < unit.to; at++) found.add(kinds[at]!)
  return found
}

/** Whether a list of links alone is what the page is there for, and not a menu: entries with names that say something. */
function isListing({ units, titles }: List, skeleton: Skeleton): boolean {
  if (units.length < FEWEST_BARE || zoneOf(units[0]!.head) !== 'main') return false
  let length = 0
  for (const leaf of titles.leaves.values()) length += widthOf(skeleton.items[leaf]!.name)
  return titles.leaves.size > 0 && length / titles.leaves.size >= NAME_OF_BARE_TITLE
}

/** Length in Latin letters: an ideograph or a syllable says as much as two. */
function widthOf(text: string): number {
  let width = text.length
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x2e80) width++
  return width
}

function proseOf(units: readonly Unit[], contents: Contents): number {
  const step = Math.ceil(units.length / 8)
  let sum = 0
  let seen = 0
  for (let at = 0; at < units.length; at += step, seen++) sum += contents.prose(units[at]!.first, units[at]!.last)
  return sum / seen
}

/** Whether the units are links and little else: no text beside them, no picture with words, no order of several links. */
function isBare(units: readonly Unit[], skeleton: Skeleton, signatures: Signatures, contents: Contents, strength: number): boolean {
  let links = 0
  let beside = 0
  let cards = 0
  for (const unit of units) {
    beside += contents.between(unit.first, unit.last)
    let card = false
    for (let at = unit.from; at < unit.to; at++) {
      const { element } = skeleton.items[at]!
      links++
      beside -= contents.between(element, element)
      card ||= isCard(element) || (unit.to - unit.from > 1 && queryAll(element, 'img,picture').length > 0)
    }
    if (card) cards++
  }
  if (beside >= units.length * 12 || cards >= units.length / 2) return false
  return links < units.length * 1.5 || (strength < EMPHATIC && !isOrdered(units, signatures))
}

/** Whether most units hold the same number of links, and links of several kinds. */
function isOrdered(units: readonly Unit[], { parts }: Signatures): boolean {
  const sizes = new Map<number, number>()
  let kinds = 0
  for (const unit of units) {
    sizes.set(unit.to - unit.from, (sizes.get(unit.to - unit.from) ?? 0) + 1)
    kinds += new Set(parts.slice(unit.from, unit.to)).size
  }
  return Math.max(...sizes.values()) >= units.length * 0.7 && kinds >= units.length * 1.8
}

function isCard(link: Element): boolean {
  if (queryAll(link, 'h1,h2,h3,h4,h5,h6').length) return true
  return queryAll(link, 'img,picture,svg').length > 0 && queryAll(link, 'div,p,ul,dl,section').length > 0 && /\S/.test(link.textContent ?? '')
}

/** Columns of like links, as in a site map: nothing in them is anything but a link, and all links are of one look. */
function isWorthwhile(list: List, signatures: Signatures): boolean {
  if (list.likeness < LEAST_LIKENESS || isMenu(list, signatures)) return false
  const leaves = list.units.reduce((sum, unit) => sum + unit.to - unit.from, 0)
  const single = leaves < list.units.length * 1.5
  if (single && list.units.length <= 5 && list.titles.strength < 30 && list.content < 120) return false
  return list.titles.strength > 0 || !single
}

function isMenu({ units }: List, { parts }: Signatures): boolean {
  let links = 0
  let kinds = 0
  for (const unit of units) {
    links += unit.to - unit.from
    kinds += new Set(parts.slice(unit.from, unit.to)).size
  }
  return links > units.length * 2.5 && kinds < units.length * 1.5 
}

/** Adds siblings of the units that are built like them but lack what the units were told by. */
function adopt(list: List, taken: Uint8Array, skeleton: Skeleton, signatures: Signatures, contents: Contents, page: PageFacts): List {
  if (list.units.some((unit) => unit.first !== unit.head.element || unit.last !== unit.first)) return list
  const heads = new Set(list.units.map((unit) => unit.head))
  const counts = new Map<number, number>()
  for (const unit of list.units) for (const look of new Set(signatures.looks.slice(unit.from, unit.to))) counts.set(look, (counts.get(look) ?? 0) + 1)
  const strangers: Unit[] = []
  for (const parent of new Set(list.units.map((unit) => unit.head.parent)))
    for (const child of parent?.children ?? []) {
      if (heads.has(child) || child.path !== list.units[0]!.head.path) continue
      const unit = unitOf(child)
      if (isTaken(taken, unit)) continue
      const looks = [...new Set(signatures.looks.slice(unit.from, unit.to))]
      if (looks.filter((look) => (counts.get(look) ?? 0) >= list.units.length * 0.4).length >= looks.length * 0.5) strangers.push(unit)
    }
  if (!strangers.length) return list
  const units = [...list.units, ...strangers].sort((a, b) => a.from - b.from)
  return { ...list, units, titles: titlesOf(skeleton, signatures, units, proseOf(units, contents), page.layout, page.url.href) }
}
