/** Elements whose content is neither text nor controls of this document; they get no style read either. */
export const SKIPPED: ReadonlySet<string> = new Set(
  'script style template noscript head meta link title base param source track datalist noembed noframes'.split(' '),
)

/** Elements that may act but whose content is not walked. */
export const OPAQUE: ReadonlySet<string> = new Set(
  'iframe frame fencedframe object embed canvas audio video select textarea input img meter progress'.split(' '),
)

/** Elements that show another document. */
export const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'fencedframe'])

/** Computed `display` values that do not begin a line of their own. */
const INLINE = new Set(
  'inline contents inline-block inline-flex inline-grid inline-table ruby ruby-text ruby-base math'.split(' '),
)

/** Blocks that a reader sees parted from their neighbours by more than a line break. */
const PARTED = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol dl menu table blockquote pre section article form fieldset details hr figure main nav ' +
    'header footer aside address dialog search'
  ).split(' '),
)

export type Gap = 0 | 1 | 2

/** How far an element parts its text from what surrounds it: not at all, by a line, by a blank line. */
export const gapOf = (tag: string, display: string): Gap => (INLINE.has(display) ? 0 : PARTED.has(tag) ? 2 : 1)

const HEADING = /^h[1-6]$/

/** What stands before the first line of an element's text. */
export function markOf(tag: string, display: string): string {
  if (HEADING.test(tag)) return `${'#'.repeat(Number(tag[1]))} `
  return tag === 'li' && display !== 'inline' ? '- ' : ''
}
