import { localNameOf, nextSiblingOf, nodeTypeOf } from '../dom/native.ts'
import { collapse } from '../names/text-tools.ts'
import { wordSet } from '../tables.ts'
import { type Allowance, walk } from './walk.ts'

const CONTROLS = wordSet('button select textarea option')

/** What is shown from `first` to its sibling `last`, one line a block, white space squeezed. */
export function shownText(first: Node, last: Node, allowance: Allowance): string {
  let text = ''
  const lineBreak = (display: string): void => {
    if (!display.startsWith('inline')) text += '\n'
  }
  for (let node: Node | null = first; node; node = node === last ? null : nextSiblingOf(node)) {
    const type = nodeTypeOf(node)
    if (type === Node.TEXT_NODE) text += allowance.read(node as Text)
    if (type !== Node.ELEMENT_NODE) continue
    walk(node as Element, allowance, {
      enter(element, _depth, display) {
        const tag = localNameOf(element)
        if (CONTROLS.has(tag)) return false
        if (tag === 'br') text += '\n'
        else lineBreak(display)
        return true
      },
      leave: (element) => lineBreak(allowance.layout.style(element).display),
      text(data) {
        text += data.replace(/\s+/g, ' ')
      },
    })
  }
  return text.split('\n').map(collapse).filter(Boolean).join('\n')
}
