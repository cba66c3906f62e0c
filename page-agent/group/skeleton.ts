import { composedParent } from '../dom/composed.ts'
import { localNameOf } from '../dom/native.ts'
import { remember } from '../maps.ts'
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

export function buildSkeleton(items: readonly Described[]): Skeleton {
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

  const leaves = items.map((item, index) => {
    const leaf = branchOf(item.element)
    for (let at: Branch | undefined = leaf; at; at = at.parent) {
      if (at.from < 0) at.from = index
      at.to = index + 1
    }
    return leaf
  })
  return { items, leaves, branches }
}
