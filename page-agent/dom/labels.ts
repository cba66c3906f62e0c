import { append, remember } from '../maps.ts'
import { nodeTypeOf, queryAll, queryDocumentAll, rootOf } from './native.ts'

/**
 * Labels by the control they name, for one call. The `labels` of a control are a live list that walks the whole document
 * for each control asked; one walk for all of them costs by the page and not by page times controls.
 */
export class Labels {
  private readonly trees = new Map<Node, Map<Element, HTMLLabelElement[]>>()

  of(control: Element): readonly HTMLLabelElement[] {
    const root = rootOf(control)
    return remember(this.trees, root, () => labelsIn(root)).get(control) ?? []
  }
}

function labelsIn(root: Node): Map<Element, HTMLLabelElement[]> {
  const found = new Map<Element, HTMLLabelElement[]>()
  for (const label of labelElements(root)) {
    const { control } = label as HTMLLabelElement
    if (control) append(found, control, label as HTMLLabelElement)
  }
  return found
}

function labelElements(root: Node): Iterable<Element> {
  const type = nodeTypeOf(root)
  if (type === 9) return queryDocumentAll(root as Document, 'label')
  return type === 11 ? (root as DocumentFragment).querySelectorAll('label') : queryAll(root as Element, 'label')
}
