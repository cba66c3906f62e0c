import { queryFirst, textContentOf } from '../dom/native.ts'
import { remember } from '../maps.ts'

/** Characters up to which a cell without lists or tables of its own is one line of its row. */
const MAX_CELL = 400

/** Which cells of the tables of one walk are read as one line, so that their rows stay together. */
export class Cells {
  private readonly known = new Map<Element, boolean>()

  areOneLine(cell: Element): boolean {
    return remember(
      this.known,
      cell,
      () => !queryFirst(cell, 'table, ul, ol, dl, h1, h2, h3') && (textContentOf(cell) ?? '').length <= MAX_CELL,
    )
  }
}
