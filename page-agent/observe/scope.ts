import type { Section } from '../../shared/observation.ts'
import type { Draft } from './clickables.ts'
import type { Zone } from './text.ts'

/** What an element hands down to its content; shared until something changes. */
export interface Scope {
  section: Section
  zone: Zone
  /** The control or clickable that encloses. */
  owner: Draft | undefined
  cursor: string
  /** In an `aria-hidden` subtree. */
  muted: boolean
  invisible: boolean
  /** In a box without size that cuts off what overflows. */
  clipped: boolean
  /** In the label of a control: a click belongs to that control. */
  label: boolean
  pre: boolean
  /** The table cell that it stands in. */
  cell: Element | undefined
  /** Directly in a closed `details`, whose content has a style and, when asked, a box, but is not shown. */
  folded: boolean
  modal: Element | undefined
}

export const TOP: Scope = {
  section: 'main',
  zone: 'main',
  owner: undefined,
  cursor: 'auto',
  muted: false,
  invisible: false,
  clipped: false,
  label: false,
  pre: false,
  cell: undefined,
  folded: false,
  modal: undefined,
}

/** The scope of an element's content: the one around it where nothing changes, as for most elements. */
export function scopeWithin(outer: Scope, inner: Scope): Scope {
  return inner.owner === outer.owner &&
    inner.cursor === outer.cursor &&
    inner.section === outer.section &&
    inner.zone === outer.zone &&
    inner.muted === outer.muted &&
    inner.invisible === outer.invisible &&
    inner.clipped === outer.clipped &&
    inner.label === outer.label &&
    inner.pre === outer.pre &&
    inner.cell === outer.cell &&
    inner.folded === outer.folded &&
    inner.modal === outer.modal
    ? outer
    : inner
}

const CHROME = new Set<Section>(['navigation', 'header', 'footer', 'aside', 'dialog'])

export function zoneOf(section: Section, outer: Zone): Zone {
  if (outer === 'modal') return 'modal'
  if (section === 'main') return 'main'
  return outer === 'chrome' || CHROME.has(section) ? 'chrome' : 'main'
}
