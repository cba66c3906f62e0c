import { beforeEach, expect, test } from 'vitest'
import { locatePath, pathOf } from '../../../page-agent/identity/path.ts'

beforeEach(() => {
  document.body.innerHTML = '<p></p><div id="host"><b id="light"></b></div>'
})

test('a path leads back to its element, through shadow roots too', () => {
  const host = document.getElementById('host')!
  host.attachShadow({ mode: 'open' }).innerHTML = '<i></i><u><s id="deep"></s></u>'
  const deep = host.shadowRoot!.getElementById('deep')!
  for (const element of [document.documentElement, document.body, host, document.getElementById('light')!, deep]) {
    expect(locatePath(document, pathOf(element)!)).toBe(element)
  }
  expect(pathOf(deep)).toBe('1/1/~1/0')
})

test('what is not in the document has no path', () => {
  expect(pathOf(document.createElement('p'))).toBeUndefined()
})

test.each(['9', '1/9/0', '1/1/~0', 'x', '1//0', '~'])('nothing stands at %j', (path) => {
  expect(locatePath(document, path)).toBeUndefined()
})
