import type { ExtractionKind } from '../../shared/extraction.ts'
import { composedContains, composedParent } from '../dom/composed.ts'
import { matchesSelector } from '../dom/native.ts'
import type { ExtractionPage } from '../observe/types.ts'
import { formOf } from './forms.ts'
import { recordLists } from './list.ts'

/** The region a person would mean by an element, for one kind of extraction. */
export function regionOf(element: Element, kind: ExtractionKind, page: ExtractionPage, body: Element): Element {
  return WIDEN[kind](element, page) ?? body
}

type Widen = (element: Element, page: ExtractionPage) => Element | undefined

const ARTICLE = 'article, main, [role=article], [role=main], [itemprop~=articleBody]'
const TABLE = 'table, [role=table], [role=grid], [role=treegrid]'
const LIST = 'ul, ol, dl, table, menu, [role=list], [role=feed], [role=grid], [role=listbox]'
const SECTION =
  'nav, aside, section, article, main, header, footer, form, dialog, search, [role=navigation], [role=complementary], [role=region], ' +
  '[role=main], [role=banner], [role=contentinfo], [role=search], [role=dialog]'

const WIDEN: Record<ExtractionKind, Widen> = {
  article: (element) => around(element, ARTICLE),
  /** A cell means its table; a place beside a table means the smallest part that has one. */
  table: (element) => around(element, TABLE) ?? firstHolding(element, TABLE),
  /** A record's link means the listing that the record is of. */
  list: (element, page) => listingOf(element, page) ?? around(element, LIST) ?? around(element, SECTION),
  links(element, page) {
    const section = around(element, SECTION)
    const listing = listingOf(element, page)
    return listing && (!section || composedContains(section, listing)) ? listing : section
  },
  /** A field means its form, or the part of the page where it stands with others. */
  forms: (element) => formOf(element) ?? around(element, `fieldset, ${SECTION}`),
  metadata: (element) => around(element, '[itemscope]'),
}

/** The list of records that an element stands in. */
const listingOf: Widen = (element, page) =>
  recordLists(page).find(({ records }) => records.some(({ first, last }) => isBetween(element, first, last)))?.container

/** The nearest element that matches, itself included. */
function around(element: Element, selector: string): Element | undefined {
  for (let at: Element | null = element; at; at = composedParent(at)) if (matchesSelector(at, selector)) return at
  return undefined
}

function firstHolding(element: Element, selector: string): Element | undefined {
  for (let at: Element | null = element; at; at = composedParent(at)) if (at.querySelector(selector)) return at
  return undefined
}

/** Whether an element lies in the run of sibling nodes from `first` to `last`. */
function isBetween(element: Element, first: Node, last: Node): boolean {
  return (
    (first.compareDocumentPosition(element) & (Node.DOCUMENT_POSITION_PRECEDING | Node.DOCUMENT_POSITION_CONTAINS)) ===
      0 &&
    (last.contains(element) || (last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0)
  )
}
