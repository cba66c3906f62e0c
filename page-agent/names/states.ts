import type { ElementStates } from '../../shared/observation.ts'
import { attributeOf, elementById, hasAttributeOf, localNameOf, matchesSelector, parentNodeOf } from '../dom/native.ts'
import { wordSet } from '../tables.ts'
import { inputType } from './role.ts'

const CHECKABLE = wordSet('checkbox radio switch menuitemcheckbox menuitemradio')
const SELECTABLE = wordSet('option tab gridcell row treeitem columnheader rowheader')
const FIELDS = wordSet('input select textarea')
const CONTROLS = wordSet('input select textarea button option')

/** What an element says of itself; where it lies on the page is added by the caller. `aria`: it has such attributes. */
export function statesOf(element: Element, tag: string, role: string, aria: boolean): ElementStates {
  const states: ElementStates = {}
  if (CONTROLS.has(tag)) addNative(states, element, tag)
  else if (tag === 'summary') states.expanded = hasAttributeOf(parentNodeOf(element) as Element, 'open')
  if (CHECKABLE.has(role) && states.checked === undefined) states.checked = false
  if (aria) addAria(states, element, role)
  if (attributeOf(element, 'draggable') === 'true') states.draggable = true
  return states
}

function addNative(states: ElementStates, element: Element, tag: string): void {
  if (matchesSelector(element, ':disabled')) states.disabled = true
  if (tag === 'button') addPopover(states, element)
  if (!FIELDS.has(tag)) return
  if (matchesSelector(element, ':user-invalid')) states.invalid = true
  if (hasAttributeOf(element, 'required')) states.required = true
  if (hasAttributeOf(element, 'multiple')) states.multiple = true
  if (tag === 'select') return
  if ((element as HTMLInputElement).readOnly) states.readonly = true
  if (tag !== 'input') return
  const input = element as HTMLInputElement
  const type = inputType(element)
  if (type === 'checkbox' || type === 'radio') states.checked = input.indeterminate ? 'mixed' : input.checked
  if (hasAttributeOf(element, 'list')) states.popup = 'listbox'
}

/** A button that names a popover says with it whether that is open. */
function addPopover(states: ElementStates, button: Element): void {
  const id = attributeOf(button, 'popovertarget') ?? attributeOf(button, 'commandfor')
  const target = id ? elementById(button, id) : null
  if (!target || !hasAttributeOf(target, 'popover')) return
  states.popup = attributeOf(target, 'role') ?? 'dialog'
  states.expanded = matchesSelector(target, ':popover-open')
}

const TRISTATE: Record<string, boolean | 'mixed'> = { true: true, false: false, mixed: 'mixed' }

function addAria(states: ElementStates, element: Element, role: string): void {
  const value = (name: string) => attributeOf(element, `aria-${name}`)?.toLowerCase()
  const said = (name: string) => value(name) === 'true'
  if (said('disabled')) states.disabled = true
  if (said('readonly')) states.readonly = true
  if (said('required')) states.required = true
  if (said('multiselectable')) states.multiple = true
  const invalid = value('invalid')
  if (invalid && invalid !== 'false') states.invalid = true
  // The state of a native checkbox is its own (HTML-AAM: `aria-checked` does not apply to it).
  const checked = TRISTATE[value('checked') ?? '']
  if (checked !== undefined && localNameOf(element) !== 'input') states.checked = checked
  const selected = value('selected')
  if (SELECTABLE.has(role) && (selected === 'true' || selected === 'false')) states.selected = selected === 'true'
  const pressed = TRISTATE[value('pressed') ?? '']
  if (pressed !== undefined && role === 'button') states.pressed = pressed
  const expanded = value('expanded')
  if (expanded === 'true' || expanded === 'false') states.expanded = expanded === 'true'
  const current = value('current')
  if (current && current !== 'false') states.current = current === 'true' ? 'true' : current.slice(0, 40)
  const popup = value('haspopup')
  if (popup && popup !== 'false') states.popup = popup === 'true' ? 'menu' : popup.slice(0, 40)
}
