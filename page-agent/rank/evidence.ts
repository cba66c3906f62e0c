import { composedParent } from '../dom/composed.ts'
import { attributeOf, textContentOf } from '../dom/native.ts'
import type { Described } from '../observe/types.ts'
import { type Cue, cueAround } from './cues.ts'
import { type DeclaredSteps, relStep } from './declared.ts'
import { direction, findSlot, leadsAway, type PagePart, pageOf, pagePart, type Slot } from './page-url.ts'
import type { Mark, Run } from './runs.ts'

export type NumberMark = Mark & { label: { kind: 'number' } }
export type StepMark = Mark & { label: { kind: 'step' } }
const isNumber = (mark: Mark): mark is NumberMark => mark.label.kind === 'number'
const isStep = (mark: Mark): mark is StepMark => mark.label.kind === 'step'

/** A step whose word has no other common meaning. */
export const isTelling = (mark: Mark) => isStep(mark) && mark.label.strength !== 'vague'

/** Where the runs stand: the page's own URL, and what was learned of its elements so far. */
export interface Surroundings {
  here: string
  from: PagePart
  cues: Map<Element, Cue | undefined>
  declared: DeclaredSteps
}

/** What speaks for and against a run being a pager. Each piece is gathered when it is first asked for. */
export class Evidence {
  readonly numbers: NumberMark[]
  readonly steps: StepMark[]
  readonly gaps: Mark[]
  private readonly known = new Map<string, unknown>()

  constructor(
    readonly run: Run,
    readonly at: Surroundings,
  ) {
    this.numbers = run.marks.filter(isNumber)
    this.steps = run.marks.filter(isStep)
    this.gaps = run.marks.filter(({ label }) => label.kind === 'gap')
  }

  private once<Value>(name: string, gather: () => Value): Value {
    if (!this.known.has(name)) this.known.set(name, gather())
    return this.known.get(name) as Value
  }

  private some(test: (item: Described) => boolean): boolean {
    return this.run.marks.some(({ item }) => test(item))
  }

  /** Nearest word of the author on what the container is. */
  get cue(): Cue | undefined {
    const { marks, container } = this.run
    const spokesman = this.numbers[0] ?? marks.find(isTelling) ?? marks[0]!
    return this.once('cue', () => cueAround(spokesman.item.element, container, this.at.cues))
  }

  /** How the numbers' URLs follow from the numbers. */
  get slot(): Slot | undefined {
    return this.once('slot', () =>
      findSlot(this.numbers.map(({ label, item }) => ({ value: label.value, href: item.href }))),
    )
  }

  /** A link says `rel=next` or `rel=prev`, or the document does of its address. */
  get rel(): boolean {
    const { declared } = this.at
    return this.once('rel', () =>
      this.some(
        ({ kind, element, href }) =>
          kind === 'link' && (!!relStep(attributeOf(element, 'rel') ?? '') || declared.has(pageOf(href))),
      ),
    )
  }

  /** A link leads to another page of this very listing, by the page numbers in both URLs. */
  get related(): boolean {
    const { from } = this.at
    return this.once('related', () => this.some(({ href }) => href !== '' && !!direction(from, pagePart(href))))
  }

  /** A script or a data attribute speaks of pages. */
  get scripted(): boolean {
    return this.once('scripted', () => this.some((item) => SPEAKS_OF_PAGES.test(scriptOf(item))))
  }

  /** The text around says which entries of how many are shown: "1–50 of 1,234". */
  get counted(): boolean {
    const { container } = this.run
    return this.once('counted', () => [container, composedParent(container)].some((near) => near && saysRange(near)))
  }

  /** A link leads to this very document under another query. */
  get requeried(): boolean {
    const { here } = this.at
    return this.once('requeried', () => this.some(({ href }) => leadsAway(href, here) && pathOf(href) === pathOf(here)))
  }

  /** A link leads to another document. */
  get away(): boolean {
    return this.once('away', () => this.some(({ href }) => leadsAway(href, this.at.here)))
  }
}

/** Characters of a pager's text, with a choice of how many entries to show. */
const MAX_TEXT_AROUND = 160

function saysRange(element: Element): boolean {
  const text = textContentOf(element) ?? ''
  if (text.length > MAX_TEXT_AROUND) return false
  const range = /(?<!\d[.,]?)(\d{1,6})\s?[-–—~～]\s?([\d.,]{1,7})\D{1,20}([\d.,]+)/.exec(text)
  const [from = 0, to = 0, total = 0] = range?.slice(1).map((digits) => Number(digits.replace(/\D/g, ''))) ?? []
  return from < to && to <= total && (to === total || (from - 1) % (to - from + 1) === 0)
}

const pathOf = (href: string) => href.split(/[?#]/, 1)[0]

const SPEAKS_OF_PAGES = /(?:page|paging|pagin|seite)(?!size|count|x|y)/i

/** What an element without a URL of its own does on a click, as far as its attributes say. */
function scriptOf({ element, href }: Described): string {
  if (href.startsWith('javascript:')) return href
  if (href !== '' && !href.endsWith('#')) return ''
  const data = attributeOf(element, 'data-page') ?? attributeOf(element, 'data-page-number')
  return data !== null ? 'page' : (attributeOf(element, 'onclick') ?? attributeOf(element, 'data-action') ?? '')
}
