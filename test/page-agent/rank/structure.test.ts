import { describe, expect, it } from 'vitest'
import { partsByStructure } from '../../../page-agent/rank/structure.ts'
import { flatLayout } from './described.ts'

const links = (count: number) => '<a href="/a">Somewhere</a> '.repeat(count)
const partsOf = (html: string, layout = flatLayout) => {
  document.body.innerHTML = html
  return [...partsByStructure(document, layout)].map(
    ([element, section]) => `${element.id || element.className} ${section}`,
  )
}

describe('partsByStructure', () => {
  it.each([
    [`<ul class="main-menu">${links(4)}</ul>`, ['main-menu navigation']],
    [`<div id="topnav">${links(1)}</div>`, []],
    [`<div class="site_header">${links(2)}</div>`, ['site_header header']],
    ['<div id="footer"><p>© A firm</p></div>', ['footer footer']],
    ['<div id="left-sidebar">Words</div>', ['left-sidebar aside']],
    ['<div class="header-image">Words</div>', []],
    [`<div class="menu-card">${links(4)}</div>`, []],
  ])('%s', (html, expected) => expect(partsOf(html)).toEqual(expected))

  it('takes prose with some links for no menu', () => {
    expect(partsOf(`<div class="menu">${links(3)}<p>${'Soup of the day, with bread. '.repeat(9)}</p></div>`)).toEqual(
      [],
    )
  })

  it('leaves alone what stands in the content or holds it', () => {
    expect(partsOf(`<article><div class="header">A</div><div class="nav">${links(4)}</div></article>`)).toEqual([])
    expect(partsOf('<div class="right-sidebar"><h1>Title</h1><p>Words</p></div>')).toEqual([])
  })

  it('believes a page that marks its parts', () => {
    expect(partsOf(`<nav></nav><ul class="menu">${links(4)}</ul><div id="footer">A</div>`)).toEqual(['footer footer'])
  })

  it('holds names against what a person sees', () => {
    const at = (y: number, width: number) => ({ ...flatLayout, box: () => ({ x: 0, y, width, height: 40 }) })
    expect(partsOf('<div class="header">A</div>', at(900, 800))).toEqual([])
    expect(partsOf('<div class="sidebar">A</div>', at(0, 1200))).toEqual([])
    expect(partsOf('<div class="sidebar">A</div>', at(0, 300))).toEqual(['sidebar aside'])
  })
})
