import type { FieldConstraints, OptionObservation } from '../../shared/observation.ts'
import { attributeOf, hasAttributeOf, localNameOf } from '../dom/native.ts'
import { chosenText, typedText } from './embedded.ts'
import { inputType } from './role.ts'
import { collapse } from './text-tools.ts'

/** Input types whose value is a label or a token, not something a person entered. */
const SILENT = new Set(['password', 'checkbox', 'radio', 'submit', 'reset', 'button', 'image'])

/** The current value of an element; undefined where it has none or must not tell. */
export function currentValue(element: Element, role: string): string | undefined {
  const tag = localNameOf(element)
  if (tag === 'input') {
    const type = inputType(element)
    if (SILENT.has(type)) return undefined
    if (type === 'file') return [...((element as HTMLInputElement).files ?? [])].map((file) => file.name).join(', ')
    return typedText(element, tag)
  }
  if (tag === 'select') return chosenText(element, tag)
  const said = attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow')
  if (said !== null) return said
  if (role === 'textbox' || role === 'searchbox') return typedText(element, tag)
  return role === 'combobox' || role === 'listbox' ? chosenText(element, tag) : undefined
}

export function optionsOf(
  select: HTMLSelectElement,
  max: number,
): { options: OptionObservation[]; optionsTotal: number } {
  const all = select.options
  const options: OptionObservation[] = []
  for (let i = 0; i < all.length && options.length < max; i++) {
    const option = all[i]!
    options.push({
      label: collapse(option.label || option.text).slice(0, 200),
      value: option.value.slice(0, 200),
      ...(option.selected && { selected: true }),
      ...(option.disabled && { disabled: true }),
    })
  }
  return { options, optionsTotal: all.length }
}

const TEXT_LIMITS = ['min', 'max', 'step', 'pattern', 'placeholder', 'accept', 'autocomplete'] as const

export function constraintsOf(element: Element): FieldConstraints | undefined {
  const tag = localNameOf(element)
  const limits: FieldConstraints = {}
  if (tag === 'input') {
    const type = inputType(element)
    if (type !== 'text') limits.type = type
  }
  for (const name of TEXT_LIMITS) {
    const value = attributeOf(element, name)
    if (value) limits[name] = value.slice(0, 200)
  }
  if (!limits.min && hasAttributeOf(element, 'aria-valuemin')) limits.min = attributeOf(element, 'aria-valuemin')!
  if (!limits.max && hasAttributeOf(element, 'aria-valuemax')) limits.max = attributeOf(element, 'aria-valuemax')!
  const { minLength = -1, maxLength = -1 } = element as HTMLInputElement
  if (minLength > 0) limits.minLength = minLength
  if (maxLength >= 0) limits.maxLength = maxLength
  return Object.keys(limits).length ? limits : undefined
}
