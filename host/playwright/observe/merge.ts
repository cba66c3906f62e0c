import type { FrameObservation } from '../../../shared/observation.ts'
import type { ProviderElement, ProviderFrame, ProviderObservation } from '../../provider/types.ts'
import { encodeTarget } from './targets.ts'

/** One frame with what was seen in it, or why nothing was. */
export interface SeenFrame {
  /** Index of the parent; -1 for the main frame. */
  parent: number
  id: string
  url: string
  name: string
  world: number
  status: ProviderFrame['status']
  seen?: FrameObservation
}

export interface MergeLimits {
  maxElements: number
  maxTextChars: number
}

/**
 * Pure: one observation of a page out of those of its frames, the main one first. The element budget is spent by tier
 * across all frames, so that a frame's controls come before the main document's footer.
 */
export function mergeFrames(
  frames: readonly SeenFrame[],
  limits: MergeLimits,
  tab: string,
): Omit<ProviderObservation, 'status' | 'tabs' | 'dialog'> {
  const main = frames[0]?.seen
  if (!frames[0] || !main) throw new Error('the main frame was not observed')
  const all = frames.flatMap((frame, index) => elementsOf(frame, index, tab))
  const kept = new Set(
    all
      .map((element, order) => ({ element, order }))
      .sort((a, b) => a.element.tier - b.element.tier || a.order - b.order)
      .slice(0, limits.maxElements)
      .map(({ element }) => element),
  )
  const seen = frames.flatMap((frame) => frame.seen ?? [])
  const sum = (of: (frame: FrameObservation) => number) => seen.reduce((total, frame) => total + of(frame), 0)
  const text = seen
    .map((frame) => frame.text)
    .filter((part) => part !== '')
    .join('\n\n')
  const incomplete = seen.find((frame) => frame.incomplete)?.incomplete
  const modal = seen.find((frame) => frame.modal !== undefined)?.modal
  return {
    page: `${tab}/${frames[0].world}`,
    url: main.url,
    title: main.title,
    language: main.language,
    text: text.slice(0, limits.maxTextChars),
    textTotalChars: sum((frame) => frame.textTotalChars),
    textTruncated: text.length > limits.maxTextChars || seen.some((frame) => frame.textTruncated),
    elements: all.filter((element) => kept.has(element)),
    elementsTotal: sum((frame) => frame.elementsTotal),
    elementsTruncated: all.length > kept.size || seen.some((frame) => frame.elementsTruncated),
    groups: frames.flatMap((frame, index) =>
      (frame.seen?.groups ?? []).map((group) => ({ ...group, key: groupKey(index, group.key) })),
    ),
    frames: frames.map((frame) => ({
      parent: frame.parent,
      url: frame.seen?.url ?? frame.url,
      title: frame.seen?.title ?? '',
      name: frame.name,
      status: frame.status,
      elementsTotal: frame.seen?.elementsTotal ?? 0,
      textTotalChars: frame.seen?.textTotalChars ?? 0,
    })),
    closedShadowRoots: sum((frame) => frame.closedShadowRoots),
    ...(incomplete && { incomplete }),
    scroll: main.scroll,
    ...(modal !== undefined && { modal }),
  }
}

const groupKey = (frame: number, key: string): string => `${frame}:${key}`

function elementsOf(frame: SeenFrame, index: number, tab: string): ProviderElement[] {
  return (frame.seen?.elements ?? []).map(({ id, groupKey: group, ...element }) => ({
    ...element,
    ...(group !== undefined && { groupKey: groupKey(index, group) }),
    key: `${tab}/${frame.id}/${frame.world}/${id}`,
    target: encodeTarget({ tab, frame: frame.id, world: frame.world, id }),
    frame: index,
  }))
}
