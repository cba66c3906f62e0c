import { expect, it } from 'vitest'
import { buildSkeleton } from '../../../page-agent/group/skeleton.ts'
import { unitOf } from '../../../page-agent/group/units.ts'
import { describePage } from '../rank/described.ts'

/** The elements beside the first of `tag`, itself included, and what each is told by. */
function entries(html: string, tag: string) {
  document.body.innerHTML = html
  const { items, page } = describePage(document, 'http://forum.example/')
  const { branches } = buildSkeleton(items, page.url.origin)
  const first = branches.find((branch) => branch.tag === tag)!
  return (first.parent?.children ?? []).map((branch) => {
    const { from, to, first, last } = unitOf(branch)
    const names = items.slice(from, to).map(({ name }) => name)
    return `${branch.element.id} ${names} ${first.nodeName}${first === last ? '' : ` to ${last.nodeName}`}`
  })
}

const post = (id: string, inner = '') => `<li id="${id}"><b><a href="/by/${id}">${id}</a></b><p>Words</p>${inner}</li>`

it('tells answers beside the entry that they stand in, at any depth', () => {
  const thread = post('a', `<ul>${post('b', `<div><ul>${post('c')}</ul></div>`)}${post('d')}</ul>`)
  expect(entries(`<ul>${thread}${post('e')}</ul>`, 'li')).toEqual([
    'a a B to P',
    'b b B to P',
    'c c LI',
    'd d LI',
    'e e LI',
  ])
})

it('gives what follows the answers to none of them', () => {
  const thread = post('a', `<ul>${post('b')}</ul><i id="more"><a href="/more">More</a></i>`)
  expect(entries(`<ul>${thread}${post('c')}</ul>`, 'li')).toEqual(['a a B to P', 'b b LI', ' More A', 'c c LI'])
})

it('leaves entries of another make in their place', () => {
  const sublinks = '<ul><li><a href="/s/1">One</a></li><li><a href="/s/2">Two</a></li></ul>'
  expect(entries(`<ul>${post('a', sublinks)}${post('b', sublinks)}</ul>`, 'li')).toEqual([
    'a a,One,Two LI',
    'b b,One,Two LI',
  ])
})

it('tells boxes by their first class name without a number', () => {
  const box = (id: string, inner = '') =>
    `<div id="${id}" class="x${id.length}1 post"><a href="/by/${id}">${id}</a>${inner}</div>`
  expect(entries(`<section>${box('a', box('b'))}${box('c')}</section>`, 'div')).toEqual(['a a A', 'b b DIV', 'c c DIV'])
})

it('moves the outermost of two boxes that come together', () => {
  const box = (id: string, inner = '') =>
    `<div id="${id}" class="outer"><div class="inner"><a href="/by/${id}">${id}</a>${inner}</div></div>`
  expect(entries(`<section>${box('a', box('b'))}${box('c')}</section>`, 'div')).toEqual(['a a A', 'b b DIV', 'c c DIV'])
})

it('tells entries that stand in each other without end', () => {
  const deep = 300
  const html = '<ul><li><a href="/x">x</a>'.repeat(deep)
  expect(entries(html, 'li')).toHaveLength(deep)
})
