/**
 * What authors say about a container in its class, id, role and label. Names vary without end, so these are stems of
 * common nouns, not names of libraries, except where a family of libraries has made its name the noun.
 */

export type Cue = 'pager' | 'other'

const PAGER =
  /pagin|pager|paging|pagenav|page[-_ ]?num|page[-_ ]?nav|page[-_ ]?link|page[-_ ]?bar|page[-_ ]?list|nav[-_]?pages|\bpages?\b|seiten?navi|blätter|paginier|fenye|yema|pageno|post[s]?[-_]nav|nav[-_](?:below|above|prev|next)|older[-_]posts|newer[-_]posts|страниц|页码|分页|ページ|페이지/iu

/** Things that have numbers and arrows of their own: slides, calendars, scores, sizes of a page. */
const OTHER =
  /carousel|slider|slideshow|slick|swiper|flickity|splide|owl[-_]|flexslider|lightbox|marquee|ticker|calend|date[-_]?pick|datetime|weekday|\bdays?\b|rating|\bstars?\b|\bvotes?\b|breadcrumb|per[-_]?page|page[-_]?(?:size|amount|limit)|limiter|\btablist\b|\bstepper\b|wizard/iu

/** The element's own words on what it is; `other` wins where both are said ("slider-pagination"). */
export function cueOf(element: Element): Cue | undefined {
  const said = `${element.getAttribute('class') ?? ''} ${element.id} ${element.getAttribute('role') ?? ''} ${
    element.getAttribute('aria-label') ?? ''
  } ${element.getAttribute('aria-roledescription') ?? ''}`
  if (said.length <= 4) return undefined
  if (OTHER.test(said)) return 'other'
  return PAGER.test(said) ? 'pager' : undefined
}

/** How far above a run its container's cues still speak of the run. */
const LEVELS_ABOVE = 3

/** The nearest cue from an element to `LEVELS_ABOVE` above `container`. */
export function cueAround(element: Element, container: Element): Cue | undefined {
  let above = -1
  for (let at: Element | null = element; at && at !== document.body && above < LEVELS_ABOVE; at = at.parentElement) {
    if (at === container || above >= 0) above++
    const cue = cueOf(at)
    if (cue) return cue
  }
  return undefined
}
