import type { Section } from '../../shared/observation.ts'
import {
  attributeOf,
  closestOf,
  hasAttributeOf,
  queryAll,
  queryDocumentAll,
  queryDocumentFirst,
  queryFirst,
  textContentOf,
} from '../dom/native.ts'
import type { Deadline } from '../observe/deadline.ts'
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

/** Selectors of whatever has one of the nouns in a name, said by the nouns that hold no shorter one: fewer are searched for. */
const SAYING = Object.fromEntries(
  Object.entries(NOUNS).map(([kind, text]) => {
    const nouns = text.split(' ')
    const stems = nouns.filter((noun) => !nouns.some((other) => other !== noun && noun.includes(other)))
    return [kind, stems.map((noun) => `body [id*="${noun}" i],body [class*="${noun}" i]`).join()]
  }),
) as Record<Landmark, string>

/** Elements whose names are looked at. */
const MOST_NAMED = 500
/** Links of a menu, and their share of its text. */
const FEWEST_LINKS = 3
const LINK_TEXT = 0.6
/** Characters of an element's text that are looked at. */
const MOST_TEXT = 100_000
/** Pixels from the top of the page at which its header has begun. */
const TOP = 200
/** Share of the viewport's width up to which a column stands beside the content. */
const COLUMN = 0.45

/**
 * Parts of a page that does not mark them by tag or role, as the words of the author and the look of the part agree on
 * them. One query for each kind that is not marked.
 */
export function partsByStructure(
  document: Document,
  layout: Layout,
  deadline?: Deadline,
): ReadonlyMap<Element, Section> {
  const parts = new Map<Element, Section>()
  for (const kind of Object.keys(NOUNS) as Landmark[]) {
    if (queryDocumentFirst(document, MARKED[kind])) continue
    const named = queryDocumentAll(document, SAYING[kind])
    const name = called(NOUNS[kind])
    for (let at = 0; at < Math.min(named.length, MOST_NAMED); at++) {
      const element = named[at]!
      if (
        !parts.has(element) &&
        namesOf(element).some((word) => name.test(word)) &&
        !deadline?.passed() &&
        LOOKS[kind](element, layout)
      )
        parts.set(element, kind)
    }
  }
  return parts
}

const namesOf = (element: Element) =>
  `${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'class') ?? ''}`.split(/\s+/, 20)

const isContent = (element: Element) =>
  closestOf(element, 'main,article,[role=main],[role=article]') !== null || queryFirst(element, 'h1,main') !== null

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

const lengthOf = (element: Element) => (textContentOf(element) ?? '').slice(0, MOST_TEXT).replace(/\s+/g, '').length
