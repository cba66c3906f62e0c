import { Trait } from './blocks.ts'
import { showsContent } from './stand-ins.ts'
import type { Layout } from './types.ts'

/** Whether a person sees something of an element that has a style. */
export function isShown(element: Element, display: string, layout: Layout): boolean {
  const { width, height } = layout.box(element)
  if ((width <= 0 || height <= 0) && !showsContent(element, layout)) return false
  // An element with `display: contents` has no box that could be rendered; its content has.
  return display === 'contents' || (layout.rendered?.(element) ?? true)
}

/**
 * A box without size that cuts off what overflows shows nothing of its content. One axis tells for both, as one that is
 * not `visible` makes the other `auto` (CSS Overflow §3.1; `clip` is the exception); the shorthand costs twice as much to read.
 */
export function cutsAll(element: Element, trait: number, overflowY: string, layout: Layout): boolean {
  if (overflowY === 'visible' || trait & Trait.Root) return false
  const { width, height } = layout.box(element)
  return width <= 0 || height <= 0
}

/** Content that is positioned is cut by its containing block, which a box without size seldom is. */
export const escapes = (position: string): boolean => position === 'fixed' || position === 'absolute'
