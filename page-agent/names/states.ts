import type { ElementStates } from '../../shared/observation.ts'
import { attributeOf, hasAttributeOf, localNameOf, matchesSelector } from '../dom/native.ts'
import { inputType } from './role.ts'

const flag = (element: Element, name: string) => attributeOf(element, name) === 'true'
const tri = (value: string | null) =>
  value === 'true' ? true : value === 'mixed' ? 'mixed' : value === 'false' ? false : undefined

const CHECKABLE = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem'])
const SELECTABLE = new Set(['option', 'tab', 'gridcell', 'row', 'treeitem', 'columnheader', 'rowheader'])
const FORM_TAGS = new Set(['input', 'select', 'textarea', 'button', 'option', 'fieldset'])

/** What an element says of itself; where it lies on the page is added by the caller. */
export function statesOf(element: Element, role: string): ElementStates {
  const tag = localNameOf(element)
  const states: ElementStates = {}
  const native = FORM_TAGS.has(tag)
  if ((native && matchesSelector(element, ':disabled')) || flag(element, 'aria-disabled')) states.disabled = true
  if (tag === 'input' || tag === 'textarea') {
    if ((element as HTMLInputElement).readOnly) states.readonly = true
  }
  if (flag(element, 'aria-readonly')) states.readonly = true
  if (
    ((tag === 'input' || tag === 'select' || tag === 'textarea') && hasAttributeOf(element, 'required')) ||
    flag(element, 'aria-required')
  ) {
    states.required = true
  }
  const invalid = attributeOf(element, 'aria-invalid')
  if (invalid !== null && invalid !== 'false' && invalid !== '') states.invalid = true
  else if (native && matchesSelector(element, ':user-invalid')) states.invalid = true
  if (tag === 'input' && (inputType(element) === 'checkbox' || inputType(element) === 'radio')) {
    const input = element as HTMLInputElement
    states.checked = input.indeterminate ? 'mixed' : input.checked
  } else if (CHECKABLE.has(role)) {
    const checked = tri(attributeOf(element, 'aria-checked'))
    if (checked !== undefined) states.checked = checked
    else if (role !== 'option' && role !== 'treeitem') states.checked = false
  }
  if (SELECTABLE.has(role)) {
    const selected = attributeOf(element, 'aria-selected')
    if (selected === 'true' || selected === 'false') states.selected = selected === 'true'
  }
  const pressed = tri(attributeOf(element, 'aria-pressed'))
  if (pressed !== undefined && role === 'button') states.pressed = pressed
  const expanded = attributeOf(element, 'aria-expanded')
  if (expanded === 'true' || expanded === 'false') states.expanded = expanded === 'true'
  else if (tag === 'summary') states.expanded = hasAttributeOf(element.parentElement!, 'open')
  const current = attributeOf(element, 'aria-current')
  if (current && current !== 'false') states.current = current
  const popup = attributeOf(element, 'aria-haspopup')
  if (popup && popup !== 'false') states.popup = popup === 'true' ? 'menu' : popup
  else if (tag === 'input' && role === 'combobox') states.popup = 'listbox'
  if ((tag === 'select' || tag === 'input') && hasAttributeOf(element, 'multiple')) states.multiple = true
  else if (flag(element, 'aria-multiselectable')) states.multiple = true
  if (attributeOf(element, 'draggable') === 'true') states.draggable = true
  return states
}
