import type {
  ElementEffects,
  ElementKind,
  ElementObservation,
  ElementStates,
  Section,
} from '../../shared/observation.ts'
import type { Deadline } from './deadline.ts'

/** Geometry in CSS pixels relative to the viewport. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * All that depends on layout or on another world. Chromium's answers come from `chromium-layout.ts`; tests under a
 * simulated DOM give their own.
 */
export interface Layout {
  box(element: Element): Box
  /** The computed style properties this project reads, as one read per element and call. */
  style(element: Element): {
    display: string
    visibility: string
    opacity: string
    cursor: string
    position: string
    pointerEvents: string
    overflowY: string
    float: string
    fontSize: string
    fontWeight: string
  }
  viewport(): { width: number; height: number; scrollX: number; scrollY: number }
  /** `content` of a pseudo-element, as text; empty where there is none. */
  pseudo(element: Element, which: '::before' | '::after'): string
  /** Elements with a click listener, as far as the guards in the main world know. */
  clickListeners(): ReadonlySet<Element>
  /** False where the element's rendering is skipped (`content-visibility`) although it has a style and a box. */
  rendered?(element: Element): boolean
  /** The element a pointer would meet at a point of the viewport. */
  hit?(x: number, y: number): Element | null
  /** Whether everything that was read through this would be read the same now. */
  unchanged?(): boolean
}

/** An element that can be acted on, with what one pass over the tree learned of it. */
export interface Collected {
  element: Element
  /** The visible stand-in (a label, a styled span) where the element itself is not shown. */
  proxy?: Element | undefined
  box: Box
  kind: ElementKind
  role: string
  /** Position in document order among all collected elements. */
  ordinal: number
  section: Section
  /** Where it stood in the tree, for the case that the page renders it anew. */
  place: Place
  /** The innermost modal dialog it stands in. */
  modal?: Element | undefined
}

/** One step of the way from the walk's root to an element, in the composed tree. */
export interface Place {
  element: Element
  /** Among the elements shown by its parent. */
  index: number
  parent: Place | undefined
}

export interface Described extends Collected {
  id: string
  name: string
  states: ElementStates
  /** Absolute, empty where the element is no link. */
  href: string
  identified: { readonly fingerprint: string }
  effects: ElementEffects | undefined
}

/** What is said of an element beyond what ranking needs: read for those alone that are answered with. */
export type Details = Pick<
  ElementObservation,
  'description' | 'testId' | 'value' | 'valueTruncated' | 'options' | 'optionsTotal' | 'constraints'
>

/** One step's answer about page links; keyed by the described element. */
export type PaginationKind = NonNullable<ElementObservation['paginationKind']>

export interface RecordMembership {
  groupKey: string
  groupLabel: string
  title: boolean
}

/** What ranking and grouping need to know of the page beyond the list. */
export interface PageFacts {
  document: Document
  layout: Layout
  url: URL
  /** When to stop looking further. */
  deadline?: Deadline
  /** Parts of the page by structure, where the walk has told them already. */
  parts?: ReadonlyMap<Element, Section>
}

/** What extraction is given: the page, and the pipeline's answers when a kind asks for them. */
export interface ExtractionPage extends PageFacts {
  element(id: string): Element | undefined
  /** Runs the pipeline at the first call; the same answer afterwards. */
  analysis(): Analysis
}

/** The pipeline's answers before the budget. */
export interface Analysis {
  items: readonly Described[]
  pagination: ReadonlyMap<Described, PaginationKind>
  records: ReadonlyMap<Described, RecordMembership>
  /** The walk met a limit before the end of the page. */
  incomplete?: 'nodes' | 'time'
}

/** Pure: the page links among `items`, with the kind of each. */
export type FindPagination = (items: readonly Described[], page: PageFacts) => Map<Described, PaginationKind>
/** Pure: the records of the page and which of `items` belong to each. */
export type FindRecords = (
  items: readonly Described[],
  page: PageFacts,
  pagination: ReadonlyMap<Described, PaginationKind>,
) => Map<Described, RecordMembership>
