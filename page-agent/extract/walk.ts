import type { Layout } from '../observe/types.ts'
import { attribute, firstChild, has, isElement, isText, localName, nextSibling, parentNode, shadowRoot } from './dom.ts'

/** Nesting beyond which children are read as if they were siblings: parsers stop at 512, scripts do not. */
export const MAX_DEPTH = 600

export interface WalkLimits {
  maxNodes: number
  maxMillis: number
  /** Characters of text read; what lies beyond is counted, not read. */
  maxReadChars: number
}

/** What one extraction may spend, shared by all its walks. */
export class Allowance {
  incomplete: 'nodes' | 'time' | undefined
  private nodes: number
  private chars: number
  private readonly deadline: number

  constructor(
    readonly layout: Layout,
    limits: WalkLimits,
  ) {
    this.nodes = limits.maxNodes
    this.chars = limits.maxReadChars
    this.deadline = performance.now() + limits.maxMillis
  }

  /** Spends one node; false once nothing is left. */
  spend(): boolean {
    if (this.incomplete) return false
    if (--this.nodes < 0) this.incomplete = 'nodes'
    else if ((this.nodes & 255) === 0 && performance.now() > this.deadline) this.incomplete = 'time'
    return !this.incomplete
  }

  /** The text of a node as far as the allowance reaches. */
  read(node: CharacterData): string {
    const length = node.length
    if (length <= this.chars) {
      this.chars -= length
      return node.data
    }
    this.incomplete ??= 'nodes'
    const data = node.substringData(0, this.chars)
    this.chars = 0
    return data
  }
}

export interface Visitor {
  /** False passes over what is inside; `leave` is not called then. */
  enter(element: Element, depth: number, display: string): boolean
  leave(element: Element): void
  text(data: string): void
}

/** Never text a person reads. */
const UNREAD = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'iframe',
  'object',
  'embed',
  'canvas',
  'svg',
  'math',
  'audio',
  'video',
  'datalist',
])

/**
 * Visits what is shown below `root` (itself included) in the order of the composed tree: open shadow roots stand in for the
 * children, slots for what they are given. One style is read per element. Without recursion, as pages may nest without end.
 */
export function walk(root: Element, allowance: Allowance, visitor: Visitor): void {
  interface Level {
    element: Element
    next: Node | null
    slotted?: readonly Node[]
    index: number
    shown: boolean
  }
  const open: Level[] = []
  const begin = (element: Element): void => {
    const { display, visibility } = allowance.layout.style(element)
    if (display === 'none' || isFolded(element) || !visitor.enter(element, open.length, display)) return
    const shadow = shadowRoot(element)
    const slotted = localName(element) === 'slot' ? (element as HTMLSlotElement).assignedNodes() : []
    open.push({
      element,
      next: firstChild(shadow ?? element),
      ...(slotted.length ? { slotted } : {}),
      index: 0,
      shown: visibility !== 'hidden' && visibility !== 'collapse',
    })
  }
  if (allowance.spend()) begin(root)
  while (open.length) {
    const level = open[open.length - 1]!
    const node = level.slotted ? (level.slotted[level.index++] ?? null) : level.next
    if (!node || !allowance.spend()) {
      open.pop()
      visitor.leave(level.element)
      continue
    }
    if (!level.slotted) level.next = nextSibling(node)
    if (isElement(node)) {
      if (!UNREAD.has(localName(node))) begin(node)
    } else if (level.shown && isText(node)) {
      visitor.text(allowance.read(node))
    }
  }
}

/** Inside a closed `details` or found by search only: laid out by no rule that a computed style of its own tells. */
function isFolded(element: Element): boolean {
  if (attribute(element, 'hidden') === 'until-found') return true
  const parent = parentNode(element)
  return (
    parent !== null &&
    isElement(parent) &&
    localName(parent) === 'details' &&
    !has(parent, 'open') &&
    localName(element) !== 'summary'
  )
}
