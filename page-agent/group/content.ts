import { firstShown } from '../dom/composed.ts'
import { localNameOf, nextSiblingOf, nodeTypeOf } from '../dom/native.ts'
import type { Unit } from './boundaries.ts'

const SILENT = new Set(['script', 'style', 'noscript', 'template', 'select', 'textarea'])
/** Characters that one picture counts for. */
const PICTURE = 40

/** How much a person reads or sees in a subtree, in characters. Measured once per node and call. */
export class Contents {
  readonly #known = new Map<Node, number>()

  of(node: Node): number {
    const type = nodeTypeOf(node)
    if (type === 3) return lengthOf((node as Text).data)
    if (type !== 1) return 0
    const known = this.#known.get(node)
    if (known !== undefined) return known
    let sum = 0
    const tag = localNameOf(node as Element)
    if (tag === 'img' || tag === 'picture' || tag === 'video' || tag === 'svg') sum = PICTURE
    else if (!SILENT.has(tag)) for (let child = firstShown(node as Element); child; child = nextSiblingOf(child)) sum += this.of(child)
    this.#known.set(node, sum)
    return sum
  }

  ofUnit(unit: Unit): number {
    let sum = 0
    for (let node: Node | null = unit.first; node; node = nextSiblingOf(node)) {
      sum += this.of(node)
      if (node === unit.last) break
    }
    return sum
  }
}

const lengthOf = (text: string) => (text.length < 3 ? text.trim().length : text.replace(/\s+/g, ' ').length - (/^\s/.test(text) ? 1 : 0))
