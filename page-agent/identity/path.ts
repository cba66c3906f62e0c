import { childrenOf, parentAcrossRoots } from '../dom/composed.ts'
import { nodeTypeOf, parentNodeOf, rootElementOf } from '../dom/native.ts'

/**
 * A path names an element by its place: child indexes from the root element, separated by `/`, a step that begins with `~`
 * entering the open shadow root of the element before it. The root element itself is the empty path.
 */
export function pathOf(element: Element): string | undefined {
  const steps: string[] = []
  let at = element
  for (;;) {
    const up = parentAcrossRoots(at)
    if (!up) break
    steps.push(`${up.shadow ? '~' : ''}${indexOf(at, up.parent, up.shadow)}`)
    at = up.parent
  }
  const top = parentNodeOf(at)
  return top && nodeTypeOf(top) === 9 ? steps.reverse().join('/') : undefined
}

export function locatePath(document: Document, path: string): Element | undefined {
  let at: Element | undefined = rootElementOf(document) ?? undefined
  if (path === '') return at
  for (const step of path.split('/')) {
    if (!at) return undefined
    const shadow = step.startsWith('~')
    const children = childrenOf(at, shadow)
    at = children?.[Number(shadow ? step.slice(1) : step)]
  }
  return at
}

function indexOf(element: Element, parent: Element, shadow: boolean): number {
  const children = childrenOf(parent, shadow)!
  let index = 0
  while (children[index] !== element) index++
  return index
}
