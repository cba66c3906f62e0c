import { composedParent } from '../dom/composed.ts'
import { attributeOf, localNameOf } from '../dom/native.ts'
import { append, remember } from '../maps.ts'
import type { Described } from '../observe/types.ts'
import { formOf } from './address.ts'
import type { Branch, Skeleton } from './skeleton.ts'

/** What each leaf is like, as numbers that are equal for leaves alike. */
export interface Signatures {
  /** By ancestry alone. */
  readonly paths: readonly number[]
  /** By ancestry, and by the class names and microdata on the element and around it. */
  readonly looks: readonly number[]
  /** By ancestry and the form of the address it leads to. */
  readonly forms: readonly number[]
  /** By look and by the form of the address it leads to. */
  readonly parts: readonly number[]
  /** Sets of leaves alike, each at least three strong: what the records of some list may have in common. */
  readonly classes: readonly (readonly number[])[]
}

const FEWEST = 3

export function sign(skeleton: Skeleton, leads: (item: Described) => boolean, origin: string): Signatures {
  const looks = new Numbers()
  const parts = new Numbers()
  const surroundings = new Map<Element, string>()
  const columns = new Map<Branch, string>()
  const byLook = new Classes()
  const byColumn = new Classes()
  const byAncestry = new Classes()
  const byPart = new Classes()
  const firstOfLook = new Firsts()
  const firstOfColumn = new Firsts()

  const lookIds: number[] = []
  const partIds: number[] = []
  const forms = new Numbers()
  const formIds: number[] = []
  skeleton.leaves.forEach((leaf, index) => {
    const item = skeleton.items[index]!
    const look = looks.of(`${leaf.path} ${surroundingsOf(leaf.element, surroundings)}>${nameOf(leaf.element)}`)
    lookIds.push(look)
    const form = formOf(item.href, origin)
    formIds.push(forms.of(`${leaf.path} ${form}`))
    const part = parts.of(`${look} ${form}`)
    partIds.push(part)
    if (!leads(item)) return
    const column = columnsOf(leaf, columns)
    byLook.add(look, index)
    byAncestry.add(leaf.path, index)
    byPart.add(part, index)
    firstOfLook.addFirst(look, leaf.parent, index)
    if (!column) return
    const placed = looks.of(`${look} ${column}`)
    byColumn.add(placed, index)
    firstOfColumn.addFirst(placed, leaf.parent, index)
  })

  const classes: number[][] = []
  const seen = new Set<string>()
  for (const kind of [byLook, byColumn, byPart, byAncestry, firstOfLook, firstOfColumn])
    for (const members of kind.all()) {
      const key = `${members.length} ${members[0]} ${members[members.length - 1]}`
      if (members.length < FEWEST || seen.has(key)) continue
      seen.add(key)
      classes.push(members)
    }
  return { paths: skeleton.leaves.map((leaf) => leaf.path), looks: lookIds, forms: formIds, parts: partIds, classes }
}

class Numbers {
  readonly #known = new Map<string, number>()
  of(key: string): number {
    return remember(this.#known, key, () => this.#known.size)
  }
}

class Classes {
  readonly #members = new Map<number, number[]>()
  add(key: number, index: number): void {
    append(this.#members, key, index)
  }
  all(): IterableIterator<number[]> {
    return this.#members.values()
  }
}

/** Classes of which only the first member counts among those with one parent. */
class Firsts extends Classes {
  readonly #lastParent = new Map<number, Branch | undefined>()
  addFirst(key: number, parent: Branch | undefined, index: number): void {
    if (this.#lastParent.get(key) === parent && this.#lastParent.has(key)) return
    this.#lastParent.set(key, parent)
    this.add(key, index)
  }
}

function surroundingsOf(element: Element, known: Map<Element, string>): string {
  const parent = composedParent(element)
  if (!parent) return ''
  return remember(known, parent, () => localNameOf(parent) + nameOf(parent))
}

/** The part of an entry that an element is, as far as its attributes tell; numbers differ from entry to entry. */
function nameOf(element: Element): string {
  const property = attributeOf(element, 'itemprop') ?? ''
  const value = attributeOf(element, 'class')
  if (!value) return property
  let kept = property
  for (const name of value.split(/\s+/, 12)) if (name && !/\d/.test(name)) kept += `.${name}`
  return kept
}

/** Columns of the cells that a branch stands in, through all tables around it. */
function columnsOf(branch: Branch, known: Map<Branch, string>): string {
  return remember(known, branch, () => {
    const around = branch.parent ? columnsOf(branch.parent, known) : ''
    const isCell = branch.tag === 'td' || branch.tag === 'th'
    return isCell ? `${around}:${(branch.element as HTMLTableCellElement).cellIndex}` : around
  })
}
