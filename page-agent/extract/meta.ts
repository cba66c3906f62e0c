import { attributeOf, queryDocumentAll } from '../dom/native.ts'
import { collapse } from '../names/text-tools.ts'

const MAX_META = 1_000
const MAX_CONTENT_CHARS = 2_000

/** `meta` properties by lower-case name, first value of each. */
export function readMeta(document: Document): Map<string, string> {
  const found = new Map<string, string>()
  for (const meta of queryDocumentAll(document, 'meta[content]')) {
    if (found.size >= MAX_META) break
    const name = attributeOf(meta, 'property') ?? attributeOf(meta, 'name') ?? attributeOf(meta, 'itemprop')
    const content = collapse(attributeOf(meta, 'content')!.slice(0, MAX_CONTENT_CHARS))
    if (name && content && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), content)
  }
  return found
}
