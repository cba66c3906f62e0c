import { attributeOf, childElementsOf, localNameOf } from '../dom/native.ts'
import { append, remember } from '../maps.ts'
import type { Described } from '../observe/types.ts'
import { formOf } from './address.ts'
import { type Branch, span } from './branch.ts'

/** What may be an entry of a list and stands in another of its kind, and the branches from there up to that one. */
interface Nested {
  readonly branch: Branch
  readonly above: readonly Branch[]
}

/** How much an entry has in common with the one that it stands in, on average, where it answers to that. */
const ALIKE = 0.7
/** Leaves of an entry, and children, that are looked at. */
const MOST_TRAITS = 8
/** Branches from an entry up to the one that it stands in. */
const FARTHEST = 20

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
  const ends = new Map<Branch, number>()
  const kinds = nestedEntries(branches, ends)
  const cuts = new Map<Branch, Branch>()
  const moved = new Set<Branch>()
  const outerOf = (above: readonly Branch[]) => above[above.length - 1]!
  const traits = new Map<Branch, ReadonlySet<string>>()
  const traitsOf = (branch: Branch) =>
    remember(traits, branch, () => readTraits(branch, ends.get(branch) ?? branch.to, leaves, items, origin))
  for (const entries of kinds) {
    let alike = 0
    for (const { branch, above } of entries) alike += overlap(traitsOf(branch), traitsOf(outerOf(above)))
    if (alike < entries.length * ALIKE) continue
    for (const { branch, above } of entries) {
      const outer = outerOf(above)
      if (above.some((at) => at !== outer && moved.has(at))) continue
      moved.add(branch)
      for (const at of above) {
        at.nested ??= branch
        cuts.set(at, outer)
      }
    }
  }
  for (const branch of branches) {
    const { parent } = branch
    const outer = parent && cuts.get(parent)
    if (outer && branch.from >= parent.nested!.from) branch.parent = outer.parent
  }
  if (cuts.size) span(branches, leaves)
  return cuts.size > 0
}

/** By kind; an entry that holds others ends where the first of them begins. */
function nestedEntries(branches: readonly Branch[], ends: Map<Branch, number>): Iterable<readonly Nested[]> {
  const kinds = new Map<Branch, string>()
  const nested = new Map<string, Nested[]>()
  for (const branch of branches) {
    const kind = kindOf(branch)
    if (!kind) continue
    kinds.set(branch, kind)
    const above: Branch[] = []
    for (let at = branch.parent; at && above.length < FARTHEST; at = at.parent) {
      above.push(at)
      if (kinds.get(at) !== kind) continue
      append(nested, kind, { branch, above })
      if (!ends.has(at)) ends.set(at, branch.from)
      break
    }
  }
  return nested.values()
}

/** List items and articles are of one kind each, boxes as their first class name without a number says. */
function kindOf({ tag, element }: Branch): string | undefined {
  if (tag === 'li' || tag === 'article') return tag
  if (tag !== 'div' && tag !== 'section') return
  return /(?:^|\s)[^\s\d]+(?!\S)/.exec(attributeOf(element, 'class') ?? '')?.[0].trim()
}

/** Where its leaves stand in an entry and lead to, and what it is made of. */
function readTraits(
  branch: Branch,
  end: number,
  leaves: readonly Branch[],
  items: readonly Described[],
  origin: string,
): ReadonlySet<string> {
  const traits = new Set<string>()
  const climb = (leaf: number) => {
    let trait = ''
    let at = leaves[leaf]!
    for (; at !== branch && at.parent !== branch; at = at.parent!) trait += ` ${at.tag}`
    return { trait, at }
  }
  const last = Math.min(end, branch.from + MOST_TRAITS)
  for (let leaf = branch.from; leaf < last; leaf++)
    traits.add(`${climb(leaf).trait} ${formOf(items[leaf]!.href, origin)}`)
  if (!traits.size) return traits
  const next = end < branch.to ? climb(end).at : undefined
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
