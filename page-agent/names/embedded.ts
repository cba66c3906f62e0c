import { attributeOf, elementById, queryAll } from '../dom/native.ts'
import { isSecret } from './secret.ts'
import { textOf } from './text-tools.ts'

/**
 * What a control says when it stands inside the label of another: its value (ACCNAME 1.2 step 2C). Undefined for what is
 * no such control.
 */
export function embeddedValue(element: Element, tag: string, role: string): string | undefined {
  switch (role) {
    case 'textbox':
    case 'searchbox':
      return typedText(element, tag)
    case 'combobox':
    case 'listbox':
      return chosenText(element, tag)
    case 'slider':
    case 'spinbutton':
    case 'scrollbar':
    case 'meter':
    case 'progressbar':
      return (
        saidValue(element) ??
        (tag === 'input' ? (element as HTMLInputElement).value : (attributeOf(element, 'value') ?? ''))
      )
    default:
      return undefined
  }
}

/** What is typed into a text control; a password is nobody's name. */
export function typedText(element: Element, tag: string): string {
  if (tag === 'input') return isSecret(element) ? '' : (element as HTMLInputElement).value
  return tag === 'textarea' ? (element as HTMLTextAreaElement).value : textOf(element)
}

/** The labels of what is chosen in a list; a combobox without a list says its own content. */
export function chosenText(element: Element, tag: string): string {
  if (tag === 'select') {
    return [...(element as HTMLSelectElement).selectedOptions].map((option) => option.label.trim()).join(', ')
  }
  if (tag === 'input') return (element as HTMLInputElement).value
  const list = listOf(element) ?? element
  const chosen = [...queryAll(list, '[role=option][aria-selected=true]')].slice(0, 50)
  if (chosen.length) return chosen.map(textOf).join(', ')
  return attributeOf(element, 'role') === 'combobox' ? textOf(element) : ''
}

/** The value that ARIA attributes give. */
export const saidValue = (element: Element): string | null =>
  attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow')

/** The list that a combobox names as its own. */
export function listOf(combobox: Element): Element | null {
  const id = attributeOf(combobox, 'aria-controls') ?? attributeOf(combobox, 'aria-owns')
  return id ? elementById(combobox, id.split(/\s+/, 1)[0]!) : null
}
