import { expect, test } from 'vitest'
import { Names } from '../../../page-agent/names/name.ts'
import { roleOf } from '../../../page-agent/names/role.ts'
import { addContext } from '../../../page-agent/observe/context.ts'
import type { ElementObservation } from '../../../shared/observation.ts'
import { fakeLayout } from '../support/fake-layout.ts'

const contexts = (html: string) => {
  document.body.innerHTML = html
  const names = new Names(fakeLayout())
  const found = [...document.querySelectorAll('button, input')]
  const elements = found.map((element, index) => {
    const role = roleOf(element)
    const kind = role === 'button' ? 'button' : 'field'
    return { id: String(index), kind, role, name: names.of(element, role) } as ElementObservation
  })
  addContext(elements, (id) => found[Number(id)], names)
  return elements.map(({ context }) => context)
}

const legend = (name: string) => `<fieldset><legend>${name}</legend><label>Street <input></label></fieldset>`

test.each<[string, string, (string | undefined)[]]>([
  ['one of a kind needs none', legend('Home'), [undefined]],
  ['groups tell equal names apart', legend('Home') + legend('Work'), ['Home', 'Work']],
  [
    'one group for all tells nothing',
    '<form aria-label="f"><button>Go</button><button>Go</button></form>',
    [undefined, undefined],
  ],
  [
    'the first cell of a row',
    '<table><tr><td>Ann<td><button>Edit</button><tr><td>Bob<td><button>Edit</button></table>',
    ['Ann', 'Bob'],
  ],
  [
    'a heading',
    '<section><h2>A</h2><button>More</button></section><section><h2>B</h2><button>More</button></section>',
    ['A', 'B'],
  ],
  ['the text before a field without a name', '<p>City: <input></p>', ['City:']],
  ['in the cell before', '<table><tr><td>Zip code</td><td><input></td></tr></table>', ['Zip code']],
  ['not another control', '<p><select><option>x</select><input></p>', [undefined]],
])('%s', (_name, html, expected) => {
  expect(contexts(html)).toEqual(expected)
})
