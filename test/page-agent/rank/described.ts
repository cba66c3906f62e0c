import type { Described, Layout, PageFacts } from '../../../page-agent/observe/types.ts'
import type { ElementKind } from '../../../shared/observation.ts'
import { PLAIN } from '../support/fake-layout.ts'

/** The side of an element as its attribute says. */
const side = (element: Element, name: string, other: number) => Number(element.getAttribute(name) ?? other)

/** Every element as big as a word, or as its attributes say, in the normal flow: what ranking sees of layout. */
export const flatLayout: Layout = {
  box: (element) => ({ x: 0, y: 0, width: side(element, 'width', 80), height: side(element, 'height', 20) }),
  style: () => PLAIN,
  viewport: () => ({ width: 1280, height: 720, scrollX: 0, scrollY: 0 }),
  pseudo: () => '',
  clickListeners: () => new Set(),
}

const KINDS: Record<string, ElementKind> = { a: 'link', button: 'button', input: 'field' }

function nameOf(element: Element): string {
  const image = element.querySelector('img')?.getAttribute('alt') ?? ''
  return (element.getAttribute('aria-label') ?? (`${image}${element.textContent}`.trim() || image)).trim()
}

/** The links, buttons and fields of the document as the pipeline would describe them. */
export function describePage(document: Document, url: string): { items: Described[]; page: PageFacts } {
  const items = [...document.querySelectorAll('a[href], button, input')].map((element, ordinal): Described => {
    const kind = KINDS[element.localName]!
    const expanded = element.getAttribute('aria-expanded')
    return {
      element,
      box: flatLayout.box(element),
      kind,
      role: element.getAttribute('role') ?? (kind === 'link' ? 'link' : kind === 'button' ? 'button' : 'textbox'),
      ordinal,
      place: { element, index: 0, parent: undefined },
      section: 'main',
      id: `e${ordinal}`,
      name: nameOf(element),
      states: expanded === null ? {} : { expanded: expanded === 'true' },
      href: kind === 'link' ? new URL(element.getAttribute('href')!, url).href : '',
      identified: { fingerprint: '' },
      effects: undefined,
    }
  })
  return { items, page: { document, layout: flatLayout, url: new URL(url) } }
}
