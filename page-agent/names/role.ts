import { attributeOf, closestOf, hasAttributeOf, localNameOf, namespaceOf } from '../dom/native.ts'

export const SVG = 'http://www.w3.org/2000/svg'

/** Every role of WAI-ARIA 1.2 that an author may write; anything else is ignored (ARIA §9.1, fallback roles). */
const ROLES = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
    'complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid ' +
    'gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem ' +
    'menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio ' +
    'radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong ' +
    'subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem'
  ).split(' '),
)

/** The first role of a `role` attribute that exists, else null. */
export function explicitRole(element: Element): string | null {
  const value = attributeOf(element, 'role')
  if (!value) return null
  for (const word of value.toLowerCase().split(/\s+/)) if (ROLES.has(word)) return word
  return null
}

const INPUT_ROLES: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  submit: 'button',
  file: 'button',
  color: 'textbox',
  search: 'searchbox',
}
const LISTABLE = new Set(['text', 'search', 'tel', 'url', 'email'])

/** The state of an `input`'s `type`: lower case, `text` where missing or unknown to us. */
export const inputType = (element: Element): string => (attributeOf(element, 'type') ?? 'text').toLowerCase() || 'text'

function inputRole(element: Element): string {
  const type = inputType(element)
  if ((LISTABLE.has(type) || !(type in INPUT_ROLES)) && hasAttributeOf(element, 'list')) return 'combobox'
  return INPUT_ROLES[type] ?? 'textbox'
}

const TAG_ROLES: Record<string, string | ((element: Element) => string)> = {
  a: (element) => (hasAttributeOf(element, 'href') ? 'link' : 'generic'),
  address: 'group',
  area: (element) => (hasAttributeOf(element, 'href') ? 'link' : 'generic'),
  article: 'article',
  aside: 'complementary',
  button: 'button',
  caption: 'caption',
  dd: 'definition',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  figure: 'figure',
  footer: 'contentinfo',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  header: 'banner',
  hr: 'separator',
  img: (element) => (attributeOf(element, 'alt') === '' ? 'presentation' : 'img'),
  input: inputRole,
  li: 'listitem',
  main: 'main',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  section: 'region',
  select: (element) =>
    hasAttributeOf(element, 'multiple') || Number(attributeOf(element, 'size')) > 1 ? 'listbox' : 'combobox',
  summary: 'button',
  svg: 'img',
  table: 'table',
  tbody: 'rowgroup',
  td: (element) => (closestOf(element, '[role=grid],[role=treegrid]') ? 'gridcell' : 'cell'),
  textarea: 'textbox',
  tfoot: 'rowgroup',
  th: (element) => (attributeOf(element, 'scope') === 'row' ? 'rowheader' : 'columnheader'),
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
}

/** The role HTML-AAM gives an element that states none. */
export function impliedRole(element: Element): string {
  const tag = localNameOf(element)
  if (namespaceOf(element) === SVG) {
    if (tag === 'a')
      return hasAttributeOf(element, 'href') || hasAttributeOf(element, 'xlink:href') ? 'link' : 'generic'
    return tag === 'svg' ? 'img' : 'generic'
  }
  const known = Object.hasOwn(TAG_ROLES, tag) ? TAG_ROLES[tag]! : 'generic'
  return typeof known === 'string' ? known : known(element)
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
