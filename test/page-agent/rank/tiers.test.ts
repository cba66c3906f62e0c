import { describe, expect, it } from 'vitest'
import type { Described, RecordMembership } from '../../../page-agent/observe/types.ts'
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

const record = (title: boolean): RecordMembership => ({ groupKey: 'r1', groupLabel: 'Brass lamp', title })

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
    expect(tiersAmong([item])(item, undefined, undefined)).toBe(tier)
  })

  it('puts page links first, titles of records before body links, their other links last', () => {
    const [item] = itemsOf('<a href="/a">A</a>') as [Described]
    const tierOf = tiersAmong([item])
    expect(tierOf(item, 'next', undefined)).toBe(1)
    expect(tierOf(item, undefined, record(true))).toBe(3)
    expect(tierOf(item, undefined, record(false))).toBe(5)
  })

  it('keeps a large menu from crowding out the page: top level first, forty at most', () => {
    const menu = (n: number) =>
      `<li><a href="/${n}">Top</a><ul>${Array.from({ length: 9 }, (_, m) => `<li><a href="/${n}/${m}">Sub</a></li>`).join('')}</ul></li>`
    const items = itemsOf(`<ul>${Array.from({ length: 6 }, (_, n) => menu(n)).join('')}</ul>`, 'navigation')
    const tierOf = tiersAmong(items)
    const soon = items.filter((item) => tierOf(item, undefined, undefined) === 2)
    expect(items).toHaveLength(60)
    expect(soon).toHaveLength(40)
    expect(soon.filter(({ name }) => name === 'Top')).toHaveLength(6)
    expect(items.filter((item) => tierOf(item, undefined, undefined) === 4)).toHaveLength(20)
  })
})
