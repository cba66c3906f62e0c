import { attributeOf, closestOf, hasAttributeOf, localNameOf, namespaceOf } from '../dom/native.ts'
import { wordMap, wordSet } from '../tables.ts'

export const SVG = 'http://www.w3.org/2000/svg'

/** Every role of WAI-ARIA 1.2 that an author may write; anything else is ignored (ARIA §9.1, fallback roles). */
const ROLES = wordSet(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
    'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid ' +
    'gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem ' +
    'menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio ' +
    'radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong ' +
    'subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem',
)

/** The first role of a `role` attribute that exists, else null. */
export function explicitRole(element: Element): string | null {
  const value = attributeOf(element, 'role')
  if (!value) return null
  for (const word of value.toLowerCase().split(/\s+/)) if (ROLES.has(word)) return word
  return null
}

const INPUT_ROLES = wordMap({
  button: 'button image reset submit file',
  checkbox: 'checkbox',
  radio: 'radio',
  searchbox: 'search',
  slider: 'range',
  spinbutton: 'number',
  textbox: 'color',
})
const LISTABLE = wordSet('text search tel url email')

/** The state of an `input`'s `type`: lower case, `text` where missing or unknown to us. */
export const inputType = (element: Element): string => (attributeOf(element, 'type') ?? 'text').toLowerCase() || 'text'

function inputRole(element: Element): string {
  const type = inputType(element)
  if ((LISTABLE.has(type) || !INPUT_ROLES.has(type)) && hasAttributeOf(element, 'list')) return 'combobox'
  return INPUT_ROLES.get(type) ?? 'textbox'
}

const linkRole = (element: Element): string => (hasAttributeOf(element, 'href') ? 'link' : 'generic')

const TAG_ROLES = wordMap({
  article: 'article',
  banner: 'header',
  button: 'button summary',
  caption: 'caption',
  complementary: 'aside',
  contentinfo: 'footer',
  definition: 'dd',
  dialog: 'dialog',
  figure: 'figure',
  form: 'form',
  group: 'address details fieldset optgroup',
  heading: 'h1 h2 h3 h4 h5 h6',
  img: 'svg',
  list: 'menu ol ul',
  listitem: 'li',
  main: 'main',
  meter: 'meter',
  navigation: 'nav',
  option: 'option',
  paragraph: 'p',
  progressbar: 'progress',
  region: 'section',
  row: 'tr',
  rowgroup: 'tbody tfoot thead',
  search: 'search',
  separator: 'hr',
  status: 'output',
  table: 'table',
  term: 'dt',
  textbox: 'textarea',
})

/** Tags whose attributes or surroundings decide. */
const DECIDED_ROLES: Record<string, (element: Element) => string> = {
  a: linkRole,
  area: linkRole,
  img: (element) => (attributeOf(element, 'alt') === '' ? 'presentation' : 'img'),
  input: inputRole,
  select: (element) =>
    hasAttributeOf(element, 'multiple') || Number(attributeOf(element, 'size')) > 1 ? 'listbox' : 'combobox',
  td: (element) => (closestOf(element, '[role=grid],[role=treegrid]') ? 'gridcell' : 'cell'),
  th: (element) => (attributeOf(element, 'scope') === 'row' ? 'rowheader' : 'columnheader'),
}

/** The role HTML-AAM gives an element that states none. */
export function impliedRole(element: Element): string {
  const tag = localNameOf(element)
  if (namespaceOf(element) === SVG) {
    if (tag === 'a')
      return hasAttributeOf(element, 'href') || hasAttributeOf(element, 'xlink:href') ? 'link' : 'generic'
    return tag === 'svg' ? 'img' : 'generic'
  }
  return TAG_ROLES.get(tag) ?? (Object.hasOwn(DECIDED_ROLES, tag) ? DECIDED_ROLES[tag]!(element) : 'generic')
}

/** The role an element has; an editing host without one is a text box to whoever uses it. */
export function roleOf(element: Element): string {
  const role = explicitRole(element) ?? impliedRole(element)
  return role === 'generic' && isEditingHost(element) ? 'textbox' : role
}

export function isEditingHost(element: Element): boolean {
  const editable = attributeOf(element, 'contenteditable')?.toLowerCase()
  return editable !== undefined && editable !== 'false' && editable !== 'inherit'
}
