/**
 * The observation protocol: what the page agent answers and the host reads. Everything here is plain JSON.
 * The host treats each answer as data from an adversary and checks it before use.
 */

/** Raised whenever a shape below changes; the host refuses an agent that speaks another number. */
export const PROTOCOL = 1

/** How soon an element is shown: 1 controls, buttons and pagination … 5 what every record repeats. */
export type Tier = 1 | 2 | 3 | 4 | 5

/** What a caller can do with an element; coarser than a role, and closed. */
export type ElementKind =
  | 'link'
  | 'button'
  /** Anything text is typed into: text inputs, textareas, editable regions, date and number inputs. */
  | 'field'
  /** Checkbox, radio, switch and their menu forms. */
  | 'toggle'
  /** `select`, listbox, combobox without typing. */
  | 'choice'
  | 'option'
  | 'range'
  | 'file'
  /** Acts on a click without saying so in its markup. */
  | 'clickable'

/** The part of a page an element stands in. */
export type Section = 'main' | 'navigation' | 'header' | 'footer' | 'aside' | 'dialog' | 'search' | 'form'

/** States that differ from the usual; an absent key means "no" or "does not apply". */
export interface ElementStates {
  disabled?: true
  readonly?: true
  required?: true
  invalid?: true
  focused?: true
  checked?: boolean | 'mixed'
  selected?: boolean
  pressed?: boolean | 'mixed'
  expanded?: boolean
  /** The value of `aria-current`, or `page` where the page marks its own place by other means. */
  current?: string
  /** The kind of popup it opens (`menu`, `listbox`, `dialog` …). */
  popup?: string
  multiple?: true
  /** Outside the viewport at the time of the observation. */
  offscreen?: true
  /** Lies under an open modal and cannot be reached before that is closed. */
  blocked?: true
  draggable?: true
}

export interface OptionObservation {
  label: string
  value: string
  selected?: true
  disabled?: true
}

/** Limits a field puts on its value, as the page wrote them. */
export interface FieldConstraints {
  type?: string
  min?: string
  max?: string
  step?: string
  minLength?: number
  maxLength?: number
  pattern?: string
  placeholder?: string
  accept?: string
  autocomplete?: string
}

/** What a click would do that policy can judge before it is dispatched. */
export interface ElementEffects {
  /** The effective target names a new browsing context. */
  newContext?: true
  /** The effective link downloads. */
  download?: true
  /** The scheme of a link or form action outside HTTP(S), `javascript:`, `blob:`, `data:` and `about:`. */
  externalProtocol?: string
  /** Opens a file chooser. */
  fileChooser?: true
}

export interface ElementObservation {
  /** Lives as long as the element does, within one document. */
  id: string
  kind: ElementKind
  /** ARIA role, explicit or implied. */
  role: string
  /** Accessible name, cut to `maxNameChars`. */
  name: string
  nameTruncated?: true
  /** Accessible description, where it adds to the name. */
  description?: string
  /** Current value; never that of a password. */
  value?: string
  valueTruncated?: true
  states: ElementStates
  tier: Tier
  section: Section
  /** Accessible name of the nearest landmark, fieldset, group or table that tells equal names apart. */
  context?: string
  pagination: boolean
  /** Which page link this is, where known. */
  paginationKind?: 'previous' | 'next' | 'page' | 'first' | 'last' | 'more'
  groupKey?: string
  groupLabel?: string
  /** Absolute URL of a link, cut to `maxUrlChars`. */
  href?: string
  /** The first of `data-testid`, `data-test-id`, `data-test`, `data-qa`, `data-cy` that the element carries, at most 200 characters. */
  testId?: string
  options?: OptionObservation[]
  optionsTotal?: number
  constraints?: FieldConstraints
  effects?: ElementEffects
  /** Position among all elements of the frame in document order, before any cut. */
  ordinal: number
  /** Covers tag, role, type, name and effects; never section, tier or group. */
  fingerprint: string
}

/** A repeating record of the page, in document order of its first element. */
export interface RecordGroup {
  key: string
  label: string
  /** Agent ids of all its elements, title link first where there is one; includes elements beyond the budget's cut. */
  elements: number
}

/** A child frame as the parent sees it. */
export interface FrameReference {
  /** Agent id of the `iframe`, `frame` or `object` element. */
  id: string
  /** The URL the element asks for; the frame itself may have moved on. */
  url: string
  name: string
  visible: boolean
  /** Where it stands among the elements: the ordinal of the next element after it. */
  ordinal: number
}

export interface ObserveRequest {
  /** Elements returned, 1 to 20,000; the rest is cut after ranking. Default 100. */
  maxElements?: number
  /** Characters of text returned, 0 to 1,000,000. Default 12,000. */
  maxTextChars?: number
  /** Default 120. */
  maxNameChars?: number
  /** Default 200. */
  maxValueChars?: number
  /** Default 500. */
  maxUrlChars?: number
  /** Options returned of one choice. Default 20. */
  maxOptions?: number
  /** Nodes walked before the traversal gives up and says so. Default 250,000. */
  maxNodes?: number
  /** Milliseconds after which the traversal gives up and says so. Default 3,000. */
  maxMillis?: number
  /** Agent id: only what lies in the region a person would mean by that element. */
  region?: string
  /**
   * Secret event name by which the guards of the main world are asked which elements have a click listener: the agent
   * dispatches `<name>?` at the document, and each such element answers with `<name>!`. Absent: nobody is asked.
   */
  listenerProbe?: string
}

export interface ResolveOptions {
  /** Effects that the host's configuration admits; every other known effect is denied. */
  allow?: readonly DenialReason[]
}

export interface FrameObservation {
  protocol: number
  /** Names this document among all the agent has seen; changes with every navigation. */
  document: string
  url: string
  title: string
  /** BCP 47 tag the page declares, or empty. */
  language: string
  text: string
  textTotalChars: number
  textTruncated: boolean
  /** Ordered by tier, then document order. */
  elements: ElementObservation[]
  elementsTotal: number
  elementsTruncated: boolean
  groups: RecordGroup[]
  frames: FrameReference[]
  /** Shadow roots that scripts cannot enter. Known only where custom elements show no content of their own. */
  closedShadowRoots: number
  /** The traversal met `maxNodes` or `maxMillis` before the end of the page. */
  incomplete?: 'nodes' | 'time'
  scroll: { x: number; y: number; width: number; height: number; viewportWidth: number; viewportHeight: number }
  /** Accessible name of the open modal, where there is one. */
  modal?: string
}

export type ResolveResult =
  | {
      status: 'ok'
      /** Steps from the document to the element through open shadow roots; `PageAgent.locate` reads it. */
      path: string
      /** The id it answers to now: a node that took the old one's place has one of its own. */
      id: string
      /** `live` is the very node; `replaced` a unique node with the same fingerprint at the old place. */
      how: 'live' | 'replaced'
      /** Where to point at instead: the visible stand-in (a label) of an element that is not shown itself. */
      proxyPath?: string
    }
  | { status: 'stale'; reason: 'unknown' | 'gone' | 'changed' | 'ambiguous' | 'hidden' }
  | { status: 'denied'; reason: DenialReason }

/** What policy refuses before anything is dispatched to the page. */
export type DenialReason = 'new-context' | 'download' | 'external-protocol' | 'file-chooser' | 'password'

/** The surface of `page-agent.js`, as `globalThis.__dshPageAgent`. */
export interface PageAgentSurface<Element> {
  readonly protocol: number
  observe(request: ObserveRequest): FrameObservation
  resolve(id: string, fingerprint: string, options?: ResolveOptions): ResolveResult
  extract(request: import('./extraction.ts').ExtractRequest): import('./extraction.ts').ExtractResult
  element(id: string): Element | undefined
  /** The id of an element that an observation has met, else undefined. */
  idOf(element: Element): string | undefined
  /** The element at a path that `resolve` gave, else undefined. */
  locate(path: string): Element | undefined
  /** The fingerprint an element has now. */
  fingerprint(element: Element): string
}
