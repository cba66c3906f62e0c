import { describe, expect, it } from 'vitest'
import { resolveSpans } from '../../../../page-agent/extract/table/grid.ts'
import { findHeaders } from '../../../../page-agent/extract/table/headers.ts'
import type { Cell, Row } from '../../../../page-agent/extract/table/read.ts'

/** `#x` a header cell, `*x` bold, `2:x` over two columns. */
function cell(spec: string): Cell {
  const [, colspan = '1', mark, text = ''] = /^(?:(\d):)?([#*])?(.*)$/.exec(spec)!
  return { text, colspan: Number(colspan), rowspan: 1, header: mark === '#', bold: mark === '*' }
}
const rowsOf = (lines: string[], head: number): Row[] =>
  lines.map((line, y) => ({ cells: line.split('|').map(cell), head: y < head, group: y < head ? 0 : 1 }))

describe('findHeaders', () => {
  it.each([
    ['header cells', ['#A|#B', '1|2'], 0, ['A', 'B'], 1, ''],
    ['a thead of data cells', ['A|B', '1|2'], 1, ['A', 'B'], 1, ''],
    ['an empty corner', ['|#B', '#x|2'], 0, ['', 'B'], 1, ''],
    ['two header rows', ['#A|2:#B', '#A1|#B1|#B2', '1|2|3'], 2, ['A / A1', 'B / B1', 'B / B2'], 2, ''],
    ['a title over all columns', ['2:#Title', '#A|#B', '1|2'], 0, ['A', 'B'], 2, 'Title'],
    ['row headers only', ['#A|1', '#B|2'], 0, ['', ''], 0, ''],
    ['the only bold row', ['*A|*B', 'x|y'], 0, ['A', 'B'], 1, ''],
    ['words over numbers', ['Year|Name', '2021|a', '2022|b'], 0, ['Year', 'Name'], 1, ''],
    ['words over words', ['a|b', 'c|d', 'e|f'], 0, ['', ''], 0, ''],
    ['numbers over numbers', ['1|2', '3|4', '5|6'], 0, ['', ''], 0, ''],
    ['all rows are headers', ['#A|#B', '#C|#D'], 0, ['A', 'B'], 1, ''],
    ['one row', ['#A|#B'], 0, ['', ''], 0, ''],
  ])('%s', (_, lines, head, headers, skip, title) => {
    const rows = rowsOf(lines, head)
    expect(findHeaders(resolveSpans(rows), rows)).toEqual({ headers, skip, title })
  })
})
