const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** East Asian wide and fullwidth forms, and emoji: two columns on every terminal, and about a token each. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u

const columnsOf = (grapheme: string) => (WIDE.test(grapheme) ? 2 : 1)

/**
 * The longest prefix of whole graphemes within `columns`, the ellipsis included where something was cut. A grapheme is
 * never parted, so no accent, jamo or emoji sequence loses its half.
 */
export function cut(text: string, columns: number): string {
  // A grapheme has at least one code unit and is at most two columns wide: short texts need no segmentation.
  if (text.length * 2 <= columns) return text
  let used = 0
  let fits = 0
  for (const { segment, index } of graphemes.segment(text)) {
    used += columnsOf(segment)
    if (used > columns) return `${text.slice(0, fits)}…`
    if (used < columns) fits = index + segment.length
  }
  return text
}

/** The offset at or before `offset` that parts no grapheme. */
export function borderBefore(text: string, offset: number): number {
  if (offset >= text.length) return text.length
  if (offset <= 0) return 0
  return graphemes.segment(text).containing(offset)?.index ?? offset
}
