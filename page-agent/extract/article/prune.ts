import { absolute, attribute, baseURI } from '../dom.ts'
import { isProse, type Verdict } from './judge.ts'
import { type Block, hintWords, isHeading, type Leaf, type Run, sameText } from './tree.ts'

/** What a rule may look at: the body, what was dropped so far, the title. */
export interface Pruning {
  page: Block
  body: Block
  title: string
  verdict: Verdict
}

/** The title and what stands with it in one block: summary, date, picture. */
function titleBlock({ body, title, verdict: { dropped, prose } }: Pruning): void {
  const heading = keptRuns(body, dropped).find((run) => isHeading(run) && (run.block.tag === 'h1' || sameText(run.text, title)))
  if (!heading) return
  let block = heading.block
  while (block.parent && block !== body && block.parent !== body && prose.get(block.parent)! < prose.get(body)! * 0.2) {
    block = block.parent
  }
  if (block !== body) dropped.add(block)
}

const BYLINE_HINTS = new Set('author authors byline bylines date dateline datetime published pubdate time timestamp'.split(' '))
/** Words that a summary between title and byline may have. */
const STANDFIRST_WORDS = 70

/** The summary between the title and the byline. */
function standfirst({ page, title, verdict: { dropped } }: Pruning): void {
  let since: Run[] | undefined
  let words = 0
  const visit = (block: Block): boolean => {
    for (const child of block.children) {
      if (child.kind === 'picture') continue
      if (child.kind === 'run') {
        if (isHeading(child) && sameText(child.text, title)) {
          since = []
          words = 0
        } else if (since) {
          words += child.words
          since.push(child)
          if (words > STANDFIRST_WORDS) since = undefined
        }
      } else {
        if (since && isByline(child)) {
          for (const run of since) dropped.add(run)
          return true
        }
        if (visit(child)) return true
      }
    }
    return false
  }
  visit(page)
}

const isByline = ({ tag, element, words }: Block): boolean =>
  words > 0 && words < 40 && (
  tag === 'time' ||
  /\b(author|datePublished|dateModified)\b/.test(attribute(element, 'itemprop')) ||
  hintWords(element).some((hint) => BYLINE_HINTS.has(hint)))

const TIME = /\b\d{1,2}[:.]\d{2}\b|\b(19|20)\d\d\b/
const LINE_WORDS = 16

/** Dates above the first paragraph. */
function dateLines({ body, verdict: { dropped } }: Pruning): void {
  for (const run of keptRuns(body, dropped)) {
    if (isProse(run)) return
    if (run.words < LINE_WORDS && TIME.test(run.text) && !isHeading(run)) dropped.add(run)
  }
}

/** Lists and lines that are all links to pages of the same site. */
function linkLines({ body, verdict: { dropped } }: Pruning): void {
  const visit = (block: Block): void => {
    for (const child of block.children) {
      if (child.kind === 'picture' || dropped.has(child)) continue
      if (child.kind === 'block') {
        const links = linksOf(child)
        if (child.tag !== 'blockquote' && isLinks(child) && child.words < body.words * 0.3 && links.some(isSameSite)) dropped.add(child)
        else visit(child)
      } else if (!CITING.has(block.tag) && isLinks(child) && child.pieces.some((piece) => piece.link && isSameSite(piece.link))) {
        dropped.add(child)
      }
    }
  }
  visit(body)
}
const CITING = new Set(['blockquote', 'li', 'td', 'dd', 'dt'])
const isLinks = ({ words, linkWords }: { words: number; linkWords: number }): boolean =>
  words > 0 && linkWords >= words * 0.7
function linksOf(block: Block): Element[] {
  const found: Element[] = []
  const visit = (b: Block): void => {
    for (const child of b.children) {
      if (child.kind === 'block') visit(child)
      else if (child.kind === 'run') for (const { link } of child.pieces) if (link && found.at(-1) !== link) found.push(link)
    }
  }
  visit(block)
  return found
}

function isSameSite(link: Element): boolean {
  const base = baseURI(link)
  const url = absolute(attribute(link, 'href'), base)
  return url !== '' && site(url) === site(base)
}
/** The last labels of a host name: three where the second level is as short as `co.uk`. */
function site(url: string): string {
  const labels = new URL(url).hostname.split('.')
  return labels.slice((labels.at(-2)?.length ?? 0) <= 3 ? -3 : -2).join('.')
}

/** Labels of controls and advertisements between the paragraphs. */
function strayLabels({ body, verdict: { dropped } }: Pruning): void {
  for (const run of keptRuns(body, dropped)) {
    if (run.words <= 2 && LABEL_BLOCKS.has(run.block.tag) && /^[\p{L}\s]+$/u.test(run.text)) dropped.add(run)
  }
}
const LABEL_BLOCKS = new Set(['div', 'span', 'center', 'section', 'a'])

/** Headings and stray lines after the last paragraph, and notes in italics. */
function tail({ body, verdict: { dropped } }: Pruning): void {
  for (const run of keptRuns(body, dropped).toReversed()) {
    const stray = run.words < 4 && !/[.!?…。！？:)\d"”»]$/.test(run.text.trim()) && run.block.tag !== 'li' && run.block.tag !== 'td'
    const note = run.emphasized && run.words > 8
    if (isHeading(run) || stray || note) dropped.add(run)
    else return
  }
}

const RULES = [titleBlock, standfirst, dateLines, linkLines, strayLabels, tail]

export function prune(pruning: Pruning): void {
  for (const rule of RULES) rule(pruning)
}

export function keptRuns(block: Block, dropped: ReadonlySet<Block | Leaf>): Run[] {
  const kept: Run[] = []
  const visit = (block: Block): void => {
    for (const child of block.children) {
      if (dropped.has(child)) continue
      if (child.kind === 'block') visit(child)
      else if (child.kind === 'run') kept.push(child)
    }
  }
  visit(block)
  return kept
}
