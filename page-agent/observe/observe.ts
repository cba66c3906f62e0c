import { type FrameObservation, type ObserveRequest, PROTOCOL } from '../../shared/observation.ts'
import { attributeOf, locationOf, rootElementOf, titleOf } from '../dom/native.ts'
import { findRecords } from '../group/records.ts'
import { absoluteUrl } from '../identity/effects.ts'
import type { Identities } from '../identity/ids.ts'
import { Names } from '../names/name.ts'
import { findPagination } from '../rank/pagination.ts'
import { budget } from './budget.ts'
import { collect } from './collect.ts'
import { describe } from './describe.ts'
import type { Analysis, Layout, PageFacts } from './types.ts'

const DEFAULTS = {
  maxElements: 100,
  maxTextChars: 12_000,
  maxNameChars: 120,
  maxValueChars: 200,
  maxUrlChars: 500,
  maxOptions: 20,
  maxNodes: 250_000,
  maxMillis: 3_000,
}
type Limits = typeof DEFAULTS
const LEAST: Limits = {
  ...DEFAULTS,
  maxElements: 1,
  maxTextChars: 0,
  maxNameChars: 1,
  maxValueChars: 0,
  maxUrlChars: 1,
  maxOptions: 0,
  maxNodes: 1,
  maxMillis: 1,
}
const MOST: Limits = {
  maxElements: 20_000,
  maxTextChars: 1_000_000,
  maxNameChars: 1_000,
  maxValueChars: 100_000,
  maxUrlChars: 100_000,
  maxOptions: 5_000,
  maxNodes: 5_000_000,
  maxMillis: 60_000,
}

export function limitsOf(request: ObserveRequest): Limits {
  const limits = { ...DEFAULTS }
  for (const key of Object.keys(DEFAULTS) as (keyof Limits)[]) {
    const asked = request[key]
    if (asked !== undefined) limits[key] = Math.min(Math.max(Math.floor(asked), LEAST[key]), MOST[key])
  }
  return limits
}

/** collect → describe → rank → group: everything before the budget cuts. */
export function analyse(page: PageFacts, identities: Identities, limits: Limits, root: Element | undefined) {
  const collection = collect(page.document, root, page.layout, limits)
  const items = describe(collection.items, page, identities, limits, collection.modal)
  const pagination = findPagination(items, page)
  const records = findRecords(items, page, pagination)
  return { collection, analysis: { items, pagination, records } satisfies Analysis }
}

export function observe(
  request: ObserveRequest,
  document: Document,
  layout: Layout,
  identities: Identities,
  documentId: string,
): FrameObservation {
  const limits = limitsOf(request)
  const url = locationOf(document)
  const page: PageFacts = { document, layout, url: new URL(url) }
  const root = request.region === undefined ? undefined : identities.element(request.region)
  const { collection, analysis } = analyse(page, identities, limits, root)
  const { elements, groups } = budget(analysis.items, analysis.pagination, analysis.records, limits)
  const { width, height, scrollX, scrollY } = layout.viewport()
  const html = rootElementOf(document)
  const modal = collection.modal && new Names(layout).of(collection.modal, 'dialog')
  return {
    protocol: PROTOCOL,
    document: documentId,
    url,
    title: titleOf(document),
    language: html ? (attributeOf(html, 'lang') ?? '') : '',
    text: collection.text,
    textTotalChars: collection.textTotal,
    textTruncated: collection.textTotal > collection.text.length,
    elements,
    elementsTotal: analysis.items.length,
    elementsTruncated: elements.length < analysis.items.length,
    groups,
    frames: collection.frames.map(({ element, visible, ordinal }) => ({
      id: identities.meet(element, { fingerprint: '', role: 'iframe' }),
      url: absoluteUrl(attributeOf(element, 'src') ?? 'about:blank', document)?.href.slice(0, limits.maxUrlChars) ?? '',
      name: attributeOf(element, 'name') ?? attributeOf(element, 'title') ?? '',
      visible,
      ordinal,
    })),
    closedShadowRoots: collection.closedShadowRoots,
    ...(collection.incomplete && { incomplete: collection.incomplete }),
    scroll: {
      x: scrollX,
      y: scrollY,
      width: html?.scrollWidth ?? 0,
      height: html?.scrollHeight ?? 0,
      viewportWidth: width,
      viewportHeight: height,
    },
    ...(modal !== undefined && { modal }),
  }
}
