import { describe, expect, it } from 'vitest'
import { isOfType, nodesOf, readJsonLd, textOf } from '../../../page-agent/extract/json-ld.ts'
import { show } from './support/page.ts'

const script = (body: string) => `<script type="application/ld+json">${body}</script>`

describe('readJsonLd', () => {
  it.each([
    ['plain', '{"a":1}', { a: 1 }],
    ['in an HTML comment', '<!-- {"a":1} -->', { a: 1 }],
    ['in a commented CDATA section', '/*<![CDATA[*/{"a":1}/*]]>*/', { a: 1 }],
    ['in a CDATA section behind line comments', '//<![CDATA[\n{"a":1}\n//]]>', { a: 1 }],
    ['with line breaks in strings', '{"a":"b\nc"}', { a: 'b c' }],
    ['with a comma and a semicolon too many', '{"a":[1,2,],};', { a: [1, 2] }],
  ])('%s', (_, body, expected) => {
    show(`<head>${script(body)}</head>`)
    expect(readJsonLd(document)).toEqual({ documents: [expected], unreadable: 0 })
  })

  it('counts what it cannot read and goes on', () => {
    show(`<head>${script('not json')}${script(`"${'x'.repeat(500_000)}"`)}${script('[1]')}${script('  ')}</head>`)
    expect(readJsonLd(document)).toEqual({ documents: [[1]], unreadable: 2 })
  })

  it('stops at a number of scripts', () => {
    show(`<head>${script('1').repeat(60)}</head>`)
    expect(readJsonLd(document)).toMatchObject({ documents: { length: 50 }, unreadable: 10 })
  })
})

describe('nodesOf', () => {
  it('finds nodes in graphs, outermost first', () => {
    const documents = [{ '@graph': [{ '@type': 'WebPage', about: { '@type': ['Thing', 'NewsArticle'] } }] }]
    const types = [...nodesOf(documents)].map((node) => node['@type'])
    expect(types).toEqual([undefined, 'WebPage', ['Thing', 'NewsArticle']])
    expect([...nodesOf(documents)].filter((node) => isOfType(node, /Article$/))).toHaveLength(1)
  })

  it('visits a bounded number of values', () => {
    expect([...nodesOf(Array.from({ length: 50_000 }, () => ({})))].length).toBeLessThanOrEqual(2_000)
  })
})

it.each([
  ['Ann', 'Ann'],
  [{ name: 'Ann' }, 'Ann'],
  [[{ name: 'Ann' }, 'Bob', {}], 'Ann, Bob'],
  [2024, '2024'],
  [null, ''],
  [undefined, ''],
])('textOf(%j) is %j', (value, text) => {
  expect(textOf(value as never)).toBe(text)
})
