import { wordSet } from '../tables.ts'
/**
 * What the walk has to know of a tag, one bit each: a page has thousands of elements, and one look into one table is all
 * that most of them may cost.
 */
export const Trait = {
  /** Neither text nor controls of this document come from it. */
  Skipped: 1,
  /** May act, but its content is not walked. */
  Opaque: 2,
  /** Shows another document. */
  Frame: 4,
  /** Parted from its neighbours by more than a line break. */
  Parted: 8,
  /** Its first line begins with a mark. */
  Marked: 16,
  /** Can open a section by its tag alone. */
  Sectioning: 32,
  /** Can be a control by its tag alone. */
  Control: 64,
  /** Its style belongs to the viewport (CSS Overflow §3.3), and a click on it is a click on nothing. */
  Root: 128,
  /** Cannot have a shadow root (DOM §4.9, attachShadow), among the tags that are met most. */
  Rootless: 256,
} as const

const TAGS: [number, string][] = [
  [
    Trait.Skipped,
    'script style template noscript head meta link title base param source track datalist noembed noframes',
  ],
  [Trait.Opaque, 'iframe frame fencedframe object embed canvas audio video select textarea input img meter progress'],
  [Trait.Frame, 'iframe frame fencedframe'],
  [
    Trait.Parted,
    'p h1 h2 h3 h4 h5 h6 ul ol dl menu table blockquote pre section article form fieldset details hr figure main nav header ' +
      'footer aside address dialog search',
  ],
  [Trait.Marked, 'h1 h2 h3 h4 h5 h6 li'],
  [Trait.Sectioning, 'main nav header footer aside dialog search form'],
  [Trait.Control, 'a area button input select textarea summary audio video'],
  [Trait.Root, 'html body'],
  [
    Trait.Rootless,
    'a b i u s em strong small li ul ol dl dt dd table thead tbody tfoot tr td th caption button label form fieldset legend ' +
      'svg g path use sup sub code time figure picture option details summary cite abbr font center pre',
  ],
]

const traits = new Map<string, number>()
for (const [trait, tags] of TAGS) for (const tag of tags.split(' ')) traits.set(tag, (traits.get(tag) ?? 0) | trait)

export const traitsOf = (tag: string): number => traits.get(tag) ?? 0

/** Computed `display` values that do not begin a line of their own. */
const INLINE = wordSet(
  'inline contents inline-block inline-flex inline-grid inline-table ruby ruby-text ruby-base math',
)

/** How far an element parts its text from what surrounds it: not at all, by a line, by a blank line. */
export type Gap = 0 | 1 | 2

export const gapOf = (trait: number, display: string): Gap => (INLINE.has(display) ? 0 : trait & Trait.Parted ? 2 : 1)

/** What stands before the first line of a heading or list item. */
export const markOf = (tag: string): string => (tag === 'li' ? '- ' : `${'#'.repeat(Number(tag[1]))} `)
