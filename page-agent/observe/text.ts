import type { Gap } from './blocks.ts'

/** Parts of the text in reading order: what lies over the page, its content, what surrounds the content. */
export const ZONES = ['modal', 'main', 'chrome'] as const
export type Zone = (typeof ZONES)[number]

/** Characters of a node that are read whatever the bound, so that white space is not counted as text. */
const LOOK = 4096

interface Part {
  lines: string[]
  size: number
}

/** Builds a page's text line by line: keeps no more than `max` characters of a zone, counts everything. */
export class TextWriter {
  private readonly parts: Record<Zone, Part> = {
    modal: { lines: [], size: 0 },
    main: { lines: [], size: 0 },
    chrome: { lines: [], size: 0 },
  }
  private zone: Zone = 'main'
  /** No more than one character above the bound. */
  private line = ''
  /** Characters of the line beyond that. */
  private over = 0
  /** Whether the whole line is empty or ends with a space. */
  private spaced = true
  private mark = ''
  private gap: Gap = 2
  /** Characters of nodes and lines too long to be kept. */
  private uncounted = 0

  constructor(private readonly max: number) {}

  /** Adds inline text of a zone; runs of white space are one space. True if it holds anything else. */
  write(zone: Zone, data: string): boolean {
    if (zone !== this.zone) {
      this.end(2)
      this.zone = zone
    }
    const bound = Math.max(this.max + 1 - this.line.length, LOOK)
    const read = data.length > bound ? data.slice(0, bound) : data
    this.uncounted += data.length - read.length
    if (!/\S/.test(read)) {
      if (!this.spaced && read !== '') this.append(' ')
      return false
    }
    const text = /[\t\n\f\r]| {2}/.test(read) ? read.replace(/[ \t\n\f\r]+/g, ' ') : read
    this.append(this.spaced && text.startsWith(' ') ? text.slice(1) : text)
    return true
  }

  private append(text: string): void {
    const room = Math.max(this.max + 1 - this.line.length, 0)
    this.line += text.length > room ? text.slice(0, room) : text
    this.over += Math.max(text.length - room, 0)
    this.spaced = text.endsWith(' ')
  }

  /** Preformatted text: its own line breaks count. */
  writeLines(zone: Zone, data: string): void {
    const bound = Math.max(this.max + 1, LOOK)
    for (const line of data.slice(0, bound).split('\n')) {
      this.write(zone, line)
      this.end(1)
    }
    this.uncounted += Math.max(data.length - bound, 0)
  }

  /** Ends the line, and parts what follows by at least `gap`. */
  end(gap: Gap): void {
    const line = this.over > 0 ? this.line : this.line.trimEnd()
    this.uncounted += this.over > 0 && this.spaced ? this.over - 1 : this.over
    this.line = ''
    this.over = 0
    this.spaced = true
    if (line === '') {
      if (gap > this.gap) this.gap = gap
      return
    }
    const part = this.parts[this.zone]
    const text = `${this.gap === 2 ? '\n\n' : '\n'}${this.mark}${line}`
    if (part.size <= this.max) part.lines.push(text)
    part.size += text.length
    this.gap = gap
    this.mark = ''
  }

  /** What the next line begins with. */
  begin(mark: string): void {
    this.mark = mark
  }

  /** Parts a table cell from the one before it. */
  cell(): void {
    const line = this.line.trimEnd()
    if (line === '') return
    this.line = line
    this.append(' | ')
  }

  /** The text, at most `max` characters, and how long it would be in full. */
  finish(): { text: string; total: number } {
    this.end(2)
    const kept = ZONES.map((zone) => this.parts[zone].lines.join('').replace(/^\n+/, '')).filter((part) => part !== '')
    const text = kept.join('\n\n')
    const dropped = ZONES.reduce((sum, zone) => {
      const { lines, size } = this.parts[zone]
      return sum + size - lines.reduce((length, line) => length + line.length, 0)
    }, this.uncounted)
    return { text: text.slice(0, this.max), total: text.length + dropped }
  }
}
