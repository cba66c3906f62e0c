import { attributeOf, localNameOf } from '../dom/native.ts'
import { inputType } from './role.ts'

/** Fields that were met as password fields: a button that shows the password makes them text fields. */
const met = new WeakSet<Element>()

/** Whether what is typed into a field must not leave the page. */
export function isSecret(element: Element): boolean {
  if (localNameOf(element) !== 'input') return false
  if (inputType(element) === 'password') met.add(element)
  return met.has(element) || /\b(current|new)-password\b/i.test(attributeOf(element, 'autocomplete') ?? '')
}
