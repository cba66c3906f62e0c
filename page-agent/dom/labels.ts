import { append, remember } from '../maps.ts'
import { queryAllWithin, rootOf } from './native.ts'

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
  for (const label of queryAllWithin(root, 'label')) {
    const { control } = label as HTMLLabelElement
    if (control) append(found, control, label as HTMLLabelElement)
  }
  return found
}
