import { append } from '../maps.ts'
import type { Branch } from './branch.ts'
import type { Skeleton } from './skeleton.ts'
import { spread } from './spread.ts'
import type { Survey } from './survey.ts'
import { headsOf, type Unit, unitOf } from './units.ts'

/** Units that may be the records of a list. */
export interface Candidate {
  readonly units: readonly Unit[]
  /** Characters seen in a unit, on average, none counted for more than a record needs. */
  readonly content: number
  /** What all its units show, more for many of them: the most it can be worth. */
  readonly weight: number
}

/** Content beyond this makes a unit no more of a record. */
const ENOUGH = 600
/** What siblings count for when nothing but their place in the tree speaks for them. */
const SHAPE_ALONE = 0.6
/** Parents of one ancestry whose children are tried by shape alone. */
const MOST_PARENTS = 3
/** Candidates that are weighed against each other. */
const MOST_CANDIDATES = 400

/** Every way to cut the page into like units, the weightiest first. */
export function candidatesOf({ page, skeleton, signatures, contents, ends }: Survey): Candidate[] {
  const candidates = new Map<string, Candidate>()
  const add = (heads: readonly Branch[], trust: number) => {
    const key = rangesOf(heads)
    if (candidates.has(key) || page.deadline?.passed()) return
    const units = heads.map(unitOf)
    if (!spread(units, ends)) return
    let content = 0
    for (const { first, last } of units) content += Math.min(ENOUGH, contents.between(first, last))
    const weight = trust * content * Math.log2(1 + units.length)
    candidates.set(key, { units, content: content / units.length, weight })
  }
  for (const members of signatures.classes)
    if (!page.deadline?.struck) add(headsOf(skeleton, members, page.deadline), 1)
  for (const heads of siblingsOf(skeleton)) add(heads, SHAPE_ALONE)
  return [...candidates.values()].sort((a, b) => b.weight - a.weight).slice(0, MOST_CANDIDATES)
}

/** Two 32-bit hashes of the leaves that each unit has: the same way of cutting comes up again and again. */
function rangesOf(heads: readonly Branch[]): string {
  let a = heads.length
  let b = 0
  for (const { from, to } of heads) {
    a = Math.imul(a ^ from, 0x01000193) ^ to
    b = Math.imul(b + to, 0x85ebca6b) + from
  }
  return `${a} ${b}`
}

/**
 * Children of one branch that have one tag, where there are three, and few branches like it have as many. Paragraphs
 * follow each other without being a list.
 */
function* siblingsOf(skeleton: Skeleton): Generator<Branch[]> {
  const found = new Map<number, Branch[][]>()
  for (const { children } of skeleton.branches) {
    if (children.length < 3) continue
    const rows = new Map<number, Branch[]>()
    for (const child of children) if (child.tag !== 'p') append(rows, child.path, child)
    for (const [path, row] of rows) if (row.length >= 3) append(found, path, row)
  }
  for (const rows of found.values()) if (rows.length <= MOST_PARENTS) yield* rows
}
