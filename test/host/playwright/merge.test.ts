import { expect, test } from 'vitest'
import { placeFrames } from '../../../host/playwright/observe/frames.ts'
import { mergeFrames, type SeenFrame } from '../../../host/playwright/observe/merge.ts'
import { decodeTarget } from '../../../host/playwright/observe/targets.ts'
import type { FrameNode } from '../../../host/playwright/page/target-session.ts'
import type { ElementObservation, FrameObservation, Tier } from '../../../shared/observation.ts'

const element = (id: string, tier: Tier, groupKey?: string): ElementObservation => ({
  id,
  kind: 'button',
  role: 'button',
  name: id,
  states: {},
  tier,
  section: 'main',
  pagination: false,
  ordinal: 0,
  fingerprint: `f-${id}`,
  ...(groupKey !== undefined && { groupKey }),
})

const frame = (
  text: string,
  elements: ElementObservation[],
  more: Partial<FrameObservation> = {},
): FrameObservation => ({
  protocol: 1,
  document: 'd',
  url: `http://x/${text}`,
  title: text,
  language: 'en',
  text,
  textTotalChars: text.length,
  textTruncated: false,
  elements,
  elementsTotal: elements.length,
  elementsTruncated: false,
  groups: [],
  frames: [],
  closedShadowRoots: 0,
  scroll: { x: 0, y: 0, width: 1, height: 1, viewportWidth: 1, viewportHeight: 1 },
  ...more,
})

const seen = (id: string, parent: number, observation?: FrameObservation): SeenFrame => ({
  parent,
  id,
  url: `http://x/${id}`,
  name: '',
  world: 7,
  status: observation ? 'observed' : 'timeout',
  ...(observation && { seen: observation }),
})

const limits = { maxElements: 10, maxTextChars: 100 }

test('the main frame comes first, and each element leads back to its own frame', () => {
  const merged = mergeFrames(
    [seen('A', -1, frame('main', [element('e1', 2)])), seen('B', 0, frame('child', [element('e1', 1)]))],
    limits,
    't1',
  )
  expect(merged.elements.map(({ frame: index, name }) => [index, name])).toEqual([
    [0, 'e1'],
    [1, 'e1'],
  ])
  expect(new Set(merged.elements.map(({ key }) => key)).size).toBe(2)
  expect(decodeTarget(merged.elements[1]!.target)).toEqual({ tab: 't1', frame: 'B', world: 7, id: 'e1' })
  expect(merged.text).toBe('main\n\nchild')
  expect(merged.textTotalChars).toBe(9)
})

test('the budget is spent by tier across frames', () => {
  const merged = mergeFrames(
    [
      seen('A', -1, frame('main', [element('m1', 1), element('m4', 4), element('m5', 5)])),
      seen('B', 0, frame('child', [element('c1', 1), element('c2', 2)])),
    ],
    { ...limits, maxElements: 3 },
    't1',
  )
  expect(merged.elements.map(({ name }) => name)).toEqual(['m1', 'c1', 'c2'])
  expect(merged).toMatchObject({ elementsTotal: 5, elementsTruncated: true })
})

test('records of two frames are not mixed up', () => {
  const groups = [{ key: 'k', label: 'Lamp', elements: 1 }]
  const merged = mergeFrames(
    [
      seen('A', -1, frame('main', [element('a', 3, 'k')], { groups })),
      seen('B', 0, frame('child', [element('b', 3, 'k')], { groups })),
    ],
    limits,
    't1',
  )
  expect(merged.groups.map(({ key }) => key)).toEqual(['0:k', '1:k'])
  expect(merged.elements.map(({ groupKey }) => groupKey)).toEqual(['0:k', '1:k'])
})

test('a frame that did not answer is told, and what a frame cut is cut', () => {
  const merged = mergeFrames(
    [seen('A', -1, frame('main', [], { incomplete: 'time', elementsTruncated: true })), seen('B', 0)],
    { ...limits, maxTextChars: 2 },
    't1',
  )
  expect(merged.frames.map(({ status }) => status)).toEqual(['observed', 'timeout'])
  expect(merged).toMatchObject({ text: 'ma', textTruncated: true, elementsTruncated: true, incomplete: 'time' })
})

test('frames are placed by parent, whichever session told of them', () => {
  const node = (id: string, parentId?: string) => ({ id, parentId, url: '', name: '' }) as FrameNode
  const placed = placeFrames([node('M'), node('a', 'M'), node('c', 'b'), node('b', 'M'), node('lost', 'gone')], 'M')
  expect(placed.map(({ node: { id }, parent, depth }) => [id, parent, depth])).toEqual([
    ['M', -1, 0],
    ['a', 0, 1],
    ['b', 0, 1],
    ['c', 2, 2],
  ])
})
