import { composedParent } from '../dom/composed.ts'
import { containsNode, textContentOf } from '../dom/native.ts'
import { remember } from '../maps.ts'
import type { Described, FindPagination, PaginationKind } from '../observe/types.ts'
import { declaredSteps } from './declared.ts'
import { Evidence, isTelling, type NumberMark, type StepMark, type Surroundings } from './evidence.ts'
import { arrowIn } from './labels.ts'
import { findMore } from './more.ts'
import { direction, isHttp, leadsAway, pagePart, slotValue } from './page-url.ts'
import { findRuns, type Mark, readMarks } from './runs.ts'
import type { Step } from './words.ts'

/**
 * Page links are found by what stands together. Labels give candidates (numbers, steps), nearness makes runs of them, and
 * a run is judged by the evidence around it: the author's class names, `rel`, and URLs that follow from the numbers.
 * Then links that a run's URLs explain join it, whatever they are called.
 */
export const findPagination: FindPagination = (items, page) => {
  const found: ReturnType<FindPagination> = new Map()
  const here = page.url.href
  const declared = declaredSteps(page.document)
  const at: Surroundings = { here, from: pagePart(here), cues: new Map(), declared }
  const marks = readMarks(items, here, declared, page.deadline)
  const judged: Judged[] = []
  for (const run of findRuns(marks.filter(({ label }) => label.kind !== 'step' || label.step !== 'more'))) {
    if (page.deadline?.passed()) break
    const evidence = new Evidence(run, at)
    judged.push({ evidence, accepted: judge(evidence) })
  }
  for (const { evidence, accepted } of withoutSeries(judged)) {
    for (const mark of accepted) found.set(mark.item, kindOf(mark, evidence))
    if (accepted.some(({ label }) => label.kind === 'number'))
      for (const [item, kind] of explained(evidence, items)) if (!found.has(item)) found.set(item, kind)
  }
  for (const item of findMore(marks, at)) found.set(item, 'more')
  return found
}

/** A run and those of its marks that are page links. */
interface Judged {
  evidence: Evidence
  accepted: readonly Mark[]
}

/** Places one way can lead to from one page: a listing or two. */
const MAX_WAYS = 2

/** Steps alone that lead to ever other places belong to the entries that they stand in: revisions, days, chapters. */
function withoutSeries(judged: readonly Judged[]): readonly Judged[] {
  const ways = new Map<string, Set<string>>()
  const lone = ({ evidence: { numbers, related } }: Judged) => numbers.length === 0 && !related
  for (const one of judged)
    if (lone(one))
      for (const { item } of one.accepted)
        if (isHttp(item.href)) remember(ways, item.name, () => new Set<string>()).add(item.href)
  const isOne = ({ item }: Mark) => (ways.get(item.name)?.size ?? 0) > MAX_WAYS
  return judged.map((one) => (lone(one) ? { ...one, accepted: one.accepted.filter((mark) => !isOne(mark)) } : one))
}

/** The marks of a run that are page links. */
function judge(evidence: Evidence): Mark[] {
  const { cue, numbers, steps, gaps, at } = evidence
  if (cue === 'other')
    return steps.filter(({ label, item }) => label.strength === 'clear' && leadsAway(item.href, at.here))
  const pages = arePages(evidence) ? numbers.filter((mark) => fits(mark, evidence)) : []
  if (pages.length > 0) {
    const ends = areEnds(steps)
    const borne = steps.filter((mark) => isTelling(mark) || (ends && isPlace(mark)) || isBorneOut(mark, evidence))
    return [...pages, ...borne, ...gaps.filter(({ item }) => leadsAway(item.href, at.here))]
  }
  if (!areSteps(evidence)) return []
  return areEnds(steps) ? steps : steps.filter((mark) => !isPlace(mark) || isBorneOut(mark, evidence))
}

/** "Start" and "end" are other places as well. */
const isPlace = ({ label: { strength, step } }: StepMark) =>
  strength === 'vague' && (step === 'first' || step === 'last')

/** Both ends beside each other are those of a listing. */
const areEnds = (steps: readonly StepMark[]) => isBothOf(steps, ['first', 'last'])

const isBothOf = (steps: readonly StepMark[], both: readonly Step[], test = (_mark: StepMark) => true) =>
  both.every((step) => steps.some((mark) => mark.label.step === step && test(mark)))

/** Two numbers of a pager differ by one, or by two around the current page, which is no link. */
const contiguous = (numbers: readonly NumberMark[]) =>
  numbers.some((mark, i) => i > 0 && mark.label.value - numbers[i - 1]!.label.value <= 2)

const areYears = (numbers: readonly NumberMark[]) =>
  numbers.every(({ label }) => label.value >= 1900 && label.value <= 2100)

function arePages(evidence: Evidence): boolean {
  const { numbers, steps } = evidence
  if (numbers.length === 0) return false
  const { slot, cue } = evidence
  if (slot?.key === 'other') return false
  const said = cue === 'pager' || evidence.rel || evidence.scripted || evidence.related
  if (numbers.length === 1) {
    const sure = steps.some(({ label }) => label.strength === 'clear') || leadsToPage(numbers[0]!)
    return steps.length > 0 ? said || sure : evidence.related && (cue === 'pager' || standsByCurrent(numbers[0]!))
  }
  if (areYears(numbers) && cue !== 'pager') return false
  if (contiguous(numbers)) {
    return (
      said ||
      numbers.some(({ label }) => label.worded) ||
      steps.some(({ label }) => label.strength === 'clear') ||
      (steps.length > 0 && evidence.away) ||
      (slot !== undefined && (slot.key === 'page' || leavesOneOut(evidence)))
    )
  }
  return slot?.key === 'page' || (steps.length > 0 && (said || slot !== undefined))
}

/** "1 2 4", or "1 2 3" with 3 for this very page: all pages but the one that is shown have a link to somewhere else. */
function leavesOneOut(evidence: Evidence): boolean {
  const pages = evidence.numbers.filter((mark) => fits(mark, evidence))
  const first = pages[0]?.label.value ?? 0
  const isBesideGap = ({ label, item }: NumberMark, place: number) =>
    label.value !== first + place || item.href === evidence.at.here
  return first === 2 || (first < 2 && pages.some(isBesideGap))
}

/** "1 [2]": the text around a lone number has its neighbour, which is where one is and therefore no link. */
function standsByCurrent({ item, label }: NumberMark): boolean {
  const text = textContentOf(composedParent(item.element) ?? item.element) ?? ''
  if (text.length > MAX_LONE_CHARS) return false
  return (text.match(/\d+/g) ?? []).some((digits) => Math.abs(Number(digits) - label.value) === 1)
}

const MAX_LONE_CHARS = 80

/** Whether a link's URL has the very page number of its label. */
const leadsToPage = ({ label, item }: NumberMark) => pagePart(item.href).page === label.value

/** A number beside the pages whose URL tells another story (how many entries to show) is not one of them. */
function fits({ item, label }: NumberMark, { slot, at }: Evidence): boolean {
  if (!slot || !leadsAway(item.href, at.here)) return true
  const value = slotValue(slot, item.href)
  return value === undefined ? label.value <= 1 : value === label.value
}

/** Whether its URL makes a page link of a step that its word alone does not. */
function isBorneOut({ item }: StepMark, { slot, numbers, at }: Evidence): boolean {
  if (!leadsAway(item.href, at.here)) return true
  if (slot && slotValue(slot, item.href) !== undefined) return true
  return direction(at.from, pagePart(item.href)) !== undefined || numbers.some((mark) => mark.item.href === item.href)
}

function areSteps(evidence: Evidence): boolean {
  const { steps, cue, scripted } = evidence
  if (steps.length === 0) return false
  const telling = steps.filter(isTelling)
  const said = evidence.rel || evidence.related || evidence.counted
  if (cue === 'pager' && (scripted || evidence.away)) return true
  if (telling.length === 0) return said || (evidence.away && isPair(evidence))
  if (scripted || (cue === 'pager' && isBothOf(telling, BOTH_WAYS))) return true
  const sure = telling.some(({ label, item }) => {
    if (item.kind !== 'link') return label.strength === 'clear' && label.noun === 'page'
    if (label.strength === 'clear') return true
    return label.strength === 'plain' && (label.step === 'next' || label.step === 'previous') && evidence.away
  })
  return sure || said
}

/** "<< Back" and "Continue >>" beside each other: arrows, or one path, take away what is vague about each. */
const isPair = ({ steps, requeried }: Evidence) =>
  isBothOf(steps, BOTH_WAYS, ({ label, item }) => requeried || arrowIn(item.name) === label.step)

const BOTH_WAYS = ['previous', 'next'] as const

function kindOf({ label, item }: Mark, { steps, at }: Evidence): PaginationKind {
  if (label.kind !== 'step') return 'page'
  const { step, far, relative } = label
  if (far && steps.some((other) => other.label.step === step && !other.label.far))
    return step === 'next' ? 'last' : 'first'
  return (relative && item.href !== '' && direction(at.from, pagePart(item.href))) || step
}

/**
 * Links inside a run's container whose URLs its slot explains, in a language that the tables lack: beside the numbers, those
 * to the neighbours of the page that is shown are steps.
 */
function* explained({ run, slot, at }: Evidence, items: readonly Described[]): Generator<[Described, PaginationKind]> {
  if (!slot) return
  const start = items.indexOf(run.marks[0]!.item)
  const end = items.indexOf(run.marks.at(-1)!.item)
  const here = slotValue(slot, at.here)
  for (const item of items.slice(Math.max(0, start - 2), end + 3)) {
    const value = slotValue(slot, item.href)
    if (item.kind !== 'link' || value === undefined || !containsNode(run.container, item.element)) continue
    const step =
      here === undefined || Math.abs(value - here) !== 1 || /\d/.test(item.name)
        ? 'page'
        : value > here
          ? 'next'
          : 'previous'
    yield [item, step]
  }
}
