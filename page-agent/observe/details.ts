import type { Names } from '../names/name.ts'
import { constraintsOf, currentValue, optionsOf } from '../names/values.ts'
import type { Described, Details } from './types.ts'

export interface DetailLimits {
  maxValueChars: number
  maxOptions: number
}

/** Description, value, options and constraints of an element. */
export function detailsOf({ element, kind, role, name }: Described, names: Names, limits: DetailLimits): Details {
  const details: Details = {}
  const description = names.description(element, name)
  if (description) details.description = description
  if (kind === 'link' || kind === 'button') return details
  const value = currentValue(element, role)
  if (value) {
    details.value = value.slice(0, limits.maxValueChars)
    if (value.length > limits.maxValueChars) details.valueTruncated = true
  }
  Object.assign(details, optionsOf(element, role, limits.maxOptions))
  const constraints = constraintsOf(element)
  if (constraints) details.constraints = constraints
  return details
}
