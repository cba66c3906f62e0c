import { attributeOf, rectangleOf, shadowRootOf } from '../dom/native.ts'
import type { Box, Layout } from '../observe/types.ts'
import { askClickListeners } from './click-listeners.ts'

const elementFromPoint = Document.prototype.elementFromPoint

/** Layout as Chromium computes it. Lives for one call: what it has read is not read again. */
export function chromiumLayout(document: Document, listenerProbe?: string): Layout {
  const view = document.defaultView ?? window
  const boxes = new Map<Element, Box>()
  const styles = new Map<Element, CSSStyleDeclaration>()
  let listeners: ReadonlySet<Element> | undefined
  return {
    box(element) {
      let box = boxes.get(element)
      if (!box) {
        box = rectangleOf(element)
        boxes.set(element, box)
      }
      return box
    },
    // The declaration is live and reads one property at a time, which is cheaper than copying the ones listed.
    style(element) {
      let style = styles.get(element)
      if (!style) {
        style = view.getComputedStyle(element)
        styles.set(element, style)
      }
      return style
    },
    viewport: () => ({
      width: view.innerWidth,
      height: view.innerHeight,
      scrollX: view.scrollX,
      scrollY: view.scrollY,
    }),
    pseudo: (element, which) => contentText(view.getComputedStyle(element, which).content, element),
    rendered: (element) => element.checkVisibility(),
    hit: (x, y) => topmostAt(document, x, y),
    clickListeners() {
      listeners ??= listenerProbe ? askClickListeners(document, listenerProbe) : new Set()
      return listeners
    },
  }
}

/** A computed `content` value as text: strings joined, `attr()` resolved, the alternative after a slash preferred. */
export function contentText(content: string, element: Element): string {
  if (content === 'none' || content === 'normal' || content === '') return ''
  const slash = content.lastIndexOf(' / ')
  const list = slash < 0 ? content : content.slice(slash + 3)
  let text = ''
  for (const [, quoted, attribute] of list.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)/g)) {
    text += attribute ? (attributeOf(element, attribute) ?? '') : (quoted ?? '').replace(/\\(.)/g, '$1')
  }
  return text
}

/** The deepest element at a point: `elementFromPoint` answers with the host where an open shadow root shows the point. */
function topmostAt(document: Document, x: number, y: number): Element | null {
  let found = elementFromPoint.call(document, x, y)
  for (let root = found && shadowRootOf(found); root; root = found && shadowRootOf(found)) {
    const inner: Element | null = root.elementFromPoint(x, y)
    if (!inner || inner === found) break
    found = inner
  }
  return found
}
