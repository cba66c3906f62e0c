import type { TableData, TableExtraction } from '../../../shared/extraction.ts'
import { Names } from '../../names/name.ts'
import { collapse } from '../../names/text-tools.ts'
import { type Answer, type Extracting, Ration } from '../request.ts'
import { resolveSpans } from './grid.ts'
import { findHeaders } from './headers.ts'
import { type RawTable, readTables } from './read.ts'

/** The data tables of the page or region; tables that only arrange it are passed over. */
export function extractTables({ root, allowance, limits, page }: Extracting): Answer<TableExtraction> {
  const ration = new Ration(limits)
  const names = new Names(page.layout)
  let total = 0
  const tables: TableData[] = []
  for (const raw of readTables(root, allowance, isData)) {
    const grid = resolveSpans(raw.rows)
    const { title, headers, skip } = findHeaders(grid, raw.rows)
    const rows = grid.slice(skip).map((line) => line.map((cell) => cell?.text ?? ''))
    total += rows.length
    const caption = collapse(raw.caption) || names.of(raw.element, 'table') || title
    if (!ration.admits(caption, ...headers)) continue
    tables.push({ caption, headers, rows: rows.filter((row) => ration.admits(...row)), rowsTotal: rows.length })
  }
  return { tables, total, truncated: ration.truncated }
}

/** Average words of a cell above which a table holds text in columns and not data. */
const PROSE_CELL_WORDS = 40
/** The share of rows that must be as wide as the widest. */
const REGULAR_SHARE = 0.7

/** Whether a table holds data: it says so, or it has the even shape that arranging a page does not need. */
export function isData({ stated, rows, caption, nested, controls, words }: RawTable): boolean {
  const filled = rows.filter((row) => row.cells.some((cell) => cell.text))
  if (stated !== undefined) return stated && filled.length > 0
  if (filled.length === 0) return false
  const cells = rows.flatMap((row) => row.cells)
  const marked =
    collapse(caption) !== '' || rows.some((row) => row.head) || cells.some((cell) => cell.header && cell.text)
  if (marked) return cells.length > 1
  if (nested > 0 || controls > rows.length / 2 || words > cells.length * PROSE_CELL_WORDS) return false
  const widths = filled.map((row) => row.cells.reduce((sum, cell) => sum + cell.colspan, 0))
  const widest = widths.reduce((most, width) => Math.max(most, width), 0)
  const regular = widths.filter((width) => width === widest).length
  return filled.length > 1 && widest > 1 && regular >= filled.length * REGULAR_SHARE
}
