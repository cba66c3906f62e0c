import { composedParent } from '../dom/composed.ts'
import { firstChildOf, nodeTypeOf, parentNodeOf, previousSiblingOf } from '../dom/native.ts'
import type { Deadline } from '../observe/deadline.ts'
import type { Branch } from './branch.ts'
import type { Skeleton } from './skeleton.ts'

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

export function unitOf(head: Branch): Unit {
  const { from, to } = head
  return { head, ...stretchOf(head), from, to }
}

/** The nodes that an entry is made of: up to the first entry that stands in it. */
function stretchOf({ element, nested }: Branch): { first: Node; last: Node } {
  let stretch: { first: Node; last: Node } = { first: element, last: element }
  for (let at = nested?.element; at && at !== element; at = composedParent(at) ?? undefined) {
    const last = previousSiblingOf(at)
    const first = firstChildOf(parentNodeOf(at)!)
    if (first && last && (first !== last || nodeTypeOf(last) === 1)) stretch = { first, last }
  }
  return stretch
}

/** The node that stands for `element` among the children of `container`. */
export function topIn(container: Node, element: Element): Element {
  let at = element
  for (;;) {
    const parent = composedParent(at)
    if (!parent || parent === container) return at
    at = parent
  }
}

/** Runs of units whose heads have the same parent. */
export function* siblingRuns(units: readonly Unit[]): Generator<readonly Unit[]> {
  for (let start = 0; start < units.length; ) {
    let end = start + 1
    while (end < units.length && units[end]!.head.parent === units[start]!.head.parent) end++
    yield units.slice(start, end)
    start = end
  }
}
