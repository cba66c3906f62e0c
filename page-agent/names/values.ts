import type { FieldConstraints, OptionObservation } from '../../shared/observation.ts'
import { attributeOf, hasAttributeOf, localNameOf, matchesSelector, queryAll } from '../dom/native.ts'
import { wordSet } from '../tables.ts'
import { chosenText, listOf, saidValue, typedText } from './embedded.ts'
import { inputType } from './role.ts'
import { isSecret } from './secret.ts'
import { collapse, textOf } from './text-tools.ts'

/** Input types whose value is a label or a token, not something a person entered. */
const SILENT = wordSet('checkbox radio submit reset button image')

/** The current value of an element; undefined where it has none or must not tell. */
export function currentValue(element: Element, role: string): string | undefined {
  const tag = localNameOf(element)
  if (tag === 'input') {
    const type = inputType(element)
    if (SILENT.has(type) || isSecret(element)) return undefined
    if (type === 'file') return [...((element as HTMLInputElement).files ?? [])].map((file) => file.name).join(', ')
    return typedText(element, tag)
  }
  if (tag === 'select') return chosenText(element, tag)
  const said = saidValue(element)
  if (said !== null) return said
  if (role === 'textbox' || role === 'searchbox') return typedText(element, tag)
  return role === 'combobox' || role === 'listbox' ? chosenText(element, tag) : undefined
}

/** Characters kept of one option's label and value, and of one limit. */
const MAX_PIECE = 200

/** What can be chosen: options of a `select`, of a `datalist`, or of an ARIA list; undefined where there is no list. */
export function optionsOf(
  element: Element,
  role: string,
  max: number,
): { options: OptionObservation[]; optionsTotal: number } | undefined {
  const all = optionElements(element, role)
  if (!all) return undefined
  const options: OptionObservation[] = []
  for (let i = 0; i < all.length && i < max; i++) options.push(describeOption(all[i]!))
  return { options, optionsTotal: all.length }
}

function optionElements(element: Element, role: string): ArrayLike<Element> | undefined {
  const tag = localNameOf(element)
  if (tag === 'select') return (element as HTMLSelectElement).options
  if (tag === 'input') return (element as HTMLInputElement).list?.options
  if (role === 'listbox') return queryAll(element, '[role=option]')
  if (role !== 'combobox') return undefined
  const list = listOf(element)
  return list ? queryAll(list, '[role=option]') : undefined
}

function describeOption(option: Element): OptionObservation {
  if (localNameOf(option) === 'option') {
    const { label, text, value, selected } = option as HTMLOptionElement
    return {
      label: collapse(label || text || value).slice(0, MAX_PIECE),
      value: value.slice(0, MAX_PIECE),
      ...(selected && { selected: true }),
      ...(matchesSelector(option, ':disabled') && { disabled: true }),
    }
  }
  const label = (attributeOf(option, 'aria-label') || textOf(option)).slice(0, MAX_PIECE)
  return {
    label,
    value: (attributeOf(option, 'data-value') ?? label).slice(0, MAX_PIECE),
    ...(attributeOf(option, 'aria-selected') === 'true' && { selected: true }),
    ...(attributeOf(option, 'aria-disabled') === 'true' && { disabled: true }),
  }
}

const WRITTEN = ['min', 'max', 'step', 'pattern', 'placeholder', 'accept', 'autocomplete'] as const

/** The limits a page puts on a value; undefined where it names none. */
export function constraintsOf(element: Element): FieldConstraints | undefined {
  const limits: FieldConstraints = {}
  const tag = localNameOf(element)
  if (tag === 'input' && inputType(element) !== 'text') limits.type = inputType(element)
  for (const name of WRITTEN) {
    const value = attributeOf(element, name)
    if (value) limits[name] = value.slice(0, MAX_PIECE)
  }
  const [least, most] = [attributeOf(element, 'aria-valuemin'), attributeOf(element, 'aria-valuemax')]
  if (least) limits.min ??= least
  if (most) limits.max ??= most
  if (hasAttributeOf(element, 'minlength')) limits.minLength = (element as HTMLInputElement).minLength
  if (hasAttributeOf(element, 'maxlength')) limits.maxLength = (element as HTMLInputElement).maxLength
  return Object.keys(limits).length ? limits : undefined
}
