import type { Section } from '../../shared/observation.ts'
import { attributeOf, closestOf, hasAttributeOf, queryAll, queryDocumentAll, textContentOf } from '../dom/native.ts'
import type { Layout } from '../observe/types.ts'

type Landmark = 'navigation' | 'header' | 'footer' | 'aside'

/** What says that the page marks such a part itself: then its other parts are what they say. */
const MARKED: Record<Landmark, string> = {
  navigation: 'nav,[role=navigation]',
  header: 'header,[role=banner]',
  footer: 'footer,[role=contentinfo]',
  aside: 'aside,[role=complementary]',
}

/** Nouns by which authors call such a part in a class or an id. */
const NOUNS: Record<Landmark, string> = {
  navigation: 'nav navi navbar navigation menu menubar mainmenu topmenu',
  header: 'header masthead banner topbar',
  footer: 'footer colophon',
  aside: 'sidebar sidebars aside sidecol',
}

/** What may stand beside the noun in a name for it to be the page's own: "main-menu", "site_header", "footer-wrapper". */
const BESIDE =
  '(?:main|site|page|global|primary|secondary|top|bottom|left|right|side|sub|blog|wrap|wrapper|container|inner|outer|area|bar|links|list|1|2)'

const called = (nouns: string) =>
  new RegExp(`^(?:${BESIDE}[-_]?)*(?:${nouns.replaceAll(' ', '|')})(?:[-_]?${BESIDE})*$`, 'i')

/** Elements whose names are looked at. */
const MOST_NAMED = 500
/** Links of a menu, and their share of its text. */
const FEWEST_LINKS = 3
const LINK_TEXT = 0.6
/** Pixels from the top of the page at which its header has begun. */
const TOP = 200
/** Share of the viewport's width up to which a column stands beside the content. */
const COLUMN = 0.45

/**
 * Parts of a page that does not mark them by tag or role, as the words of the author and the look of the part agree on
 * them. One query for each kind that is not marked.
 */
export function partsByStructure(document: Document, layout: Layout): ReadonlyMap<Element, Section> {
  const parts = new Map<Element, Section>()
  for (const kind of Object.keys(NOUNS) as Landmark[]) {
    if (queryDocumentAll(document, MARKED[kind]).length > 0) continue
    const nouns = NOUNS[kind].split(' ')
    const named = queryDocumentAll(
      document,
      nouns.map((noun) => `body [id*="${noun}" i],body [class*="${noun}" i]`).join(),
    )
    const name = called(NOUNS[kind])
    for (let at = 0; at < Math.min(named.length, MOST_NAMED); at++) {
      const element = named[at]!
      if (!parts.has(element) && namesOf(element).some((word) => name.test(word)) && LOOKS[kind](element, layout))
        parts.set(element, kind)
    }
  }
  return parts
}

const namesOf = (element: Element) =>
  `${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'class') ?? ''}`.split(/\s+/, 20)

const isContent = (element: Element) =>
  closestOf(element, 'main,article,[role=main],[role=article]') !== null || queryAll(element, 'h1,main').length > 0

const LOOKS: Record<Landmark, (element: Element, layout: Layout) => boolean> = {
  navigation: (element) => !isContent(element) && isMenu(element),
  header(element, layout) {
    const { y, height } = layout.box(element)
    const { scrollY, height: screen } = layout.viewport()
    return closestOf(element, 'main,article,section,li') === null && y + scrollY <= TOP && height < screen
  },
  footer: (element) => !isContent(element) && closestOf(element, 'section,li') === null,
  aside: (element, layout) => !isContent(element) && layout.box(element).width <= layout.viewport().width * COLUMN,
}

function isMenu(element: Element): boolean {
  const links = queryAll(element, 'a')
  if (links.length < FEWEST_LINKS) return false
  let linked = 0
  for (const link of links) if (hasAttributeOf(link, 'href')) linked += lengthOf(link)
  return linked >= lengthOf(element) * LINK_TEXT
}

const lengthOf = (element: Element) => (textContentOf(element) ?? '').replace(/\s+/g, '').length
