import {
  apply,
  dispatch,
  exchange,
  isConnected,
  isElement,
  listen,
  NativeEvent,
  NativeMap,
  NativeSet,
  NativeWeakMap,
  NativeWeakRef,
  stopHere,
  toText,
  uncurry,
} from './natives.ts'
import { options } from './options.ts'
import { guardMethod, watchSetter } from './replace.ts'

/** Elements remembered, and answers given to one question; a page with more says nothing about single elements. */
const MAX_ELEMENTS = 20_000
/** What a person's click sets off, in any of its stages. */
const isClick = (type: string): boolean => type === 'click' || type === 'mousedown' || type === 'pointerdown'

/** The listeners an element has for clicks, so that a removal is known; `null` stands for its `onclick`. */
type Listeners = Map<unknown, number>

const listeners = new NativeWeakMap<Element, Listeners>()
const known = new NativeSet<WeakRef<Element>>()
const weakGet = uncurry(WeakMap.prototype.get)
const weakSet = uncurry(WeakMap.prototype.set)
const mapGet = uncurry(Map.prototype.get)
const mapSet = uncurry(Map.prototype.set)
const mapDelete = uncurry(Map.prototype.delete)
const mapSize = sizeOf(Map.prototype)
const setAdd = uncurry(Set.prototype.add)
const setDelete = uncurry(Set.prototype.delete)
const setEach = uncurry(Set.prototype.forEach)
const setSize = sizeOf(Set.prototype)
const deref = uncurry(WeakRef.prototype.deref)

function sizeOf(prototype: object): (of: object) => number {
  const get = Object.getOwnPropertyDescriptor(prototype, 'size')!.get!
  return (of) => apply(get, of, []) as number
}

/**
 * Remembers which elements listen for clicks: markup alone does not say it. The isolated world asks with an event of a
 * secret name, and each such element answers with another.
 */
export function watchClickListeners(): void {
  if (!options) return
  const { probe } = options
  guardMethod(EventTarget.prototype, 'addEventListener', (native, self, args) => {
    const answer = apply(native, self, args as never[])
    if (isClick(toKnown(args[0])) && args[1] && isElement(self)) add(self, args[1], captures(args[2]))
    return answer
  })
  guardMethod(EventTarget.prototype, 'removeEventListener', (native, self, args) => {
    const answer = apply(native, self, args as never[])
    if (isClick(toKnown(args[0])) && isElement(self)) remove(self, args[1], captures(args[2]))
    return answer
  })
  watchSetter(HTMLElement.prototype, 'onclick', (self, value) => {
    if (!isElement(self)) return
    if (typeof value === 'function') add(self, null, 1)
    else remove(self, null, 1)
  })
  listen(exchange, `${probe}?`, answerQuestion as EventListener)
}

function answerQuestion(event: Event): void {
  stopHere(event)
  const name = `${options!.probe}!`
  setEach(known, ((reference: WeakRef<Element>) => {
    const element = deref(reference) as Element | undefined
    if (!element) setDelete(known, reference as never)
    else if (isConnected(element) && listens(element)) dispatch(element, new NativeEvent(name))
  }) as never)
}

function listens(element: Element): boolean {
  const own = weakGet(listeners, element) as Listeners | undefined
  return own !== undefined && mapSize(own) > 0
}

function add(element: Element, listener: unknown, capture: number): void {
  let own = weakGet(listeners, element) as Listeners | undefined
  if (!own) {
    if (setSize(known) >= MAX_ELEMENTS) return
    own = new NativeMap()
    weakSet(listeners, element, own as never)
    setAdd(known, new NativeWeakRef(element) as never)
  }
  mapSet(own, listener, (((mapGet(own, listener) as number | undefined) ?? 0) | capture) as never)
}

function remove(element: Element, listener: unknown, capture: number): void {
  const own = weakGet(listeners, element) as Listeners | undefined
  const left = own && ((mapGet(own, listener) as number | undefined) ?? 0) & ~capture
  if (!own || left === undefined) return
  if (left === 0) mapDelete(own, listener)
  else mapSet(own, listener, left as never)
}

/** A type may be any value that becomes a string; converting it once more would run the page's code twice. */
const toKnown = (type: unknown): string => (typeof type === 'string' ? type : '')

/** Bit 1 for bubbling, bit 2 for capturing: the same listener may be there for both. */
function captures(asked: unknown): number {
  if (typeof asked === 'boolean') return asked ? 2 : 1
  if (typeof asked !== 'object' || asked === null) return 1
  // Read without running a getter of the page's
  const own = Reflect_describe(asked, 'capture')
  return own && 'value' in own && toText(own.value) !== 'false' && own.value ? 2 : 1
}

const Reflect_describe = Reflect.getOwnPropertyDescriptor
