import { describe, expect, it } from 'vitest'
import { direction, findSlot, leadsAway, pageOf, pagePart, slotValue } from '../../../page-agent/rank/page-url.ts'

const shop = 'https://shop.example'
const slotOf = (...points: [number, string][]) =>
  findSlot(points.map(([value, path]) => ({ value, href: shop + path })))

describe('findSlot', () => {
  it.each([
    [
      'query key',
      [
        [2, '/l?page=2'],
        [3, '/l?page=3'],
      ],
      'page',
      1,
      0,
    ],
    [
      'zero-based',
      [
        [2, '/l?page=1'],
        [3, '/l?page=2'],
      ],
      'page',
      1,
      -1,
    ],
    [
      'offsets',
      [
        [2, '/l?start=20'],
        [4, '/l?start=60'],
      ],
      'page',
      20,
      -20,
    ],
    [
      'one-based offsets',
      [
        [2, '/l?from=21'],
        [3, '/l?from=41'],
      ],
      'page',
      20,
      -19,
    ],
    [
      'path',
      [
        [2, '/blog/page/2/'],
        [3, '/blog/page/3/'],
      ],
      'page',
      1,
      0,
    ],
    [
      'file name',
      [
        [2, '/lamps-2.html'],
        [3, '/lamps-3.html'],
      ],
      'unknown',
      1,
      0,
    ],
    [
      'inside a name',
      [
        [2, '/Reviews-or10-Hotel'],
        [3, '/Reviews-or20-Hotel'],
      ],
      'page',
      10,
      -10,
    ],
    [
      'size of a page',
      [
        [20, '/l?limit=20'],
        [40, '/l?limit=40'],
      ],
      'other',
      1,
      0,
    ],
    [
      'day of a month',
      [
        [2, '/2026/03/02/'],
        [3, '/2026/03/03/'],
      ],
      'other',
      1,
      0,
    ],
    [
      'year',
      [
        [2025, '/archive?year=2025'],
        [2026, '/archive?year=2026'],
      ],
      'other',
      1,
      0,
    ],
    [
      'a second query key',
      [
        [2, '/l?sort=1&p=2'],
        [3, '/l?sort=1&p=3'],
      ],
      'page',
      1,
      0,
    ],
  ] as const)('%s', (_what, points, key, scale, offset) => {
    expect(slotOf(...(points as unknown as [number, string][]))).toMatchObject({ key, scale, offset })
  })

  it('finds none where the numbers fit by chance or not at all', () => {
    expect(slotOf([19, '/pubmed/8932555'], [20, '/pubmed/11920978'])).toBeUndefined()
    expect(slotOf([1, '/a'], [2, '/b'])).toBeUndefined()
    expect(slotOf([2, '/l?page=2'])).toBeUndefined()
  })

  it('reads the page of any URL of the same shape', () => {
    const slot = slotOf([2, '/l?start=20'], [3, '/l?start=40'])!
    expect(slotValue(slot, `${shop}/l?start=100`)).toBe(6)
    expect(slotValue(slot, `${shop}/l?start=7`)).toBeUndefined()
    expect(slotValue(slot, `${shop}/l?limit=100`)).toBeUndefined()
  })
})

describe('direction', () => {
  const lead = (from: string, to: string) => direction(pagePart(from), pagePart(to))
  it.each([
    ['/blog/', '/blog/page/2/', 'next'],
    ['/blog/page/4/', '/blog/page/3', 'previous'],
    ['/l?page=2&sort=a', '/l?sort=a&page=3', 'next'],
    ['/l?start=20', '/l', 'previous'],
    ['/lamps', '/lamps-p2', 'next'],
    ['/l?page=2', '/m?page=3', undefined],
    ['/l?page=2', '/l?page=2', undefined],
    ['/l?limit=20', '/l?limit=40', undefined],
    ['/story/1', '/story/2', undefined],
  ])('%s to %s: %s', (from, to, expected) => expect(lead(shop + from, shop + to)).toBe(expected))

  it('looks past protocol and www', () => {
    expect(lead('http://www.shop.example/l', 'https://shop.example/l?p=2')).toBe('next')
  })
})

describe('leadsAway', () => {
  it.each([
    ['https://shop.example/a', true],
    ['https://shop.example/list#part', false],
    ['https://shop.example/other#', false],
    ['javascript:void(0)', false],
    ['', false],
  ])('%s: %s', (href, expected) => expect(leadsAway(href, `${shop}/list`)).toBe(expected))
})

it('knows the page of an address by what comes before its fragment', () => {
  expect(pageOf('http://shop.example/a?b=1#c')).toBe('http://shop.example/a?b=1')
  expect(pageOf('http://shop.example/a')).toBe('http://shop.example/a')
})
