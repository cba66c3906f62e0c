import { firstShown } from '../dom/composed.ts'
import { localNameOf, nextSiblingOf, nodeTypeOf, queryFirst } from '../dom/native.ts'
import { collapse, MAX_TEXT, textOf } from '../names/text-tools.ts'
import type { Described } from '../observe/types.ts'
import { HEADINGS } from './emphasis.ts'
import type { Unit } from './units.ts'

/** Characters of a label. */
const LONGEST = 80
/** Nodes read in search of a record's first words. */
const FARTHEST = 200

/** The title's name; without one the record's heading, else its first words. */
export function labelOf(unit: Unit, title: Described | undefined): string {
  return shorten(title?.name || headingOf(unit) || firstWords(unit))
}

function shorten(text: string): string {
  const clean = collapse(text)
  if (clean.length <= LONGEST) return clean
  const space = clean.lastIndexOf(' ', LONGEST - 1)
  return `${clean.slice(0, space > LONGEST / 2 ? space : LONGEST - 1)}…`
}

function* nodesOf(unit: Unit): Generator<Node> {
  for (let node: Node | null = unit.first; node; node = nextSiblingOf(node)) {
    yield node
    if (node === unit.last) return
  }
}

function headingOf(unit: Unit): string {
  for (const node of nodesOf(unit)) {
    if (nodeTypeOf(node) !== 1) continue
    const heading = queryFirst(node as Element, HEADINGS)
    const text = heading && textOf(heading)
    if (text) return text
  }
  return ''
}

function firstWords(unit: Unit): string {
  let text = ''
  let read = 0
  const read1 = (node: Node): void => {
    if (text.length > LONGEST || read++ > FARTHEST) return
    const type = nodeTypeOf(node)
    if (type === 3) text += `${(node as Text).data.slice(0, MAX_TEXT).trim()} `.trimStart()
    else if (type === 1 && !/^(script|style|noscript|template)$/.test(localNameOf(node as Element)))
      for (let child = firstShown(node as Element); child; child = nextSiblingOf(child)) read1(child)
  }
  for (const node of nodesOf(unit)) read1(node)
  return text
}
