import { attributeOf, hasAttributeOf, localNameOf } from '../../dom/native.ts'
import { wordSet } from '../../tables.ts'
import { addressIn, siteOf } from '../address.ts'
import { type Allowance, MAX_DEPTH, walk } from '../walk.ts'
import { countWords } from '../words.ts'

/** A stretch of inline content of one kind. */
export interface Piece {
  text: string
  /** The link it stands in. */
  link?: Element
  code?: true
  emphasis?: true
}

/** Sums over all text inside. */
interface Measure {
  words: number
  linkWords: number
  /** Links to pages of the same site. */
  siteLinks: number
  /** Words of listings. */
  listed: number
}

/** A paragraph: inline content between two block boundaries or two line breaks in a row. */
export interface Run extends Measure {
  kind: 'run'
  block: Block
  pieces: Piece[]
  text: string
  /** All of it stands in italics. */
  emphasized: boolean
}

export interface Picture {
  kind: 'picture'
  block: Block
  element: Element
}

export type Leaf = Run | Picture

export interface Block extends Measure {
  kind: 'block'
  element: Element
  tag: string
  parent: Block | undefined
  children: (Block | Leaf)[]
  /** Holds a table, a listing or a quotation: what a figure shows and does not merely caption. */
  exhibit: boolean
}

/** Block by default: what a simulated DOM leaves undecided. */
const BLOCK_TAGS = wordSet(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table tbody td tfoot th thead tr ul',
)
/** Controls hold no text of an article, whatever they are shown as. */
const CONTROLS = wordSet('button input select textarea progress meter label option')
const EXHIBITS = wordSet('table pre blockquote')

/** The page as blocks and paragraphs. `isPart` says of an inline element that it is a part of its own all the same. */
export function readTree(root: Element, allowance: Allowance, isPart: (element: Element) => boolean): Block {
  const top = newBlock(root, undefined)
  let block = top
  let pieces: Piece[] = []
  let breaks = 0
  let link: Element | undefined
  let code = 0
  let emphasis = 0
  let listings = 0
  const opened: ('block' | 'link' | 'code' | 'emphasis' | 'inline')[] = []

  const endRun = (): void => {
    breaks = 0
    if (pieces.some((piece) => /\S/.test(piece.text))) block.children.push(newRun(block, pieces, listings > 0))
    pieces = []
  }

  walk(root, allowance, {
    enter(element, depth, display) {
      const tag = localNameOf(element)
      if (tag === 'br') {
        if (++breaks > 1) endRun()
        else pieces.push({ text: '\n' })
        return false
      }
      if (tag === 'img') {
        block.children.push({ kind: 'picture', block, element })
        return false
      }
      if (CONTROLS.has(tag)) return false
      if (element === root) {
        opened.push('inline')
      } else if (depth < MAX_DEPTH && (isBlock(tag, display) || (tag !== 'a' && !listings && isPart(element)))) {
        endRun()
        if (tag === 'pre') listings++
        block = newBlock(element, block)
        block.parent!.children.push(block)
        if (EXHIBITS.has(tag)) markExhibit(block)
        opened.push('block')
      } else if (tag === 'a' && !link && hasAttributeOf(element, 'href')) {
        link = element
        opened.push('link')
      } else if (tag === 'code' || tag === 'kbd' || tag === 'samp') {
        code++
        opened.push('code')
      } else if (tag === 'em' || tag === 'i') {
        emphasis++
        opened.push('emphasis')
      } else {
        opened.push('inline')
      }
      return true
    },
    leave() {
      const what = opened.pop()
      if (what === 'link') link = undefined
      else if (what === 'code') code--
      else if (what === 'emphasis') emphasis--
      else if (what === 'block') {
        endRun()
        if (block.tag === 'pre') listings--
        block = block.parent!
      }
    },
    text(data) {
      if (breaks && /\S/.test(data)) breaks = 0
      pieces.push({
        text: data,
        ...(link && { link }),
        ...(code && { code: true }),
        ...(emphasis && { emphasis: true }),
      })
    },
  })
  endRun()
  sum(top)
  return top
}

function isBlock(tag: string, display: string): boolean {
  if (!display) return BLOCK_TAGS.has(tag)
  return !display.startsWith('inline') && !display.startsWith('ruby') && display !== 'contents'
}

function newBlock(element: Element, parent: Block | undefined): Block {
  return {
    kind: 'block',
    element,
    tag: localNameOf(element),
    parent,
    children: [],
    exhibit: false,
    words: 0,
    linkWords: 0,
    siteLinks: 0,
    listed: 0,
  }
}

function markExhibit(block: Block): void {
  for (let at: Block | undefined = block; at && !at.exhibit; at = at.parent) at.exhibit = true
}

function newRun(block: Block, pieces: Piece[], listed: boolean): Run {
  const text = pieces
    .map((piece) => piece.text)
    .join('')
    .trim()
  const heading = HEADINGS.has(block.tag)
  const links = new Set<Element>()
  let linkText = ''
  for (const piece of pieces) {
    if (!piece.link || (heading && isAnchor(piece.link))) continue
    links.add(piece.link)
    linkText += ` ${piece.text}`
  }
  const words = countWords(text)
  return {
    kind: 'run',
    block,
    pieces,
    text,
    words,
    linkWords: linkText ? countWords(linkText) : 0,
    siteLinks: [...links].filter(staysOnSite).length,
    listed: listed ? words : 0,
    emphasized: pieces.every((piece) => piece.emphasis || !/[\p{L}\p{N}]/u.test(piece.text)),
  }
}

/** Many documents make each heading a link to itself. */
const isAnchor = (link: Element): boolean => attributeOf(link, 'href')!.startsWith('#')

function staysOnSite(link: Element): boolean {
  const url = addressIn(link, 'href')
  return url !== '' && siteOf(url) === siteOf(link.baseURI)
}

/** Adds up from the leaves; bounded depth makes recursion safe. */
function sum(block: Block): void {
  for (const child of block.children) {
    if (child.kind === 'picture') continue
    if (child.kind === 'block') sum(child)
    block.words += child.words
    block.linkWords += child.linkWords
    block.siteLinks += child.siteLinks
    block.listed += child.listed
  }
}

/** All paragraphs inside, in document order, without what lies in `dropped` parts. */
export function* runsOf(block: Block, dropped?: ReadonlySet<Block | Leaf>): Generator<Run> {
  for (const child of block.children) {
    if (dropped?.has(child)) continue
    if (child.kind === 'run') yield child
    else if (child.kind === 'block') yield* runsOf(child, dropped)
  }
}

export const HEADINGS = wordSet('h1 h2 h3 h4 h5 h6')
export const isHeading = (run: Run): boolean => HEADINGS.has(run.block.tag)

/** `class` and `id` as separate lower-case words: `postShare_box-2` says "post", "share" and "box". */
export function hintWords(element: Element): string[] {
  const raw = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`.trim()
  if (!raw) return []
  return raw
    .slice(0, MAX_HINT_CHARS)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}
const MAX_HINT_CHARS = 400

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
/** Whether two texts say the same but for case, spacing and punctuation. */
export function sameText(a: string, b: string): boolean {
  const bareA = bare(a)
  return bareA !== '' && bareA === bare(b)
}
