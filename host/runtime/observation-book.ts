import { BrowserError } from '../errors/browser-error.ts'
import type { ProviderActionTarget, ProviderElement, ProviderObservation } from '../provider/types.ts'
import { digestOf } from './digest.ts'
import { RefBook } from './refs.ts'
import type { ElementView, Observation, Ref } from './types.ts'

/** What a ref of the newest observation stands for. Never leaves the runtime. */
export interface ObservedElement extends ProviderActionTarget {
  view: ElementView
}

/**
 * The identity of what was seen in one environment: names for observations, elements and groups, and the provider's
 * targets of the newest observation alone.
 */
export class ObservationBook {
  private readonly environment: string
  private readonly refs: RefBook
  private readonly now: () => number
  private generation = 0
  private counter = 0
  private newest: Observation | undefined
  private elements = new Map<Ref, ObservedElement>()
  private revision = { page: '', number: 0, digest: '' }

  constructor(environment: string, options: { maxRefs: number; now: () => number }) {
    this.environment = environment
    this.refs = new RefBook(options.maxRefs)
    this.now = options.now
  }

  get current(): Observation | undefined {
    return this.newest
  }

  /** Begins a generation: nothing seen before it can be addressed any more. */
  renew(generation: number): void {
    this.generation = generation
    this.refs.renew()
    this.revision = { page: '', number: 0, digest: '' }
    this.forget()
  }

  /** Drops the newest observation and its targets; labels of living elements stay. */
  forget(): void {
    this.newest = undefined
    this.elements = new Map()
  }

  record(seen: ProviderObservation): Observation {
    const refs = this.refs.assign(seen.elements.map(({ key }) => key))
    const groupRefs = new Map(seen.groups.map(({ key }, index) => [key, `g${index + 1}`]))
    const views = seen.elements.map((element, index) => viewOf(element, refs[index]!, groupRefs))
    const { page, elements: _elements, groups, ...rest } = seen
    const content = {
      ...rest,
      elements: views,
      groups: groups.map(({ key, label, elements }) => ({ ref: groupRefs.get(key)!, label, elements })),
    }
    const digest = digestOf(content)
    if (this.revision.page !== page) this.revision = { page, number: 1, digest }
    else if (this.revision.digest !== digest) this.revision = { page, number: this.revision.number + 1, digest }
    this.newest = {
      id: `o${++this.counter}`,
      environment: this.environment,
      generation: this.generation,
      page,
      revision: this.revision.number,
      digest,
      takenAt: this.now(),
      ...content,
    }
    this.elements = new Map(
      seen.elements.map(({ target, fingerprint }, index) => [
        refs[index]!,
        { target, fingerprint, view: views[index]! },
      ]),
    )
    return this.newest
  }

  /** Refuses any observation but the newest. */
  assertCurrent(observation: string): void {
    if (!this.newest) {
      throw new BrowserError('BROWSER_OBSERVATION_MISSING', `There is no observation ${observation} of this page.`, {
        refsValid: false,
      })
    }
    if (this.newest.id !== observation) {
      throw new BrowserError(
        'BROWSER_OBSERVATION_SUPERSEDED',
        `Observation ${observation} is not the newest; that is ${this.newest.id}.`,
        { url: this.newest.url, refsValid: true },
      )
    }
  }

  /** The element a ref of the newest observation stands for. */
  resolve(ref: Ref, observation: string | undefined): ObservedElement {
    if (observation === undefined) {
      throw new BrowserError('BROWSER_INPUT_INVALID', `Ref ${ref} needs the observation it comes from.`, {
        reason: 'observation',
      })
    }
    this.assertCurrent(observation)
    const element = this.elements.get(ref)
    if (!element) {
      throw new BrowserError('BROWSER_REF_UNKNOWN', `Observation ${observation} has no element ${ref}.`, {
        refsValid: true,
      })
    }
    return element
  }

  /** Every element of the newest observation, in its order. */
  *all(): Iterable<[Ref, ObservedElement]> {
    yield* this.elements
  }
}

function viewOf(element: ProviderElement, ref: Ref, groupRefs: Map<string, string>): ElementView {
  const { key: _key, target: _target, groupKey, ...rest } = element
  const group = groupKey === undefined ? undefined : groupRefs.get(groupKey)
  return { ref, ...rest, ...(group === undefined ? {} : { group }) }
}
