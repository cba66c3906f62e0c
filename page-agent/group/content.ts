import { firstShown } from '../dom/composed.ts'
import { localNameOf, nextSiblingOf, nodeTypeOf } from '../dom/native.ts'
import { remember } from '../maps.ts'
import { wordSet } from '../tables.ts'

const SILENT = wordSet('script style noscript template select textarea')
const PICTURES = wordSet('img picture video canvas svg')
const SKIPPED = new Set([...SILENT, ...PICTURES, 'a', 'button'])
/** Characters that one picture counts for. */
const PICTURE = 40
/** What elements count for whose content is not looked at. */
const FIXED = new Map([
  ...[...SILENT].map((tag) => [tag, 0] as const),
  ...[...PICTURES].map((tag) => [tag, PICTURE] as const),
])
const DEEPEST = 400
/** Characters from which a text is measured once only. */
const LONG = 1000
/** A text longer than this is long, however long. */
const PLENTY = 200
const MOST_NODES = 500

/** How much a person sees in a stretch of nodes, in characters. Each node is measured once in a call. */
export class Contents {
  readonly #known = new Map<Node, number>()

  between(first: Node, last: Node): number {
    let sum = 0
    for (let node: Node | null = first; node; node = nextSiblingOf(node)) {
      sum += this.#of(node, 0)
      if (node === last) break
    }
    return sum
  }

  /** The longest run of text in a stretch of nodes that is neither link nor control: a comment has one, a table row does not. */
  longestText(first: Node, last: Node): number {
    let longest = 0
    let nodes = 0
    const read = (node: Node, depth: number): void => {
      if (longest > PLENTY || ++nodes > MOST_NODES) return
      const type = nodeTypeOf(node)
      if (type === 3) longest = Math.max(longest, visibleLength((node as Text).data))
      else if (type === 1 && depth < DEEPEST && !SKIPPED.has(localNameOf(node as Element)))
        for (let child = firstShown(node as Element); child; child = nextSiblingOf(child)) read(child, depth + 1)
    }
    for (let node: Node | null = first; node; node = nextSiblingOf(node)) {
      read(node, 0)
      if (node === last) break
    }
    return longest
  }

  /** Most texts are read sooner than looked up; a page may have one of megabytes. */
  #ofText(text: Text): number {
    const { data } = text
    if (data.length < LONG) return visibleLength(data)
    return remember(this.#known, text, () => visibleLength(data))
  }

  #of(node: Node, depth: number): number {
    const type = nodeTypeOf(node)
    if (type === 3) return this.#ofText(node as Text)
    if (type !== 1 || depth > DEEPEST) return 0
    const known = this.#known.get(node)
    if (known !== undefined) return known
    const fixed = FIXED.get(localNameOf(node as Element))
    if (fixed !== undefined) return fixed
    let sum = 0
    for (let child = firstShown(node as Element); child; child = nextSiblingOf(child)) sum += this.#of(child, depth + 1)
    this.#known.set(node, sum)
    return sum
  }
}

/** Length with blanks at both ends left out: the indentation of markup, mostly. */
function visibleLength(text: string): number {
  let from = 0
  let to = text.length
  while (from < to && text.charCodeAt(from) <= 32) from++
  while (to > from && text.charCodeAt(to - 1) <= 32) to--
  return to - from
}
