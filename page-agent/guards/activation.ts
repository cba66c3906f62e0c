import { type Effect, formEffect, isFileControl, isLink, linkEffect } from './effects.ts'
import { guardLeaving } from './leaving.ts'
import {
  apply,
  attribute,
  bubbles,
  composedPath,
  isCancelable,
  isConnected,
  isElement,
  isMouseEvent,
  isPrevented,
  listen,
  localName,
  microtask,
  mouse,
  NativeWeakMap,
  preventDefault,
  removeAttribute,
  setAttribute,
  submitterOf,
  typeOf,
  unlisten,
  view,
} from './natives.ts'
import { options } from './options.ts'
import { guardMethod, watchSetter } from './replace.ts'
import { report } from './report.ts'

const popups = options?.popups ?? false
/** Events under judgement, with whether their effect was stopped already. */
const judged = new NativeWeakMap<Event, { done: boolean }>()
const recall = bindMap(WeakMap.prototype.get)
const remember = bindMap(WeakMap.prototype.set)

function bindMap<M extends (this: WeakMap<Event, { done: boolean }>, ...args: never[]) => unknown>(method: M) {
  return (...args: Parameters<M>): ReturnType<M> => apply(method, judged, args) as ReturnType<M>
}

/**
 * Stops clicks and submissions that would leave the page's own contexts. An effect is judged as late as can be, after the
 * page's own handlers, since they may prevent it or set another target: at the end of the event's way, or where a
 * handler ends that way. File choosers are stopped at once: nothing a handler does makes one wanted.
 */
export function guardActivation(): void {
  watch(view)
  guardMethod(Element.prototype, 'attachShadow', (native, self, args) => {
    const root = apply(native, self, args as never[]) as ShadowRoot
    // Seen from the window, what happens inside a closed root happens at its host
    watch(root)
    return root
  })
  for (const name of ['stopPropagation', 'stopImmediatePropagation'] as const) {
    guardMethod(Event.prototype, name, (native, self, args) => {
      apply(native, self, args as never[])
      const event = self as Event
      if (recall(event)) judgeSoon(event)
    })
  }
  watchSetter(Event.prototype, 'cancelBubble', (self) => {
    if (recall(self as Event)) judgeSoon(self as Event)
  })
  // Each of these can begin the document anew, which takes all listeners from its window
  for (const name of ['open', 'write', 'writeln'] as const) {
    guardMethod(Document.prototype, name, (native, self, args) => {
      try {
        return apply(native, self, args as never[])
      } finally {
        watch(view)
        guardLeaving()
      }
    })
  }
  guardMethod(HTMLElement.prototype, 'click', (native, self, args) => {
    if (isElement(self) && isFileControl(self)) return report('file-chooser', '')
    return throughDetached(self, () => apply(native, self, args as never[]))
  })
  guardMethod(EventTarget.prototype, 'dispatchEvent', (native, self, args) => {
    try {
      return throughDetached(self, () => apply(native, self, args as never[]))
    } finally {
      restore()
    }
  })
  guardMethod(HTMLFormElement.prototype, 'submit', (native, self, args) => {
    if (!isElement(self) || localName(self) !== 'form') return apply(native, self, args as never[])
    const effect = formEffect(self, null, popups)
    if (effect) return tell(effect)
    return apply(native, self, args as never[])
  })
  guardMethod(HTMLInputElement.prototype, 'showPicker', (native, self, args) => {
    if (isElement(self) && isFileControl(self)) return report('file-chooser', '')
    return apply(native, self, args as never[])
  })
}

/** An event at an element outside the document never passes the window: it is judged at the element itself. */
function throughDetached(target: object, run: () => unknown): unknown {
  if (!isElement(target) || isConnected(target)) return run()
  watch(target)
  try {
    return run()
  } finally {
    unwatch(target)
  }
}

const KINDS = ['click', 'auxclick', 'submit']

function watch(target: EventTarget): void {
  for (let index = 0; index < KINDS.length; index++) listen(target, KINDS[index]!, begin as EventListener, true)
}

function unwatch(target: EventTarget): void {
  for (let index = 0; index < KINDS.length; index++) unlisten(target, KINDS[index]!, begin as EventListener, true)
}

/** The first listener of all: files are refused here, and the last listener of all is put in place. */
function begin(this: EventTarget, event: Event): void {
  if (typeOf(event) !== 'submit') {
    const path = composedPath(event)
    for (let index = 0; index < path.length; index++) {
      const node = path[index]
      if (isElement(node) && isFileControl(node)) {
        if (!isPrevented(event)) report('file-chooser', '')
        prevent(event, node)
        return
      }
    }
  }
  if (!recall(event)) remember(event, { done: false })
  placeLast(this, event)
  // One that does not bubble ends where it was sent
  const target = composedPath(event)[0]
  if (!bubbles(event) && target) placeLast(target, event)
}

/** Removed and added again, so that it comes after whatever the page has added here since. */
function placeLast(target: EventTarget, event: Event): void {
  unlisten(target, typeOf(event), end, false)
  listen(target, typeOf(event), end, false)
}

function end(event: Event): void {
  judge(event, composedPath(event))
}

/** A handler has ended the event's way: judged now, and again once that handler has returned. */
function judgeSoon(event: Event): void {
  const path = composedPath(event)
  judge(event, path)
  microtask(() => judge(event, path))
}

function judge(event: Event, path: EventTarget[]): void {
  const state = recall(event)
  if (!state || state.done || isPrevented(event)) return
  const element = activated(event, path)
  const effect = element && effectOf(event, element)
  if (!effect) return
  state.done = true
  prevent(event, element)
  tell(effect)
}

/** The form that is submitted, or the nearest link around what was clicked. */
function activated(event: Event, path: EventTarget[]): Element | undefined {
  if (typeOf(event) === 'submit') return isElement(path[0]) ? path[0] : undefined
  for (let index = 0; index < path.length; index++) {
    const node = path[index]
    if (isElement(node) && isLink(node)) return node
  }
  return undefined
}

const effectOf = (event: Event, element: Element): Effect | undefined =>
  typeOf(event) === 'submit'
    ? formEffect(element, submitterOf(event), popups)
    : linkEffect(element, popups, wantsNewContext(event))

/** Attributes taken away for the length of one dispatch. */
let withheld: { element: Element; name: string; value: string | null }[] = []

/**
 * A script may dispatch a click that cannot be cancelled. Its effect is stopped by taking away what it works with, and
 * giving that back when the dispatch has ended.
 */
function prevent(event: Event, element: Element): void {
  if (isCancelable(event)) {
    preventDefault(event)
    return
  }
  const name = isLink(element) ? 'href' : 'disabled'
  withheld[withheld.length] = { element, name, value: attribute(element, name) }
  if (name === 'href') removeAttribute(element, name)
  else setAttribute(element, name, '')
}

function restore(): void {
  const list = withheld
  withheld = []
  for (let index = 0; index < list.length; index++) {
    const { element, name, value } = list[index]!
    if (value === null) removeAttribute(element, name)
    else setAttribute(element, name, value)
  }
}

/** Middle clicks and clicks with these keys open a link elsewhere. */
const wantsNewContext = (event: Event): boolean =>
  isMouseEvent(event) && (mouse.button(event) === 1 || mouse.ctrl(event) || mouse.meta(event) || mouse.shift(event))

const tell = ({ kind, detail }: Effect): void => report(kind, detail)
