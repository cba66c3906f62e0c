import { cut } from '../text.ts'
import type { ElementView, Observation, ObservationChange } from './types.ts'

const MAX_REFS = 200
const MAX_LINES = 40
const MAX_LINE_CHARS = 200

/**
 * What differs between two observations of one environment, by ref. `appeared` and `gone` are about what is listed: an
 * element that a budget cut counts as gone. Lists are cut to 200 refs and 40 lines of 200 characters.
 */
export function describeChange(before: Observation, after: Observation): ObservationChange {
  const was = new Map(before.elements.map((element) => [element.ref, element]))
  const is = new Map(after.elements.map((element) => [element.ref, element]))
  return {
    appeared: after.elements.flatMap(({ ref }) => (was.has(ref) ? [] : [ref])).slice(0, MAX_REFS),
    gone: before.elements.flatMap(({ ref }) => (is.has(ref) ? [] : [ref])).slice(0, MAX_REFS),
    changed: after.elements
      .flatMap((element) => {
        const what = differences(was.get(element.ref), element)
        return what.length > 0 ? [{ ref: element.ref, what }] : []
      })
      .slice(0, MAX_REFS),
    textAdded: linesOnlyIn(after.text, before.text),
    textRemoved: linesOnlyIn(before.text, after.text),
    navigated: before.page !== after.page,
  }
}

type Difference = ObservationChange['changed'][number]['what'][number]

function differences(before: ElementView | undefined, after: ElementView): Difference[] {
  if (!before) return []
  const what: Difference[] = []
  if (before.name !== after.name) what.push('name')
  if (before.value !== after.value) what.push('value')
  if (!sameStates(before.states, after.states)) what.push('states')
  return what
}

/** Scrolling moves elements in and out of the viewport without changing them. */
function sameStates(before: ElementView['states'], after: ElementView['states']): boolean {
  const { offscreen: _was, ...left } = before
  const { offscreen: _is, ...right } = after
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]) as Set<keyof typeof left>
  return [...keys].every((key) => left[key] === right[key])
}

/** Lines counted with their repetitions: a third "Add" beside two is one line added. */
function linesOnlyIn(text: string, other: string): string[] {
  const spare = new Map<string, number>()
  for (const line of linesOf(other)) spare.set(line, (spare.get(line) ?? 0) + 1)
  const only: string[] = []
  for (const line of linesOf(text)) {
    const left = spare.get(line) ?? 0
    if (left > 0) spare.set(line, left - 1)
    else if (only.push(cut(line, MAX_LINE_CHARS)) === MAX_LINES) break
  }
  return only
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])
