import { composedParent } from '../dom/composed.ts'
import { attributeOf, localNameOf } from '../dom/native.ts'

/**
 * What authors say about a container in its class, id, role and label. Names vary without end, so these are stems of
 * common nouns, not names of libraries, except where a family of libraries has made its name the noun.
 */

export type Cue = 'pager' | 'other'

export const PAGER =
  /pagin|pager|page[-_ ]?num|page[-_ ]?nav|page[-_ ]?link|page[-_ ]?bar|nav[-_]?pages|(?:^|\s)pages(?:\s|$)|seiten?navi|blätter|fenye|yema|pageno|posts[-_]nav|older[-_]posts|newer[-_]posts|страниц|页码|分页|ページ|페이지/iu

/** Things that have numbers and arrows of their own: slides, calendars, scores, sizes of a page. */
const OTHER =
  /carousel|slider|slideshow|slick|swiper|flickity|splide|owl[-_]|flexslider|lightbox|marquee|ticker|calend|date[-_]?pick|datetime|weekday|(?:^|\s)days?(?:\s|$)|rating|\bstars?\b|\bvotes?\b|breadcrumb|per[-_]?page|page[-_]?(?:size|amount|limit)|limiter|\btablist\b|\bstepper\b|wizard/iu

const SAID_IN = ['class', 'id', 'role', 'aria-label', 'aria-roledescription']

/** The element's own words on what it is; `other` wins where both are said ("slider-pagination"). */
export function cueOf(element: Element): Cue | undefined {
  const said = SAID_IN.map((name) => attributeOf(element, name) ?? '').join(' ')
  if (said.length <= 5) return undefined
  if (OTHER.test(said)) return 'other'
  return PAGER.test(said) ? 'pager' : undefined
}

/** How far above a run its container's cues still speak of the run. */
const LEVELS_ABOVE = 3

/** The nearest cue from an element to `LEVELS_ABOVE` above `container`, the body left out; `known` keeps what was read. */
export function cueAround(element: Element, container: Element, known: Map<Element, Cue | undefined>): Cue | undefined {
  let above = -1
  for (
    let at: Element | null = element;
    at && localNameOf(at) !== 'body' && above < LEVELS_ABOVE;
    at = composedParent(at)
  ) {
    if (at === container || above >= 0) above++
    if (!known.has(at)) known.set(at, cueOf(at))
    const cue = known.get(at)
    if (cue) return cue
  }
  return undefined
}
