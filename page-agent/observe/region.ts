import { composedParent } from '../dom/composed.ts'
import { attributeOf, localNameOf } from '../dom/native.ts'
import { wordSet } from '../tables.ts'

const REGION_TAGS = wordSet(
  'main nav aside header footer dialog form fieldset table section article ul ol dl details search',
)
const REGION_ROLES = wordSet(
  'main navigation complementary banner contentinfo dialog alertdialog form search region group radiogroup table grid ' +
    'treegrid tree list listbox menu menubar tablist toolbar feed article',
)

/** The part of the page a person would mean by pointing at an element: the nearest landmark, form, list, table or dialog. */
export function regionOf(element: Element): Element {
  for (let at: Element | null = element; at; at = composedParent(at)) {
    if (REGION_TAGS.has(localNameOf(at)) || REGION_ROLES.has(attributeOf(at, 'role') ?? '')) return at
  }
  return element
}
