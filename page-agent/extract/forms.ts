import type { FormData, FormField, FormsExtraction } from '../../shared/extraction.ts'
import type { OptionObservation } from '../../shared/observation.ts'
import { composedContains, composedParent } from '../dom/composed.ts'
import { attributeOf, closestOf, localNameOf } from '../dom/native.ts'
import { Names } from '../names/name.ts'
import { inputType } from '../names/role.ts'
import { constraintsOf, currentValue, optionsOf } from '../names/values.ts'
import type { Described } from '../observe/types.ts'
import { addressIn } from './address.ts'
import { type Answer, type Extracting, Ration } from './request.ts'

const FIELD_KINDS = new Set<Described['kind']>(['field', 'toggle', 'choice', 'range', 'file'])
const MAX_VALUE_CHARS = 2_000
const MAX_OPTIONS = 100

interface Group {
  owner: Element | undefined
  fields: Described[]
  buttons: Described[]
}

/** The forms of the page or region, and last, under no name, the fields that stand in none. */
export function extractForms({ page, root, regional, limits }: Extracting): Answer<FormsExtraction> {
  const names = new Names(page.layout)
  const groups = new Map<Element | undefined, Group>()
  for (const item of page.analysis().items) {
    const isField = FIELD_KINDS.has(item.kind)
    if (!isField && item.kind !== 'button') continue
    const owner = formOf(item.element)
    if (regional && !composedContains(root, item.element) && owner !== root) continue
    const group = groups.get(owner) ?? { owner, fields: [], buttons: [] }
    groups.set(owner, group)
    group[isField ? 'fields' : 'buttons'].push(item)
  }
  const loose = groups.get(undefined)
  if (loose) {
    groups.delete(undefined)
    groups.set(undefined, { ...loose, buttons: buttonsNear(loose) })
  }

  const ration = new Ration(limits)
  const forms: FormData[] = []
  let total = 0
  for (const group of groups.values()) {
    const fields = fieldsOf(group, names)
    total += fields.length
    if (!fields.length && !group.owner) continue
    if (!fields.length && !group.buttons.length) continue
    const kept = fields.filter((field) =>
      ration.admits(
        field.label,
        field.name,
        field.value,
        ...(field.options ?? []).map(({ label, value }) => label + value),
      ),
    )
    const form = {
      ...formFacts(group.owner, names),
      fields: kept,
      buttons: group.buttons.map(({ name }) => name).filter((name) => name && ration.admits(name)),
    }
    if (kept.length || form.buttons.length) forms.push(form)
  }
  return { forms, total, truncated: ration.truncated }
}

/** The form a control belongs to, also one it names by `form=`; else the ARIA form or search around it. */
export function formOf(element: Element): Element | undefined {
  const owner = 'form' in element ? (element as HTMLInputElement).form : null
  return owner ?? closestOf(element, 'form, [role=form], [role=search], search') ?? undefined
}

function formFacts(form: Element | undefined, names: Names): Pick<FormData, 'name' | 'action' | 'method'> {
  if (!form) return { name: '', action: '', method: '' }
  const name = names.of(form, 'form') || (attributeOf(form, 'name') ?? attributeOf(form, 'id') ?? '')
  if (localNameOf(form) !== 'form') return { name, action: '', method: '' }
  const method = (attributeOf(form, 'method') ?? 'get').toLowerCase()
  return {
    name,
    action: addressIn(form, 'action') || form.baseURI,
    method: method === 'post' || method === 'dialog' ? method : 'get',
  }
}

/** Buttons in the smallest element around all fields that stand in no form: those of the whole page tell nothing. */
function buttonsNear({ fields, buttons }: Group): Described[] {
  const [first, ...rest] = fields
  let around = first ? composedParent(first.element) : null
  while (around && !rest.every(({ element }) => composedContains(around!, element))) around = composedParent(around)
  if (!around || localNameOf(around) === 'body' || localNameOf(around) === 'html') return []
  return buttons.filter(({ element }) => composedContains(around!, element))
}

function fieldsOf({ fields }: Group, names: Names): FormField[] {
  const found: FormField[] = []
  const radios = new Map<string | Element, FormField>()
  for (const item of fields) {
    const { element } = item
    if (item.role !== 'radio' && item.role !== 'menuitemradio') {
      found.push(fieldOf(item, names))
      continue
    }
    const set = closestOf(element, '[role=radiogroup], fieldset')
    const key = (localNameOf(element) === 'input' && attributeOf(element, 'name')) || set || element
    let field = radios.get(key)
    if (!field) {
      field = {
        ...fieldOf(item, names),
        label: set ? names.of(set, 'radiogroup') : '',
        type: 'radio',
        value: '',
        options: [],
        optionsTotal: 0,
      }
      delete field.checked
      if (field.group === field.label) delete field.group
      radios.set(key, field)
      found.push(field)
    }
    addRadio(field, item)
  }
  return found
}

function addRadio(field: FormField, { element, name, states }: Described): void {
  const value =
    localNameOf(element) === 'input'
      ? (element as HTMLInputElement).value
      : (attributeOf(element, 'data-value') ?? name)
  const option: OptionObservation = { label: name, value: value.slice(0, MAX_VALUE_CHARS) }
  if (states.checked === true) {
    option.selected = true
    field.value = option.value
  }
  if (states.disabled) option.disabled = true
  else field.disabled = false
  if (states.required) field.required = true
  field.optionsTotal!++
  if (field.options!.length < MAX_OPTIONS) field.options!.push(option)
}

function fieldOf({ element, role, name, states }: Described, names: Names): FormField {
  const tag = localNameOf(element)
  const group = closestOf(element, 'fieldset, [role=group], [role=radiogroup]')
  const groupName = group ? names.of(group, 'group') : ''
  const { type: _told, ...constraints } = constraintsOf(element) ?? {}
  return {
    label: name,
    name: attributeOf(element, 'name') ?? '',
    type: typeOf(element, tag, role),
    value: (currentValue(element, role) ?? '').slice(0, MAX_VALUE_CHARS),
    required: states.required ?? false,
    disabled: states.disabled ?? false,
    readonly: states.readonly ?? false,
    ...(groupName && { group: groupName }),
    ...(typeof states.checked === 'boolean' && { checked: states.checked }),
    ...(tag === 'select' && optionsOf(element, role, MAX_OPTIONS)),
    ...(Object.keys(constraints).length && { constraints }),
  }
}

function typeOf(element: Element, tag: string, role: string): string {
  if (tag === 'input') return inputType(element)
  if (tag === 'select') return (element as HTMLSelectElement).multiple ? 'select-multiple' : 'select'
  return tag === 'textarea' ? tag : role
}
