import { attributeOf, rectangleOf, shadowRootOf } from '../dom/native.ts'
import type { Box, Layout } from '../observe/types.ts'
import { askClickListeners } from './click-listeners.ts'
import { ReadStyle } from './read-style.ts'

type Viewport = ReturnType<Layout['viewport']>

const elementFromPoint = Document.prototype.elementFromPoint

/** Layout as Chromium computes it. Lives for one call: what it has read is not read again, but can be compared. */
export function chromiumLayout(document: Document, listenerProbe?: string): Layout {
  const view = document.defaultView ?? window
  const boxes = new Map<Element, Box>()
  const styles = new Map<Element, ReadStyle>()
  const contents: { live: CSSStyleDeclaration; content: string }[] = []
  const renderings = new Map<Element, boolean>()
  const hits: { x: number; y: number; met: Element | null }[] = []
  let listeners: ReadonlySet<Element> | undefined
  let viewport: Viewport | undefined
  const readListeners = () => (listenerProbe ? askClickListeners(document, listenerProbe) : new Set<Element>())
  const readViewport = () => ({
    width: view.innerWidth,
    height: view.innerHeight,
    scrollX: view.scrollX,
    scrollY: view.scrollY,
  })
  const isRendered = (element: Element) => element.checkVisibility()
  return {
    box(element) {
      let box = boxes.get(element)
      if (!box) {
        box = rectangleOf(element)
        boxes.set(element, box)
      }
      return box
    },
    style(element) {
      let style = styles.get(element)
      if (!style) {
        style = new ReadStyle(view.getComputedStyle(element))
        styles.set(element, style)
      }
      return style
    },
    viewport() {
      viewport ??= readViewport()
      return viewport
    },
    pseudo(element, which) {
      const live = view.getComputedStyle(element, which)
      const { content } = live
      contents.push({ live, content })
      return contentText(content, element)
    },
    rendered(element) {
      let rendered = renderings.get(element)
      if (rendered === undefined) {
        rendered = isRendered(element)
        renderings.set(element, rendered)
      }
      return rendered
    },
    hit(x, y) {
      const met = topmostAt(document, x, y)
      hits.push({ x, y, met })
      return met
    },
    clickListeners() {
      listeners ??= readListeners()
      return listeners
    },
    unchanged() {
      if (viewport && !isSameViewport(viewport, readViewport())) return false
      if (listeners && !isSameSet(listeners, readListeners())) return false
      for (const style of styles.values()) if (!style.unchanged) return false
      for (const [element, box] of boxes) if (!isSameBox(box, rectangleOf(element))) return false
      for (const [element, rendered] of renderings) if (isRendered(element) !== rendered) return false
      return (
        contents.every(({ live, content }) => live.content === content) &&
        hits.every(({ x, y, met }) => topmostAt(document, x, y) === met)
      )
    },
  }
}

const isSameBox = (a: Box, b: Box): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

const isSameSet = (a: ReadonlySet<Element>, b: ReadonlySet<Element>): boolean =>
  a.size === b.size && [...a].every((element) => b.has(element))

const isSameViewport = (a: Viewport, b: Viewport): boolean =>
  a.width === b.width && a.height === b.height && a.scrollX === b.scrollX && a.scrollY === b.scrollY

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
