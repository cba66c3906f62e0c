import { firstShown } from '../dom/composed.ts'
import type { Labels } from '../dom/labels.ts'
import { attributeOf, closestOf, hasAttributeOf, nextSiblingOf, nodeTypeOf, queryDocumentAll } from '../dom/native.ts'
import { inputType } from '../names/role.ts'
import { wordSet } from '../tables.ts'
import type { Layout } from './types.ts'

/** Input types that pages hide and draw anew through their label. */
const REDRAWN = wordSet('checkbox radio file')

/** The control that a visible label stands for, because the control itself is not shown. */
export function hiddenControlOf(label: HTMLLabelElement, layout: Layout): HTMLInputElement | undefined {
  const { control } = label
  return control && isRedrawn(control, layout) ? control : undefined
}

/** The label drawn in place of a control that takes a box of its own but shows nothing in it. */
export function labelInsteadOf(control: Element, layout: Layout, labels: Labels): HTMLLabelElement | undefined {
  if (!isRedrawn(control, layout)) return undefined
  for (const label of labels.of(control)) {
    const { width, height } = layout.box(label)
    if (width > 1 && height > 1) return label
  }
  return undefined
}

function isRedrawn(control: Element, layout: Layout): control is HTMLInputElement {
  if (control.localName !== 'input' || !REDRAWN.has(inputType(control))) return false
  const box = layout.box(control)
  // One pixel and clipped is the usual way to keep a control for assistive technology alone.
  if (box.width <= 1 || box.height <= 1) return true
  const style = layout.style(control)
  return style.visibility !== 'visible' || style.display === 'none' || style.opacity === '0'
}

/** The image that shows an area: an area has no box of its own. */
export function imageOfArea(area: Element, document: Document): Element | undefined {
  const map = closestOf(area, 'map')
  const name = map ? attributeOf(map, 'name') || attributeOf(map, 'id') : null
  if (!name || !hasAttributeOf(area, 'href')) return undefined
  for (const image of queryDocumentAll(document, 'img[usemap],object[usemap]')) {
    if (attributeOf(image, 'usemap')?.replace(/^[^#]*#/, '') === name) return image
  }
  return undefined
}

/** Elements looked at below a box without size. */
const MAX_LOOKS = 24

/** A box without size still shows what overflows it: a link around a float, a wrapper of something positioned. */
export function showsContent(element: Element, layout: Layout): boolean {
  if (layout.style(element).display === 'contents' && showsText(element)) return true
  const queue: Element[] = [element]
  for (let at = 0, looks = 0; at < queue.length; at++) {
    for (
      let child = queue[at]!.firstElementChild;
      child && looks < MAX_LOOKS;
      child = child.nextElementSibling, looks++
    ) {
      const style = layout.style(child)
      if (style.display === 'none') continue
      const box = layout.box(child)
      if (box.width > 0 && box.height > 0 && style.visibility === 'visible') return true
      queue.push(child)
    }
  }
  return false
}

/** Text that stands directly in an element without a box is shown by the box around it. */
function showsText(element: Element): boolean {
  for (let node = firstShown(element); node; node = nextSiblingOf(node)) {
    if (nodeTypeOf(node) === 3 && /\S/.test((node as Text).data)) return true
  }
  return false
}
