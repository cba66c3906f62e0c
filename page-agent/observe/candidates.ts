import type { ElementKind } from '../../shared/observation.ts'
import { childElementsOf, hasAttributeOf, localNameOf, nodeTypeOf, parentNodeOf } from '../dom/native.ts'
import { impliedRole, inputType, isEditingHost } from '../names/role.ts'
import { wordMap } from '../tables.ts'

/** Kinds of the ARIA widget roles; containers (menu, tablist, grid) act through their children and are absent. */
const KIND_OF_ROLE = wordMap<ElementKind>({
  button: 'button menuitem tab',
  choice: 'combobox listbox',
  field: 'searchbox spinbutton textbox',
  link: 'link',
  option: 'option treeitem',
  range: 'scrollbar slider',
  toggle: 'checkbox menuitemcheckbox menuitemradio radio switch',
})

const KIND_OF_INPUT = wordMap<ElementKind>({
  button: 'button image reset submit',
  file: 'file',
  range: 'range',
  toggle: 'checkbox radio',
})

/** The kind of an element that says by tag or role that it is a control; undefined for all others. */
export function kindOf(
  element: Element,
  tag: string,
  role: string | null,
  attributes: boolean,
): ElementKind | undefined {
  switch (tag) {
    case 'a':
    case 'area':
      // A menu item or tab that has an address still leads there.
      if (impliedRole(element) === 'link')
        return role !== null && KIND_OF_ROLE.get(role) === 'toggle' ? 'toggle' : 'link'
      break
    case 'button':
      return (role && KIND_OF_ROLE.get(role)) || 'button'
    case 'input': {
      const type = inputType(element)
      return type === 'hidden' ? undefined : (KIND_OF_INPUT.get(type) ?? 'field')
    }
    case 'select':
      return 'choice'
    case 'textarea':
      return 'field'
    case 'summary':
      if (isDisclosure(element)) return 'button'
      break
    case 'audio':
    case 'video':
      if (attributes && hasAttributeOf(element, 'controls')) return 'clickable'
  }
  if (!attributes) return undefined
  if (isEditingHost(element)) return 'field'
  if (role === null) return undefined
  if (role === 'separator') return hasAttributeOf(element, 'tabindex') ? 'range' : undefined
  return KIND_OF_ROLE.get(role)
}

/** The first `summary` child of a `details` (HTML §4.11.2); any other is plain content. */
function isDisclosure(summary: Element): boolean {
  const parent = parentNodeOf(summary) as Element
  if (nodeTypeOf(parent) !== 1 || localNameOf(parent) !== 'details') return false
  for (const child of childElementsOf(parent)) if (localNameOf(child) === 'summary') return child === summary
  return false
}
