import { assignedNodes, firstShown } from '../dom/composed.ts'
import { attributeOf, hasAttributeOf, localNameOf, nextSiblingOf, nodeTypeOf, parentNodeOf } from '../dom/native.ts'
import type { Layout } from '../observe/types.ts'
import { wordSet } from '../tables.ts'

/** Nesting beyond which children are read as if they were siblings: parsers stop at 512, scripts do not. */
export const MAX_DEPTH = 600

const ELEMENT = 1
const TEXT = 3
const CDATA = 4

export interface WalkLimits {
  maxNodes: number
  maxMillis: number
}

/** Characters of text read in one call, whatever is asked for: 50 MB in one node are not matched against patterns. */
const MAX_READ_CHARS = 4_000_000

/** What one extraction may spend, shared by all its walks. */
export class Allowance {
  incomplete: 'nodes' | 'time' | 'text' | undefined
  private nodes: number
  private chars = MAX_READ_CHARS
  private readonly deadline: number

  constructor(
    readonly layout: Layout,
    { maxNodes, maxMillis }: WalkLimits,
  ) {
    this.nodes = maxNodes
    this.deadline = performance.now() + maxMillis
  }

  /** Spends one node; false once nothing is left. */
  spend(): boolean {
    if (this.incomplete) return false
    if (--this.nodes < 0) this.incomplete = 'nodes'
    else if ((this.nodes & 127) === 0 && performance.now() > this.deadline) this.incomplete = 'time'
    return !this.incomplete
  }

  /** The text of a node as far as the allowance reaches. */
  read(node: CharacterData): string {
    const length = node.length
    if (length > this.chars) this.incomplete ??= 'text'
    const data = length > this.chars ? node.substringData(0, this.chars) : node.data
    this.chars -= data.length
    return data
  }
}

export interface Visitor {
  /** False passes over what is inside; `leave` is not called then. */
  enter(element: Element, depth: number, display: string): boolean
  leave?(element: Element): void
  text?(data: string): void
}

/** Never text that a person reads. */
const UNREAD = wordSet('script style noscript template head iframe object embed canvas svg math audio video datalist')

interface Level {
  element: Element
  next: Node | null
  slotted: readonly Node[] | undefined
  index: number
  shown: boolean
}

/**
 * Visits what is shown below `root` (itself included) in the order of the composed tree. One style is read per element.
 * Without recursion, as pages may nest without end.
 */
export function walk(root: Element, allowance: Allowance, visitor: Visitor): void {
  const open: Level[] = []
  const begin = (element: Element): void => {
    const tag = localNameOf(element)
    if (UNREAD.has(tag) || isFolded(element, tag)) return
    const { display, visibility } = allowance.layout.style(element)
    if (display === 'none' || !visitor.enter(element, open.length, display)) return
    open.push({
      element,
      next: firstShown(element),
      slotted: tag === 'slot' ? assignedNodes(element) : undefined,
      index: 0,
      shown: visibility !== 'hidden' && visibility !== 'collapse' && !isClosed(element, tag),
    })
  }
  if (allowance.spend()) begin(root)
  while (open.length) {
    const level = open[open.length - 1]!
    const node = level.slotted ? (level.slotted[level.index++] ?? null) : level.next
    if (!node || !allowance.spend()) {
      open.pop()
      visitor.leave?.(level.element)
      continue
    }
    if (!level.slotted) level.next = nextSiblingOf(node)
    const type = nodeTypeOf(node)
    if (type === ELEMENT) begin(node as Element)
    else if (level.shown && (type === TEXT || type === CDATA)) visitor.text?.(allowance.read(node as Text))
  }
}

const isClosed = (element: Element, tag: string): boolean => tag === 'details' && !hasAttributeOf(element, 'open')

/** In a closed `details`, or shown to a search only: hidden by no computed style of its own. */
function isFolded(element: Element, tag: string): boolean {
  if (attributeOf(element, 'hidden') === 'until-found') return true
  if (tag === 'summary') return false
  const parent = parentNodeOf(element)
  return (
    parent !== null && nodeTypeOf(parent) === ELEMENT && isClosed(parent as Element, localNameOf(parent as Element))
  )
}
