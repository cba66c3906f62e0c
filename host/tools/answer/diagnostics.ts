import type { Diagnostics } from '../../provider/types.ts'
import type { PageWords } from './neutralise.ts'
import { count } from './numbers.ts'

/** Errors first, then requests, then the console's newest: what explains a failure comes before what only accompanies it. */
export function diagnosticLines(
  report: Diagnostics,
  words: PageWords,
  budget: number,
): { head: string; lines: string[] } {
  const { console, errors, requests, dropped, mark } = report
  const all = [
    ...errors.map(({ message, url }) => `error ${words.quote(message, 400)} ${words.url(url, 100)}`),
    ...requests.map(
      ({ method, status, failure, url }) =>
        `request ${words.plain(method, 10)} ${status || words.quote(failure, 80)} ${words.url(url, 160)}`,
    ),
    ...console.toReversed().map(({ level, text }) => `console ${words.plain(level, 10)} ${words.quote(text, 300)}`),
  ]
  const lines: string[] = []
  let used = 0
  for (const line of all) {
    used += line.length + 1
    if (lines.length > 0 && used > budget) break
    lines.push(line)
  }
  const totals = `${count(errors.length + dropped.errors)} errors, ${count(requests.length + dropped.requests)} failed requests, ${count(console.length + dropped.console)} console messages`
  const left = all.length - lines.length + dropped.errors + dropped.requests + dropped.console
  return { head: `${totals}${left > 0 ? `; ${count(left)} not shown` : ''}; mark ${mark}`, lines }
}
