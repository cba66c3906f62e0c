import { describe, expect, it } from 'vitest'
import { extractFrom, show } from './support/page.ts'

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('')

describe('bounds', () => {
  it('an article is cut at a number of characters and tells its length', () => {
    show(
      `<article>${times(20, (i) => `<p>Paragraph ${i} has enough words in it to count as one that a person would write and read.</p>`)}</article>`,
    )
    const cut = extractFrom({ kind: 'article', maxChars: 100 })
    const whole = extractFrom({ kind: 'article' })
    expect(cut.text).toBe(whole.text.slice(0, 100))
    expect(cut).toMatchObject({ total: whole.text.length, truncated: true })
    expect(whole.truncated).toBe(false)
  })

  it('rows are cut over all tables, each of which tells its own number', () => {
    const table = (name: string) =>
      `<table><tr><th>${name}</th><th>n</th></tr>${times(5, (i) => `<tr><td>${name}</td><td>${i}</td></tr>`)}</table>`
    show(table('a') + table('b'))
    const { tables, total, truncated } = extractFrom({ kind: 'table', maxItems: 4 })
    expect(tables.map(({ rows, rowsTotal }) => [rows.length, rowsTotal])).toEqual([[3, 5]])
    expect({ total, truncated }).toEqual({ total: 10, truncated: true })
  })

  it('links are cut over all sections', () => {
    show(
      `<nav>${times(3, (i) => `<a href="/n${i}">n${i}</a> `)}</nav><main>${times(3, (i) => `<a href="/m${i}">m${i}</a> `)}</main>`,
    )
    const { sections, total, truncated } = extractFrom({ kind: 'links', maxItems: 4 })
    expect(sections.map(({ section, links }) => [section, links.length])).toEqual([
      ['navigation', 3],
      ['main', 1],
    ])
    expect({ total, truncated }).toEqual({ total: 6, truncated: true })
  })

  it('fields are cut over all forms and options within one', () => {
    show(
      `<form><select name="s">${times(150, (i) => `<option>${i}</option>`)}</select><input name="a"><input name="b"></form>`,
    )
    const { forms, total, truncated } = extractFrom({ kind: 'forms', maxItems: 2 })
    expect(forms[0]!.fields.map(({ name }) => name)).toEqual(['s', 'a'])
    expect(forms[0]!.fields[0]).toMatchObject({ options: { length: 100 }, optionsTotal: 150 })
    expect({ total, truncated }).toEqual({ total: 3, truncated: true })
  })

  it('records are cut', () => {
    show(
      `<main><ul>${times(6, (i) => `<li><a href="/r${i}">Record number ${i}</a><p>Something about it.</p></li>`)}</ul></main>`,
    )
    const { records, total, truncated } = extractFrom({ kind: 'list', maxItems: 2 })
    expect(records.map(({ url }) => url)).toEqual(['http://fixture.example/r0', 'http://fixture.example/r1'])
    expect({ total, truncated }).toEqual({ total: 6, truncated: true })
  })

  it('metadata gives documents whole or not at all', () => {
    const json = (size: number) => `<script type="application/ld+json">{"x":"${'y'.repeat(size)}"}</script>`
    show(`<head>${json(10)}${json(1_000)}</head>`)
    const { jsonLd, total, truncated } = extractFrom({ kind: 'metadata', maxChars: 200 })
    expect(jsonLd).toEqual([{ x: 'y'.repeat(10) }])
    expect({ total, truncated }).toEqual({ total: 2, truncated: true })
  })

  it('a walk that gives up says so', () => {
    show(`<article>${times(200, () => '<p>word</p>')}</article>`)
    expect(extractFrom({ kind: 'article', maxNodes: 50 })).toMatchObject({ incomplete: 'nodes', truncated: true })
    expect(extractFrom({ kind: 'links', maxNodes: 50 })).toMatchObject({ incomplete: 'nodes', truncated: true })
  })
})
