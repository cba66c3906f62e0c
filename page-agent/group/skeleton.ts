import { composedParent } from '../dom/composed.ts'
import { attributeOf, localNameOf } from '../dom/native.ts'
import type { Described } from '../observe/types.ts'

/**
 * The part of the tree that holds described elements: everything else is passed over, so grouping costs by the number of
 * elements an agent could act on and not by the size of the page.
 */
export interface Branch {
  element: Element
  tag: string
  parent: Branch | undefined
  children: Branch[]
  /** Number of branches above. */
  depth: number
  /** Names the chain of tags from the root: equal for branches of the same shape of ancestry. */
  path: number
  /** The described elements below (or the element itself): a range of the list, as both are in document order. */
  from: number
  to: number
  item: Described | undefined
}

export interface Skeleton {
  items: readonly Described[]
  /** The branch of each item, by the item's place in `items`. */
  leaves: Branch[]
  branches: Branch[]
}

/**
 * Elements that say how text looks and not what belongs together. Row groups are among them, as a table that is cut into
 * several bodies is read as one.
 */
const TRANSPARENT = new Set(
  'b strong i em u s small big span font nobr center tt code mark abbr bdi bdo cite q sub sup ins del label thead tbody tfoot slot'.split(
    ' ',
  ),
)

export function buildSkeleton(items: readonly Described[], interesting: (item: Described) => boolean): Skeleton {
  const known = new Map<Element, Branch>()
  const branches: Branch[] = []
  const paths = new Map<string, number>()
  const kept = items.filter(interesting)
  const own = new Map<Element, Described>()
  for (const item of kept) own.set(item.element, item)

  const branchOf = (start: Element): Branch => {
    const chain: Element[] = []
    let above: Branch | undefined
    for (let at: Element | null = start; at; at = composedParent(at)) {
      above = known.get(at)
      if (above) break
      if (at === start || own.has(at) || !TRANSPARENT.has(localNameOf(at))) chain.push(at)
    }
    for (let index = chain.length - 1; index >= 0; index--) {
      const element = chain[index]!
      const tag = localNameOf(element)
      const step = `${above?.path ?? -1} ${tag}`
      let path = paths.get(step)
      if (path === undefined) paths.set(step, (path = paths.size))
      const branch: Branch = {
        element,
        tag,
        parent: above,
        children: [],
        depth: above ? above.depth + 1 : 0,
        path,
        from: -1,
        to: -1,
        item: own.get(element),
      }
      above?.children.push(branch)
      known.set(element, branch)
      branches.push(branch)
      above = branch
    }
    return above!
  }

  const leaves = kept.map((item, index) => {
    const leaf = branchOf(item.element)
    for (let at: Branch | undefined = leaf; at; at = at.parent) {
      if (at.from < 0) at.from = index
      at.to = index + 1
    }
    return leaf
  })
  return { items: kept, leaves, branches }
}

/** Class names with what differs from entry to entry (numbers) left out. */
export function classesOf(element: Element): string {
  const value = attributeOf(element, 'class')
  if (!value) return ''
  let kept = ''
  for (const name of value.split(/\s+/, 12)) if (name && !/\d/.test(name)) kept += `.${name}`
  return kept
}
