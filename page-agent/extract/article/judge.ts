import { attributeOf } from '../../dom/native.ts'
import { wordSet } from '../../tables.ts'
import { BESIDE, COMMENTARY, DOUBTFUL, FOREIGN } from './hints.ts'
import { type Block, HEADINGS, hintWords, isHeading, type Leaf, type Run, runsOf, sameText } from './tree.ts'

/** A paragraph that reads as prose, not as a label, a headline or a row of links. */
const PROSE_WORDS = 12
const PROSE_LINK_SHARE = 0.4
export const isProse = (run: Run): boolean => run.words >= PROSE_WORDS && run.linkWords < run.words * PROSE_LINK_SHARE

/** What was found out about the parts of a page. */
export interface Verdict {
  /** Words of prose inside, without what lies in dropped parts. */
  prose: ReadonlyMap<Block, number>
  /** Parts that are not the article. */
  dropped: Set<Block | Leaf>
}

/** Drops what is foreign by meaning, by name or by shape, and counts the prose of the rest. */
export function judge(page: Block, title: string): Verdict {
  const raw = countProse(page)
  const total = raw.get(page)!
  const dropped: Verdict['dropped'] = new Set()
  const visit = (block: Block): void => {
    for (const child of block.children) {
      // In a listing a "comment" is one of its language, and other names are those of a highlighter
      if (child.kind !== 'block' || child.tag === 'pre') continue
      const prose = raw.get(child)!
      if (isForeign(child, prose, total) || isTeaser(child, prose, title)) dropped.add(child)
      else visit(child)
    }
  }
  visit(page)
  return { prose: countProse(page, dropped), dropped }
}

const FOREIGN_TAGS = wordSet('aside caption dialog fieldset figcaption footer form menu nav search')
const FOREIGN_ROLES = wordSet(
  'alertdialog banner complementary contentinfo dialog form menu menubar navigation search tablist toolbar tooltip',
)
const FOREIGN_PROPERTIES = wordSet('author caption comment copyrightHolder editor publisher')

/** The larger part of a page's prose is its content, whatever its element is called … */
const MAJORITY = 0.4
/** … but readers may well write more than the author. */
const COMMENTARY_MAJORITY = 0.9
/** Words of prose that a doubtful part may hold and still be taken for an ornament. */
const HARDLY_ANY = 20

function isForeign(block: Block, prose: number, total: number): boolean {
  const { tag, element, exhibit, words, listed } = block
  // A listing within its toolbar is still a listing
  const hints = listed > words * MAJORITY ? [] : hintWords(element)
  if (prose <= total * COMMENTARY_MAJORITY && hints.some((hint) => COMMENTARY.has(hint))) return true
  if (prose > total * MAJORITY) return false
  if (FOREIGN_TAGS.has(tag) || FOREIGN_ROLES.has(attributeOf(element, 'role') ?? '')) return true
  if (tag === 'figure') return !exhibit
  if (
    attributeOf(element, 'itemprop')
      ?.split(/\s+/)
      .some((property) => FOREIGN_PROPERTIES.has(property))
  )
    return true
  if (hints.some((hint) => FOREIGN.has(hint) || (BESIDE.has(hint) && !isBox(block, prose)))) return true
  if (prose >= HARDLY_ANY || HEADINGS.has(tag)) return false
  return tag === 'header' || hints.some((hint) => DOUBTFUL.has(hint))
}

/** Prose between paragraphs of prose, which leads nowhere. */
const isBox = (block: Block, prose: number): boolean =>
  prose >= HARDLY_ANY &&
  block.siteLinks === 0 &&
  block.parent!.children.some(
    (child) =>
      child.kind === 'block' && child !== block && child.children.some((part) => part.kind === 'run' && isProse(part)),
  )

/** An inline element that is named as a part of the page rather than of the sentence. */
export const isForeignInline = (element: Element): boolean =>
  hintWords(element).some((hint) => FOREIGN.has(hint) || COMMENTARY.has(hint) || BESIDE.has(hint))

/** Words of the announcement of another article. */
const TEASER_WORDS = 70

/** A headline that is a link, with a few lines on what it leads to. */
function isTeaser(block: Block, prose: number, title: string): boolean {
  if (prose === 0 || prose > TEASER_WORDS || block.words > prose + TEASER_WORDS) return false
  for (const run of runsOf(block)) {
    if (isProse(run)) return false
    if (isHeading(run) && run.words >= 3) return run.linkWords >= run.words * 0.8 && !sameText(run.text, title)
  }
  return false
}

function countProse(page: Block, dropped?: Verdict['dropped']): Map<Block, number> {
  const counts = new Map<Block, number>()
  const visit = (block: Block): number => {
    let prose = 0
    for (const child of block.children) {
      if (dropped?.has(child)) continue
      if (child.kind === 'block') prose += visit(child)
      else if (child.kind === 'run' && isProse(child)) prose += child.words
    }
    counts.set(block, prose)
    return prose
  }
  visit(page)
  return counts
}
