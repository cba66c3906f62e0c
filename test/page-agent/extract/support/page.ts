import { createAgent } from '../../../../page-agent/create-agent.ts'
import type { Layout } from '../../../../page-agent/observe/types.ts'
import type { ExtractionKind, ExtractRequest, ExtractResult } from '../../../../shared/extraction.ts'

const INLINE = new Set(
  'a abbr b bdi br button cite code em i img input label mark q s select small span strong sub sup textarea time u'.split(
    ' ',
  ),
)
const NONE = new Set(['head', 'script', 'style', 'template', 'title', 'meta', 'link', 'noscript', 'datalist'])

/** Left out by the simulated DOM (HTML §4.10.10). */
if (!('label' in HTMLOptionElement.prototype)) {
  Object.defineProperty(HTMLOptionElement.prototype, 'label', {
    get(this: HTMLOptionElement) {
      return this.getAttribute('label') ?? this.text
    },
  })
}

/** What a style sheet of a plain browser would say, as far as extraction asks; classes come from the page's own `style`. */
export function plainLayout(document: Document): Layout {
  const own = (element: Element, property: string): string => {
    let value = (element as HTMLElement).style?.getPropertyValue(property) ?? ''
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules as unknown as Iterable<CSSStyleRule>)
        if (!value && element.matches(rule.selectorText)) value = rule.style.getPropertyValue(property)
    return value
  }
  const display = (element: Element): string => {
    if (element.hasAttribute('hidden') || NONE.has(element.localName)) return 'none'
    return own(element, 'display') || (INLINE.has(element.localName) ? 'inline' : 'block')
  }
  const isShown = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement) if (display(at) === 'none') return false
    return true
  }
  const visibility = (element: Element): string => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const value = own(at, 'visibility')
      if (value) return value
    }
    return 'visible'
  }
  return {
    box: (element) => (isShown(element) ? { x: 0, y: 0, width: 80, height: 20 } : { x: 0, y: 0, width: 0, height: 0 }),
    style: (element) => ({
      display: display(element),
      visibility: visibility(element),
      opacity: '1',
      cursor: 'auto',
      position: 'static',
      pointerEvents: 'auto',
      overflowY: 'visible',
      float: 'none',
      fontSize: '16px',
      fontWeight: /^(b|strong|th|h\d)$/.test(element.localName) ? '700' : '400',
    }),
    viewport: () => ({ width: 1280, height: 720, scrollX: 0, scrollY: 0 }),
    pseudo: () => '',
    clickListeners: () => new Set(),
  }
}

/** Puts a page into the simulated document. */
export function show(html: string, url = 'http://fixture.example/page'): void {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url)
  document.open()
  document.write(html)
  document.close()
}

/** Extracts from the page shown, from the region of the element that `region` selects where one is given. */
export function extractFrom<Kind extends ExtractionKind>(
  request: ExtractRequest & { kind: Kind },
  region?: string,
): Extract<ExtractResult, { kind: Kind }> {
  const agent = createAgent(document, () => plainLayout(document))
  agent.observe({})
  const id = region === undefined ? undefined : agent.idOf(document.querySelector(region)!)
  if (region !== undefined && id === undefined) throw new Error(`no observed element is ${region}`)
  return agent.extract(id === undefined ? request : { ...request, region: id }) as Extract<
    ExtractResult,
    { kind: Kind }
  >
}
