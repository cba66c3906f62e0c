import type { Observation } from '../../runtime/types.ts'
import { elementLines, pageHead, textLines } from './body.ts'
import { fenced } from './fence.ts'
import type { PageWords } from './neutralise.ts'
import { count, counted } from './numbers.ts'
import type { Reading, ReadingPage } from './reading.ts'

/** One page of a reading as an answer: the fence, then what was left out and how to go on. */
export function readingAnswer(reading: Reading, page: ReadingPage, words: PageWords, token: string): string[] {
  const body = [
    ...pageHead(reading.observation, words),
    ...elementLines(page.elements, reading.observation, words, reading.alike),
    ...textLines(page, reading, words),
  ]
  return [...fenced(reading.observation.id, body), ...omissions(reading, page, token)]
}

/** Totals of what this reading has not shown up to this page's end. */
function omissions(reading: Reading, page: ReadingPage, token: string): string[] {
  const { observation } = reading
  const out: string[] = []
  if (page.next) {
    const left = reading.elements.length - page.next.elements
    const parts = []
    if (left > 0) parts.push(counted(left, 'element'))
    if (page.next.text < reading.text.length) {
      parts.push(`text from ${count(page.next.text)} of ${count(reading.textTotal)} characters`)
    }
    out.push(`not shown: ${parts.join(', ')}; continue: browser_observe_next ${token}`)
  }
  return [...out, ...limits(observation)]
}

/** What the observation itself could not take in. */
export function limits(observation: Observation): string[] {
  const out: string[] = []
  if (observation.elementsTruncated) {
    out.push(`observed ${count(observation.elements.length)} of ${counted(observation.elementsTotal, 'element')}`)
  }
  if (observation.textTruncated) {
    out.push(`text observed: ${count(observation.text.length)} of ${count(observation.textTotalChars)} characters`)
  }
  if (observation.incomplete) out.push(`the page is too large: reading stopped by its ${observation.incomplete} limit`)
  if (observation.closedShadowRoots > 0) {
    out.push(`${counted(observation.closedShadowRoots, 'closed shadow root')}: what they hold cannot be read`)
  }
  return out
}
