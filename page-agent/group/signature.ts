import { composedParent } from '../dom/composed.ts'
import { attributeOf, localNameOf } from '../dom/native.ts'
import { append, remember } from '../maps.ts'
import type { Deadline } from '../observe/deadline.ts'
import type { Described } from '../observe/types.ts'
import { formOf } from './address.ts'
import type { Branch } from './branch.ts'
import type { Skeleton } from './skeleton.ts'

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

/** What is still to come when the deadline passes is not signed. */
export function sign(
  skeleton: Skeleton,
  leads: (item: Described) => boolean,
  origin: string,
  deadline?: Deadline,
): Signatures {
  const looks = new Numbers()
  const parts = new Numbers()
  const surroundings = new Map<Element, number>()
  const names = new ClassNames()
  const columns = columnsIn(skeleton)
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
  for (const [index, leaf] of skeleton.leaves.entries()) {
    if (index % 256 === 255 && deadline?.passed()) break
    const item = skeleton.items[index]!
    const look = looks.of(`${leaf.path} ${around(leaf.element, surroundings, names)} ${names.of(leaf.element, '')}`)
    lookIds.push(look)
    const form = formOf(item.href, origin)
    formIds.push(forms.of(`${leaf.path} ${form}`))
    const part = parts.of(`${look} ${form}`)
    partIds.push(part)
    if (!leads(item)) continue
    const column = columns.get(leaf)
    byLook.add(look, index)
    byAncestry.add(leaf.path, index)
    byPart.add(part, index)
    firstOfLook.addFirst(look, leaf.parent, index)
    if (!column) continue
    const placed = looks.of(`${look} ${column}`)
    byColumn.add(placed, index)
    firstOfColumn.addFirst(placed, leaf.parent, index)
  }

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

/** Tag and name of the element around one, as a number. */
function around(element: Element, known: Map<Element, number>, names: ClassNames): number {
  const parent = composedParent(element)
  return parent ? remember(known, parent, () => names.of(parent, localNameOf(parent))) : -1
}

/** The part of an entry that an element is, as far as its attributes tell; numbers differ from entry to entry. */
class ClassNames {
  readonly #numbers = new Numbers()
  readonly #kept = new Map<string, string>()

  of(element: Element, tag: string): number {
    return this.#numbers.of(
      `${tag}${attributeOf(element, 'itemprop') ?? ''}${this.#keptOf(attributeOf(element, 'class'))}`,
    )
  }

  /** Class names without those that hold a number. */
  #keptOf(value: string | null): string {
    if (!value) return ''
    return remember(this.#kept, value, () => {
      const names = value.split(/\s+/, 12).filter((name) => name && !/\d/.test(name))
      return names.map((name) => `.${name}`).join('')
    })
  }
}

/** Columns of the cells that branches stand in, through all tables around them. */
function columnsIn({ branches }: Skeleton): ReadonlyMap<Branch, string> {
  const columns = new Map<Branch, string>()
  for (const branch of branches) {
    let column = (branch.parent && columns.get(branch.parent)) ?? ''
    if (branch.tag === 'td' || branch.tag === 'th') column += `:${(branch.element as HTMLTableCellElement).cellIndex}`
    if (column) columns.set(branch, column)
  }
  return columns
}
