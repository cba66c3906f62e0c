import { composedContains } from '../dom/composed.ts'
import { attributeOf, matchesSelector } from '../dom/native.ts'
import { showsContent } from './stand-ins.ts'
import type { Collected, Layout } from './types.ts'

/** Elements tried by hit test for being reachable beside a dialog that only claims to be modal. */
const MAX_HITS = 300

/** Whether an element is an open dialog that claims to be modal. */
export function isModal(element: Element, tag: string, role: string | null, layout: Layout): boolean {
  if (tag !== 'dialog' && role !== 'dialog' && role !== 'alertdialog') return false
  if (attributeOf(element, 'aria-modal') !== 'true' && !(tag === 'dialog' && matchesSelector(element, ':modal')))
    return false
  const box = layout.box(element)
  return (box.width > 0 && box.height > 0) || showsContent(element, layout)
}

/**
 * The open modal dialog that people have to deal with first: of several the innermost or last, and one that the browser
 * itself made modal before one that says so in ARIA.
 */
export function topModal(modals: readonly Element[]): Element | undefined {
  const native = modals.filter((dialog) => dialog.localName === 'dialog' && matchesSelector(dialog, ':modal'))
  return native.at(-1) ?? modals.at(-1)
}

/** The elements that cannot be reached before the modal is closed. */
export function blockedBy(modal: Element, items: readonly Collected[], layout: Layout): ReadonlySet<Collected> {
  const outside = items.filter((item) => item.modal !== modal && !composedContains(modal, item.element))
  // The browser makes all else inert around its own modal; around a claimed one, what a pointer still meets is open:
  // popups of the dialog are often rendered beside it.
  if (matchesSelector(modal, ':modal') || !layout.hit) return new Set(outside)
  let hits = 0
  return new Set(outside.filter((item) => hits++ >= MAX_HITS || !isMet(item, layout)))
}

function isMet(item: Collected, layout: Layout): boolean {
  const { x, y, width, height } = item.box
  const viewport = layout.viewport()
  const [left, top] = [x + width / 2, y + height / 2]
  if (left < 0 || top < 0 || left >= viewport.width || top >= viewport.height) return false
  const met = layout.hit?.(left, top)
  return !!met && composedContains(item.proxy ?? item.element, met)
}
