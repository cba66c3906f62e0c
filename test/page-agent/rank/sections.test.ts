import { describe, expect, it } from 'vitest'
import { sectionAt } from '../../../page-agent/rank/sections.ts'

const open = (html: string, selector: string, around: Parameters<typeof sectionAt>[1] = 'main') => {
  document.body.innerHTML = html
  const element = document.querySelector(selector)!
  return sectionAt(element, around, element.getAttribute('role'))
}

describe('sectionAt', () => {
  it.each([
    ['<nav></nav>', 'nav', 'navigation'],
    ['<div role="navigation"></div>', 'div', 'navigation'],
    ['<header></header>', 'header', 'header'],
    ['<div role="banner"></div>', 'div', 'header'],
    ['<footer></footer>', 'footer', 'footer'],
    ['<aside></aside>', 'aside', 'aside'],
    ['<search></search>', 'search', 'search'],
    ['<form role="search"></form>', 'form', 'search'],
    ['<form></form>', 'form', 'form'],
    ['<dialog></dialog>', 'dialog', 'dialog'],
    ['<div role="alertdialog"></div>', 'div', 'dialog'],
    ['<p></p>', 'p', 'main'],
  ])('%s opens its section', (html, selector, expected) => expect(open(html, selector)).toBe(expected))

  it('takes the header and the footer of an article for content', () => {
    expect(open('<article><header></header></article>', 'header')).toBe('main')
    expect(open('<section><footer></footer></section>', 'footer')).toBe('main')
  })

  it('sees through a form around the whole page', () => {
    expect(open('<form><nav></nav><input></form>', 'form')).toBe('main')
    expect(open(`<form>${'<a href="/a">A</a>'.repeat(21)}</form>`, 'form')).toBe('main')
    expect(open(`<form>${'<a href="/a">A</a>'.repeat(3)}<input></form>`, 'form')).toBe('form')
  })

  it('leaves a form in a menu or a header to where it stands', () => {
    expect(open('<form></form>', 'form', 'header')).toBe('header')
  })
})
