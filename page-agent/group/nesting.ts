import { attributeOf, childElementsOf, localNameOf } from '../dom/native.ts'
import { append } from '../maps.ts'
import type { Described } from '../observe/types.ts'
import { wordSet } from '../tables.ts'
import { formOf } from './address.ts'
import { type Branch, span } from './skeleton.ts'

/** A branch that may be an entry of a list, and the one of its kind that it stands in. */
interface Entry {
  readonly branch: Branch
  readonly outer: Entry | undefined
  /** The first leaf below that is another's. */
  end: number
  traits?: ReadonlySet<string>
}

/** Tags that tell an entry without a class name. */
const ENTRIES = wordSet('li article')
/** Tags that tell one by it. */
const BOXES = wordSet('div section')
/** How much an entry has in common with the one that it stands in, on average, where it answers to that. */
const ALIKE = 0.7
/** Leaves of an entry, and children, that are looked at. */
const MOST_TRAITS = 8
const DEEPEST = 20

/**
 * Puts entries that stand in an entry like them, as answers do in a thread, beside it: what follows the first of them is
 * no part of the outer one. True where there were any.
 */
export function unnest(
  branches: readonly Branch[],
  leaves: readonly Branch[],
  items: readonly Described[],
  origin: string,
): boolean {
  const traitsOf = (entry: Entry) => (entry.traits ??= readTraits(entry, leaves, items, origin))
  const cuts = new Map<Branch, Entry>()
  const moved = new Set<Branch>()
  for (const pairs of nestedEntries(branches)) {
    let alike = 0
    for (const inner of pairs) alike += overlap(traitsOf(inner), traitsOf(inner.outer!))
    if (alike < pairs.length * ALIKE) continue
    for (const { branch, outer } of pairs) {
      const between: Branch[] = []
      for (let at = branch.parent; at !== outer!.branch; at = at!.parent) between.push(at!)
      if (between.some((at) => moved.has(at))) continue
      moved.add(branch)
      for (const at of [...between, outer!.branch]) {
        at.nested ??= branch
        cuts.set(at, outer!)
      }
    }
  }
  if (!cuts.size) return false
  for (const branch of branches) {
    const { parent } = branch
    const outer = parent && cuts.get(parent)
    if (outer && branch.from >= parent.nested!.from) branch.parent = outer.branch.parent
  }
  span(branches, leaves)
  return true
}

/** The entries that stand in one of their kind, by kind. */
function nestedEntries(branches: readonly Branch[]): Iterable<readonly Entry[]> {
  const latest = new Map<string, Entry>()
  const nested = new Map<string, Entry[]>()
  for (const branch of branches) {
    const { tag, from, to } = branch
    const kind = ENTRIES.has(tag) ? tag : BOXES.has(tag) ? classOf(branch.element) : ''
    if (!kind) continue
    let outer = latest.get(kind)
    while (outer && outer.branch.to <= from) outer = outer.outer
    const entry: Entry = { branch, outer, end: to }
    latest.set(kind, entry)
    if (!outer) continue
    outer.end = Math.min(outer.end, from)
    append(nested, kind, entry)
  }
  return nested.values()
}

/** The first class name that holds no number. */
const classOf = (element: Element) => /(?:^|\s)[^\s\d]+(?!\S)/.exec(attributeOf(element, 'class') ?? '')?.[0].trim()

/** Where its leaves stand in an entry and lead to, and what it is made of. */
function readTraits(
  { branch, end }: Entry,
  leaves: readonly Branch[],
  items: readonly Described[],
  origin: string,
): ReadonlySet<string> {
  const traits = new Set<string>()
  for (let leaf = branch.from; leaf < end && traits.size < MOST_TRAITS; leaf++) {
    let trait = formOf(items[leaf]!.href, origin)
    let at: Branch | undefined = leaves[leaf]
    for (let depth = 0; at && at !== branch && depth < DEEPEST; depth++, at = at.parent) trait += ` ${at.tag}`
    traits.add(trait)
  }
  if (!traits.size) return traits
  let next = end < branch.to ? leaves[end] : undefined
  while (next && next.parent !== branch) next = next.parent
  let count = 0
  for (const child of childElementsOf(branch.element) ?? []) {
    if (count++ === MOST_TRAITS || (child === next?.element && next.from === end)) break
    traits.add(localNameOf(child))
  }
  return traits
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const trait of one) if (other.has(trait)) common++
  return common && common / (one.size + other.size - common)
}
