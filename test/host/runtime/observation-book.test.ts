import { describe, expect, test } from 'vitest'
import type { ProviderElement, ProviderObservation } from '../../../host/provider/types.ts'
import { describeChange } from '../../../host/runtime/change.ts'
import { digestOf } from '../../../host/runtime/digest.ts'
import { ObservationBook } from '../../../host/runtime/observation-book.ts'
import { RefBook } from '../../../host/runtime/refs.ts'

type Sketch = Partial<ProviderElement> & { key: string }

const seen = (elements: Sketch[], over: Partial<ProviderObservation> = {}): ProviderObservation => ({
  page: 'p1:d1',
  url: 'https://a.test/',
  title: 'A',
  language: 'en',
  text: 'one\ntwo\n',
  textTotalChars: 8,
  textTruncated: false,
  elements: elements.map((element, ordinal) => ({
    target: `target of ${element.key}` as ProviderElement['target'],
    frame: 0,
    kind: 'button',
    role: 'button',
    name: element.key,
    states: {},
    tier: 1,
    section: 'main',
    pagination: false,
    ordinal,
    fingerprint: `print of ${element.key}`,
    ...element,
  })),
  elementsTotal: elements.length,
  elementsTruncated: false,
  groups: [],
  frames: [],
  closedShadowRoots: 0,
  scroll: { x: 0, y: 0, width: 1, height: 1, viewportWidth: 1, viewportHeight: 1 },
  ...over,
})

const book = (maxRefs = 100) => {
  const made = new ObservationBook('env-1', { maxRefs, now: () => 42 })
  made.renew(1)
  return made
}
const refs = (keys: string[]) => keys.map((key) => ({ key }))

describe('labels', () => {
  test('live with their elements, whatever the order', () => {
    const labels = new RefBook(100)
    expect(labels.assign(['a', 'b'])).toEqual(['e1', 'e2'])
    expect(labels.assign(['c', 'b', 'a'])).toEqual(['e3', 'e2', 'e1'])
  })

  test('are never given to another element', () => {
    const labels = new RefBook(100)
    labels.assign(['a', 'b'])
    labels.renew()
    expect(labels.assign(['a', 'b'])).toEqual(['e3', 'e4'])
  })

  test('are bounded: what was not seen for longest goes, what is listed stays', () => {
    const labels = new RefBook(3)
    labels.assign(['a', 'b', 'c'])
    labels.assign(['a'])
    labels.assign(['d'])
    expect(labels.size).toBe(3)
    expect(labels.assign(['a', 'b'])).toEqual(['e1', 'e5'])
    expect(labels.assign(['p', 'q', 'r', 's'])).toHaveLength(4)
    expect(labels.size).toBe(4)
  })
})

describe('an observation', () => {
  test('has ids, a revision that counts differences, and a digest of what was seen', () => {
    const environment = book()
    const first = environment.record(seen(refs(['a'])))
    const same = environment.record(seen(refs(['a'])))
    const changed = environment.record(seen(refs(['a']), { title: 'B' }))
    const elsewhere = environment.record(seen(refs(['x']), { page: 'p1:d2' }))
    expect([first, same, changed, elsewhere].map(({ id, revision }) => [id, revision])).toEqual([
      ['o1', 1],
      ['o2', 1],
      ['o3', 2],
      ['o4', 1],
    ])
    expect(first.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(same.digest).toBe(first.digest)
    expect(changed.digest).not.toBe(first.digest)
    expect(first).toMatchObject({ environment: 'env-1', generation: 1, takenAt: 42 })
  })

  test('shows neither keys nor targets', () => {
    const { elements, groups } = book().record(seen(refs(['a']), { groups: [{ key: 'gk', label: 'G', elements: 1 }] }))
    expect(elements[0]).not.toHaveProperty('key')
    expect(elements[0]).not.toHaveProperty('target')
    expect(groups).toEqual([{ ref: 'g1', label: 'G', elements: 1 }])
  })

  test('names groups within itself; an element of a group that is not listed has none', () => {
    const elements = [
      { key: 'a', groupKey: 'second' },
      { key: 'b', groupKey: 'first' },
      { key: 'c', groupKey: 'lost' },
    ]
    const groups = ['first', 'second'].map((key) => ({ key, label: key, elements: 1 }))
    const view = book().record(seen(elements, { groups }))
    expect(view.elements.map(({ group }) => group)).toEqual(['g2', 'g1', undefined])
  })

  test('keeps targets while it is the newest, and no longer', () => {
    const environment = book()
    const first = environment.record(seen(refs(['a'])))
    expect(environment.resolve('e1', first.id)).toMatchObject({ target: 'target of a', fingerprint: 'print of a' })
    environment.record(seen(refs(['b'])))
    expect(() => environment.resolve('e1', first.id)).toThrow('not the newest')
    expect(() => environment.resolve('e1', 'o2')).toThrow('no element e1')
    environment.forget()
    expect(() => environment.resolve('e2', 'o2')).toThrow('no observation')
    environment.record(seen(refs(['b'])))
    environment.renew(2)
    expect(environment.current).toBeUndefined()
    expect(environment.record(seen(refs(['b']))).elements[0]!.ref).toBe('e3')
  })
})

describe('the digest', () => {
  test('is of the content, not of the order its keys were written in', () => {
    expect(digestOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(digestOf({ b: [{ d: 3, c: 2 }], a: 1 }))
    expect(digestOf({ a: [1, 2] })).not.toBe(digestOf({ a: [2, 1] }))
    expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: '1' }))
    expect(digestOf({ a: undefined })).toBe(digestOf({}))
  })
})

describe('the change', () => {
  const change = (before: ProviderObservation, after: ProviderObservation) => {
    const environment = book()
    return describeChange(environment.record(before), environment.record(after))
  }

  test('is said in refs: appeared, gone, changed in name, value or state', () => {
    const before = seen([
      { key: 'a' },
      { key: 'b', name: 'Buy' },
      { key: 'c', value: '' },
      { key: 'd', states: { checked: false } },
    ])
    const after = seen([
      { key: 'b', name: 'Sold' },
      { key: 'c', value: 'lamp' },
      { key: 'd', states: { checked: true } },
      { key: 'e' },
    ])
    expect(change(before, after)).toEqual({
      appeared: ['e5'],
      gone: ['e1'],
      changed: [
        { ref: 'e2', what: ['name'] },
        { ref: 'e3', what: ['value'] },
        { ref: 'e4', what: ['states'] },
      ],
      textAdded: [],
      textRemoved: [],
      navigated: false,
    })
  })

  test('is none where elements only moved or scrolled out of sight', () => {
    const before = seen([{ key: 'a' }, { key: 'b' }])
    const after = seen([
      { key: 'b', states: { offscreen: true } },
      { key: 'a', tier: 4 },
    ])
    expect(change(before, after)).toMatchObject({ appeared: [], gone: [], changed: [] })
  })

  test.each([
    ['a line more', 'one\ntwo', 'one\ntwo\nthree', ['three'], []],
    ['a line less', 'one\ntwo', 'two', [], ['one']],
    ['another order', 'one\ntwo', 'two\none', [], []],
    ['one repetition more', 'add\nadd', 'add\nadd\nadd', ['add'], []],
    ['blank lines', 'one', '\n\n one \n\n'.replace(' one ', 'one'), [], []],
    ['a counter', '3 results', '15 results', ['15 results'], ['3 results']],
  ])('of text: %s', (_what, text, later, textAdded, textRemoved) => {
    expect(change(seen([], { text }), seen([], { text: later }))).toMatchObject({ textAdded, textRemoved })
  })

  test('is bounded', () => {
    const many = refs(Array.from({ length: 500 }, (_, index) => `k${index}`))
    const text = Array.from({ length: 500 }, (_, index) => `${index} ${'x'.repeat(300)}`).join('\n')
    const { appeared, textAdded } = change(seen([], { text: '' }), seen(many, { text }))
    expect(appeared).toHaveLength(200)
    expect(textAdded).toHaveLength(40)
    expect(textAdded[0]).toHaveLength(200)
  })

  test('tells another document', () => {
    expect(change(seen([]), seen([], { page: 'p1:d2' })).navigated).toBe(true)
  })
})
