import { describe, expect, test } from 'vitest'
import {
  checkedActionResult,
  checkedCheckpoint,
  checkedDiagnostics,
  checkedExtraction,
  checkedObservation,
  checkedScreenshot,
} from '../../../host/provider/answers.ts'
import type { ProviderElement, ProviderObservation } from '../../../host/provider/types.ts'

const BUDGET = { maxElements: 10, maxTextChars: 100 }

const element = (over: Partial<ProviderElement> = {}): ProviderElement => ({
  key: 'k1',
  target: 't1' as ProviderElement['target'],
  frame: 0,
  kind: 'button',
  role: 'button',
  name: 'Save',
  states: {},
  tier: 1,
  section: 'main',
  pagination: false,
  ordinal: 0,
  fingerprint: 'f1',
  ...over,
})

const observation = (over: Record<string, unknown> = {}): unknown => ({
  page: 'p1',
  url: 'https://a.test/',
  title: 'A',
  language: 'en',
  text: 'hello',
  textTotalChars: 5,
  textTruncated: false,
  elements: [element()],
  elementsTotal: 1,
  elementsTruncated: false,
  groups: [],
  frames: [
    {
      parent: -1,
      url: 'https://a.test/',
      title: 'A',
      name: '',
      status: 'observed',
      elementsTotal: 1,
      textTotalChars: 5,
    },
  ],
  closedShadowRoots: 0,
  scroll: { x: 0, y: 0, width: 1, height: 1, viewportWidth: 1, viewportHeight: 1 },
  ...over,
})

const check = (over?: Record<string, unknown>): ProviderObservation => checkedObservation(observation(over), BUDGET)

describe('an observation', () => {
  test('that is sound passes unchanged', () => {
    const sound = observation({
      status: 200,
      modal: 'Cookies',
      dialog: { type: 'confirm', message: 'Sure?', defaultValue: '' },
      tabs: [{ key: 'p1', url: 'https://a.test/', title: 'A', active: true }],
      groups: [{ key: 'g', label: 'Lamp', elements: 3 }],
      elements: [
        element({
          states: { checked: 'mixed', expanded: false, current: 'page' },
          options: [{ label: 'One', value: '1', selected: true }],
          constraints: { type: 'email', maxLength: 9 },
          effects: { externalProtocol: 'mailto' },
          paginationKind: 'next',
          groupKey: 'g',
        }),
      ],
    })
    expect(checkedObservation(sound, BUDGET)).toEqual(sound)
  })

  test.each<[string, Record<string, unknown>]>([
    ['elements', { elements: 'none' }],
    ['elements', { elements: { length: 3 } }],
    ['elements.0.key', { elements: [element({ key: '' })] }],
    ['elements.0.name', { elements: [element({ name: 7 as never })] }],
    ['elements.0.tier', { elements: [element({ tier: 6 as never })] }],
    ['elements.0.states.checked', { elements: [element({ states: { checked: 'yes' as never } })] }],
    ['elements.0.target', { elements: [element({ target: 'x'.repeat(9_000) as never })] }],
    ['elements.0.fingerprint', { elements: [element({ fingerprint: undefined as never })] }],
    ['elementsTotal', { elementsTotal: -1 }],
    ['text', { text: null }],
    ['scroll.x', { scroll: { x: Number.NaN, y: 0, width: 1, height: 1, viewportWidth: 1, viewportHeight: 1 } }],
    ['dialog.type', { dialog: { type: 'evil', message: '', defaultValue: '' } }],
    ['two elements have one key', { elements: [element(), element()] }],
    ['a frame that is not listed', { elements: [element({ frame: 1 })] }],
  ])('that is malformed is refused, naming %s', (where, over) => {
    expect(() => check(over)).toThrow(
      expect.objectContaining({
        code: 'BROWSER_PROVIDER_FAILED',
        reason: 'invalid-answer',
        message: expect.stringContaining(where),
      }),
    )
  })

  test.each([null, undefined, 'text', 7, []])('that is none is refused: %j', (answer) => {
    expect(() => checkedObservation(answer, BUDGET)).toThrow('invalid')
  })

  test('keeps to the budgets of its request and says what was cut', () => {
    const elements = Array.from({ length: 11 }, (_, index) => element({ key: `k${index}` }))
    const seen = check({ elements, text: 'x'.repeat(101), textTotalChars: 101 })
    expect(seen.elements).toHaveLength(10)
    expect(seen).toMatchObject({ elementsTruncated: true, textTruncated: true })
    expect(seen.text).toHaveLength(100)
    const exact = check({ elements: elements.slice(0, 10), text: 'x'.repeat(100) })
    expect(exact).toMatchObject({ elementsTruncated: false, textTruncated: false })
  })

  test('is not cut inside a character', () => {
    expect(check({ text: `${'x'.repeat(99)}😀` }).text).toBe('x'.repeat(99))
    expect(check({ text: `${'x'.repeat(98)}😀` }).text).toBe(`${'x'.repeat(98)}😀`)
  })

  test('has its long strings cut and what nobody asked for dropped', () => {
    const seen = check({
      title: 'x'.repeat(3_000),
      secret: 'cookie',
      elements: [{ ...element({ name: 'y'.repeat(3_000) }), outerHTML: '<b>' }],
      frames: Array.from({ length: 1_001 }, () => (observation() as ProviderObservation).frames[0]),
    })
    expect(seen.title).toHaveLength(2_000)
    expect(seen.elements[0]!.name).toHaveLength(2_000)
    expect(seen.frames).toHaveLength(1_000)
    expect(seen).not.toHaveProperty('secret')
    expect(seen.elements[0]).not.toHaveProperty('outerHTML')
  })

  test('with the names of Object.prototype is data like any other', () => {
    const seen = check({ elements: [JSON.parse(JSON.stringify(element({ key: '__proto__', name: 'constructor' })))] })
    expect(seen.elements[0]).toMatchObject({ key: '__proto__', name: 'constructor' })
  })
})

test.each<[string, () => unknown]>([
  ['action result', () => checkedActionResult({ events: [{ type: 'download' }], navigated: false })],
  ['action result', () => checkedActionResult({ events: [] })],
  ['screenshot', () => checkedScreenshot({ png: 'data:', width: 1, height: 1, url: '' })],
  ['screenshot', () => checkedScreenshot({ png: new Uint8Array(), width: 0, height: 1, url: '' })],
  ['checkpoint', () => checkedCheckpoint({ payload: '', bytes: 1 })],
  ['diagnostics', () => checkedDiagnostics({ mark: 1, console: [{}], errors: [], requests: [], dropped: {} }, 10)],
  ['extraction', () => checkedExtraction({ kind: 'table', url: '', title: '', total: 0, truncated: false }, 'list')],
  [
    'extraction',
    () =>
      checkedExtraction(
        { kind: 'list', url: '', title: '', total: 0, truncated: false, records: 'x'.repeat(9e6) },
        'list',
      ),
  ],
])('a malformed %s is refused', (what, answer) => {
  expect(answer).toThrow(
    expect.objectContaining({ code: 'BROWSER_PROVIDER_FAILED', message: expect.stringContaining(what) }),
  )
})
