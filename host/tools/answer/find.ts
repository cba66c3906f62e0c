import type { ElementView } from '../../runtime/types.ts'
import { borderBefore } from './grapheme.ts'

export interface Query {
  /** Words looked for; empty finds every element of the role. */
  text: string
  /** ARIA role or kind; empty for any. */
  role: string
}

const folded = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()
const wordsOf = (text: string) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Elements that match, best first: the same name, its beginning, a part of it, all the words, then other texts of the element. */
export function findElements(query: Query, elements: readonly ElementView[]): ElementView[] {
  const wanted = folded(query.text)
  const role = query.role.trim().toLowerCase()
  const needles = wordsOf(query.text)
  return elements
    .map((element) => ({ element, score: fitsRole(element, role) ? score(element, wanted, needles) : 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ element }) => element)
}

const fitsRole = (element: ElementView, role: string) => role === '' || element.role === role || element.kind === role

function score(element: ElementView, wanted: string, needles: readonly string[]): number {
  if (wanted === '') return 1
  const name = folded(element.name)
  if (name === wanted) return 6
  if (name.startsWith(wanted)) return 5
  if (name.includes(wanted)) return 4
  // A long text looked for may hold the whole short name.
  const others = [
    element.value,
    element.description,
    element.context,
    element.constraints?.placeholder,
    element.testId,
    element.groupLabel,
  ]
  const around = others.filter((text) => text !== undefined).map(folded)
  if (around.some((text) => text.includes(wanted))) return 3
  const words = new Set(wordsOf([element.name, ...around].join(' ')))
  if (needles.length > 0 && needles.every((needle) => words.has(needle))) return 2
  return element.href?.toLowerCase().includes(wanted.replaceAll(' ', '-')) && wanted.length > 2 ? 1 : 0
}

/** Lines of a text that hold the words looked for, each cut to the part around its first match; at most `limit` of them. */
export function findText(words: string, text: string, limit: number, around = 160): { lines: string[]; total: number } {
  const wanted = words.replace(/\s+/gu, ' ').trim()
  if (wanted === '') return { lines: [], total: 0 }
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '\\s+'), 'giu')
  const lines: string[] = []
  let total = 0
  let seenUpTo = -1
  for (const match of text.matchAll(pattern)) {
    if (match.index < seenUpTo) continue
    total++
    const start = text.lastIndexOf('\n', match.index) + 1
    const end = text.indexOf('\n', match.index + match[0].length)
    seenUpTo = end === -1 ? text.length : end
    if (lines.length >= limit) continue
    const from = borderBefore(text, Math.max(start, match.index - around / 2))
    const to = borderBefore(text, Math.min(seenUpTo, match.index + match[0].length + around / 2))
    lines.push(`${from > start ? '…' : ''}${text.slice(from, to)}${to < seenUpTo ? '…' : ''}`)
  }
  return { lines, total }
}
