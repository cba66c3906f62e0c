import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findPagination } from '../../../page-agent/rank/pagination.ts'
import { describePage } from './described.ts'

interface Answers {
  url?: string
  pagination: Record<string, string[]>
}

const folder = join(import.meta.dirname, '../../../fixtures/pagination')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''))

const describeLink = (element: Element) => element.outerHTML.replace(/\s+/g, ' ')

/** What was found in the page, and what the answers say, as lines that read alike. */
function compare(html: string, answers: Answers, url: string) {
  document.documentElement.innerHTML = html.replace(/^[\s\S]*?<html[^>]*>/, '').replace(/<\/html>\s*$/, '')
  const { items, page } = describePage(document, url)
  const found = [...findPagination(items, page)].map(([item, kind]) => `${kind} ${describeLink(item.element)}`)
  const expected = Object.entries(answers.pagination).flatMap(([kind, selectors]) =>
    selectors.flatMap((selector) =>
      [...document.querySelectorAll(selector)].map((element) => `${kind} ${describeLink(element)}`),
    ),
  )
  return { found: found.sort(), expected: expected.sort() }
}

describe('findPagination on fixtures', () => {
  it('has fixtures with page links and fixtures without', () => {
    expect(names.length).toBeGreaterThan(25)
  })
  for (const name of names) {
    it(name, () => {
      const answers = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Answers
      const html = readFileSync(join(folder, `${name}.html`), 'utf8')
      const url = answers.url ?? `http://fixture.example/pagination/${name}`
      const { found, expected } = compare(html, answers, url)
      expect(found).toEqual(expected)
      if (Object.keys(answers.pagination).length > 0) expect(expected).not.toEqual([])
    })
  }
})

describe('findPagination', () => {
  const kindsOf = (body: string, url = 'https://shop.example/list') => {
    document.body.innerHTML = body
    const { items, page } = describePage(document, url)
    const found = findPagination(items, page)
    return items.map((item) => found.get(item) ?? '-').join(' ')
  }
  beforeEach(() => {
    document.documentElement.innerHTML = '<head></head><body></body>'
  })

  it('gives the opening steps of a pager to the pager, not to the sizes before it', () => {
    expect(
      kindsOf(
        '<div class="pager">' +
          '<a href="?n=10">10</a><a href="?n=25">25</a><a href="?n=50">50</a>' +
          '<a href="?page=3">‹</a><a href="?page=1">1</a><a href="?page=2">2</a><a href="?page=3">3</a><a href="?page=5">›</a></div>',
        'https://shop.example/list?page=4',
      ),
    ).toBe('- - - previous page page page next')
  })

  it('takes no link of a neighbour for a step of the run', () => {
    expect(kindsOf('<p><a href="/story">Continue</a></p><p><a href="?page=2">2</a> <a href="?page=3">3</a></p>')).toBe(
      '- page page',
    )
  })

  it('takes a vague word where its URL is that of the next page', () => {
    expect(kindsOf('<p><a href="?page=2">continue</a></p>')).toBe('next')
    expect(kindsOf('<p><a href="/checkout">continue</a></p>')).toBe('-')
  })

  it('lets the address decide which way older and newer lead', () => {
    const body = '<a href="/d?page=2">Older posts</a>'
    expect(kindsOf(body, 'https://shop.example/d')).toBe('next')
    expect(kindsOf(body, 'https://shop.example/d?page=3')).toBe('previous')
  })

  it('needs more than an arrow', () => {
    expect(kindsOf('<a href="/a">›</a>')).toBe('-')
    expect(kindsOf('<div class="pagination"><a href="/a">›</a></div>')).toBe('next')
  })

  it('reads rows of a table apart', () => {
    const row = (...numbers: number[]) =>
      `<tr>${numbers.map((n) => `<td><a href="/cell?x=${n}">${n}</a></td>`).join('')}</tr>`
    expect(kindsOf(`<table><tbody>${row(1)}${row(2)}${row(3)}</tbody></table>`)).toBe('- - -')
  })

  it('leaves tabs, stars and options alone', () => {
    const tab = (n: number) => `<button role="tab" data-page="${n}">${n}</button>`
    expect(kindsOf(`<div class="pagination">${tab(1)}${tab(2)}${tab(3)}</div>`)).toBe('- - -')
  })

  it('holds the page to its own elements: names of form fields do not shadow the tree', () => {
    expect(
      kindsOf(
        '<form><input name="parentNode"><input name="id"><input name="children"><input name="textContent">' +
          '<a href="?page=2">2</a><a href="?page=3">3</a></form>',
      ),
    ).toBe('- - - - page page')
  })

  it('looks at each link a bounded number of times, however many there are', () => {
    const looks = (links: number) => {
      document.body.innerHTML = Array.from({ length: links }, (_, n) => `<a href="/x/${n}">${n}</a>`).join('')
      const { items, page } = describePage(document, 'https://shop.example/')
      let count = 0
      const get = (item: object, key: string | symbol) => {
        count++
        return Reflect.get(item, key)
      }
      findPagination(
        items.map((item) => new Proxy<(typeof items)[number]>(item, { get })),
        page,
      )
      return count / links
    }
    expect(looks(1_600)).toBeLessThan(1.5 * looks(200))
  })
})
