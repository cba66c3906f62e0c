import type { LinkItem, ListExtraction, ListRecord } from '../../shared/extraction.ts'
import { composedParent } from '../dom/composed.ts'
import { childElementsOf, containsNode, localNameOf, nextSiblingOf, nodeTypeOf, queryAll } from '../dom/native.ts'
import { findRecordLists, type PageRecord, type RecordList } from '../group/index.ts'
import type { Described, ExtractionPage } from '../observe/types.ts'
import { pictureAddress } from './picture.ts'
import { type Answer, type Extracting, Ration } from './request.ts'
import { shownText } from './text.ts'
import { type Allowance, walk } from './walk.ts'

/** The records of the list that shows most, or of the one that the region lies in. */
export function extractList({ page, root, allowance, limits }: Extracting): Answer<ListExtraction> {
  const lists = recordLists(page).filter(({ container }) => containsNode(root, container))
  const list = lists.find(({ container }) => container === root) ?? lists[0] ?? plainList(root, page, allowance)
  const ration = new Ration(limits)
  const records: ListRecord[] = []
  for (const record of list?.records ?? []) {
    const item = readRecord(record, allowance)
    const links = item.links.map(({ text, url }) => text + url)
    if (!ration.admits(item.title, item.url, item.text, item.image, ...links)) break
    records.push(item)
  }
  return {
    records,
    listsTotal: Math.max(lists.length, list ? 1 : 0),
    total: list?.records.length ?? 0,
    truncated: ration.truncated,
  }
}

export function recordLists(page: ExtractionPage): RecordList[] {
  const { items, pagination } = page.analysis()
  return findRecordLists(items, page, pagination)
}

const PLAIN_LISTS = 'ul, ol, [role=list], [role=feed]'
const MAX_PLAIN_LISTS = 200
const MAX_LABEL_CHARS = 80

/** Where no list was found by the likeness of its entries: the marked-up one that says most. */
function plainList(root: Element, page: ExtractionPage, allowance: Allowance): RecordList | undefined {
  let best: RecordList | undefined
  let most = 0
  for (const container of [root, ...queryAll(root, PLAIN_LISTS)].slice(0, MAX_PLAIN_LISTS)) {
    const entries = [...(childElementsOf(container) ?? [])]
    if (container === root && !entries.every((entry) => localNameOf(entry) === 'li')) continue
    const records = entries
      .map((entry, place): PageRecord => {
        const text = shownText(entry, entry, allowance)
        return { key: `p-${place}`, label: firstLine(text), first: entry, last: entry, title: undefined, items: [] }
      })
      .filter(({ label }) => label)
    const size = records.reduce((sum, { label }) => sum + label.length, 0)
    if (records.length > 1 && size > most) {
      best = { container, records }
      most = size
    }
  }
  return best && { ...best, records: withLinks(best, page) }
}

/** The links of each entry; the first with a name is its title. */
function withLinks({ container, records }: RecordList, page: ExtractionPage): PageRecord[] {
  const found = new Map<Node, Described[]>(records.map(({ first }) => [first, []]))
  for (const item of page.analysis().items) {
    if (!item.href) continue
    let at: Element | null = item.element
    while (at && at !== container && !found.has(at)) at = composedParent(at)
    if (at) found.get(at)?.push(item)
  }
  return records.map((record) => {
    const items = found.get(record.first)!
    return { ...record, items, title: items.find(({ name }) => name) }
  })
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!.slice(0, MAX_LABEL_CHARS)

function readRecord({ label, title, first, last, items }: PageRecord, allowance: Allowance): ListRecord {
  const links = new Map<string, LinkItem>()
  for (const { href, name } of items) {
    if (!href || href === title?.href || links.get(href)?.text) continue
    links.set(href, { text: name, url: href })
  }
  return {
    title: title?.name || label,
    url: title?.href ?? '',
    text: shownText(first, last, allowance),
    image: firstPicture(first, last, allowance),
    links: [...links.values()],
  }
}

function firstPicture(first: Node, last: Node, allowance: Allowance): string {
  let image = ''
  for (let node: Node | null = first; node && !image; node = node === last ? null : nextSiblingOf(node)) {
    if (nodeTypeOf(node) !== Node.ELEMENT_NODE) continue
    walk(node as Element, allowance, {
      enter(element) {
        if (localNameOf(element) === 'img') image ||= pictureAddress(element)
        return !image
      },
    })
  }
  return image
}
