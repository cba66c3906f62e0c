import { attributeOf } from '../../dom/native.ts'
import { wordSet } from '../../tables.ts'
import { BYLINE } from './hints.ts'
import { isProse, type Verdict } from './judge.ts'
import { type Block, HEADINGS, hintWords, isHeading, type Run, runsOf, sameText } from './tree.ts'

export interface Article {
  page: Block
  body: Block
  title: string
}

type Rule = (article: Article, verdict: Verdict) => void

/** Drops from the body what accompanies an article without being of it. Rules see what earlier ones have left. */
export function prune(article: Article, verdict: Verdict): void {
  for (const rule of RULES) rule(article, verdict)
}

/** The share of the body's prose that a block around the title may hold and still be its header. */
const HEADER_SHARE = 0.2

/** The title and what stands with it in one block: summary, date, picture. */
const titleBlock: Rule = ({ body, title }, { prose, dropped }) => {
  for (const run of runsOf(body, dropped)) {
    if (!isHeading(run) || (run.block.tag !== 'h1' && !sameText(run.text, title))) continue
    let block = run.block
    while (block.parent && block.parent !== body && prose.get(block.parent)! < prose.get(body)! * HEADER_SHARE) {
      if (isSectionedBeside(block)) break
      block = block.parent
    }
    if (block !== body) dropped.add(block)
    return
  }
}

/** Whether a further heading stands beside it: what follows that one is of the article. */
const isSectionedBeside = (block: Block): boolean =>
  block.parent!.children.some((child) => child.kind === 'block' && child !== block && hasHeading(child))
const hasHeading = ({ tag, children }: Block): boolean =>
  HEADINGS.has(tag) || children.some((child) => child.kind === 'block' && hasHeading(child))

const STANDFIRST_WORDS = 70

/** The summary between the title and the byline. */
const standfirst: Rule = ({ page, title }, { dropped }) => {
  let since: Run[] | undefined
  let words = 0
  const visit = (block: Block): boolean => {
    for (const child of block.children) {
      if (child.kind === 'picture') continue
      if (child.kind === 'block') {
        if (since && isByline(child)) {
          for (const run of since) dropped.add(run)
          return true
        }
        if (visit(child)) return true
      } else if (isHeading(child) && sameText(child.text, title)) {
        since = []
        words = 0
      } else if (since) {
        since.push(child)
        words += child.words
        if (words > STANDFIRST_WORDS) since = undefined
      }
    }
    return false
  }
  visit(page)
}

const BYLINE_WORDS = 40

function isByline({ tag, element, words }: Block): boolean {
  if (words === 0 || words > BYLINE_WORDS) return false
  if (tag === 'time' || /\b(author|datePublished|dateModified)\b/.test(attributeOf(element, 'itemprop') ?? ''))
    return true
  return hintWords(element).some((hint) => BYLINE.has(hint))
}

const DATE_LINE_WORDS = 16
const TIME_OR_YEAR = /\b\d{1,2}[:.]\d{2}\b|\b(19|20)\d\d\b/

/** Dates above the first paragraph. */
const dateLines: Rule = ({ body }, { dropped }) => {
  for (const run of runsOf(body, dropped)) {
    if (isProse(run)) return
    if (run.words < DATE_LINE_WORDS && !isHeading(run) && TIME_OR_YEAR.test(run.text)) dropped.add(run)
  }
}

/** What a text says of others, and the headings of a reference, which link what they name. */
const QUOTING = new Set(['blockquote', ...HEADINGS])
/** Where a line that is all link is cited and not recommended. */
const CITING = new Set(['dd', 'dt', 'li', 'td', ...QUOTING])
const LINK_LINE_SHARE = 0.7
/** A larger part of the body is what the article is about, a list of links among them. */
const LINK_PART = 0.3

const leadsOn = ({ words, linkWords, siteLinks }: Block | Run): boolean =>
  siteLinks > 0 && linkWords >= words * LINK_LINE_SHARE

/** Lists and lines that are all links to pages of the same site. */
const linkLines: Rule = ({ body }, { dropped }) => {
  const visit = (block: Block): void => {
    for (const child of block.children) {
      if (child.kind === 'picture' || dropped.has(child)) continue
      if (child.kind === 'run') {
        if (!CITING.has(block.tag) && leadsOn(child)) dropped.add(child)
      } else if (isHeaded(child)) continue
      else if (!QUOTING.has(child.tag) && child.words < body.words * LINK_PART && leadsOn(child)) dropped.add(child)
      else visit(child)
    }
  }
  visit(body)
}

/** A table with header cells of its own: what its other cells hold is data, links as well. */
const isHeaded = ({ tag, children }: Block): boolean =>
  TABLE_PARTS.has(tag) && children.some((child) => child.kind === 'block' && (child.tag === 'th' || isHeaded(child)))
const TABLE_PARTS = wordSet('table tbody thead tr')

const LABEL_BLOCKS = wordSet('div span center section')

/** Labels of controls and advertisements between the paragraphs. */
const strayLabels: Rule = ({ body }, { dropped }) => {
  for (const run of runsOf(body, dropped))
    if (run.words <= 2 && LABEL_BLOCKS.has(run.block.tag) && /^[\p{L}\s]+$/u.test(run.text)) dropped.add(run)
}

const STRAY_WORDS = 4
const NOTE_WORDS = 8
const SENTENCE_END = /[.!?…。！？:)\d"”»]$/

/** After the last paragraph: headings of nothing, stray words, notes in italics that lead elsewhere, lists of further reading. */
const tail: Rule = ({ body }, { dropped }) => {
  for (const run of [...runsOf(body, dropped)].reverse()) {
    if (dropped.has(run)) continue
    const list = listAround(run)
    if (list && isFurtherReading(list)) {
      for (const item of runsOf(list)) dropped.add(item)
      continue
    }
    const stray = run.words < STRAY_WORDS && !SENTENCE_END.test(run.text) && !CITING.has(run.block.tag)
    const note = run.emphasized && run.linkWords > 0 && run.words > NOTE_WORDS
    if (isHeading(run) || stray || note) dropped.add(run)
    else return
  }
}

function listAround(run: Run): Block | undefined {
  const item = run.block.tag === 'li' ? run.block : run.block.parent?.tag === 'li' ? run.block.parent : undefined
  return item?.parent
}

const FURTHER_READING_SHARE = 0.3

function isFurtherReading(list: Block): boolean {
  if (list.linkWords < list.words * FURTHER_READING_SHARE) return false
  return list.children.every((child) => child.kind !== 'block' || child.words === 0 || child.siteLinks > 0)
}

const RULES: readonly Rule[] = [titleBlock, standfirst, dateLines, linkLines, strayLabels, tail]
