import { expect, test } from 'vitest'
import { TextWriter } from '../../../page-agent/observe/text.ts'

test('lines, marks and gaps', () => {
  const writer = new TextWriter(1000)
  writer.end(2)
  writer.begin('# ')
  writer.write('main', '  A \n heading ')
  writer.end(2)
  writer.write('main', 'one')
  writer.write('main', ' ')
  writer.write('main', ' two')
  writer.end(1)
  writer.end(1)
  writer.write('main', 'three')
  expect(writer.finish()).toEqual({ text: '# A heading\n\none two\nthree', total: 26 })
})

test('what lies over the page comes first, what surrounds the content last', () => {
  const writer = new TextWriter(1000)
  writer.write('chrome', 'menu')
  writer.write('main', 'content')
  writer.write('modal', 'question')
  expect(writer.finish().text).toBe('question\n\ncontent\n\nmenu')
})

test('cells of a row stand on one line', () => {
  const writer = new TextWriter(1000)
  for (const cell of ['a', 'b']) {
    writer.cell()
    writer.write('main', cell)
  }
  expect(writer.finish().text).toBe('a | b')
})

test.each([
  ['one long line', 1],
  ['many lines', 50],
])('no more than the bound is kept, all is counted: %s', (_name, lines) => {
  const writer = new TextWriter(20)
  for (let line = 0; line < lines; line++) {
    writer.write('main', 'x'.repeat(10))
    writer.write('main', 'y'.repeat(30))
    writer.end(1)
  }
  const { text, total } = writer.finish()
  expect(text).toBe(`${'x'.repeat(10)}${'y'.repeat(10)}`)
  expect(total).toBe(lines * 41 - 1)
})

test.each([0, 3, 10, 25, 60, 1000])('white space is no text, whatever is kept: %i characters', (max) => {
  const writer = new TextWriter(max)
  for (let line = 0; line < 3; line++) {
    writer.write('main', `\n${' '.repeat(40)}first\n${' '.repeat(40)}words `)
    writer.write('main', ' '.repeat(40))
    writer.write('main', ` and${' '.repeat(40)}more `)
    writer.end(1)
  }
  const line = 'first words and more'
  const { text, total } = writer.finish()
  expect(text).toBe([line, line, line].join('\n').slice(0, max))
  expect(total).toBe(line.length * 3 + 2)
})

test('a node of 50 MB is counted, not read', () => {
  const writer = new TextWriter(100)
  const data = 'z '.repeat(25_000_000)
  expect(writer.write('main', data)).toBe(true)
  const { text, total } = writer.finish()
  expect(text.length).toBe(100)
  expect(total).toBeGreaterThan(49_999_000)
})
