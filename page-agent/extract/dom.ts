/**
 * DOM reads that a page cannot forge. A form's own properties give way to fields of the same name
 * (`<input name="childNodes">`; HTML, LegacyOverrideBuiltIns), and a document's to named images and forms; that holds in
 * an isolated world as well. So whatever may meet a form or a document is read through the prototype.
 */
function getter<Owner extends object, Key extends keyof Owner>(prototype: Owner, name: Key) {
  for (let holder: object | null = prototype; holder; holder = Object.getPrototypeOf(holder)) {
    const get = Object.getOwnPropertyDescriptor(holder, name)?.get
    if (get) return (owner: Owner): Owner[Key] => get.call(owner)
  }
  return (owner: Owner): Owner[Key] => owner[name]
}

export const firstChild = getter(Node.prototype, 'firstChild')
export const nextSibling = getter(Node.prototype, 'nextSibling')
export const parentNode = getter(Node.prototype, 'parentNode')
export const nodeType = getter(Node.prototype, 'nodeType')
export const localName = getter(Element.prototype, 'localName')
export const shadowRoot = getter(Element.prototype, 'shadowRoot')
export const documentElement = getter(Document.prototype, 'documentElement')
export const documentTitle = getter(Document.prototype, 'title')
export const baseURI = getter(Node.prototype, 'baseURI')

const { getAttribute, hasAttribute, querySelectorAll, closest } = Element.prototype
const { contains } = Node.prototype
const queryDocument = Document.prototype.querySelectorAll

/** The attribute's value, empty where there is none. */
export const attribute = (element: Element, name: string): string => getAttribute.call(element, name) ?? ''
export const has = (element: Element, name: string): boolean => hasAttribute.call(element, name)
export const nearest = (element: Element, selector: string): Element | null => closest.call(element, selector)
export const holds = (outer: Node, inner: Node): boolean => contains.call(outer, inner)
export const all = (root: Element | Document, selector: string): NodeListOf<Element> =>
  isElement(root) ? querySelectorAll.call(root, selector) : queryDocument.call(root, selector)

export const isElement = (node: Node): node is Element => nodeType(node) === 1
export const isText = (node: Node): node is Text => nodeType(node) === 3 || nodeType(node) === 4

/** The address as an absolute URL, empty where it is none; cut addresses lead nowhere, so an oversized one is none. */
export function absolute(address: string, base: string): string {
  const trimmed = address.trim()
  if (!trimmed || trimmed.length > MAX_URL_CHARS) return ''
  try {
    return new URL(trimmed, base).href
  } catch {
    return ''
  }
}
const MAX_URL_CHARS = 2_000

/** White space as it is shown: runs become one space, ends are trimmed. */
export const squeeze = (text: string): string => text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim()
