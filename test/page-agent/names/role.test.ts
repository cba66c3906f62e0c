import { expect, test } from 'vitest'
import { roleOf } from '../../../page-agent/names/role.ts'

test.each<[string, string]>([
  ['<a href="/">', 'link'],
  ['<a>', 'generic'],
  ['<input>', 'textbox'],
  ['<input type="EMAIL">', 'textbox'],
  ['<input list="l">', 'combobox'],
  ['<input type="range">', 'slider'],
  ['<input type="search">', 'searchbox'],
  ['<input type="number">', 'spinbutton'],
  ['<input type="image">', 'button'],
  ['<select>', 'combobox'],
  ['<select multiple>', 'listbox'],
  ['<select size="4">', 'listbox'],
  ['<div role="unknown button">', 'button'],
  ['<div role="none">', 'none'],
  ['<div contenteditable>', 'textbox'],
  ['<div contenteditable="false">', 'generic'],
  ['<img alt="">', 'presentation'],
  ['<img alt="x">', 'img'],
  ['<h3>', 'heading'],
  ['<constructor>', 'generic'],
])('%s is a %s', (html, role) => {
  document.body.innerHTML = html
  expect(roleOf(document.body.firstElementChild!)).toBe(role)
})
