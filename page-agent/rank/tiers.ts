import type { Section, Tier } from '../../shared/observation.ts'
import { closestOf } from '../dom/native.ts'
import type { Described, PaginationKind, RecordMembership } from '../observe/types.ts'

/** Where links lead around the site or act on the page. Footers and sidebars list what a person looks for last. */
const MENUS: ReadonlySet<Section> = new Set(['navigation', 'header', 'search', 'dialog', 'form'])

/** Menu links that come before the page's content; a menu with more shows its top level first, and the rest with the body. */
const MENU_LINKS = 40

const isLink = ({ kind }: Described) => kind === 'link' || kind === 'clickable'
const isMenuLink = (item: Described) => isLink(item) && MENUS.has(item.section)
const isNested = ({ element }: Described) => closestOf(element, 'li li, [role=menu] [role=menu] *') !== null

export type TierOf = (
  item: Described,
  pagination: PaginationKind | undefined,
  record: RecordMembership | undefined,
) => Tier

/** How soon each of `items` is shown; see `Tier`. */
export function tiersAmong(items: readonly Described[]): TierOf {
  const shown = shownMenuLinks(items)
  return (item, pagination, record) => {
    if (pagination || !isLink(item)) return 1
    if (record) return record.title ? 3 : 5
    return shown.has(item) ? 2 : 4
  }
}

function shownMenuLinks(items: readonly Described[]): ReadonlySet<Described> {
  const links = items.filter(isMenuLink)
  if (links.length <= MENU_LINKS) return new Set(links)
  const nested = new Set(links.filter(isNested))
  const topFirst = [...links.filter((link) => !nested.has(link)), ...nested]
  return new Set(topFirst.slice(0, MENU_LINKS))
}
