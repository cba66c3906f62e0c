import { composedParent } from '../dom/composed.ts'
import { attributeOf, childElementsOf, containsNode, localNameOf } from '../dom/native.ts'
import type { Deadline } from '../observe/deadline.ts'
import type { Described } from '../observe/types.ts'
import { wordSet } from '../tables.ts'
import { PAGER } from './cues.ts'
import { type DeclaredSteps, relStep } from './declared.ts'
import { type Label, leadingStep, readLabel } from './labels.ts'
import { isFragmentOf, leadsAway, pageOf } from './page-url.ts'
import type { Step } from './words.ts'

/** An element whose label can be that of a page link. */
export interface Mark {
  item: Described
  label: Label
}

/** Marks that stand together, in document order, and the innermost element around them all. */
export interface Run {
  marks: Mark[]
  container: Element
}

/** Roles with numbers and arrows of their own: days of a month, stars of a score, tabs, options. */
const OTHER_ROLES = wordSet('tab option radio gridcell treeitem menuitem menuitemradio checkbox switch')

export function readMarks(
  items: readonly Described[],
  here: string,
  declared: DeclaredSteps,
  deadline?: Deadline,
): Mark[] {
  const marks: Mark[] = []
  for (const item of items) {
    if (item.ordinal % 256 === 255 && deadline?.passed()) break
    if ((item.kind !== 'link' && item.kind !== 'button' && item.kind !== 'clickable') || OTHER_ROLES.has(item.role))
      continue
    const label = (item.name === '' ? undefined : readLabel(item.name)) ?? readClass(item) ?? readTitled(item, declared)
    // "Page 3 of 20" on what leads nowhere says where one is, and opens a box or a menu.
    const says = label?.kind === 'number' && label.total !== undefined && !leadsAway(item.href, here)
    const opens = item.states.popup !== undefined || item.states.expanded !== undefined
    if (label && !says && !opens && !isFragmentOf(item.href, here) && !isCode(item.element)) marks.push({ item, label })
  }
  return marks
}

const token = (names: string) => new RegExp(`(?:^|[^a-z])(?:${names})(?![a-z])`)
const pointing = (way: string) => `(?:arrow|chevron|angle|caret)-?(?:circle-)?${way}|${way}-?arrow`

const STEP_CLASSES: readonly [Step, RegExp][] = [
  ['first', token('first|double-(?:arrow-)?left')],
  ['last', token('last|double-(?:arrow-)?right')],
  ['next', token(`next|nxt|older|${pointing('right')}`)],
  ['previous', token(`prev|previous|newer|${pointing('left')}`)],
]

const STEP_CLASS = /next|nxt|prev|older|newer|first|last|left|right/i
/** Names in a language that the tables lack are short all the same; titles of neighbouring articles are not. */
const MAX_UNREAD_CHARS = 32

/**
 * The step that an element shows by an icon or says in an unknown language, as its classes say: its own, and for a
 * nameless one its icon's and its list item's too.
 */
function readClass({ element, name }: Described): Label | undefined {
  if (name.length > MAX_UNREAD_CHARS) return undefined
  const said = name === '' ? `${saidOf(element)} ${saidAround(element)}` : saidOf(element)
  const rel = name === '' ? relStep(attributeOf(element, 'rel') ?? '') : undefined
  if (!rel && (!STEP_CLASS.test(said) || (name !== '' && !PAGER.test(said)))) return undefined
  const tokens = said
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_/g, '-')
    .toLowerCase()
  const step = rel ?? STEP_CLASSES.find(([, pattern]) => pattern.test(tokens))?.[0]
  return step && { kind: 'step', step, strength: 'symbol', relative: false }
}

/**
 * The title of the page before or after this one, in a manual: "Next 2.4. Release notes" where the document says the same
 * of the address, and any title where two of these agree: the link's `rel`, the document's, a key for it.
 */
function readTitled({ element, href, name }: Described, declared: DeclaredSteps): Label | undefined {
  if (href === '') return undefined
  const said = declared.get(pageOf(href))
  const own = relStep(attributeOf(element, 'rel') ?? '')
  const agreed = own && (own === said || attributeOf(element, 'accesskey') === own[0])
  const step = agreed ? own : said === leadingStep(name) ? said : undefined
  return step && { kind: 'step', step, strength: 'plain', relative: false }
}

/** What a program calls `next` is no page. */
const isCode = (element: Element) =>
  [composedParent(element), childElementsOf(element)[0]].some(
    (near) => near && /^(?:pre|code|samp|kbd)$/.test(localNameOf(near)),
  )

const saidOf = (element: Element) => `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`

function saidAround(element: Element): string {
  const parent = composedParent(element)
  const around = [childElementsOf(element)[0], parent && localNameOf(parent) === 'li' ? parent : null]
  return around.map((at) => (at ? saidOf(at) : '')).join(' ')
}

/** Elements in one run may have this many others between them: a box to type a page into, a gap. */
const MAX_BETWEEN = 3
/** Levels from an element up to the one it shares with its neighbour in the run … */
const MAX_LEVELS = 5
/** … where another element stands between them. */
const MAX_LEVELS_ACROSS = 3

export function findRuns(marks: readonly Mark[]): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const mark of marks) {
    const last = run?.marks.at(-1)
    const shared = run && last && joint(last.item, mark.item)
    if (run && shared && continues(run, mark)) {
      run.marks.push(mark)
      if (shared !== run.container && containsNode(shared, run.container)) run.container = shared
    } else {
      const opening = run && shared && mark.label.kind === 'number' ? takeOpening(run) : []
      const first = (opening[0] ?? mark).item.element
      const parent = composedParent(first) ?? first
      run = { marks: [...opening, mark], container: (opening.length > 0 && shared) || parent }
      runs.push(run)
    }
  }
  return runs
}

/** Takes the steps at the end of a run that open the next one: "10 25 50 ‹ 1 2 3 ›" are two. */
function takeOpening({ marks }: Run): Mark[] {
  let end = marks.length
  while (end > 1 && opens(marks[end - 1]!.label)) end--
  return marks.splice(end)
}

const opens = (label: Label) => label.kind === 'step' && (label.step === 'previous' || label.step === 'first')

/** The element that two neighbours share, where they are near enough to belong together. */
function joint(a: Described, b: Described): Element | undefined {
  const between = b.ordinal - a.ordinal - 1
  if (between > MAX_BETWEEN) return undefined
  const levels = between > 0 ? MAX_LEVELS_ACROSS : MAX_LEVELS
  const above = new Set<Element>()
  let at: Element | null = a.element
  for (let level = 0; at && level < levels; level++) {
    at = composedParent(at)
    if (at) above.add(at)
  }
  at = b.element
  for (let level = 0; at && level < levels; level++) {
    at = composedParent(at)
    // Rows of a table are read apart: weeks of a calendar, figures in a column.
    if (at && above.has(at)) return /^(?:table|tbody|thead|tfoot)$/.test(localNameOf(at)) ? undefined : at
  }
  return undefined
}

/** Numbers ascend through a run, and no step comes twice. */
function continues(run: Run, { label }: Mark): boolean {
  if (label.kind === 'number') {
    const before = run.marks.findLast((mark) => mark.label.kind === 'number')?.label
    return before?.kind !== 'number' || label.value > before.value
  }
  if (label.kind === 'step') {
    const { step, strength, far } = label
    return !run.marks.some(
      ({ label: other }) =>
        other.kind === 'step' && other.step === step && other.strength === strength && other.far === far,
    )
  }
  return true
}
