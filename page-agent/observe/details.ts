import { attributeOf } from '../dom/native.ts'
import type { Names } from '../names/name.ts'
import { constraintsOf, currentValue, optionsOf } from '../names/values.ts'
import type { Described, Details } from './types.ts'

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy']
const MAX_TEST_ID_CHARS = 200

export interface DetailLimits {
  maxValueChars: number
  maxOptions: number
}

/** Description, test id, value, options and constraints of an element. */
export function detailsOf({ element, kind, role, name }: Described, names: Names, limits: DetailLimits): Details {
  const details: Details = {}
  const description = names.description(element, name)
  if (description) details.description = description
  const testId = testIdOf(element)
  if (testId) details.testId = testId.slice(0, MAX_TEST_ID_CHARS)
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

function testIdOf(element: Element): string | null {
  for (const name of TEST_IDS) {
    const value = attributeOf(element, name)
    if (value) return value
  }
  return null
}
