import { attributeOf, localNameOf } from '../../dom/native.ts'
import { collapse } from '../../names/text-tools.ts'
import { currentValue } from '../../names/values.ts'
import { wordSet } from '../../tables.ts'
import { type Allowance, walk } from '../walk.ts'

export interface Cell {
  text: string
  header: boolean
  colspan: number
  /** 0: to the end of its row group. */
  rowspan: number
  /** All its text is bold. */
  bold: boolean
}

export interface Row {
  cells: Cell[]
  /** In a `thead`. */
  head: boolean
  /** Number of its row group: row spans end with it. */
  group: number
}

export interface RawTable {
  element: Element
  caption: string
  rows: Row[]
  /** Says by role or markup that it holds data (`true`) or only arranges the page (`false`). */
  stated: boolean | undefined
  /** Rows that hold a control. */
  controls: number
  nested: number
  words: number
}

const TABLE_ROLES = wordSet('table grid treegrid')
const CELL_ROLES = wordSet('cell gridcell columnheader rowheader')
/** HTML's own limits (§4.9.12). */
const MAX_COLSPAN = 1_000
const MAX_ROWSPAN = 65_534
const MAX_CELL_CHARS = 20_000

interface Reading extends RawTable {
  row: Row | undefined
  /** The last row that a control was met in. */
  controlled: Row | undefined
  cell: Cell | undefined
  captioning: boolean
  group: number
  bold: number
  plain: boolean
  alt: string
}

/** All tables below `root`, outermost first, in document order. A layout table's text goes to the cell around it. */
export function readTables(root: Element, allowance: Allowance, isData: (table: RawTable) => boolean): RawTable[] {
  const tables: RawTable[] = []
  const open: Reading[] = []
  const opened: (() => void)[] = []

  const write = (text: string): void => {
    const at = open.at(-1)
    if (!at) return
    if (at.captioning) at.caption += text
    else if (at.cell && at.cell.text.length < MAX_CELL_CHARS) {
      at.cell.text += text
      if (!at.bold && /\S/.test(text)) at.plain = true
    }
  }

  walk(root, allowance, {
    enter(element, _depth, display) {
      const tag = localNameOf(element)
      const role = attributeOf(element, 'role')
      const at = open.at(-1)
      let close: () => void = nothing
      if (TABLE_ROLES.has(role ?? '') || (tag === 'table' && element !== at?.element)) {
        const table = newReading(element, role)
        if (at) at.nested++
        const place = tables.push(table) - 1
        open.push(table)
        close = () => {
          open.pop()
          if (isData(table)) return
          tables.splice(place, 1)
          write(` ${table.rows.flatMap((row) => row.cells.map((cell) => cell.text)).join(' ')} `)
        }
      } else if (at && (tag === 'tr' || role === 'row')) {
        const row: Row = { cells: [], head: isIn(element, 'thead'), group: at.group }
        at.rows.push(row)
        at.row = row
        close = () => {
          at.row = undefined
        }
      } else if (at && (tag === 'thead' || tag === 'tbody' || tag === 'tfoot' || role === 'rowgroup')) {
        at.group++
        close = () => {
          at.group++
        }
      } else if (at && tag === 'caption') {
        at.captioning = true
        close = () => {
          at.captioning = false
        }
      } else if (at?.row && !at.cell && (tag === 'td' || tag === 'th' || CELL_ROLES.has(role ?? ''))) {
        const cell = newCell(element, tag, role)
        at.row.cells.push(cell)
        at.cell = cell
        at.plain = false
        at.alt = ''
        const bold = tag === 'th' ? 1 : 0
        at.bold += bold
        close = () => {
          cell.text = collapse(cell.text) || collapse(at.alt)
          cell.bold = cell.text !== '' && !at.plain
          at.words += cell.text ? cell.text.split(' ').length : 0
          at.bold -= bold
          at.cell = undefined
        }
      } else if (at && (tag === 'b' || tag === 'strong')) {
        at.bold++
        close = () => {
          at.bold--
        }
      } else if (at && tag === 'img') {
        at.alt ||= attributeOf(element, 'alt') ?? ''
      } else if (at && (tag === 'input' || tag === 'select' || tag === 'textarea')) {
        if (at.controlled !== at.row) at.controls++
        at.controlled = at.row
        write(` ${currentValue(element, '') ?? ''} `)
        return false
      }
      if (tag === 'br' || !display.startsWith('inline')) write(' ')
      opened.push(close)
      return true
    },
    leave(element) {
      opened.pop()!()
      if (!allowance.layout.style(element).display.startsWith('inline')) write(' ')
    },
    text: write,
  })
  return tables
}

const nothing = (): void => {}

const isIn = (row: Element, tag: string): boolean => {
  const parent = row.parentElement
  return parent !== null && localNameOf(parent) === tag
}

function newReading(element: Element, role: string | null): Reading {
  return {
    element,
    caption: '',
    rows: [],
    stated: role === 'presentation' || role === 'none' ? false : TABLE_ROLES.has(role ?? '') ? true : undefined,
    controls: 0,
    nested: 0,
    words: 0,
    row: undefined,
    controlled: undefined,
    cell: undefined,
    captioning: false,
    group: 0,
    bold: 0,
    plain: false,
    alt: '',
  }
}

function newCell(element: Element, tag: string, role: string | null): Cell {
  return {
    text: '',
    header: tag === 'th' ? role !== 'cell' && role !== 'gridcell' : role === 'columnheader' || role === 'rowheader',
    colspan: Math.max(1, spanIn(element, 'colspan', 1, MAX_COLSPAN)),
    rowspan: spanIn(element, 'rowspan', 1, MAX_ROWSPAN),
    bold: false,
  }
}

function spanIn(element: Element, name: string, fallback: number, most: number): number {
  const span = Number.parseInt(attributeOf(element, name) ?? attributeOf(element, `aria-${name}`) ?? '', 10)
  return span >= 0 ? Math.min(span, most) : fallback
}
