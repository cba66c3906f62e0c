import { composedParent } from '../dom/composed.ts'
import { attributeOf, containsNode } from '../dom/native.ts'
import type { Described, FindPagination, PaginationKind } from '../observe/types.ts'
import { cueAround } from './cues.ts'
import { findMore } from './more.ts'
import { direction, findSlot, leadsAway, type PagePart, pagePart, type Slot, slotValue } from './page-url.ts'
import { findRuns, type Mark, type Run, readMarks, relStep } from './runs.ts'

/**
 * Page links are found by what stands together. Labels give candidates (numbers, steps), nearness makes runs of them, and
 * a run is judged by the evidence around it: the author's class names, `rel`, and URLs that follow from the numbers.
 * Then links that a run's URLs explain join it, whatever they are called.
 */
export const findPagination: FindPagination = (items, page) => {
  const found: ReturnType<FindPagination> = new Map()
  const here = page.url.href
  const marks = readMarks(items, here)
  for (const run of findRuns(marks.filter(({ label }) => label.kind !== 'step' || label.step !== 'more'))) {
    const evidence = gather(run, here)
    const accepted = judge(evidence)
    for (const mark of accepted) found.set(mark.item, kindOf(mark, evidence))
    if (accepted.length > 0)
      for (const item of explained(evidence, items)) if (!found.has(item)) found.set(item, 'page')
  }
  for (const item of findMore(marks, here)) found.set(item, 'more')
  return found
}

type NumberMark = Mark & { label: { kind: 'number' } }
type StepMark = Mark & { label: { kind: 'step' } }
const isNumber = (mark: Mark): mark is NumberMark => mark.label.kind === 'number'
const isStep = (mark: Mark): mark is StepMark => mark.label.kind === 'step'

/** A step whose word has no other common meaning. */
const isTelling = (mark: Mark) => isStep(mark) && mark.label.strength !== 'vague'

interface Evidence {
  run: Run
  here: string
  /** The page's own URL, taken apart. */
  from: PagePart
  numbers: NumberMark[]
  steps: StepMark[]
  gaps: Mark[]
  /** Nearest word of the author on what the container is. */
  cue: 'pager' | 'other' | undefined
  /** How the numbers' URLs follow from the numbers. */
  slot: Slot | undefined
  /** A link of the run says `rel=next` or `rel=prev`. */
  rel: boolean
  /** A link of the run leads to another page of this very listing, by the page numbers in both URLs. */
  related: boolean
  /** A script or a data attribute of the run speaks of pages. */
  scripted: boolean
  /** A link of the run leads to another document. */
  away: boolean
}

function gather(run: Run, here: string): Evidence {
  const { marks, container } = run
  const numbers = marks.filter(isNumber)
  const from = pagePart(here)
  return {
    run,
    here,
    from,
    numbers,
    steps: marks.filter(isStep),
    gaps: marks.filter(({ label }) => label.kind === 'gap'),
    cue: cueAround((numbers[0] ?? marks.find(isTelling) ?? marks[0]!).item.element, container),
    slot: findSlot(numbers.map(({ label, item }) => ({ value: label.value, href: item.href }))),
    rel: marks.some(({ item }) => item.kind === 'link' && relStep(attributeOf(item.element, 'rel') ?? '')),
    related: marks.some(({ item }) => item.href !== '' && direction(from, pagePart(item.href))),
    scripted: marks.some(({ item }) => SPEAKS_OF_PAGES.test(scriptOf(item))),
    away: marks.some(({ item }) => leadsAway(item.href, here)),
  }
}

const SPEAKS_OF_PAGES = /(?:page|paging|pagin|seite)(?!size|count|x|y)/i

/** What an element without a URL of its own does on a click, as far as its attributes say. */
function scriptOf({ element, href }: Described): string {
  if (href.startsWith('javascript:')) return href
  if (href !== '' && !href.endsWith('#')) return ''
  const data = attributeOf(element, 'data-page') ?? attributeOf(element, 'data-page-number')
  return data !== null ? 'page' : (attributeOf(element, 'onclick') ?? attributeOf(element, 'data-action') ?? '')
}

/** The marks of a run that are page links. */
function judge(evidence: Evidence): Mark[] {
  const { cue, numbers, steps, gaps } = evidence
  if (cue === 'other') return []
  const pages = arePages(evidence) ? numbers.filter((mark) => fits(mark, evidence)) : []
  if (pages.length > 0) {
    const borne = steps.filter((mark) => isTelling(mark) || isBorneOut(mark, evidence))
    return [...pages, ...borne, ...gaps.filter(({ item }) => leadsAway(item.href, evidence.here))]
  }
  return areSteps(evidence) ? steps : []
}

/** Two numbers of a pager differ by one, or by two around the current page, which is no link. */
const contiguous = (numbers: readonly NumberMark[]) =>
  numbers.some((mark, i) => i > 0 && mark.label.value - numbers[i - 1]!.label.value <= 2)

const areYears = (numbers: readonly NumberMark[]) =>
  numbers.every(({ label }) => label.value >= 1900 && label.value <= 2100)

function arePages(evidence: Evidence): boolean {
  const { numbers, steps, cue, slot, rel, related, scripted, away } = evidence
  if (numbers.length === 0 || slot?.key === 'other') return false
  const said = cue === 'pager' || rel || related || scripted
  if (numbers.length === 1) {
    const sure = steps.some(({ label }) => label.strength === 'clear') || leadsToPage(numbers[0]!)
    return steps.length > 0 ? said || sure : related && (cue === 'pager' || standsByCurrent(numbers[0]!))
  }
  if (areYears(numbers) && cue !== 'pager') return false
  if (contiguous(numbers)) {
    return said || slot !== undefined || numbers.some(({ label }) => label.worded) || (steps.length > 0 && away)
  }
  return slot?.key === 'page' || (steps.length > 0 && (said || slot !== undefined))
}

/** "1 [2]": the text around a lone number has its neighbour, which is where one is and therefore no link. */
function standsByCurrent({ item, label }: NumberMark): boolean {
  const text = composedParent(item.element)?.textContent ?? ''
  if (text.length > MAX_LONE_CHARS) return false
  return (text.match(/\d+/g) ?? []).some((digits) => Math.abs(Number(digits) - label.value) === 1)
}

const MAX_LONE_CHARS = 80

/** Whether a link's URL has the very page number of its label. */
const leadsToPage = ({ label, item }: NumberMark) => pagePart(item.href).page === label.value

/** A number beside the pages whose URL tells another story (how many entries to show) is not one of them. */
function fits({ item, label }: NumberMark, { slot, here }: Evidence): boolean {
  if (!slot || !leadsAway(item.href, here)) return true
  const value = slotValue(slot, item.href)
  return value === undefined ? label.value <= 1 : value === label.value
}

/** Whether its URL makes a page link of a step that its word alone does not. */
function isBorneOut({ item }: StepMark, { slot, numbers, from, here }: Evidence): boolean {
  if (!leadsAway(item.href, here)) return true
  if (slot && slotValue(slot, item.href) !== undefined) return true
  return direction(from, pagePart(item.href)) !== undefined || numbers.some((mark) => mark.item.href === item.href)
}

function areSteps({ steps, cue, rel, related, scripted, away }: Evidence): boolean {
  const telling = steps.filter(isTelling)
  const said = rel || related || scripted
  if (telling.length === 0) return steps.length > 0 && (rel || related || (scripted && cue === 'pager'))
  if (said || (cue === 'pager' && away)) return true
  return telling.some(({ label, item }) => {
    if (item.kind !== 'link') return label.strength === 'clear' && label.noun === 'page'
    if (label.strength === 'clear') return true
    return away && label.strength === 'plain' && (label.step === 'next' || label.step === 'previous')
  })
}

function kindOf({ label, item }: Mark, { steps, from }: Evidence): PaginationKind {
  if (label.kind !== 'step') return 'page'
  const { step, far, relative } = label
  if (far && steps.some((other) => other.label.step === step && !other.label.far))
    return step === 'next' ? 'last' : 'first'
  return (relative && item.href !== '' && direction(from, pagePart(item.href))) || step
}

/** Links inside a run's container whose URLs its slot explains: a "last" in a language that the tables lack. */
function explained({ run, slot }: Evidence, items: readonly Described[]): Described[] {
  if (!slot) return []
  const start = items.indexOf(run.marks[0]!.item)
  const end = items.indexOf(run.marks.at(-1)!.item)
  return items
    .slice(Math.max(0, start - 2), end + 3)
    .filter(
      ({ kind, href, element }) =>
        kind === 'link' && slotValue(slot, href) !== undefined && containsNode(run.container, element),
    )
}
