import { composedParent } from '../dom/composed.ts'
import { localNameOf } from '../dom/native.ts'
import { remember } from '../maps.ts'
import type { Deadline } from '../observe/deadline.ts'
import type { Described } from '../observe/types.ts'
import { wordSet } from '../tables.ts'
import { type Branch, span } from './branch.ts'
import { unnest } from './nesting.ts'

/**
 * The part of the tree that holds described elements. All else is passed over, so that grouping costs by what an agent
 * could act on and not by the size of the page.
 */
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

/** Lists in lists, and not in their items, are written in old archives: their items are items of the outer list. */
const isListInList = (tag: string, parent: Element | null) =>
  (tag === 'ul' || tag === 'ol') && parent !== null && /^[uo]l$/.test(localNameOf(parent))

/** Of what is still to come when the deadline passes, nothing is in the skeleton. */
export function buildSkeleton(items: readonly Described[], origin: string, deadline?: Deadline): Skeleton {
  const known = new Map<Element, Branch>()
  const own = new Set<Element>()
  const branches: Branch[] = []
  for (const item of items) own.add(item.element)

  const branchOf = (start: Element): Branch => {
    const chain: Element[] = []
    let above: Branch | undefined
    for (let at: Element | null = start, parent: Element | null; at; at = parent) {
      above = known.get(at)
      if (above) break
      parent = composedParent(at)
      const tag = localNameOf(at)
      if (own.has(at) || !(TRANSPARENT.has(tag) || isListInList(tag, parent))) chain.push(at)
    }
    for (let index = chain.length - 1; index >= 0; index--) {
      const element = chain[index]!
      const branch: Branch = {
        element,
        tag: localNameOf(element),
        parent: above,
        children: [],
        path: 0,
        from: -1,
        to: -1,
      }
      known.set(element, branch)
      branches.push(branch)
      above = branch
    }
    return above!
  }

  const leaves: Branch[] = []
  for (const item of items) {
    if (leaves.length % 256 === 255 && deadline?.passed()) break
    leaves.push(branchOf(item.element))
  }
  span(branches, leaves)
  const grown = unnest(branches, leaves, items, origin) ? branches.filter(({ to }) => to >= 0) : branches
  const paths = new Map<string, number>()
  for (const branch of grown) {
    const { parent, tag } = branch
    branch.path = remember(paths, `${parent?.path} ${tag}`, () => paths.size)
    parent?.children.push(branch)
  }
  return { items: items.slice(0, leaves.length), leaves, branches: grown }
}
