import type { Box, Layout } from '../../../page-agent/observe/types.ts'

type Style = ReturnType<Layout['style']>

const BLOCKS = new Set(
  'html body div p ul ol li dl dt dd main nav header footer aside section article form fieldset h1 h2 h3 h4 h5 h6 pre dialog details summary'.split(
    ' ',
  ),
)
export const PLAIN: Style = {
  display: 'inline',
  visibility: 'visible',
  opacity: '1',
  cursor: 'auto',
  position: 'static',
  pointerEvents: 'auto',
  overflowY: 'visible',
  float: 'none',
  fontSize: '16px',
  fontWeight: '400',
}

/**
 * Layout for a simulated DOM: blocks by tag, every element with a box, and what a test writes into `style` or, for the
 * box, into `data-box="x y width height"`. Visibility and cursor are inherited.
 */
export function fakeLayout(listeners: ReadonlySet<Element> = new Set()): Layout {
  return {
    box: boxOf,
    style: styleOf,
    viewport: () => ({ width: 1280, height: 720, scrollX: 0, scrollY: 0 }),
    pseudo: (element, which) => element.getAttribute(`data${which.replace('::', '-')}`) ?? '',
    clickListeners: () => listeners,
  }
}

function styleOf(element: Element): Style {
  const own = (element as HTMLElement).style
  const parent = element.parentElement ?? (element.getRootNode() as ShadowRoot).host
  const inherited = parent ? styleOf(parent) : PLAIN
  const hidden = element.hasAttribute('hidden') || inherited.display === 'none'
  return {
    ...PLAIN,
    display: hidden ? 'none' : own?.display || (BLOCKS.has(element.localName) ? 'block' : 'inline'),
    visibility: own?.visibility || inherited.visibility,
    cursor: own?.cursor || inherited.cursor,
    overflowY: own?.overflow || 'visible',
  }
}

function boxOf(element: Element): Box {
  const written = element.getAttribute('data-box')
  if (!written)
    return styleOf(element).display === 'none'
      ? { x: 0, y: 0, width: 0, height: 0 }
      : { x: 0, y: 0, width: 10, height: 10 }
  const [x = 0, y = 0, width = 0, height = 0] = written.split(' ').map(Number)
  return { x, y, width, height }
}
