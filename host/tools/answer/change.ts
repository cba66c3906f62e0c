import type { ProviderEvent } from '../../provider/types.ts'
import type { BrowserTransition, ElementView, Observation, Ref } from '../../runtime/types.ts'
import { elementLines, pageHead } from './body.ts'
import { elementLine, lookalikes } from './line.ts'
import type { PageWords } from './neutralise.ts'
import { counted } from './numbers.ts'

/** Columns of text changes shown; the rest is counted. */
const TEXT_CHANGES = 800
const GONE_NAMED = 8

/** What several actions in a row changed, told once. */
export interface ChangeSet {
  before: Observation
  after: Observation
  navigated: boolean
  /** Elements whose line differs or is new, in the order of the observation. */
  elements: readonly ElementView[]
  gone: readonly Ref[]
  textAdded: readonly string[]
  textRemoved: readonly string[]
}

/** Undefined where there is nothing to compare with. */
export function changeSet(transitions: readonly BrowserTransition[], words: PageWords): ChangeSet | undefined {
  const before = transitions[0]?.before
  const after = transitions.at(-1)?.after
  if (!before || !after) return undefined
  const navigated = transitions.some(({ change }) => change === undefined || change.navigated)
  const old = new Map(before.elements.map((element) => [element.ref, element]))
  // One measure for both sides, so that a newcomer of the same name does not change its neighbours' lines.
  const alike = lookalikes(after.elements, after.url)
  const elements = after.elements.filter((element) => {
    const was = old.get(element.ref)
    return !was || restingLine(was, words, alike) !== restingLine(element, words, alike)
  })
  const present = new Set(after.elements.map(({ ref }) => ref))
  const names = new Set([...before.elements, ...after.elements].map(({ name }) => words.plain(name)))
  const unnamed = (lines: readonly string[]) => lines.filter((line) => !names.has(words.plain(line)))
  const { added, removed } = netText(transitions)
  return {
    before,
    after,
    navigated,
    elements,
    gone: before.elements.map(({ ref }) => ref).filter((ref) => !present.has(ref)),
    textAdded: unnamed(added),
    textRemoved: unnamed(removed),
  }
}

/** Focus moves with every action; alone it is no change worth a line. */
function restingLine(element: ElementView, words: PageWords, alike: ReturnType<typeof lookalikes>): string {
  const { focused: _focused, offscreen: _offscreen, ...states } = element.states
  return elementLine({ ...element, states }, words, alike)
}

/** Lines added by one action and removed by the next cancel out. */
function netText(transitions: readonly BrowserTransition[]): { added: string[]; removed: string[] } {
  const added = new Set<string>()
  const removed = new Set<string>()
  for (const { change } of transitions) {
    for (const line of change?.textRemoved ?? []) if (!added.delete(line)) removed.add(line)
    for (const line of change?.textAdded ?? []) if (!removed.delete(line)) added.add(line)
  }
  return { added: [...added], removed: [...removed] }
}

/** Lines inside the fence: the head where it changed, elements, then text with `+` and `-` behind the bar. */
export function changeLines(change: ChangeSet, words: PageWords, budget: number): { lines: string[]; unsaid: number } {
  const { before, after } = change
  const alike = lookalikes(after.elements, after.url)
  const head = pageHead(after, words)
  const sameHead = head.join('\n') === pageHead(before, words).join('\n')

  const taken: ElementView[] = []
  let used = 0
  for (const element of change.elements) {
    used += elementLine(element, words, alike).length + 3
    if (taken.length > 0 && used > budget) break
    taken.push(element)
  }
  const text = [
    ...change.textAdded.flatMap((line) => words.lines(line, 160, '|+ ')),
    ...change.textRemoved.flatMap((line) => words.lines(line, 160, '|- ')),
  ]
  const shownText: string[] = []
  let columns = 0
  for (const line of text) {
    columns += line.length + 1
    if (columns > TEXT_CHANGES) break
    shownText.push(line)
  }
  return {
    lines: [...(sameHead ? [] : head), ...elementLines(taken, after, words, alike), ...shownText],
    unsaid: change.elements.length - taken.length + (text.length - shownText.length),
  }
}

/** `changed: 12 elements new or different, e3, e4 gone`. */
export function changeSummary(change: ChangeSet): string {
  const parts = []
  if (change.elements.length > 0) parts.push(`${counted(change.elements.length, 'element')} new or different`)
  if (change.gone.length > 0) parts.push(`${goneWords(change.gone)} gone`)
  const texts = change.textAdded.length + change.textRemoved.length
  if (texts > 0) parts.push(`${counted(texts, 'line')} of text`)
  return parts.length === 0 ? 'nothing changed' : `changed: ${parts.join(', ')}`
}

/** What happened beside an action, in the tool's words with the page's quoted. */
export function eventLine(event: ProviderEvent, words: PageWords): string {
  switch (event.type) {
    case 'dialog':
      return event.answer === 'pending'
        ? `dialog waits for browser_dialog: ${event.dialog.type} ${words.quote(event.dialog.message, 300)}`
        : `dialog ${event.answer}: ${event.dialog.type} ${words.quote(event.dialog.message, 300)}`
    case 'tab-opened':
      return `tab ${words.plain(event.tab, 20)} opened: ${words.url(event.url)}`
    case 'denied':
      return `denied: ${words.plain(event.reason, 60)}${event.url ? ` ${words.url(event.url)}` : ''}`
  }
}

/** A few are named, so that nobody tries them; of many a number says enough. */
const goneWords = (refs: readonly Ref[]) => (refs.length <= GONE_NAMED ? refs.join(', ') : String(refs.length))
