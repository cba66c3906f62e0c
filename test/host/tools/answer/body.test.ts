import { expect, test } from 'vitest'
import { elementLines, textLines } from '../../../../host/tools/answer/body.ts'
import { lookalikes } from '../../../../host/tools/answer/line.ts'
import { PageWords } from '../../../../host/tools/answer/neutralise.ts'
import { readPage, startReading } from '../../../../host/tools/answer/reading.ts'
import { element, observation } from '../../../support/observations.ts'

const words = new PageWords()

test('text that only repeats what elements are called is left out; what says more stays', () => {
  const seen = observation(
    'o1',
    [
      element('e1', 'link', 'Home'),
      element('e2', 'link', 'About us'),
      element('e3', 'link', 'Brass lamp', { tier: 3, group: 'g1' }),
      element('e4', 'button', 'Add to cart', { group: 'g1' }),
      element('e5', 'link', 'Reviews', { tier: 5, group: 'g1' }),
    ],
    {
      text: [
        'HomeAbout us',
        'Home | About us',
        '# About us',
        '### Brass lamp',
        '49 €',
        'Add to cart Reviews',
        'Homely',
        'About us and you',
      ].join('\n'),
      groups: [{ ref: 'g1', label: 'Brass lamp', elements: 3 }],
    },
  )
  const lines = (mode: 'summary' | 'document') => {
    const reading = startReading(seen, mode)
    return textLines(readPage(reading, { elements: 0, text: 0 }, 6_000, words), reading, words)
  }
  expect(lines('summary')).toEqual([
    '| Home | About us',
    '| ### Brass lamp',
    '| 49 €',
    '| Homely',
    '| About us and you',
  ])
  expect(lines('document')).toHaveLength(8)
})

test('elements stand in the order of the page, records in one line, frames and sections under their heads', () => {
  const elements = [
    element('e1', 'button', 'Pay', { frame: 1, ordinal: 0, section: 'form' }),
    element('e2', 'link', 'Home', { ordinal: 0, section: 'navigation' }),
    element('e3', 'button', 'Add', { ordinal: 3, group: 'g1' }),
    element('e4', 'link', 'Lamp', { ordinal: 2, group: 'g1' }),
    element('e5', 'link', 'Alone', { ordinal: 4, group: 'g2' }),
  ]
  const main = {
    parent: -1,
    url: 'https://shop.example/',
    title: '',
    name: '',
    status: 'observed',
    elementsTotal: 0,
    textTotalChars: 0,
  } as const
  const seen = observation('o1', elements, {
    groups: [
      { ref: 'g1', label: 'Lamp', elements: 5 },
      { ref: 'g2', label: 'Alone', elements: 1 },
    ],
    frames: [main, { ...main, parent: 0, url: 'https://pay.example/f', name: 'card' }],
  })
  expect(elementLines(elements, seen, words, lookalikes(elements, seen.url))).toEqual([
    'navigation:',
    'e2 link "Home"',
    'main:',
    'g1 e4 link "Lamp"; e3 button "Add"; +3',
    'e5 link "Alone"',
    'frame 1 "card" https://pay.example/f',
    'form:',
    'e1 button "Pay"',
  ])
})
