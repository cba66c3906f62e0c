import type { Cell, Row } from './read.ts'

type Line = readonly (Cell | undefined)[]

export interface Headed {
  /** A first row that spans the whole table is its title. */
  title: string
  /** One entry per column, empty where none is named. */
  headers: string[]
  /** Number of rows at the top that are told by `title` and `headers`. */
  skip: number
}

/** Splits the rows that name the columns from those that hold data. */
export function findHeaders(grid: readonly Line[], rows: readonly Row[]): Headed {
  let title = ''
  let skip = 0
  if (grid.length > 1 && spansAll(grid[0]!)) {
    const cell = grid[0]![0]!
    if (cell.header || cell.bold || rows[0]!.head) {
      title = cell.text
      skip = 1
    }
  }
  const first = skip
  while (skip < grid.length - 1 && namesColumns(grid[skip]!, rows[skip]!)) skip++
  if (skip === first && grid.length - first > 1 && looksLikeHeader(grid.slice(first))) skip++
  const width = grid[0]?.length ?? 0
  const headers = Array.from({ length: width }, (_, x) => nameOf(grid.slice(first, skip).map((line) => line[x])))
  return { title, headers, skip }
}

const spansAll = (line: Line): boolean => line.length > 1 && line.every((cell) => cell && cell === line[0])

/** Marked as header: in `thead`, or of header cells alone (an empty corner is none). */
const namesColumns = (line: Line, row: Row): boolean =>
  row.head || (line.some((cell) => cell?.header) && line.every((cell) => !cell || cell.header || !cell.text))

/** Unmarked header: the only bold row, or words above columns of numbers. */
function looksLikeHeader([first, ...rest]: readonly Line[]): boolean {
  if (
    !first ||
    first.some((cell) => !cell?.text || cell.header) ||
    rest.some((line) => line.some((cell) => cell?.header))
  )
    return false
  if (first.every((cell) => cell!.bold)) return rest.every((line) => line.some((cell) => cell && !cell.bold))
  if (rest.length < 2 || first.some((cell) => isNumeric(cell!.text))) return false
  return first.some(
    (_, x) => rest.every((line) => !line[x]?.text || isNumeric(line[x]!.text)) && rest.some((line) => line[x]?.text),
  )
}

/** A number with its sign, unit, currency or percent; a date counts as one. */
const isNumeric = (text: string): boolean => /^\D{0,4}\d[\d\s.,:/'’\u00a0+-]*\D{0,4}$/.test(text)

/** Several header rows over one column: from the general to the special, a spanning cell named once. */
const nameOf = (cells: readonly (Cell | undefined)[]): string =>
  cells
    .filter((cell, y): cell is Cell => cell !== undefined && cell !== cells[y - 1] && cell.text !== '')
    .map((cell) => cell.text)
    .join(' / ')
