import { type FrameObservation, type ObserveRequest, PROTOCOL } from '../../shared/observation.ts'
import { attributeOf, locationOf, rootElementOf, titleOf } from '../dom/native.ts'
import { findRecords } from '../group/records.ts'
import { absoluteUrl } from '../identity/effects.ts'
import type { Identities } from '../identity/ids.ts'
import { Names } from '../names/name.ts'
import { findPagination } from '../rank/pagination.ts'
import { budget } from './budget.ts'
import { type Collection, collect } from './collect.ts'
import { addContext } from './context.ts'
import { Deadline } from './deadline.ts'
import { describe } from './describe.ts'
import { detailsOf } from './details.ts'
import { type Limits, limitsOf } from './limits.ts'
import { blockedBy, topModal } from './modal.ts'
import { regionOf } from './region.ts'
import type { Analysis, Layout, PageFacts } from './types.ts'

/** collect → describe → rank → group: everything before the budget cuts. */
export function analyse(
  page: PageFacts,
  names: Names,
  identities: Identities,
  limits: Limits,
  root?: Element,
): { collection: Collection; analysis: Analysis; modal: Element | undefined } {
  const deadline = new Deadline(limits.maxMillis)
  const collection = collect(page.document, root, page.layout, limits, deadline)
  const modal = topModal(collection.modals)
  const blocked = modal ? blockedBy(modal, collection.items, page.layout) : new Set<never>()
  const items = describe(collection.items, blocked, page, names, identities, deadline)
  const timed = { ...page, deadline, parts: collection.parts }
  const pagination = findPagination(items, timed)
  const records = findRecords(items, timed, pagination)
  if (deadline.struck) collection.incomplete ??= 'time'
  const { incomplete } = collection
  return { collection, analysis: { items, pagination, records, ...(incomplete && { incomplete }) }, modal }
}

/** What a person could see and act on in one document, ranked and cut. */
export function observe(
  request: ObserveRequest,
  document: Document,
  layout: Layout,
  identities: Identities,
  documentId: string,
): FrameObservation {
  const limits = limitsOf(request)
  const url = locationOf(document)
  const region = request.region === undefined ? undefined : identities.element(request.region)
  identities.begin()
  const names = new Names(layout)
  const page: PageFacts = { document, layout, url: new URL(url) }
  const { collection, analysis, modal } = analyse(page, names, identities, limits, region && regionOf(region))
  const { elements, groups } = budget(analysis, limits, (item) => detailsOf(item, names, limits))
  addContext(elements, (id) => identities.element(id), names)
  return {
    protocol: PROTOCOL,
    document: documentId,
    url,
    title: titleOf(document),
    language: languageOf(document),
    text: collection.text,
    textTotalChars: collection.textTotal,
    textTruncated: collection.textTotal > collection.text.length,
    elements,
    elementsTotal: collection.items.length,
    elementsTruncated: elements.length < collection.items.length,
    groups,
    frames: collection.frames.map(({ element, visible, before }) => ({
      id: identities.name(element),
      url: (absoluteUrl(attributeOf(element, 'src') ?? 'about:blank', document) ?? '').slice(0, limits.maxUrlChars),
      name: (attributeOf(element, 'title') || attributeOf(element, 'name') || '').slice(0, limits.maxNameChars),
      visible,
      ordinal: before ? before.ordinal + 1 : 0,
    })),
    closedShadowRoots: collection.closedShadowRoots,
    ...(collection.incomplete && { incomplete: collection.incomplete }),
    scroll: scrollOf(document, layout),
    ...(modal && { modal: names.of(modal, 'dialog').slice(0, limits.maxNameChars) }),
  }
}

function languageOf(document: Document): string {
  const root = rootElementOf(document)
  return root ? (attributeOf(root, 'lang') ?? attributeOf(root, 'xml:lang') ?? '').slice(0, 35) : ''
}

function scrollOf(document: Document, layout: Layout): FrameObservation['scroll'] {
  const { width, height, scrollX, scrollY } = layout.viewport()
  const root = rootElementOf(document)
  return {
    x: scrollX,
    y: scrollY,
    width: root?.scrollWidth ?? 0,
    height: root?.scrollHeight ?? 0,
    viewportWidth: width,
    viewportHeight: height,
  }
}
