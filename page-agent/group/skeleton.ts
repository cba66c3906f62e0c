import { composedParent } from '../dom/composed.ts'
import { localNameOf } from '../dom/native.ts'
import { remember } from '../maps.ts'
import type { Deadline } from '../observe/deadline.ts'
import type { Described } from '../observe/types.ts'
import { wordSet } from '../tables.ts'

/**
 * The part of the tree that holds described elements. All else is passed over, so that grouping costs by what an agent
 * could act on and not by the size of the page.
 */
export interface Branch {
  readonly element: Element
  readonly tag: string
  readonly parent: Branch | undefined
  readonly children: Branch[]
  /** Names the chain of tags from the root: equal for branches of like ancestry. */
  readonly path: number
  /** Leaves below, or the branch itself: a range, as both are in document order. */
  from: number
  to: number
}

export interface Skeleton {
  /** The described elements, in document order. */
  readonly items: readonly Described[]
  /** The branch of each item. */
  readonly leaves: readonly Branch[]
  /** All branches, each after the one it stands in. */
  readonly branches: readonly Branch[]
}

/**
 * Elements that say how text looks and not what belongs together. Row groups are among them: a table cut into several
 * bodies is read as one.
 */
const TRANSPARENT = wordSet(
  'b strong i em u s small big span font nobr center tt code mark abbr bdi bdo cite q sub sup ins del label thead tbody tfoot slot',
)

/** Of what is still to come when the deadline passes, nothing is in the skeleton. */
export function buildSkeleton(items: readonly Described[], deadline?: Deadline): Skeleton {
  const known = new Map<Element, Branch>()
  const paths = new Map<string, number>()
  const own = new Set<Element>()
  const branches: Branch[] = []
  for (const item of items) own.add(item.element)

  const branchOf = (start: Element): Branch => {
    const chain: Element[] = []
    let above: Branch | undefined
    for (let at: Element | null = start; at; at = composedParent(at)) {
      above = known.get(at)
      if (above) break
      if (own.has(at) || !TRANSPARENT.has(localNameOf(at))) chain.push(at)
    }
    for (let index = chain.length - 1; index >= 0; index--) {
      const element = chain[index]!
      const tag = localNameOf(element)
      const path = remember(paths, `${above?.path} ${tag}`, () => paths.size)
      const branch: Branch = { element, tag, parent: above, children: [], path, from: -1, to: -1 }
      above?.children.push(branch)
      known.set(element, branch)
      branches.push(branch)
      above = branch
    }
    return above!
  }

  const leaves: Branch[] = []
  for (const item of items) {
    if (leaves.length % 256 === 255 && deadline?.passed()) break
    const leaf = branchOf(item.element)
    leaf.from = leaves.length
    leaf.to = leaves.push(leaf)
  }
  // Branches before those that stand in them: from the last to the first, each is complete when its turn comes.
  for (let at = branches.length - 1; at > 0; at--) {
    const { parent, from, to } = branches[at]!
    if (!parent) continue
    if (parent.from < 0 || from < parent.from) parent.from = from
    if (to > parent.to) parent.to = to
  }
  return { items: items.slice(0, leaves.length), leaves, branches }
}
