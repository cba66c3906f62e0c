import type { ElementView, Observation } from '../../runtime/types.ts'
import { elementLine, type Lookalikes } from './line.ts'
import { MODES } from './modes.ts'
import type { PageWords } from './neutralise.ts'
import { counted } from './numbers.ts'
import type { Reading, ReadingPage } from './reading.ts'

/** What the page is: title, address, and what stands in the way. */
export function pageHead(observation: Observation, words: PageWords): string[] {
  const { title, url, status, modal, dialog, tabs } = observation
  const out = [
    `${words.quote(title, 120)} ${words.url(url)}${status !== undefined && status >= 400 ? ` HTTP ${status}` : ''}`,
  ]
  if (dialog) out.push(`dialog open: ${dialog.type} ${words.quote(dialog.message, 300)}`)
  if (modal !== undefined) {
    const blocked = observation.elements.filter((element) => element.states.blocked).length
    out.push(`modal ${words.quote(modal)} covers ${counted(blocked, 'element')}`)
  }
  if (tabs && tabs.length > 1) {
    for (const tab of tabs)
      out.push(
        `tab ${words.plain(tab.key, 20)}${tab.active ? ' active' : ''} ${words.quote(tab.title, 60)} ${words.url(tab.url, 80)}`,
      )
  }
  for (const frame of observation.frames) {
    if (frame.status !== 'observed' && frame.status !== 'hidden')
      out.push(`frame not read (${frame.status}): ${words.url(frame.url, 80)}`)
  }
  return out
}

/** Elements in the order of the page: a line each, those of one record together on one. */
export function elementLines(
  elements: readonly ElementView[],
  observation: Observation,
  words: PageWords,
  alike: Lookalikes,
): string[] {
  const groups = new Map(observation.groups.map((group) => [group.ref, group]))
  const shownOf = new Map<string, number>()
  for (const { group } of elements) if (group !== undefined) shownOf.set(group, (shownOf.get(group) ?? 0) + 1)

  const out: string[] = []
  let frame = 0
  let section = ''
  let group: string | undefined
  const closed = new Set<string>()
  const closeGroup = () => {
    if (group === undefined || closed.has(group)) return
    closed.add(group)
    const hidden = (groups.get(group)?.elements ?? 0) - (shownOf.get(group) ?? 0)
    if (hidden > 0) out[out.length - 1] += `; +${hidden}`
  }

  for (const element of [...elements].sort((a, b) => a.frame - b.frame || a.ordinal - b.ordinal)) {
    const opensSection = element.frame !== frame || element.section !== section
    if (group !== element.group || opensSection) closeGroup()
    if (element.frame !== frame) {
      const info = observation.frames[element.frame]
      out.push(
        `frame ${element.frame} ${words.quote(info?.name || info?.title || '', 40)} ${words.url(info?.url ?? '', 100)}`,
      )
    }
    if (opensSection) out.push(`${element.section}:`)
    const line = elementLine(element, words, alike)
    if (element.group !== undefined && element.group === group && !opensSection) out[out.length - 1] += `; ${line}`
    else if (element.group === undefined || (groups.get(element.group)?.elements ?? 0) < 2) out.push(line)
    else out.push(`${element.group} ${line}`)
    frame = element.frame
    section = element.section
    group = element.group
  }
  closeGroup()
  return out
}

/** Text behind its bar, without the lines that only repeat what elements are called. */
export function textLines(page: ReadingPage, reading: Reading, words: PageWords): string[] {
  const lines = words.lines(page.text)
  if (!MODES[reading.mode].textOnce) return lines
  // The title of a record stays: it says what the lines after it belong to.
  const names = reading.observation.elements.flatMap((element) =>
    element.group !== undefined && element.tier === 3 ? [] : closeUp(words.plain(element.name)) || [],
  )
  const known = new Set(names)
  return lines.filter((line) => !consistsOf(closeUp(line.replace(BULLET, '')), known))
}

/** The bar, and the mark of a list item, a heading or a quote. */
const BULLET = /^\| (?:- |#+ |> )?/
/** Longer lines are prose. */
const LONGEST_ROW = 200
const LONGEST_NAME = 60

const closeUp = (text: string) => text.replace(/\s+/gu, '')

/** Whether a line is nothing but names in a row, as menus and button bars are. */
function consistsOf(line: string, names: ReadonlySet<string>): boolean {
  if (line.length > LONGEST_ROW) return names.has(line)
  const reached = new Set([0])
  for (const from of reached) {
    for (let to = from + 1; to <= Math.min(line.length, from + LONGEST_NAME); to++) {
      if (names.has(line.slice(from, to))) reached.add(to)
    }
  }
  return reached.has(line.length)
}
