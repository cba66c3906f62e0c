/** Words of `class` and `id` that tell what a part of a page is for: terms of the trade, not of any site. */
import { wordSet } from '../../tables.ts'

/** What readers wrote under it. */
export const COMMENTARY = wordSet('comment comments disqus replies respond')

/** Says "not the article" whatever is inside. */
export const FOREIGN = wordSet(`
  ad ads addthis adsbygoogle advert advertisement advertising adverts attribution bio breadcrumb breadcrumbs byline
  bylines caption captions consent cookie cookies copyright credit credits cta dfp disclaimer disclosure donate follow
  footer gdpr lightbox login masthead menu modal nav navbar navigation newsletter newsletters noprint outbrain overlay
  pager pagination paging paywall popular popup promo promos promoted promotion rating ratings recommendation
  recommendations recommended related share sharedaddy shares sharethis sharing signup skip social socials sponsor
  sponsored sponsors submenu subscribe subscription taboola tagcloud tags teaser teasers toolbar tooltip trending
`)

/** Says so of a column beside the article; a book calls so what it sets in a box between two paragraphs. */
export const BESIDE = wordSet('sidebar sidebars')

/** Says so where hardly any prose is inside. */
export const DOUBTFUL = wordSet(`
  aside author authors banner box btn button buttons callout carousel categories category date dates dek embed eyebrow
  gallery head header info inset kicker label labels links meta metadata more photo player print slider slideshow tag
  thumbnail time timestamp tools topic topics video widget widgets
`)

/** Names of the line that says who wrote it and when. */
export const BYLINE = wordSet('author authors byline bylines date dateline datetime published pubdate time timestamp')
