import { attributeOf, hasAttributeOf, matchesSelector } from '../dom/native.ts'
import { wordSet } from '../tables.ts'
import type { Collected } from './types.ts'

/** Cursors by which a page tells people that a thing can be clicked or dragged. */
const ACTING_CURSORS = wordSet('pointer grab grabbing move col-resize row-resize ew-resize ns-resize')

export const isActingCursor = (cursor: string): boolean => ACTING_CURSORS.has(cursor)

/** More controls than this inside one listener's element: it only hands clicks down. */
const MAX_OWN_CONTROLS = 4

/** A collected element while what it contains is still being learned. */
export interface Draft extends Collected {
  /** Nothing but a listener, a cursor or a drag attribute says that it acts. */
  guessed: boolean
  /** Controls and clickables directly inside, and the first of them. */
  inner: number
  first: Draft | undefined
  /** Text of its own, outside of those. */
  ownText: boolean
}

/** Parts of a grid that act only where they can be focused or selected. */
const GRID_PARTS = wordSet('gridcell columnheader rowheader row')

/** Whether the attributes of an element without a control's tag or role ask to act on it. */
export function asksToBeActedOn(element: Element, role: string | null): boolean {
  if (hasAttributeOf(element, 'onclick') || attributeOf(element, 'draggable') === 'true') return true
  return role !== null && GRID_PARTS.has(role) && matchesSelector(element, '[tabindex],[aria-selected]')
}

/**
 * Leaves out guesses that a person would not count: a wrapper around one control is that control, and what holds many
 * controls hands clicks down to them. A card with words of its own around a few buttons stays.
 */
export function withoutWrappers(drafts: readonly Draft[]): Draft[] {
  return drafts.filter((draft) => {
    if (!draft.guessed || draft.inner === 0) return true
    if (!draft.ownText || draft.inner > MAX_OWN_CONTROLS) return false
    return draft.inner > 1 || draft.first?.kind === 'button'
  })
}
