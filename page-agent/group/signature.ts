import { attributeOf, localNameOf } from '../dom/native.ts'
import { composedParent } from '../dom/composed.ts'
import { type Branch, type Skeleton, classesOf } from './skeleton.ts'

/** Sets of elements alike in how they are built; each may be what a list's records have in common. */
export interface LinkClass {
  /** Places in the skeleton's list of leaves, in document order. */
  members: number[]
}

/** Column of the cell that a branch stands in, through all tables around it. */
function columnsOf(branch: Branch, memo: Map<Branch, string>): string {
  const known = memo.get(branch)
  if (known !== undefined) return known
  const above = branch.parent ? columnsOf(branch.parent, memo) : ''
  const column = branch.tag === 'td' || branch.tag === 'th' ? `${above}:${cellIndexOf(branch.element)}` : above
  memo.set(branch, column)
  return column
}

const cellIndexOf = (cell: Element): number => (cell as HTMLTableCellElement).cellIndex ?? 0

/** What the markup right around a link says of its part in a record, beside its ancestry. */
function lookOf(element: Element): string {
  const parent = composedParent(element)
  const around = parent ? localNameOf(parent) + classesOf(parent) + hint(parent) : ''
  return `${around}>${classesOf(element)}${hint(element)}`
}

const hint = (element: Element) => attributeOf(element, 'itemprop') ?? ''

export interface Signatures {
  /** For each leaf: its class by ancestry and look. */
  looks: number[]
  classes: LinkClass[]
}

export function classify(skeleton: Skeleton): Signatures {
  const { leaves } = skeleton
  const columns = new Map<Branch, string>()
  const byPath = new Map<string, number[]>()
  const byLook = new Map<string, number[]>()
  const byColumn = new Map<string, number[]>()
  const firsts = new Map<string, number[]>()
  const lookIds = new Map<string, number>()
  const add = (map: Map<string, number[]>, key: string, index: number) => {
    const list = map.get(key)
    if (list) list.push(index)
    else map.set(key, [index])
  }
  const looks: number[] = []
  const lastParent = new Map<string, Branch | undefined>()
  leaves.forEach((leaf, index) => {
    const path = `${leaf.path}`
    const look = `${path} ${lookOf(leaf.element)}`
    let id = lookIds.get(look)
    if (id === undefined) lookIds.set(look, (id = lookIds.size))
    looks.push(id)
    if (leaf.item?.kind !== 'link' && leaf.item?.kind !== 'button' && leaf.item?.kind !== 'clickable') return
    const column = columnsOf(leaf, columns)
    add(byPath, path, index)
    add(byLook, look, index)
    if (column) add(byColumn, `${look} ${column}`, index)
    const key = `${look} ${column}`
    if (lastParent.get(key) !== leaf.parent) add(firsts, key, index)
    lastParent.set(key, leaf.parent)
  })
  const classes: LinkClass[] = []
  const seen = new Set<string>()
  for (const map of [byLook, byColumn, byPath, firsts])
    for (const members of map.values()) {
      const key = `${members.length} ${members[0]} ${members[members.length - 1]}`
      if (members.length < 3 || seen.has(key)) continue
      seen.add(key)
      classes.push({ members })
    }
  return { looks, classes }
}
