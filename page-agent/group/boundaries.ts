import { composedParent } from '../dom/composed.ts'
import { localNameOf, nextSiblingOf, nodeTypeOf } from '../dom/native.ts'
import type { Branch, Skeleton } from './skeleton.ts'

/** A stretch of sibling nodes that is one entry. */
export interface Unit {
  /** The branch that holds what the entries have in common. */
  head: Branch
  first: Node
  last: Node
  /** Range of leaves. */
  from: number
  to: number
}

/**
 * Climbs from the members of a class to the largest branches that still hold one member each.
 */
export function unitsOf(skeleton: Skeleton, members: number[]): Branch[] {
  let heads = members.map((index) => skeleton.leaves[index]!)
  const slack = Math.floor(members.length / 12)
  for (;;) {
    const above: Branch[] = []
    for (const head of heads) {
      const parent = head.parent
      if (!parent) return heads
      if (above[above.length - 1] !== parent) above.push(parent)
    }
    if (above.length < 3 || above.length < members.length - slack) return heads
    heads = above
  }
}

const isBreak = (node: Node) => nodeTypeOf(node) === 1 && /^(br|hr|wbr|script|style|link|meta|noscript|template)$/.test(localNameOf(node as Element))
const isBlank = (node: Node) => (nodeTypeOf(node) === 3 ? !(node as Text).data.trim() : nodeTypeOf(node) !== 1 || isBreak(node))
const tagOf = (node: Node) => (nodeTypeOf(node) === 1 ? localNameOf(node as Element) : '#')

/** Sibling nodes after `from` and before `until`. */
function between(from: Node, until: Node | null, limit = 40): Node[] {
  const nodes: Node[] = []
  for (let node = nextSiblingOf(from); node && node !== until && nodes.length < limit; node = nextSiblingOf(node)) nodes.push(node)
  return nodes
}

const shapeOf = (nodes: Node[]): string[] => {
  const tags: string[] = []
  for (const node of nodes) if (!isBlank(node)) { const tag = tagOf(node); if (tags[tags.length - 1] !== tag) tags.push(tag) }
  return tags
}

/** The node that stands for a branch among the children of `container`. */
function topIn(container: Node, element: Element): Node {
  let at: Element = element
  for (;;) {
    const parent = composedParent(at)
    if (!parent || parent === container) return at
    at = parent
  }
}

/**
 * Entries made of several siblings: what stands between two heads belongs to one of them when it does so regularly.
 * Answers each head alone where it does not.
 */
export function spread(heads: Branch[]): Unit[] {
  const units: Unit[] = heads.map((head) => ({ head, first: head.element, last: head.element, from: head.from, to: head.to }))
  for (let start = 0; start < units.length; ) {
    let end = start + 1
    while (end < units.length && units[end]!.head.parent === units[start]!.head.parent) end++
    if (end - start >= 3) spreadSiblings(units.slice(start, end))
    start = end
  }
  return units
}

function spreadSiblings(units: Unit[]): void {
  const parent = units[0]!.head.parent!
  const near = composedParent(units[0]!.head.element)
  const container = near && near === composedParent(units[1]!.head.element) ? near : parent.element
  const tops = units.map((unit) => topIn(container, unit.head.element))
  const gaps = tops.slice(0, -1).map((top, index) => between(top, tops[index + 1]!))
  const shapes = gaps.map(shapeOf)
  const filled = shapes.filter((shape) => shape.length)
  if (filled.length < gaps.length * 0.6) return
  const counts = new Map<string, number>()
  for (const shape of filled) counts.set(shape[0]!, (counts.get(shape[0]!) ?? 0) + 1)
  const [tag, count] = [...counts].sort((a, b) => b[1] - a[1])[0]!
  if (count < filled.length * 0.6) return
  if (tag === '#' && filled.every((shape) => shape.length === 1)) {
    const chars = gaps.flat().reduce((sum, node) => sum + (nodeTypeOf(node) === 3 ? (node as Text).data.trim().length : 0), 0)
    if (chars / gaps.length < 12) return
  }
  const ruled = gaps.filter((gap) => gap.some((node) => tagOf(node) === 'hr')).length >= gaps.length * 0.6
  const lead = ruled ? 0 : leadOf(tops, shapes)
  const ranges = new Map<Node, Unit>()
  units.forEach((unit, index) => {
    const gap = gaps[index] ?? between(tops[index]!, null)
    const before = gaps[index - 1]
    let leading: Node[] = []
    let rest: Node[]
    if (ruled) {
      const rule = gap.findIndex((node) => tagOf(node) === 'hr')
      leading = before ? afterRule(before) : []
      rest = rule < 0 ? (gaps[index] ? gap : []) : gap.slice(0, rule)
    } else {
      const solid = (nodes: Node[]) => nodes.filter((node) => !isBlank(node))
      const own = gaps[index] ? solid(gap) : tailOf(solid(gap), shapes)
      rest = gaps[index] ? own.slice(0, Math.max(0, own.length - lead)) : own
      if (before && lead) leading = solid(before).slice(-lead)
    }
    unit.first = leading[0] ?? tops[index]!
    unit.last = rest[rest.length - 1] ?? tops[index]!
    for (const node of leading) ranges.set(node, unit)
    for (const node of rest) ranges.set(node, unit)
  })
  for (const child of parent.children) {
    const unit = ranges.get(topIn(container, child.element))
    if (!unit) continue
    unit.from = Math.min(unit.from, child.from)
    unit.to = Math.max(unit.to, child.to)
  }
}

const afterRule = (gap: Node[]) => {
  let at = -1
  gap.forEach((node, index) => {
    if (tagOf(node) === 'hr') at = index
  })
  return at < 0 ? [] : gap.slice(at + 1)
}

/** How many siblings of each gap come before the head they belong to. */
function leadOf(tops: Node[], shapes: string[][]): number {
  const pattern = commonest(shapes)
  const tail = shapeOf(between(tops[tops.length - 1]!, null, pattern.length + 4))
  let same = 0
  while (same < pattern.length && tail[same] === pattern[same]) same++
  if (same >= pattern.length) return 0
  const before: string[] = []
  for (let node = tops[0]!.previousSibling; node && before.length < pattern.length; node = node.previousSibling)
    if (!isBlank(node)) before.unshift(tagOf(node))
  let lead = 0
  while (lead < pattern.length - same && before[before.length - 1 - lead] === pattern[pattern.length - 1 - lead]) lead++
  return lead
}

const commonest = (shapes: string[][]): string[] => {
  const counts = new Map<string, number>()
  for (const shape of shapes) counts.set(shape.join(' '), (counts.get(shape.join(' ')) ?? 0) + 1)
  return ([...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '').split(' ')
}

/** Of the nodes after the last head: as many as continue the shape that the other gaps have. */
function tailOf(nodes: Node[], shapes: string[][]): Node[] {
  const pattern = new Set(shapes.flat())
  const longest = Math.max(...shapes.map((shape) => shape.length))
  let end = 0
  while (end < nodes.length && end < longest + 2 && pattern.has(tagOf(nodes[end]!))) end++
  return nodes.slice(0, end)
}
