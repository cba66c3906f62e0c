import type { ElementKind, Section, Tier } from '../../shared/observation.ts'
import { closestOf } from '../dom/native.ts'
import type { Analysis, Described, RecordMembership } from '../observe/types.ts'

/** Where links lead around the site or act on the page. Footers and sidebars list what a person looks for last. */
const MENUS: ReadonlySet<Section> = new Set(['navigation', 'header', 'search', 'dialog', 'form'])

/** Menu links that come before the page's content; a menu with more shows its top level first, and the rest with the body. */
const MENU_LINKS = 40

/** Buttons of records that come before the records' titles; where there are more, each waits with its record. */
const RECORD_BUTTONS = 20

/** Checkboxes, radio buttons or options of one form that come first; a form that offers more shows the rest with the body. */
const LIKE_CHOICES = 40

/** What a person types into or chooses from. */
const FILLED: ReadonlySet<ElementKind> = new Set(['field', 'choice', 'range', 'file'])

const isLink = ({ kind }: Described) => kind === 'link' || kind === 'clickable'
const isMenuLink = (item: Described) => isLink(item) && MENUS.has(item.section)
const isNested = ({ element }: Described) => closestOf(element, 'li li, [role=menu] [role=menu] *') !== null

export type TierOf = (item: Described) => Tier

/** How soon each of `items` is shown; see `Tier`. */
export function tiersAmong({ items, pagination, records }: Omit<Analysis, 'incomplete'>): TierOf {
  const menu = shownMenuLinks(items)
  const buttons = recordButtons(items, records)
  const crowded = surplusChoices(items)
  return (item) => {
    const record = records.get(item)
    if (pagination.has(item)) return 1
    if (!isLink(item)) return buttons.has(item) ? 5 : crowded.has(item) ? 4 : 1
    if (record) return record.title ? 3 : 5
    return menu.has(item) ? 2 : 4
  }
}

function shownMenuLinks(items: readonly Described[]): ReadonlySet<Described> {
  const links = items.filter(isMenuLink)
  if (links.length <= MENU_LINKS) return new Set(links)
  const nested = new Set(links.filter(isNested))
  const topFirst = [...links.filter((link) => !nested.has(link)), ...nested]
  return new Set(topFirst.slice(0, MENU_LINKS))
}

/** The buttons that every record repeats, where they are many. One beside a field belongs to that field. */
function recordButtons(
  items: readonly Described[],
  records: ReadonlyMap<Described, RecordMembership>,
): ReadonlySet<Described> {
  const filled = new Set<string | undefined>()
  for (const item of items) if (FILLED.has(item.kind)) filled.add(records.get(item)?.groupKey)
  const repeated = items.filter((item) => {
    const record = records.get(item)
    return item.kind === 'button' && record && !filled.has(record.groupKey)
  })
  return new Set(repeated.length > RECORD_BUTTONS ? repeated : [])
}

/** What a form offers to choose from beyond the first. */
function surplusChoices(items: readonly Described[]): ReadonlySet<Described> {
  const surplus = new Set<Described>()
  const met = new Map<Element | null, number>()
  for (const item of items) {
    if (item.kind !== 'toggle' && item.kind !== 'option') continue
    const form = closestOf(item.element, 'form')
    const count = (met.get(form) ?? 0) + 1
    met.set(form, count)
    if (count > LIKE_CHOICES) surplus.add(item)
  }
  return surplus
}
