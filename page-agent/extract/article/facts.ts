import { attributeOf, localNameOf, queryAll, rootElementOf, titleOf } from '../../dom/native.ts'
import { collapse } from '../../names/text-tools.ts'
import { isOfType, nodesOf, readJsonLd, textOf } from '../json-ld.ts'
import { readMeta } from '../meta.ts'
import { isScope } from './body.ts'
import { BYLINE } from './hints.ts'
import { type Block, hintWords, isHeading, type Run, runsOf } from './tree.ts'

export interface ArticleFacts {
  title: string
  byline: string
  published: string
  language: string
  siteName: string
}

const MAX_FACT_CHARS = 300
const MAX_TITLE_CHARS = 500
const ARTICLE_TYPES = /(Article|BlogPosting|Report|Review|Recipe)$/

export interface Title {
  /** Whether the page is about this article, so that what it says of itself holds for it. */
  ofPage: boolean
  heading: Run | undefined
}

/**
 * The heading that carries the title: the longest one that the document's or the shared title contains, in the main content
 * before others, which may name the site. A region that has none of these is one article among others, and its first heading
 * is its title.
 */
export function findTitle(page: Block, document: Document, regional: boolean): Title {
  const meta = readMeta(document)
  const titles = [
    titleOf(document).slice(0, MAX_TITLE_CHARS),
    meta.get('og:title') ?? '',
    meta.get('twitter:title') ?? '',
  ]
    .map((title) => collapse(title).toLowerCase())
    .filter(Boolean)
  let best: Run | undefined
  let bestScoped = false
  let first: Run | undefined
  for (const run of runsOf(page)) {
    if (!isHeading(run) || run.text.length > MAX_TITLE_CHARS) continue
    if (regional || run.block.tag === 'h1') first ??= run
    const text = collapse(run.text).toLowerCase()
    if (text.length < 4 || !titles.some((title) => title.includes(text))) continue
    const scoped = inScope(run)
    if (!best || (scoped === bestScoped ? text.length > best.text.length : scoped)) {
      best = run
      bestScoped = scoped
    }
  }
  return { heading: best ?? first, ofPage: best !== undefined || !regional }
}

function inScope(run: Run): boolean {
  for (let at: Block | undefined = run.block; at; at = at.parent) if (isScope(at)) return true
  return false
}

/** What the page says of its article: in structured data first, then in `meta`, then in what it shows. */
export function articleFacts(page: Block, { heading, ofPage }: Title, document: Document): ArticleFacts {
  const meta = readMeta(document)
  const html = rootElementOf(document)
  const stated = [...nodesOf(readJsonLd(document).documents)].find((node) => isOfType(node, ARTICLE_TYPES)) ?? {}
  const title = heading ? heading.text : (meta.get('og:title') ?? titleOf(document))
  const author = ofPage && (textOf(stated.author) || personIn(meta))
  const date = ofPage && (textOf(stated.datePublished) || firstOf(meta, DATE_NAMES))
  return {
    title: collapse(title.slice(0, MAX_TITLE_CHARS)),
    byline: tidyByline(author || shownByline(page)),
    published: (date || shownDate(page)).slice(0, MAX_FACT_CHARS),
    language: (html && attributeOf(html, 'lang')) || firstOf(meta, LANGUAGE_NAMES),
    siteName: (meta.get('og:site_name') ?? textOf(stated.publisher)).slice(0, MAX_FACT_CHARS),
  }
}

const AUTHOR_NAMES = ['author', 'article:author', 'dc.creator', 'parsely-author', 'sailthru.author']
const DATE_NAMES = [
  'article:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'parsely-pub-date',
  'pubdate',
]
const LANGUAGE_NAMES = ['og:locale', 'content-language', 'language']

const firstOf = (meta: ReadonlyMap<string, string>, names: string[]): string =>
  names.map((name) => meta.get(name)).find(Boolean) ?? ''

/** `article:author` is often the address of a profile, which names nobody. */
const personIn = (meta: ReadonlyMap<string, string>): string =>
  AUTHOR_NAMES.map((name) => meta.get(name)).find((value) => value && !/^https?:/.test(value)) ?? ''

const MAX_BYLINE_WORDS = 20

function shownByline(page: Block): string {
  const author = queryAll(page.element, '[rel~=author]')[0]?.textContent?.trim()
  if (author) return author
  return findShown(page, (block) => {
    if (block.words === 0 || block.words > MAX_BYLINE_WORDS) return ''
    const named =
      /\bauthor\b/.test(attributeOf(block.element, 'itemprop') ?? '') ||
      hintWords(block.element).some((hint) => hint === 'byline' || hint === 'author')
    return named ? [...runsOf(block)].map((run) => run.text).join(' ') : ''
  })
}

const DIGIT = /\d/

function shownDate(page: Block): string {
  return findShown(page, (block) => {
    const time = localNameOf(block.element) === 'time' ? block.element : block.element.querySelector('time')
    const machine = time && (attributeOf(time, 'datetime') ?? time.textContent)
    if (machine && DIGIT.test(machine)) return machine
    if (block.words === 0 || block.words > MAX_BYLINE_WORDS) return ''
    const dated = /\bdatePublished\b/.test(attributeOf(block.element, 'itemprop') ?? '')
    if (!dated && !hintWords(block.element).some((hint) => BYLINE.has(hint))) return ''
    const text = [...runsOf(block)].map((run) => run.text).join(' ')
    return DIGIT.test(text) ? (attributeOf(block.element, 'content') ?? text) : ''
  })
}

/** The first answer in document order. */
function findShown(block: Block, ask: (block: Block) => string): string {
  for (const child of block.children) {
    if (child.kind !== 'block') continue
    const answer = ask(child) || findShown(child, ask)
    if (answer) return answer
  }
  return ''
}

/** "By " and its kin say nothing that the key does not. */
const tidyByline = (byline: string): string =>
  collapse(byline)
    .replace(/^(?:written\s+)?(?:by|von|par|por|di|door|av|af|автор|作者|記者|文)\s*[:：]?\s+/i, '')
    .slice(0, MAX_FACT_CHARS)
