import { beforeEach, expect, test } from 'vitest'
import { collect } from '../../../page-agent/observe/collect.ts'
import { Deadline } from '../../../page-agent/observe/deadline.ts'
import { fakeLayout } from '../support/fake-layout.ts'

beforeEach(() => {
  document.body.innerHTML = ''
})

const limits = { maxNodes: 10_000, maxTextChars: 1_000 }
const walk = (html: string, more: Partial<typeof limits> = {}, listeners?: ReadonlySet<Element>) => {
  document.body.innerHTML = html
  return collect(document, undefined, fakeLayout(listeners), { ...limits, ...more }, new Deadline(10_000))
}
const ids = ({ items }: ReturnType<typeof walk>) => items.map(({ element }) => element.id || element.localName)

test.each<[string, string, string[]]>([
  [
    'controls in document order',
    '<button id="a"></button><p><a id="b" href="/">x</a></p><select id="c"></select>',
    ['a', 'b', 'c'],
  ],
  ['no hidden input', '<input type="hidden"><input id="a">', ['a']],
  ['not what is not displayed', '<div style="display:none"><a href="/">x</a></div>', []],
  ['nor what is invisible', '<div style="visibility:hidden"><a href="/">x</a></div>', []],
  ['nor what is cut off', '<div style="overflow:hidden" data-box="0 0 9 0"><a href="/">x</a></div>', []],
  ['nor what has no box', '<a href="/" data-box="0 0 0 0">x</a>', []],
  ['but what overflows a box without size', '<a id="a" href="/" data-box="0 0 0 0"><i>x</i></a>', ['a']],
  ['the pointer begins here', '<div id="a" style="cursor:pointer">x<b style="cursor:pointer">y</b></div>', ['a']],
  ['the pointer of the whole page says nothing', '<div><p>x</p></div>', []],
  [
    'a label stands for its hidden box',
    '<label id="l"><input id="a" type="checkbox" style="display:none">x</label>',
    ['a'],
  ],
  [
    'a label of a shown control is no element',
    '<label style="cursor:pointer" for="a"><b>x</b></label><input id="a">',
    ['a'],
  ],
  ['an editing host and nothing in it twice', '<div id="a" contenteditable="true"><p>x</p></div>', ['a']],
])('%s', (_name, html, expected) => {
  expect(ids(walk(html))).toEqual(expected)
})

test('a listener makes an element, many controls below it unmake it', () => {
  document.body.innerHTML = '<div id="a">x</div><ul id="b"></ul>'
  const html = '<div id="a">x</div><ul id="b"><li><button id="c"></button><button id="d"></button></li></ul>'
  document.body.innerHTML = html
  const listeners = new Set(document.querySelectorAll('#a, #b'))
  const seen = collect(document, undefined, fakeLayout(listeners), limits, new Deadline(10_000))
  expect(ids(seen)).toEqual(['a', 'c', 'd'])
})

test('the shadow tree is walked in place of the children, slots show what they are assigned', () => {
  document.body.innerHTML = '<div id="host"><a id="out" href="/">x</a><a id="in" slot="s" href="/">x</a></div>'
  const root = document.getElementById('host')!.attachShadow({ mode: 'open' })
  root.innerHTML = '<button id="before"></button><slot name="s"></slot>'
  const seen = collect(document, undefined, fakeLayout(), limits, new Deadline(10_000))
  expect(ids(seen)).toEqual(['before', 'in'])
})

test.each<[string, Partial<typeof limits>, Deadline, string | undefined]>([
  ['within the limits', {}, new Deadline(60_000), undefined],
  ['too many nodes', { maxNodes: 100 }, new Deadline(60_000), 'nodes'],
  ['too late', {}, new Deadline(-1), 'time'],
])('%s', (_name, more, deadline, incomplete) => {
  document.body.innerHTML = '<p>x</p>'.repeat(400)
  expect(collect(document, undefined, fakeLayout(), { ...limits, ...more }, deadline).incomplete).toBe(incomplete)
})

test('frames say how many elements come before them', () => {
  const { frames } = walk('<button></button><fencedframe></fencedframe><button></button>')
  expect(frames).toMatchObject([{ visible: true, before: { ordinal: 0 } }])
})
