import { expect, test } from 'vitest'
import { Names } from '../../../page-agent/names/name.ts'
import { roleOf } from '../../../page-agent/names/role.ts'
import { fakeLayout } from '../support/fake-layout.ts'

const nameOf = (html: string) => {
  document.body.innerHTML = html
  const element = document.getElementById('x')!
  return new Names(fakeLayout()).of(element, roleOf(element))
}

test.each<[string, string, string]>([
  ['content', '<a id="x" href="/">  One \n <b>two</b></a>', 'One two'],
  ['blocks part words', '<button id="x">One<div>two</div>three</button>', 'One two three'],
  [
    'hidden content does not count',
    '<button id="x">One<i hidden>two</i><i aria-hidden="true">three</i></button>',
    'One',
  ],
  ['aria-label before content', '<button id="x" aria-label="Close">x</button>', 'Close'],
  [
    'aria-labelledby before aria-label',
    '<b id="a">First</b><b id="b">second</b><i id="x" role="button" aria-label="no" aria-labelledby="a b"></i>',
    'First second',
  ],
  [
    'a reference to hidden content',
    '<b id="a" hidden>Hidden <i>name</i></b><button id="x" aria-labelledby="a"></button>',
    'Hidden name',
  ],
  [
    'a reference to itself',
    '<button id="x" aria-label="Delete" aria-labelledby="x f"></button><b id="f">file</b>',
    'Delete file',
  ],
  ['a label around the field', '<label>Name <input id="x"></label>', 'Name'],
  ['two labels', '<label for="x">One</label><label for="x">Two</label><input id="x">', 'One Two'],
  [
    'a control in a label stands for its value',
    '<label><input id="x" type="checkbox">Every <input value="3"> days</label>',
    'Every 3 days',
  ],
  [
    'never for a password',
    '<label><input id="x" type="checkbox">Use <input type="password" value="secret"> now</label>',
    'Use now',
  ],
  ['alternative text', '<a id="x" href="/"><img alt="Home"></a>', 'Home'],
  ['a decorative picture', '<a id="x" href="/"><img alt=""> Home</a>', 'Home'],
  ['the title of a drawing', '<button id="x"><svg><title>Save</title></svg></button>', 'Save'],
  ['generated content', '<button id="x" data-before="» " data-after="!">Go</button>', '» Go!'],
  ['a title where nothing else is', '<a id="x" href="/" title="Tip"><i></i></a>', 'Tip'],
  ['a placeholder as the last resort', '<input id="x" placeholder="Search">', 'Search'],
  ['a legend', '<fieldset id="x"><legend>Address</legend></fieldset>', 'Address'],
  ['the value of a submit button', '<input id="x" type="submit" value="Send">', 'Send'],
  ['its default', '<input id="x" type="reset">', 'Reset'],
  ['fields are not named by what is typed', '<div id="x" role="textbox">typed</div>', ''],
  ['owned elements', '<button id="x" aria-owns="o">One</button><b id="o">two</b>', 'One two'],
  ['owning in a circle', '<button id="x" aria-owns="o">One</button><b id="o" aria-owns="x">two</b>', 'One two'],
])('%s', (_name, html, expected) => {
  expect(nameOf(html)).toBe(expected)
})

test('a name is bounded however deep and long its content is', () => {
  document.body.innerHTML = '<button id="x"></button>'
  let at: Element = document.getElementById('x')!
  for (let depth = 0; depth < 3000; depth++) at = at.appendChild(document.createElement('b'))
  at.textContent = 'deep'
  const top = document.createElement('b')
  top.textContent = 'y'.repeat(100_000)
  document.getElementById('x')!.append(top)
  expect(new Names(fakeLayout()).of(document.getElementById('x')!, 'button')).toBe('y'.repeat(1000))
})
