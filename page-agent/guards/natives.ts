/**
 * What the guards need of the page's world, taken before any page script runs. Pages replace prototypes, iterators and
 * constructors at will, so nothing below is looked up again later: no spread, no `for…of`, no method of a built-in object.
 */

export const apply = Reflect.apply
export const construct = Reflect.construct
export const define = Reflect.defineProperty
export const describe = Reflect.getOwnPropertyDescriptor
export const NativeProxy = Proxy
export const NativeWeakMap = WeakMap
export const NativeWeakRef = WeakRef
export const NativeSet = Set
export const NativeMap = Map
export const NativeUrl = URL
export const NativeEvent = Event
export const NativeCustomEvent = CustomEvent
export const NativeException = DOMException
export const NativePromise = Promise
export const toText = String
export const toLower = uncurry(String.prototype.toLowerCase)
export const trim = uncurry(String.prototype.trim)
export const slice = uncurry(String.prototype.slice)
export const stringify = JSON.stringify
export const microtask = queueMicrotask.bind(window)
export const timeout = setTimeout
export const now = performance.now.bind(performance)
export const view = window
/** Carries what guards and host say to each other: unlike the window it keeps its listeners when `document.open` is called. */
export const exchange = performance
export const page = document

type Method = (this: never, ...args: never[]) => unknown

/** A method as a function whose first argument is `this`. */
export function uncurry<M extends Method>(method: M) {
  return (self: ThisParameterType<M> | object | string, ...args: Parameters<M>): ReturnType<M> =>
    apply(method, self, args) as ReturnType<M>
}

/** The getter of an accessor property, wherever in the chain it is defined; undefined where this browser has none. */
export function getter<T>(prototype: object | undefined, key: string): (self: object) => T {
  for (let holder: object | null = prototype ?? null; holder; holder = Object.getPrototypeOf(holder)) {
    const get = Reflect.getOwnPropertyDescriptor(holder, key)?.get
    if (get) return (self) => apply(get, self, []) as T
  }
  return () => undefined as T
}

export const listen = uncurry(EventTarget.prototype.addEventListener)
export const unlisten = uncurry(EventTarget.prototype.removeEventListener)
export const dispatch = uncurry(EventTarget.prototype.dispatchEvent)
export const preventDefault = uncurry(Event.prototype.preventDefault)
export const stopHere = uncurry(Event.prototype.stopImmediatePropagation)
export const composedPath = uncurry(Event.prototype.composedPath)
export const isPrevented = getter<boolean>(Event.prototype, 'defaultPrevented')
export const bubbles = getter<boolean>(Event.prototype, 'bubbles')
export const isCancelable = getter<boolean>(Event.prototype, 'cancelable')
export const typeOf = getter<string>(Event.prototype, 'type')

export const attribute = uncurry(Element.prototype.getAttribute)
export const hasAttribute = uncurry(Element.prototype.hasAttribute)
export const setAttribute = uncurry(Element.prototype.setAttribute)
export const removeAttribute = uncurry(Element.prototype.removeAttribute)
export const queryAll = uncurry(Document.prototype.querySelectorAll)
export const isConnected = getter<boolean>(Node.prototype, 'isConnected')
export const ownerDocument = getter<Document | null>(Node.prototype, 'ownerDocument')
export const baseUri = getter<string>(Node.prototype, 'baseURI')
export const localName = getter<string>(Element.prototype, 'localName')
export const namespace = getter<string | null>(Element.prototype, 'namespaceURI')
export const formOf = {
  input: getter<HTMLFormElement | null>(HTMLInputElement.prototype, 'form'),
  button: getter<HTMLFormElement | null>(HTMLButtonElement.prototype, 'form'),
}
export const labelControl = getter<HTMLElement | null>(HTMLLabelElement.prototype, 'control')
export const inputType = getter<string>(HTMLInputElement.prototype, 'type')
export const submitterOf = getter<HTMLElement | null>(SubmitEvent.prototype, 'submitter')
export const mouse = {
  button: getter<number>(MouseEvent.prototype, 'button'),
  ctrl: getter<boolean>(MouseEvent.prototype, 'ctrlKey'),
  meta: getter<boolean>(MouseEvent.prototype, 'metaKey'),
  shift: getter<boolean>(MouseEvent.prototype, 'shiftKey'),
}
const listLength = getter<number>(NodeList.prototype, 'length')
const listItem = uncurry(NodeList.prototype.item)

export function each(list: NodeListOf<Element>, visit: (element: Element) => void): void {
  const count = listLength(list)
  for (let index = 0; index < count; index++) visit(listItem(list, index) as Element)
}

/** By what an object is, not by its prototype: elements of other documents wander into this one, with the prototypes of theirs. */
export const isElement = (value: unknown): value is Element => isOf(localName, value)
export const isMouseEvent = (value: unknown): boolean => isOf(mouse.button, value)

function isOf(getter: (self: object) => unknown, value: unknown): boolean {
  try {
    getter(value as object)
    return true
  } catch {
    return false
  }
}
