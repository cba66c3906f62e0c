import { attributeOf, localNameOf, rootElementOf, titleOf } from '../../dom/native.ts'
import { collapse } from '../../names/text-tools.ts'
import { isOfType, nodesOf, readJsonLd, textOf } from '../json-ld.ts'
import { readMeta } from '../meta.ts'
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

/** The heading that carries the page's title: the longest one that the document's or the shared title contains. */
export function titleHeading(page: Block, document: Document): Run | undefined {
  const meta = readMeta(document)
  const titles = [
    titleOf(document).slice(0, MAX_TITLE_CHARS),
    meta.get('og:title') ?? '',
    meta.get('twitter:title') ?? '',
  ]
    .map((title) => collapse(title).toLowerCase())
    .filter(Boolean)
  let best: Run | undefined
  let first: Run | undefined
  for (const run of runsOf(page)) {
    if (!isHeading(run) || run.text.length > MAX_TITLE_CHARS) continue
    if (run.block.tag === 'h1') first ??= run
    const text = collapse(run.text).toLowerCase()
    if (text.length > (best?.text.length ?? 3) && titles.some((title) => title.includes(text))) best = run
  }
  return best ?? first
}

/** What the page says of its article: in structured data first, then in `meta`, then in what it shows. */
export function articleFacts(page: Block, heading: Run | undefined, document: Document): ArticleFacts {
  const meta = readMeta(document)
  const stated = [...nodesOf(readJsonLd(document).documents)].find((node) => isOfType(node, ARTICLE_TYPES)) ?? {}
  const html = rootElementOf(document)
  return {
    title: heading
      ? collapse(heading.text)
      : (meta.get('og:title') ?? collapse(titleOf(document))).slice(0, MAX_TITLE_CHARS),
    byline: tidyByline(
      textOf(stated.author) ||
        personIn(meta, ['author', 'article:author', 'dc.creator', 'parsely-author', 'sailthru.author']) ||
        shownByline(page),
    ),
    published:
      textOf(stated.datePublished) ||
      firstOf(meta, [
        'article:published_time',
        'datepublished',
        'date',
        'dc.date',
        'dc.date.issued',
        'parsely-pub-date',
        'pubdate',
      ]) ||
      shownDate(page),
    language: (html && attributeOf(html, 'lang')) || firstOf(meta, ['og:locale', 'content-language', 'language']),
    siteName: meta.get('og:site_name') ?? textOf(stated.publisher) ?? '',
  }
}

const firstOf = (meta: ReadonlyMap<string, string>, names: string[]): string =>
  names.map((name) => meta.get(name)).find(Boolean) ?? ''

/** `article:author` is often the address of a profile, which names nobody. */
const personIn = (meta: ReadonlyMap<string, string>, names: string[]): string =>
  names.map((name) => meta.get(name)).find((value) => value && !/^https?:/.test(value)) ?? ''

const MAX_BYLINE_WORDS = 20

function shownByline(page: Block): string {
  return findShown(page, (block) => {
    if (block.words === 0 || block.words > MAX_BYLINE_WORDS) return ''
    const named =
      /\bauthor\b/.test(attributeOf(block.element, 'itemprop') ?? '') ||
      attributeOf(block.element, 'rel') === 'author' ||
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
