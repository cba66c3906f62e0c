import type { LinkItem, ListExtraction, ListRecord } from '../../shared/extraction.ts'
import { containsNode, localNameOf, nextSiblingOf, nodeTypeOf } from '../dom/native.ts'
import { findRecordLists, type PageRecord, type RecordList } from '../group/index.ts'
import { collapse } from '../names/text-tools.ts'
import type { ExtractionPage } from '../observe/types.ts'
import { pictureAddress } from './picture.ts'
import { type Answer, type Extracting, Ration } from './request.ts'
import { shownText } from './text.ts'
import { type Allowance, walk } from './walk.ts'

/** The records of the list that shows most, or of the one that the region lies in. */
export function extractList({ page, root, regional, allowance, limits }: Extracting): Answer<ListExtraction> {
  const lists = recordLists(page).filter(({ container }) => containsNode(root, container))
  const list = regional ? (lists.find(({ container }) => container === root) ?? lists[0]) : lists[0]
  const ration = new Ration(limits)
  const records: ListRecord[] = []
  for (const record of list?.records ?? []) {
    if (ration.truncated) break
    const item = readRecord(record, allowance)
    if (ration.admits(item.title, item.url, item.text, item.image, ...item.links.map(({ text, url }) => text + url)))
      records.push(item)
  }
  return {
    records,
    listsTotal: lists.length,
    total: list?.records.length ?? 0,
    truncated: ration.truncated,
  }
}

export function recordLists(page: ExtractionPage): RecordList[] {
  const { items, pagination } = page.analysis()
  return findRecordLists(items, page, pagination)
}

function readRecord({ label, title, first, last, items }: PageRecord, allowance: Allowance): ListRecord {
  const { heading, image } = headingAndImage(first, last, allowance)
  const links = new Map<string, LinkItem>()
  for (const { href, name } of items) {
    if (!href || href === title?.href || links.get(href)?.text) continue
    links.set(href, { text: name, url: href })
  }
  return {
    title: title?.name || heading || label,
    url: title?.href ?? '',
    text: shownText(first, last, allowance),
    image,
    links: [...links.values()],
  }
}

/** The first heading of a record whose title is no link, and its first picture. */
function headingAndImage(first: Node, last: Node, allowance: Allowance): { heading: string; image: string } {
  let heading = ''
  let image = ''
  for (let node: Node | null = first; node; node = node === last ? null : nextSiblingOf(node)) {
    if (nodeTypeOf(node) !== Node.ELEMENT_NODE) continue
    walk(node as Element, allowance, {
      enter(element) {
        const tag = localNameOf(element)
        if (tag === 'img') image ||= pictureAddress(element)
        if (!heading && /^h[1-6]$/.test(tag)) heading = collapse(element.textContent ?? '')
        return !heading || !image
      },
    })
  }
  return { heading, image }
}
