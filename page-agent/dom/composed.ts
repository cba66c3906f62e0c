import {
  activeElementOf,
  assignedSlotOf,
  bodyOf,
  childElementsOf,
  firstChildOf,
  nodeTypeOf,
  parentElementOf,
  parentNodeOf,
  shadowRootOf,
} from './native.ts'

/** The nodes a slot shows, where the page assigned any; otherwise its own children show. */
export function assignedNodes(slot: Element): Node[] | undefined {
  const nodes = (slot as HTMLSlotElement).assignedNodes?.()
  return nodes?.length ? nodes : undefined
}

/** Parent in the composed tree: through the slot a node is shown in, and from a shadow root to its host. */
export function composedParent(node: Node): Element | null {
  const parent = parentElementOf(node)
  // Only the child of a host whose root is open can be shown in a slot that scripts may know.
  if (parent) return (shadowRootOf(parent) && slotOf(node)) || parent
  const root = parentNodeOf(node)
  return root && nodeTypeOf(root) === 11 ? ((root as ShadowRoot).host ?? null) : null
}

const slotOf = (node: Node): Element | null =>
  nodeTypeOf(node) === 1 ? assignedSlotOf(node as Element) : ((node as Text).assignedSlot ?? null)

/** Parent in the tree of trees, whatever slot shows the node: the one that paths are made of. */
export function parentAcrossRoots(element: Element): { parent: Element; shadow: boolean } | null {
  const parent = parentNodeOf(element)
  if (!parent) return null
  const type = nodeTypeOf(parent)
  if (type === 1) return { parent: parent as Element, shadow: false }
  const host = type === 11 ? (parent as ShadowRoot).host : null
  return host ? { parent: host, shadow: true } : null
}

/** First node shown inside an element, with slots left to the caller. */
export function firstShown(element: Element): Node | null {
  const root = shadowRootOf(element)
  return firstChildOf(root ?? element)
}

export function childrenOf(parent: Element, shadow: boolean): HTMLCollection | undefined {
  return shadow ? shadowRootOf(parent)?.children : childElementsOf(parent)
}

export function composedContains(ancestor: Element, node: Element): boolean {
  for (let at: Element | null = node; at; at = composedParent(at)) if (at === ancestor) return true
  return false
}

/** The focused element, through the shadow roots of its hosts. */
export function deepFocus(document: Document): Element | null {
  let focused = activeElementOf(document)
  for (let root = focused && shadowRootOf(focused); root; root = focused && shadowRootOf(focused)) {
    if (!root.activeElement) break
    focused = root.activeElement
  }
  return focused === bodyOf(document) ? null : focused
}
