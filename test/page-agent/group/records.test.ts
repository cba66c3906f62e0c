import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findRecordLists } from '../../../page-agent/group/index.ts'
import { findRecords } from '../../../page-agent/group/records.ts'
import { Deadline } from '../../../page-agent/observe/deadline.ts'
import { findPagination } from '../../../page-agent/rank/pagination.ts'
import { describePage } from '../rank/described.ts'

interface Answers {
  /** Selector of the records, where each is one element. */
  record?: string
  /** Selectors of what each record holds, where records are spread over siblings. */
  members?: string[][]
  title?: string | null
  none?: true
}

const folder = 'fixtures/records/'
const names = readdirSync(folder).filter((file) => file.endsWith('.html'))

function open(name: string) {
  document.documentElement.innerHTML = readFileSync(folder + name, 'utf8')
  const { items, page } = describePage(document, `http://fixture.example/records/${name}`)
  return { items, page, pagination: findPagination(items, page) }
}

/** What differs between elements, for a readable difference. */
const written = (elements: Element[]) => elements.map((element) => element.outerHTML)

const one = (selector: string) => document.querySelector(selector)!

it.each(names)('finds the records of %s and their titles', (file) => {
  const name = file.replace(/\.html$/, '')
  const answers = JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Answers
  const { items, page, pagination } = open(file)
  const found = findRecords(items, page, pagination)
  const expected = answers.members
    ? answers.members.map((selectors) => selectors.map(one))
    : answers.record
      ? [...document.querySelectorAll(answers.record)].map((record) =>
          items.map((item) => item.element).filter((element) => record.contains(element)),
        )
      : []
  const groups = new Map<string, Element[]>()
  for (const item of items) {
    const key = found.get(item)?.groupKey
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item.element])
  }
  expect([...groups.values()].map(written)).toEqual(expected.map(written))
  const titles = items.filter((item) => found.get(item)?.title).map((item) => item.element)
  expect(written(titles)).toEqual(written(answers.title ? [...document.querySelectorAll(answers.title)] : []))
})

it('covers every kind of answer', () => {
  const answers = names.map((file) => JSON.parse(readFileSync(`${folder}${file.replace('.html', '.json')}`, 'utf8')))
  expect(answers.filter((answer: Answers) => answer.members).length).toBeGreaterThan(5)
  expect(answers.filter((answer: Answers) => answer.none).length).toBeGreaterThan(0)
  expect(answers.filter((answer: Answers) => answer.title === null).length).toBeGreaterThan(0)
})

it('says what a list is made of: its holder, and the run of siblings that each record is', () => {
  const { items, page, pagination } = open('definition-list.html')
  const [list] = findRecordLists(items, page, pagination)
  expect(list?.container.localName).toBe('dl')
  expect(list?.records.map(({ first, last, label }) => [first.nodeName, last.nodeName, label])).toEqual([
    ['DT', 'DD', 'Brass table lamp'],
    ['DT', 'DD', 'Desk lamp in black'],
    ['DT', 'DD', 'Paper lantern, round'],
    ['DT', 'DD', 'Floor lamp with shelf'],
    ['DT', 'DD', 'Clip lamp for books'],
  ])
})

it('labels records without a title by their first words', () => {
  const { items, page, pagination } = open('comments.html')
  const [list] = findRecordLists(items, page, pagination)
  expect(list?.records[1]).toMatchObject({ title: undefined, label: expect.stringMatching(/^oskar/) })
})

it('gives the same answer twice', () => {
  const { items, page, pagination } = open('posts.html')
  expect(findRecordLists(items, page, pagination)).toEqual(findRecordLists(items, page, pagination))
})

/** A deadline that passes when it has been asked a number of times. */
class Countdown extends Deadline {
  asked = 0
  constructor(private readonly times: number) {
    super(60_000)
  }
  override passed(): boolean {
    if (this.asked++ >= this.times) this.struck = true
    return this.struck
  }
}

it('looks at the clock in every stage, and groups nothing that it has not looked at in full', () => {
  const entry = (n: number) =>
    `<li><h3><a href="/item/${n}">Item number ${n}</a></h3><p>Some words about it, enough of them for an entry.</p></li>`
  document.body.innerHTML = `<ul>${Array.from({ length: 600 }, (_, n) => entry(n)).join('')}</ul>`
  const { items, page } = describePage(document, 'http://fixture.example/')
  const ask = (times: number) => {
    const deadline = new Countdown(times)
    return { lists: findRecordLists(items, { ...page, deadline }, new Map()), asked: deadline.asked }
  }
  const full = ask(Number.POSITIVE_INFINITY)
  expect(full.lists.map(({ records }) => records.length)).toEqual([600])
  // Two looks in the skeleton and two in the signatures of that many links, one before either.
  expect(full.asked).toBeGreaterThan(5)
  for (let times = 0; times < full.asked - 1; times++) {
    const { lists, asked } = ask(times)
    expect(asked).toBeLessThanOrEqual(full.asked)
    expect([[], full.lists].map((one) => one.length)).toContain(lists.length)
  }
  for (let times = 0; times <= 5; times++) expect(ask(times).lists).toEqual([])
})

it('labels a record by the first of its words, however many there are', () => {
  const entry = (n: number) =>
    `<li><h3>Entry ${n} ${'word '.repeat(n === 2 ? 1_000_000 : 3)}</h3><p>Some words about it, enough of them for an entry.</p><a href="/a/${n}">↗</a><a href="/b/${n}">↘</a></li>`
  document.body.innerHTML = `<ul>${[1, 2, 3, 4, 5, 6].map(entry).join('')}</ul>`
  const { items, page } = describePage(document, 'http://fixture.example/')
  const [list] = findRecordLists(items, page, new Map())
  expect(list?.records[1]?.label).toMatch(/^Entry 2 word word .*…$/)
  expect(list?.records[1]?.label.length).toBeLessThanOrEqual(80)
})
