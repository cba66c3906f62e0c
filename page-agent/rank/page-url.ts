/**
 * What URLs say about paging. Works on strings: a page gives thousands of links and few of them matter.
 */

import { append } from '../maps.ts'
import { wordSet } from '../tables.ts'

/** Words that stand before the number of a page, or the offset of its first entry, in paths … */
const PATH_WORDS = 'page paged pg p seite pagina pag strana strona sayfa sida side sivu trang halaman or start offset'

/** … and those that number pages as query keys. */
const PAGE_KEYS = wordSet(
  `${PATH_WORDS} pn pgn pageno pagenum pagenumber pageindex pageid page_no page_num page_number page_index pagenr paging ` +
    'currentpage current_page curpage cpage cp paginas página hal страница startindex start_index startrow limitstart ' +
    'skip from first firstresult st pstart o pageoffset',
)

/** Keys whose numbers choose something else: how many entries, a day, a score. */
const OTHER_KEYS = wordSet(
  'size limit count perpage per_page pagesize page_size psize ps rows ipp items show num hits max maxresults max_results ' +
    'pageamount display ppp rpp resultsperpage day d month m year y date week quarter rating rate rates stars star score vote ' +
    'age price w h width height quantity qty episode ep season chapter volume vol issue lesson level grade question photo image img slide step',
)

const normalKey = (key: string) => key.toLowerCase().replace(/^.*[[.]|\]$/g, '')

export type KeyKind = 'page' | 'other' | 'unknown'

function kindOfKey(key: string): KeyKind {
  const name = normalKey(key)
  if (PAGE_KEYS.has(name)) return 'page'
  if (OTHER_KEYS.has(name)) return 'other'
  return /page(?:no|num|nr|index)?$/.test(name) && !/per|size/.test(name) ? 'page' : 'unknown'
}

export const isHttp = (href: string) => href.startsWith('http')

/** Address without its fragment: links that differ in it lead to one page. */
export const pageOf = (href: string) => {
  const hash = href.indexOf('#')
  return hash < 0 ? href : href.slice(0, hash)
}

/** A link to a named place in the document at `here`. Hashes that page a single-page app ("#/page/2") are no such place. */
export function isFragmentOf(href: string, here: string): boolean {
  const hash = href.indexOf('#')
  if (hash < 0 || hash === href.length - 1 || href.slice(0, hash) !== pageOf(here)) return false
  return !/^[!/?]|pag|=\d/i.test(href.slice(hash + 1))
}

/** Whether a link leads to another document by a URL of its own; "#" is a script's, whatever the base. */
export const leadsAway = (href: string, here: string) =>
  isHttp(href) && !href.endsWith('#') && pageOf(href) !== pageOf(here)

/** A place in a URL where the numbers of a run of links stand: value = scale × page + offset. */
export interface Slot {
  skeleton: string
  index: number
  scale: number
  offset: number
  key: KeyKind
}

interface Point {
  value: number
  href: string
}

const digits = /(\d+)/
const skeletonOf = (parts: string[]) => parts.map((part, i) => (i % 2 ? '#' : part)).join('')

type Split = { value: number; parts: string[] }

/** The slot that explains how the URLs of numbered links follow from their numbers; undefined where none does. */
export function findSlot(points: readonly Point[]): Slot | undefined {
  const groups = new Map<string, Split[]>()
  for (const { value, href } of points) {
    if (!isHttp(href) && !href.startsWith('javascript:')) continue
    const parts = href.split(digits)
    append(groups, skeletonOf(parts), { value, parts })
  }
  let best: Slot | undefined
  // Larger groups first: a later one wins only with a better key.
  for (const [skeleton, group] of [...groups].sort(([, a], [, b]) => b.length - a.length)) {
    const slot = slotOf(skeleton, group)
    if (slot && (!best || KEY_RANK[slot.key] > KEY_RANK[best.key])) best = slot
  }
  return best
}

const KEY_RANK: Record<KeyKind, number> = { page: 2, unknown: 1, other: 0 }

function slotOf(skeleton: string, group: readonly Split[]): Slot | undefined {
  const [a] = group
  const b = group.find(({ value }) => value !== a!.value)
  if (!a || !b) return undefined
  for (let index = a.parts.length - 2; index > 0; index -= 2) {
    const scale = (Number(b.parts[index]) - Number(a.parts[index])) / (b.value - a.value)
    if (scale < 1 || !Number.isInteger(scale)) continue
    const offset = Number(a.parts[index]) - scale * a.value
    // The first page stands at 0, at 1 or at its own size; numbers that fit no such start fit by chance.
    if (![0, 1, scale].includes(scale + offset)) continue
    if (!group.every(({ value, parts }) => Number(parts[index]) === scale * value + offset)) continue
    return { skeleton, index, scale, offset, key: keyBefore(a.parts.slice(0, index).join('')) }
  }
  return undefined
}

function keyBefore(before: string): KeyKind {
  const query = /[?&;#]([^=&;?#]+)=$/.exec(before)
  if (query) return kindOfKey(query[1]!)
  if (/[/=]\d{4}[/-](?:\d{1,2}[/-])?$/.test(before)) return 'other'
  const word = /(\p{L}+)[^\p{L}]{0,3}$/u.exec(before)
  return word ? kindOfKey(word[1]!) : 'unknown'
}

/** The page number a URL stands for in a slot; undefined where it has another shape. */
export function slotValue(slot: Slot, href: string): number | undefined {
  const parts = href.split(digits)
  if (skeletonOf(parts) !== slot.skeleton) return undefined
  const value = (Number(parts[slot.index]) - slot.offset) / slot.scale
  return Number.isInteger(value) && value >= 0 ? value : undefined
}

/** A URL taken apart into its page number, where it has one, and what remains without it. */
export interface PagePart {
  rest: string
  page?: number
}

const PATH_PAGE = new RegExp(
  `([/_.,-])(?:pages|${PATH_WORDS.replaceAll(' ', '|')})[/_.,=-]?(\\d{1,7})(?=$|[/_.,;?#-])`,
  'i',
)

export function pagePart(href: string): PagePart {
  let url = pageOf(href).replace(/^https?:\/\/(?:www\.)?/, '')
  let page: number | undefined
  const mark = url.indexOf('?')
  let query = ''
  if (mark >= 0) {
    query = url
      .slice(mark + 1)
      .split(/[&;]/)
      .filter((pair) => {
        const [key = '', value = ''] = pair.split('=')
        if (!/^\d{1,7}$/.test(value) || kindOfKey(key) !== 'page') return pair !== ''
        page ??= Number(value)
        return false
      })
      .sort()
      .join('&')
    url = url.slice(0, mark)
  }
  if (page === undefined) {
    url = url.replace(PATH_PAGE, (_all, before: string, value: string) => {
      page = Number(value)
      return before
    })
  }
  const rest = `${url.replace(/[/_.,-]+(?=$|\.\w{2,5}$)/, '').replace(/[/_,-]{2,}/g, '/')}?${query}`
  return page === undefined ? { rest } : { rest, page }
}

/**
 * Which way a link leads within one listing, by the page numbers of both URLs; a URL without one is the listing's
 * beginning. Undefined where they are not two pages of the same thing.
 */
export function direction(from: PagePart, to: PagePart): 'next' | 'previous' | undefined {
  if (from.rest !== to.rest || from.page === to.page) return undefined
  return (to.page ?? -1) > (from.page ?? -1) ? 'next' : 'previous'
}
