import type { LinkItem } from '../../../shared/extraction.ts'
import { attributeOf } from '../../dom/native.ts'
import { collapse } from '../../names/text-tools.ts'
import { addressIn } from '../address.ts'
import { pictureAddress } from '../picture.ts'
import type { Verdict } from './judge.ts'
import { type Block, isHeading, type Piece, type Run } from './tree.ts'

interface Place {
  quoted: boolean
  /** Nesting of lists, 0 outside. */
  depth: number
  preformatted: boolean
}

interface Line {
  text: string
  /** Stands directly under the line before: items of one list, cells of one table. */
  joined: boolean
}

/** The body as text: headings with `#`, list items with `-`, quotes with `>`, listings fenced, table cells parted by `|`. */
export function renderText(body: Block, { dropped }: Verdict): string {
  const lines: Line[] = []
  let pending = ''
  const place: Place = { quoted: false, depth: 0, preformatted: false }

  const add = (text: string, { quoted, depth }: Place): void => {
    if (!text) return
    const marked = quoted ? text.replace(/^/gm, '> ') : text
    const item = pending !== '' || depth > 0
    lines.push({ text: pending ? indent(pending, marked, depth) : marked, joined: item && lastIsItem })
    lastIsItem = item
    pending = ''
  }
  let lastIsItem = false

  const visit = (block: Block, at: Place): void => {
    if (block.tag === 'tr') {
      const cells = block.children
        .filter((cell): cell is Block => cell.kind === 'block' && !dropped.has(cell))
        .map((cell) => [...textsIn(cell, dropped)].join(' '))
      if (cells.length) {
        if (cells.some(Boolean)) {
          const table = tableOf(block)
          lines.push({ text: cells.join(' | '), joined: lastTable === table })
          lastTable = table
          lastIsItem = false
        }
        return
      }
    }
    for (const child of block.children) {
      if (child.kind === 'picture' || dropped.has(child)) continue
      if (child.kind === 'run') add(runText(child, at), at)
      else if (child.tag === 'li') {
        pending = '- '
        visit(child, at)
        pending = ''
      } else if (child.tag === 'pre') {
        const code = [...preformatted(child, dropped)].join('\n')
        if (code.trim()) add(`\`\`\`\n${code.replace(/^\n+|\s+$/g, '')}\n\`\`\``, at)
      } else
        visit(child, {
          ...at,
          quoted: at.quoted || child.tag === 'blockquote',
          depth: at.depth + (child.tag === 'ul' || child.tag === 'ol' ? 1 : 0),
        })
    }
  }
  let lastTable: Block | undefined
  visit(body, place)
  return lines.reduce((text, line) => text + (text && (line.joined ? '\n' : '\n\n')) + line.text, '')
}

/** The table of a row, whatever row group lies between. */
const tableOf = ({ parent }: Block): Block | undefined =>
  parent && parent.tag !== 'table' && parent.parent?.tag === 'table' ? parent.parent : parent

const indent = (mark: string, text: string, depth: number): string => '  '.repeat(Math.max(0, depth - 1)) + mark + text

function* textsIn(block: Block, dropped: Verdict['dropped']): Generator<string> {
  for (const child of block.children) {
    if (dropped.has(child) || child.kind === 'picture') continue
    if (child.kind === 'run') yield collapse(child.text)
    else yield* textsIn(child, dropped)
  }
}

function* preformatted(block: Block, dropped: Verdict['dropped']): Generator<string> {
  for (const child of block.children) {
    if (dropped.has(child) || child.kind === 'picture') continue
    if (child.kind === 'run') yield child.pieces.map((piece) => piece.text).join('')
    else yield* preformatted(child, dropped)
  }
}

function runText(run: Run, _at: Place): string {
  const text = run.pieces
    .map((piece) => (piece.text === '\n' ? '\n' : flow(piece)))
    .join('')
    .replace(/ *\n */g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim()
  return isHeading(run) ? `${'#'.repeat(Number(run.block.tag[1]))} ${collapse(text)}` : text
}

/** White space as it is shown, ends kept: the piece may stand in the middle of a word. */
function flow({ text, code }: Piece): string {
  const shown = text.replace(/[\s\u00a0]+/g, ' ')
  return code && /\S/.test(shown) ? shown.replace(/^( ?)(.*?)( ?)$/, '$1`$2`$3') : shown
}

export function linksIn(body: Block, { dropped }: Verdict): LinkItem[] {
  const found = new Map<string, LinkItem>()
  const texts = new Map<Element, string>()
  const visit = (block: Block): void => {
    for (const child of block.children) {
      if (dropped.has(child) || child.kind === 'picture') continue
      if (child.kind === 'block') visit(child)
      else for (const { link, text } of child.pieces) if (link) texts.set(link, (texts.get(link) ?? '') + text)
    }
  }
  visit(body)
  for (const [link, text] of texts) {
    const url = addressIn(link, 'href')
    const item = { text: collapse(text), url }
    if (url && !found.has(`${item.text}\n${url}`)) found.set(`${item.text}\n${url}`, item)
  }
  return [...found.values()]
}

/** Pictures of the body, those in its figures included. */
export function imagesIn(body: Block, { dropped }: Verdict): { url: string; alt: string }[] {
  const found = new Map<string, { url: string; alt: string }>()
  const visit = (block: Block): void => {
    for (const child of block.children) {
      if (child.kind === 'block') {
        if (!dropped.has(child) || child.tag === 'figure') visit(child)
      } else if (child.kind === 'picture') {
        const { element } = child
        const url = pictureAddress(element)
        if (url && !found.has(url)) found.set(url, { url, alt: collapse(attributeOf(element, 'alt') ?? '') })
      }
    }
  }
  visit(body)
  return [...found.values()]
}
