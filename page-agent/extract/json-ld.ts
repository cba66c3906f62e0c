import { attributeOf, queryDocumentAll } from '../dom/native.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Of one script; a longer one is not parsed. */
const MAX_SCRIPT_CHARS = 500_000
const MAX_SCRIPTS = 50

export interface JsonLd {
  documents: Json[]
  /** Scripts that hold no JSON even after common slips are mended, or are too long. */
  unreadable: number
}

/** The page's JSON-LD documents, each as written. */
export function readJsonLd(document: Document): JsonLd {
  const documents: Json[] = []
  let unreadable = 0
  for (const script of queryDocumentAll(document, 'script[type]')) {
    if (!/^application\/ld\+json\b/i.test(attributeOf(script, 'type')!.trim())) continue
    const text = documents.length + unreadable < MAX_SCRIPTS ? (script.textContent ?? '') : ''
    if (text && !text.trim()) continue
    const parsed = text && text.length <= MAX_SCRIPT_CHARS ? parseLeniently(text) : undefined
    if (parsed === undefined) unreadable++
    else documents.push(parsed)
  }
  return { documents, unreadable }
}

/** JSON as templates write it: wrapped in comments, with raw line breaks in strings, a comma or semicolon too many. */
function parseLeniently(text: string): Json | undefined {
  const bare = text.replace(
    /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[|\/\/\s*<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|(?:\/\/\s*)?\]\]>)\s*$/g,
    '',
  )
  for (const attempt of [
    bare,
    bare.replace(/[\u0000-\u001f]+/g, ' '),
    bare
      .replace(/[\u0000-\u001f]+/g, ' ')
      .replace(/,\s*([}\]])/g, '$1')
      .replace(/;\s*$/, ''),
  ]) {
    try {
      return JSON.parse(attempt)
    } catch {
      // the next attempt mends more
    }
  }
  return undefined
}

const MAX_NODES = 2_000

/** All objects in the documents, outermost first. */
export function* nodesOf(documents: readonly Json[]): Generator<{ [key: string]: Json }> {
  const open = [...documents].reverse()
  for (let visited = 0; open.length && visited < MAX_NODES; visited++) {
    const value = open.pop()!
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) yield value
    open.push(...(Array.isArray(value) ? value : Object.values(value)).slice(0, MAX_NODES).reverse())
  }
}

/** Whether a node is of a type whose name ends in one of `names`. */
export function isOfType(node: { [key: string]: Json }, names: RegExp): boolean {
  const types = node['@type']
  return (Array.isArray(types) ? types : [types]).some((type) => typeof type === 'string' && names.test(type))
}

/** What a property says as text: strings as they are, things by their name. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.slice(0, MAX_JOINED).map(textOf).filter(Boolean).join(', ')
  return value && typeof value === 'object' ? textOf(value.name) : ''
}
const MAX_JOINED = 20
