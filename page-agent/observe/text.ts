/** Where a piece of text belongs: read first to last. */
export enum Zone {
  Modal,
  Main,
  Chrome,
}

/** Blocks, lines and marks of a page's text, kept within a bound while everything is counted. */
export class TextWriter {
  private readonly zones: string[][] = [[], [], []]
  private readonly sizes = [0, 0, 0]
  private line = ''
  private prefix = ''
  private gap = 2
  private zone: Zone = Zone.Main
  private overflow = 0

  constructor(private readonly max: number) {}

  /** Adds inline text; whitespace runs count as one space. */
  text(data: string): void {
    // A node longer than the whole answer can be is counted, not read.
    const room = this.max + 1024
    if (data.length > room) {
      this.overflow += data.length - room
      data = data.slice(0, room)
    }
    if (!/\S/.test(data)) {
      if (this.line !== '' && !this.line.endsWith(' ')) this.line += ' '
      return
    }
    const text = data.replace(/\s+/g, ' ')
    this.line += text.startsWith(' ') && (this.line === '' || this.line.endsWith(' ')) ? text.slice(1) : text
  }

  /** Ends the line; `gap` 2 leaves a blank line before what follows. */
  break(gap: 1 | 2): void {
    const line = this.line.trimEnd()
    if (line !== '') {
      const lines = this.zones[this.zone]!
      const text = `${this.gap === 2 ? '\n\n' : '\n'}${this.prefix}${line}`
      this.sizes[this.zone]! += text.length
      if (this.sizes[this.zone]! - text.length <= this.max) lines.push(text)
      this.gap = gap
      this.prefix = ''
    } else if (gap > this.gap) this.gap = gap
    this.line = ''
  }

  /** Marks the next line, e.g. as a heading or a list item. */
  mark(prefix: string): void {
    this.prefix = prefix
  }

  /** Parts a table cell from the one before it. */
  cell(): void {
    const line = this.line.trimEnd()
    if (line !== '') this.line = `${line} | `
  }

  enter(zone: Zone): void {
    if (zone === this.zone) return
    this.break(2)
    this.zone = zone
  }

  finish(): { text: string; total: number } {
    this.break(2)
    const text = this.zones
      .map((lines) => lines.join('').trim())
      .filter((part) => part !== '')
      .join('\n\n')
    const total = this.sizes.reduce((sum, size) => sum + size, this.overflow)
    return { text: text.slice(0, this.max), total: Math.max(total - 2, 0) }
  }
}
