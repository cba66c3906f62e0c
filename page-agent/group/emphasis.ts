import { composedParent } from '../dom/composed.ts'
import { attributeOf, localNameOf, queryFirst } from '../dom/native.ts'
import type { Layout } from '../observe/types.ts'

const HEADING = /^h[1-6]$/
export const HEADINGS = 'h1,h2,h3,h4,h5,h6,[role=heading]'
/** Ancestors of a link that may be the heading it stands in. */
const NEAR = 4

/** How much a link stands out from running text, by its markup and its type: 1 where it does not. */
export function emphasisOf(link: Element, layout: Layout): number {
  let factor = 1
  const rel = attributeOf(link, 'rel') ?? ''
  if (isHeading(link)) factor *= 2.5
  else if (/\b(?:author|tag|nofollow)\b/.test(rel)) factor *= 0.3
  if (/\bbookmark\b/.test(rel)) factor *= 1.3
  const style = layout.style(link)
  if (Number.parseInt(style.fontWeight, 10) >= 600) factor *= 1.2
  return factor * Math.min(2, Math.max(0.7, Number.parseFloat(style.fontSize) / 16 || 1))
}

/** Whether a link stands in a heading or around one. */
export function isHeading(link: Element): boolean {
  let at: Element | null = link
  for (let step = 0; at && step < NEAR; step++, at = composedParent(at))
    if (HEADING.test(localNameOf(at)) || attributeOf(at, 'role') === 'heading') return true
  return queryFirst(link, HEADINGS) !== null
}
