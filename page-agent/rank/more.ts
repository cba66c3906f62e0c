import { attributeOf } from '../dom/native.ts'
import type { Described } from '../observe/types.ts'
import { relStep } from './declared.ts'
import type { Surroundings } from './evidence.ts'
import { direction, leadsAway, pagePart } from './page-url.ts'
import type { Mark } from './runs.ts'

/** A page that grows has one or two places to grow from; more of them open texts, menus and filters. */
const MAX_GROWING_PLACES = 2

/** The elements that bring more of the page's own entries: "load more", or "more" where the link leads to the next page. */
export function findMore(marks: readonly Mark[], { here, from }: Surroundings): Described[] {
  const leading: Described[] = []
  const growing: Described[] = []
  for (const { item, label } of marks) {
    if (label.kind !== 'step' || label.step !== 'more') continue
    const rel = item.kind === 'link' ? relStep(attributeOf(item.element, 'rel') ?? '') : undefined
    if (rel === 'next' || (item.href && direction(from, pagePart(item.href)) === 'next')) leading.push(item)
    else if (label.strength === 'clear' && item.section === 'main' && grows(item, here)) growing.push(item)
  }
  return growing.length <= MAX_GROWING_PLACES ? [...leading, ...growing] : leading
}

/** What shows and hides something that is already there says so; what leads to another page does not grow this one. */
const grows = ({ states, href, effects }: Described, here: string) =>
  states.expanded === undefined && states.popup === undefined && !effects?.newContext && !leadsAway(href, here)
