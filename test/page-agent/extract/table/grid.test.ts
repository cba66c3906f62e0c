import { describe, expect, it } from 'vitest'
import { resolveSpans } from '../../../../page-agent/extract/table/grid.ts'
import type { Cell, Row } from '../../../../page-agent/extract/table/read.ts'

const cell = (text: string, colspan = 1, rowspan = 1): Cell => ({ text, colspan, rowspan, header: false, bold: false })
const row = (group: number, ...cells: Cell[]): Row => ({ cells, head: false, group })
const texts = (rows: Row[]) => resolveSpans(rows).map((line) => line.map((at) => at?.text ?? '').join('|'))

describe('resolveSpans', () => {
  it.each([
    [
      'a cell over two columns',
      [row(0, cell('a', 2), cell('b')), row(0, cell('c'), cell('d'), cell('e'))],
      ['a|a|b', 'c|d|e'],
    ],
    ['a cell over two rows', [row(0, cell('a', 1, 2), cell('b')), row(0, cell('c'))], ['a|b', 'a|c']],
    [
      'a row pushed aside twice',
      [row(0, cell('a', 1, 2), cell('b'), cell('c', 1, 2)), row(0, cell('d'))],
      ['a|b|c', 'a|d|c'],
    ],
    ['a block of four', [row(0, cell('a', 2, 2), cell('b')), row(0, cell('c'))], ['a|a|b', 'a|a|c']],
    ['a row span that ends with its group', [row(0, cell('a', 1, 9)), row(1, cell('b'))], ['a', 'b']],
    [
      'a row span to the end of the group',
      [row(0, cell('a', 1, 0), cell('b')), row(0, cell('c')), row(1, cell('d'), cell('e'))],
      ['a|b', 'a|c', 'd|e'],
    ],
    ['rows of unequal length', [row(0, cell('a')), row(0, cell('b'), cell('c'))], ['a|', 'b|c']],
    ['a span far beyond the table', [row(0, cell('a', 1_000)), row(0, cell('b'), cell('c'))], ['a|a', 'b|c']],
    ['no rows', [], []],
  ])('%s', (_, rows, expected) => {
    expect(texts(rows)).toEqual(expected)
  })

  it('cuts spans that claim millions of cells', () => {
    const rows = Array.from({ length: 2_000 }, () => row(0, cell('a', 1_000, 2_000)))
    const cells = resolveSpans(rows).reduce((sum, line) => sum + line.filter(Boolean).length, 0)
    expect(cells).toBeLessThanOrEqual(200_000)
  })
})
