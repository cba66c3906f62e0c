import type { Deadline } from '../observe/deadline.ts'
import type { Branch, Skeleton } from './skeleton.ts'

/** One entry of a list: a run of sibling nodes, and the leaves in it. */
export interface Unit {
  /** The branch by which the entry was told. */
  readonly head: Branch
  first: Node
  last: Node
  from: number
  to: number
}

/** Branches looked at before the clock is. */
const STEPS_UNTIMED = 10_000

/**
 * From the members of a class up to the largest branches that still hold one member each: where two members meet, the
 * list begins. One member in twelve may be a stray that shares a record with another. The climb ends with the deadline.
 */
export function headsOf(skeleton: Skeleton, members: readonly number[], deadline?: Deadline): Branch[] {
  let heads = members.map((index) => skeleton.leaves[index]!)
  const fewest = Math.max(3, members.length - Math.floor(members.length / 12))
  for (let steps = 0; ; steps += heads.length) {
    if (steps > STEPS_UNTIMED && deadline?.passed()) return heads
    const above: Branch[] = []
    for (const { parent } of heads) {
      if (!parent) return heads
      if (above[above.length - 1] !== parent) above.push(parent)
    }
    if (above.length < fewest) return heads
    heads = above
  }
}

export const unitOf = (head: Branch): Unit => ({
  head,
  first: head.element,
  last: head.element,
  from: head.from,
  to: head.to,
})

/** Runs of units whose heads have the same parent. */
export function* siblingRuns(units: readonly Unit[]): Generator<readonly Unit[]> {
  for (let start = 0; start < units.length; ) {
    let end = start + 1
    while (end < units.length && units[end]!.head.parent === units[start]!.head.parent) end++
    yield units.slice(start, end)
    start = end
  }
}
