import type { LinkItem, ListExtraction, ListRecord } from '../../shared/extraction.ts'
import { childElementsOf, containsNode, localNameOf, nextSiblingOf, nodeTypeOf, queryAll } from '../dom/native.ts'
import { findRecordLists, type PageRecord, type RecordList } from '../group/index.ts'
import type { ExtractionPage } from '../observe/types.ts'
import { pictureAddress } from './picture.ts'
import { type Answer, type Extracting, Ration } from './request.ts'
import { shownText } from './text.ts'
import { type Allowance, walk } from './walk.ts'

/** The records of the list that shows most, or of the one that the region lies in. */
export function extractList({ page, root, allowance, limits }: Extracting): Answer<ListExtraction> {
  const lists = recordLists(page).filter(({ container }) => containsNode(root, container))
  const list = lists.find(({ container }) => container === root) ?? lists[0] ?? plainList(root, allowance)
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

/** Where nothing in the entries can be acted on: the marked-up list that says most. */
function plainList(root: Element, allowance: Allowance): RecordList | undefined {
  let best: RecordList | undefined
  let most = 0
  for (const container of [root, ...queryAll(root, PLAIN_LISTS)].slice(0, MAX_PLAIN_LISTS)) {
    const entries = [...(childElementsOf(container) ?? [])]
    if (entries.length < 2) continue
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
  return best
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
