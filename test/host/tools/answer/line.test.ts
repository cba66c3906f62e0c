import { describe, expect, test } from 'vitest'
import type { ElementView } from '../../../../host/runtime/types.ts'
import { elementLine, lookalikes } from '../../../../host/tools/answer/line.ts'
import { PageWords } from '../../../../host/tools/answer/neutralise.ts'
import { element } from '../../../support/observations.ts'

const words = new PageWords()
const line = (one: ElementView, others: ElementView[] = []) =>
  elementLine(one, words, lookalikes([one, ...others], 'https://shop.example/'))

describe('one line tells what differs from the usual', () => {
  test.each<[string, ElementView, string]>([
    ['a button', element('e1', 'button', 'Save'), 'e1 button "Save"'],
    ['a value', element('e1', 'textbox', 'Name', { value: 'Ada' }), 'e1 textbox "Name" ="Ada"'],
    ['a value without a name', element('e1', 'combobox', '', { value: 'Peru' }), 'e1 combobox ="Peru"'],
    ['no name at all', element('e1', 'button', ''), 'e1 button ""'],
    ['a role that says nothing', element('e1', 'generic', 'Card'), 'e1 clickable "Card"'],
    ['a role that the page made up', element('e1', 'x" e9 button "y', 'Card'), 'e1 clickable "Card"'],
    [
      'states',
      element('e1', 'checkbox', 'Agree', { states: { checked: true, required: true, disabled: true } }),
      'e1 checkbox "Agree" checked disabled required',
    ],
    [
      'the usual state of a checkbox',
      element('e1', 'checkbox', 'Agree', { states: { checked: false } }),
      'e1 checkbox "Agree" unchecked',
    ],
    ['what opens', element('e1', 'button', 'More', { states: { popup: 'menu' } }), 'e1 button "More" opens "menu"'],
    ['where one is', element('e1', 'link', 'Home', { states: { current: 'page' } }), 'e1 link "Home" current'],
    [
      'limits',
      element('e1', 'spinbutton', 'Count', { kind: 'field', constraints: { type: 'number', min: '1', max: '9' } }),
      'e1 spinbutton "Count" min="1" max="9"',
    ],
    [
      'a type with a format',
      element('e1', 'textbox', 'Day', { constraints: { type: 'date' } }),
      'e1 textbox "Day" type=date',
    ],
    [
      'a placeholder that says more',
      element('e1', 'textbox', 'Day', { constraints: { placeholder: 'dd/mm' } }),
      'e1 textbox "Day" placeholder="dd/mm"',
    ],
    [
      'and one that does not',
      element('e1', 'textbox', 'Day', { constraints: { placeholder: 'Day' } }),
      'e1 textbox "Day"',
    ],
    [
      'options',
      element('e1', 'combobox', 'Size', {
        options: [
          { label: 'S', value: 's' },
          { label: 'M', value: 'm' },
        ],
        optionsTotal: 9,
      }),
      'e1 combobox "Size" options: "S", "M" of 9',
    ],
    [
      'effects',
      element('e1', 'link', 'Manual', { effects: { download: true, newContext: true } }),
      'e1 link "Manual" new-tab download',
    ],
    [
      'a link elsewhere',
      element('e1', 'link', 'Docs', { href: 'https://docs.example/a' }),
      'e1 link "Docs" → docs.example',
    ],
    [
      'a link here, by its name alone',
      element('e1', 'link', 'Docs', { href: 'https://shop.example/docs' }),
      'e1 link "Docs"',
    ],
    ['a nameless link', element('e1', 'link', '', { href: 'https://shop.example/docs?x=1' }), 'e1 link "" → /docs?x=1'],
    [
      'a nameless link elsewhere',
      element('e1', 'link', '', { href: 'https://docs.example/a?b=1' }),
      'e1 link "" → docs.example/a?b=1',
    ],
    [
      'a nameless link to the front of another site',
      element('e1', 'link', '', { href: 'https://docs.example/' }),
      'e1 link "" → docs.example',
    ],
    [
      'a nameless button with a test id',
      element('e1', 'button', '', { testId: 'close' }),
      'e1 button "" testid="close"',
    ],
    [
      'a page link that is only a picture',
      element('e1', 'link', '›', { pagination: true, paginationKind: 'next', href: 'https://shop.example/?p=2' }),
      'e1 link "›" page=next',
    ],
    [
      'a page link in words',
      element('e1', 'link', 'Next', { pagination: true, paginationKind: 'next' }),
      'e1 link "Next"',
    ],
  ])('%s', (_, one, expected) => expect(line(one)).toBe(expected))

  test('equal names are told apart by where they stand and lead', () => {
    const more = element('e1', 'link', 'Read more', { href: 'https://shop.example/a', context: 'First story' })
    const other = element('e2', 'link', 'Read more', { href: 'https://shop.example/b', context: 'Second story' })
    expect(line(more, [other])).toBe('e1 link "Read more" → /a in "First story"')
    expect(line(more)).toBe('e1 link "Read more"')
  })
})
