import { composedParent } from '../dom/composed.ts'
import { closestOf, localNameOf, nextSiblingOf, nodeTypeOf, previousSiblingOf } from '../dom/native.ts'
import { append, tally } from '../maps.ts'
import { wordSet } from '../tables.ts'
import type { Branch } from './branch.ts'
import { siblingRuns, topIn, type Unit } from './units.ts'

/** Share of the gaps that have to look alike before what lies in them is part of a record. */
const REGULAR = 0.6
/** Siblings between two heads that are looked at. */
const WIDEST = 60
/** An entry by itself wherever it stands (HTML, "self-contained composition"). */
const WHOLE = wordSet('article li')
const BREAKS = wordSet('br hr wbr script style link meta noscript template')

/**
 * Records made of several siblings (heading + paragraph + links; `dt` + `dd`; three table rows each): what stands between
 * two heads belongs to a record when it does so regularly. Widens the units in place. False where most heads are words of
 * a running text.
 */
export function spread(units: readonly Unit[], ends: ReadonlySet<Element>): boolean {
  let running = 0
  for (const run of siblingRuns(units)) if (run.length >= 3 && !spreadRun(run, ends)) running += run.length
  return running < units.length / 2
}

function spreadRun(units: readonly Unit[], ends: ReadonlySet<Element>): boolean {
  if (units.some(({ head }) => head.nested || WHOLE.has(head.tag))) return true
  const parent = units[0]!.head.parent!
  const near = composedParent(units[0]!.head.element)
  const container = near && near === composedParent(units[1]!.head.element) ? near : parent.element
  const tops = units.map((unit) => topIn(container, unit.head.element))
  if (new Set(tops).size === tops.length) give(parent, container, units, tops)
  const gaps = tops.map((top, index) => after(top, tops[index + 1] ?? null, ends))
  const inner = gaps.slice(0, -1)
  const shapes = inner.map(shapeOf)
  if (!isRegular(shapes)) return true
  if (isRunningText(inner, closestOf(near ?? parent.element, 'pre') ? endsLine : () => false)) return false
  const owners = new Map<Node, Unit>()
  const ruled = inner.filter((gap) => gap.some(isRule)).length >= inner.length * REGULAR
  const longest = Math.max(...inner.map((nodes) => nodes.filter(isSolid).length))
  const lead = ruled ? 0 : leadOf(tops, shapes)
  units.forEach((unit, index) => {
    const gap = gaps[index]!
    const before = gaps[index - 1]
    const isLast = index === units.length - 1
    let leading: readonly Node[] = []
    let rest: readonly Node[]
    if (ruled) {
      const rule = gap.findIndex(isRule)
      leading = before ? afterRule(before) : preceding(tops[0]!, afterRule(gap).filter(isSolid).length)
      rest = rule >= 0 ? gap.slice(0, rule) : isLast ? [] : gap
    } else {
      const solid = gap.filter(isSolid)
      rest = isLast ? continued(solid, shapes, longest) : solid.slice(0, solid.length - lead)
      if (lead) leading = before ? before.filter(isSolid).slice(-lead) : preceding(tops[0]!, lead)
    }
    for (const node of [...leading, ...rest]) owners.set(node, unit)
    unit.first = leading[0] ?? tops[index]!
    unit.last = rest[rest.length - 1] ?? tops[index]!
  })
  own(parent, container, owners)
  return true
}

/** The whole of what stands between two tags that only say how text looks, where each holds one head. */
function give(parent: Branch, container: Node, units: readonly Unit[], tops: readonly Node[]): void {
  units.forEach((unit, index) => {
    unit.first = tops[index]!
    unit.last = tops[index]!
  })
  own(parent, container, new Map(units.map((unit, index) => [tops[index]!, unit])))
}

function own(parent: Branch, container: Node, owners: ReadonlyMap<Node, Unit>): void {
  for (const child of parent.children) {
    const unit = owners.get(topIn(container, child.element))
    if (!unit) continue
    unit.from = Math.min(unit.from, child.from)
    unit.to = Math.max(unit.to, child.to)
  }
}

const afterRule = (gap: readonly Node[]) => gap.slice(gap.findLastIndex(isRule) + 1 || gap.length)

const isSolid = (node: Node) => {
  const type = nodeTypeOf(node)
  return type === 3 ? /\S/.test((node as Text).data) : type === 1 && !BREAKS.has(localNameOf(node as Element))
}
const endsLine = (node: Node) => nodeTypeOf(node) === 3 && (node as Text).data.includes('\n')
const isRule = (node: Node) => nodeTypeOf(node) === 1 && localNameOf(node as Element) === 'hr'
const tagOf = (node: Node) => (nodeTypeOf(node) === 1 ? localNameOf(node as Element) : '#text')

function after(top: Node, until: Node | null, ends: ReadonlySet<Element>): Node[] {
  const nodes: Node[] = []
  for (let node = nextSiblingOf(top); node && node !== until && nodes.length < WIDEST; node = nextSiblingOf(node)) {
    if (!until && ends.has(node as Element)) break
    nodes.push(node)
  }
  return nodes
}

/** Tags of what can be seen, runs of one tag said once. */
function shapeOf(nodes: readonly Node[]): string[] {
  const tags: string[] = []
  for (const node of nodes) {
    const tag = tagOf(node)
    if (isSolid(node) && tags[tags.length - 1] !== tag) tags.push(tag)
  }
  return tags
}

function isRegular(shapes: readonly string[][]): boolean {
  const starts = tally(shapes.flatMap((tags) => tags.slice(0, 1)))
  return Math.max(0, ...starts.values()) >= shapes.length * REGULAR
}

/** Nothing but text between the heads, and no line ends: words of a sentence, or links parted by commas and bars. */
const isRunningText = (gaps: readonly Node[][], isLine: (node: Node) => boolean): boolean =>
  gaps.filter((gap) => gap.every((node) => nodeTypeOf(node) !== 1 && !isLine(node))).length >= gaps.length * REGULAR

/**
 * How many siblings of each gap come before the head they belong to. The list's two ends tell: what follows the last
 * head goes with it, what precedes the first goes with that.
 */
function leadOf(tops: readonly Node[], shapes: readonly string[][]): number {
  const pattern = commonest(shapes)
  const tail = shapeOf(after(tops[tops.length - 1]!, null, new Set()).slice(0, pattern.length * 2))
  let trailing = 0
  while (trailing < pattern.length && tail[trailing] === pattern[trailing]) trailing++
  const before = preceding(tops[0]!, pattern.length - trailing).map(tagOf)
  let lead = 0
  while (lead < before.length && before[before.length - 1 - lead] === pattern[pattern.length - 1 - lead]) lead++
  return lead
}

/** Up to `count` visible siblings before a node, in document order. */
function preceding(top: Node, count: number): Node[] {
  const nodes: Node[] = []
  for (let node = previousSiblingOf(top); node && nodes.length < count; node = previousSiblingOf(node))
    if (isSolid(node)) nodes.unshift(node)
  return nodes
}

function commonest(shapes: readonly string[][]): readonly string[] {
  const same = new Map<string, string[][]>()
  for (const shape of shapes) append(same, shape.join(' '), shape)
  return [...same.values()].sort((a, b) => b.length - a.length)[0]?.[0] ?? []
}

/** Of the nodes after the last head, those that go on as the other gaps do. */
function continued(nodes: readonly Node[], shapes: readonly string[][], longest: number): readonly Node[] {
  const tags = new Set(shapes.flat())
  let end = 0
  while (end < nodes.length && end < longest && tags.has(tagOf(nodes[end]!))) end++
  return nodes.slice(0, end)
}
