import type { Cell, Row } from './read.ts'

/** Cells of a resolved table; spans that claim more are cut. */
const MAX_CELLS = 200_000

/** Rows of equal length, each place holding the cell that covers it (HTML §4.9.12, "forming a table"). */
export function resolveSpans(rows: readonly Row[]): (Cell | undefined)[][] {
  const grid: (Cell | undefined)[][] = rows.map(() => [])
  const groupEnds = endOfGroups(rows)
  let cells = 0
  rows.forEach((row, y) => {
    let x = 0
    for (const cell of row.cells) {
      while (grid[y]![x]) x++
      const end = cell.rowspan === 0 ? groupEnds[y]! : Math.min(y + cell.rowspan, groupEnds[y]!)
      for (let below = y; below < end && cells < MAX_CELLS; below++)
        for (let beside = x; beside < x + cell.colspan && cells < MAX_CELLS; beside++, cells++)
          grid[below]![beside] = cell
      x += cell.colspan
    }
  })
  const width = widthOf(grid)
  return grid.map((line) => Array.from({ length: width }, (_, x) => line[x]))
}

/** Spans past the last column that any cell begins in say nothing: `colspan=99` is a way to write "all". */
function widthOf(grid: readonly (Cell | undefined)[][]): number {
  let width = 0
  for (const line of grid)
    for (let x = 0; x < line.length; x++)
      if (line[x] && (x === 0 || line[x] !== line[x - 1])) width = Math.max(width, x + 1)
  return width
}

/** For each row, the row after the last of its group. */
function endOfGroups(rows: readonly Row[]): number[] {
  const ends: number[] = new Array(rows.length)
  for (let y = rows.length - 1; y >= 0; y--)
    ends[y] = y + 1 < rows.length && rows[y + 1]!.group === rows[y]!.group ? ends[y + 1]! : y + 1
  return ends
}
