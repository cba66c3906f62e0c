import { describe, expect, it } from 'vitest'
import type { Described, PaginationKind, RecordMembership } from '../../../page-agent/observe/types.ts'
import { tiersAmong } from '../../../page-agent/rank/tiers.ts'
import type { ElementKind, Section } from '../../../shared/observation.ts'
import { describePage } from './described.ts'

function itemsOf(body: string, section: Section = 'main', kind?: ElementKind): Described[] {
  document.body.innerHTML = body
  return describePage(document, 'https://shop.example/').items.map((item) => ({
    ...item,
    section,
    ...(kind && { kind }),
  }))
}

const record = (title: boolean, groupKey = 'r1'): RecordMembership => ({ groupKey, groupLabel: 'Brass lamp', title })

/** The tier of each item; `records` says what each is to its record. */
function tiersOf(
  items: Described[],
  records: [Described, RecordMembership][] = [],
  pages: [Described, PaginationKind][] = [],
): number[] {
  const tierOf = tiersAmong({ items, pagination: new Map(pages), records: new Map(records) })
  return items.map(tierOf)
}

describe('tiersAmong', () => {
  it.each<[ElementKind, Section, number]>([
    ['button', 'main', 1],
    ['field', 'footer', 1],
    ['toggle', 'aside', 1],
    ['choice', 'main', 1],
    ['link', 'navigation', 2],
    ['link', 'header', 2],
    ['link', 'search', 2],
    ['link', 'dialog', 2],
    ['clickable', 'navigation', 2],
    ['link', 'main', 4],
    ['link', 'footer', 4],
    ['link', 'aside', 4],
    ['clickable', 'main', 4],
  ])('a %s in %s is of tier %i', (kind, section, tier) => {
    const [item] = itemsOf('<a href="/a">A</a>', section, kind) as [Described]
    expect(tiersOf([item])).toEqual([tier])
  })

  it('puts page links first, titles of records before body links, their other links last', () => {
    const [item] = itemsOf('<a href="/a">A</a>') as [Described]
    expect(tiersOf([item], [], [[item, 'next']])).toEqual([1])
    expect(tiersOf([item], [[item, record(true)]])).toEqual([3])
    expect(tiersOf([item], [[item, record(false)]])).toEqual([5])
  })

  it('keeps a large menu from crowding out the page: top level first, forty at most', () => {
    const menu = (n: number) =>
      `<li><a href="/${n}">Top</a><ul>${Array.from({ length: 9 }, (_, m) => `<li><a href="/${n}/${m}">Sub</a></li>`).join('')}</ul></li>`
    const items = itemsOf(`<ul>${Array.from({ length: 6 }, (_, n) => menu(n)).join('')}</ul>`, 'navigation')
    const tiers = tiersOf(items)
    const soon = items.filter((_, at) => tiers[at] === 2)
    expect(items).toHaveLength(60)
    expect(soon).toHaveLength(40)
    expect(soon.filter(({ name }) => name === 'Top')).toHaveLength(6)
    expect(tiers.filter((tier) => tier === 4)).toHaveLength(20)
  })

  it('keeps the buttons of records from crowding out the page, unless they are few or stand beside a field', () => {
    const entries = (count: number, inner: string): [Described[], [Described, RecordMembership][]] => {
      const items = itemsOf(`<div>${inner}</div>`.repeat(count))
      const each = items.length / count
      return [items, items.map((item, at) => [item, record(false, `r${Math.floor(at / each)}`)])]
    }
    const buttons = '<button>Reply</button><button>Share</button>'
    expect(new Set(tiersOf(...entries(10, buttons)))).toEqual(new Set([1]))
    expect(new Set(tiersOf(...entries(11, buttons)))).toEqual(new Set([5]))
    expect(new Set(tiersOf(...entries(30, '<input><button>Add</button>')))).toEqual(new Set([1]))
  })

  it('shows the first forty checkboxes of each form first, and every field', () => {
    const form = `<form>${'<label><input type="checkbox">Size</label>'.repeat(50)}${'<input>'.repeat(50)}</form>`
    const items = itemsOf(form + form).map((item) => {
      const toggle = item.element.getAttribute('type') === 'checkbox'
      return toggle ? { ...item, kind: 'toggle' as const } : item
    })
    const tiers = tiersOf(items)
    expect(tiers.filter((tier) => tier === 4)).toHaveLength(20)
    expect(items.filter(({ kind }, at) => kind === 'field' && tiers[at] === 1)).toHaveLength(100)
    expect(items.findIndex((_, at) => tiers[at] === 4)).toBe(40)
  })
})
