/**
 * DOM accessors taken from their prototypes and called on the node.
 *
 * Named properties of a form (`<input name="firstChild">`) and of the document (`<img name="title">`) shadow the inherited
 * accessors in every world, isolated ones included (HTML, LegacyOverrideBuiltIns). A plain `node.firstChild` is therefore
 * the page's to answer; these are not.
 */

type Getter<Target, Value> = (target: Target) => Value

function getter<Target extends object, Key extends keyof Target & string>(
  prototype: Target,
  key: Key,
): Getter<Target, Target[Key]> {
  for (let holder: object | null = prototype; holder; holder = Object.getPrototypeOf(holder)) {
    const get = Object.getOwnPropertyDescriptor(holder, key)?.get
    if (get) return (target) => get.call(target) as Target[Key]
  }
  return (target) => target[key]
}

const element = Element.prototype
const node = Node.prototype
const page = Document.prototype

export const firstChildOf = getter(node, 'firstChild')
export const nextSiblingOf = getter(node, 'nextSibling')
export const previousSiblingOf = getter(node, 'previousSibling')
export const textContentOf = getter(element, 'textContent')
export const parentNodeOf = getter(node, 'parentNode')
export const parentElementOf = getter(node, 'parentElement')
export const nodeTypeOf = getter(node, 'nodeType')
export const isConnected = getter(node, 'isConnected')
export const localNameOf = getter(element, 'localName')
export const namespaceOf = getter(element, 'namespaceURI')
export const shadowRootOf = getter(element, 'shadowRoot')
export const childElementsOf = getter(element, 'children')
export const firstElementOf = getter(element, 'firstElementChild')
export const assignedSlotOf = getter(element, 'assignedSlot')
export const bodyOf = getter(page, 'body')
export const rootElementOf = getter(page, 'documentElement')
export const titleOf = getter(page, 'title')
export const locationOf = getter(page, 'URL')
export const baseUriOf = getter(node, 'baseURI')
export const activeElementOf = getter(page, 'activeElement')

const getAttribute = element.getAttribute
const hasAttribute = element.hasAttribute
const hasAttributes = element.hasAttributes
const getAttributeNames = element.getAttributeNames
const matches = element.matches
const closest = element.closest
const getBoundingClientRect = element.getBoundingClientRect
const querySelector = element.querySelector
const querySelectorAll = element.querySelectorAll
const queryDocument = page.querySelectorAll
const queryFragment = DocumentFragment.prototype.querySelectorAll
const queryDocumentOnce = page.querySelector
const getElementById = page.getElementById
const contains = node.contains
const getRootNode = node.getRootNode

export const attributeOf = (target: Element, name: string): string | null => getAttribute.call(target, name)
export const hasAttributeOf = (target: Element, name: string): boolean => hasAttribute.call(target, name)
export const hasAnyAttribute = (target: Element): boolean => hasAttributes.call(target)
export const attributeNamesOf = (target: Element): string[] => getAttributeNames.call(target)
export const matchesSelector = (target: Element, selector: string): boolean => matches.call(target, selector)
export const closestOf = (target: Element, selector: string): Element | null => closest.call(target, selector)
export const rectangleOf = (target: Element): DOMRect => getBoundingClientRect.call(target)
export const containsNode = (target: Node, other: Node | null): boolean => contains.call(target, other)
export const rootOf = (target: Node): Node => getRootNode.call(target)
export const queryAll = (target: Element, selector: string): NodeListOf<Element> =>
  querySelectorAll.call(target, selector) as NodeListOf<Element>
/** In whatever kind of tree or part of one: a document, a shadow root, an element. */
export function queryAllWithin(target: Node, selector: string): NodeListOf<Element> {
  const type = nodeTypeOf(target)
  const query = type === 9 ? queryDocument : type === 11 ? queryFragment : querySelectorAll
  return query.call(target as Document & DocumentFragment & Element, selector) as NodeListOf<Element>
}
/** The first match, at which the search ends. */
export const queryFirst = (target: Element, selector: string): Element | null => querySelector.call(target, selector)
export const queryDocumentFirst = (target: Document, selector: string): Element | null =>
  queryDocumentOnce.call(target, selector)
export const queryDocumentAll = (target: Document, selector: string): NodeListOf<Element> =>
  queryDocument.call(target, selector) as NodeListOf<Element>

/** The element with an id in the tree that `target` belongs to: a shadow tree keeps its ids to itself. */
export function elementById(target: Node, id: string): Element | null {
  const root = rootOf(target)
  const type = nodeTypeOf(root)
  if (type === 9) return getElementById.call(root as Document, id)
  if (type === 11) return (root as DocumentFragment).getElementById(id)
  return null
}
