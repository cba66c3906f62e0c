import { attributeOf } from '../../dom/native.ts'
import { isProse, type Verdict } from './judge.ts'
import type { Block, Run } from './tree.ts'

/** Words of prose below which a mark proves nothing. */
const ENOUGH_PROSE = 40

/** The block that holds the article: where the page marks it, there; else where its prose is densest. */
export function findBody(page: Block, heading: Run | undefined, verdict: Verdict): Block {
  const marked = markedBody(page, verdict)
  if (marked) return marked
  const scope = articleScope(page, heading, verdict)
  return verdict.prose.get(scope) ? densest(scope, verdict) : scope
}

/** The least share of the page's prose that a marked body may hold. */
const MARKED_SHARE = 0.3

/** schema.org's own name for what is sought. */
function markedBody(page: Block, { prose, dropped }: Verdict): Block | undefined {
  let best: Block | undefined
  for (const block of blocksOf(page, dropped)) {
    if (!/\barticleBody\b/.test(attributeOf(block.element, 'itemprop') ?? '')) continue
    if (!best || prose.get(block)! > prose.get(best)!) best = block
  }
  return best && prose.get(best)! >= Math.max(ENOUGH_PROSE, prose.get(page)! * MARKED_SHARE) ? best : undefined
}

/** The element of one article or of the main content that has the page's title in it, else most of the page's prose. */
function articleScope(page: Block, heading: Run | undefined, { prose, dropped }: Verdict): Block {
  const around = new Set<Block>()
  for (let at = heading?.block; at; at = at.parent) around.add(at)
  let scope = page
  let titled: Block | undefined
  for (const block of blocksOf(page, dropped)) {
    const words = prose.get(block)!
    if (words < ENOUGH_PROSE || !isScope(block)) continue
    if (around.has(block)) titled = block
    if (words > prose.get(scope)! * 0.5) scope = block
  }
  return titled ?? scope
}

/** Where the page says that an article or its main content is. */
export function isScope({ tag, element }: Block): boolean {
  if (tag === 'article' || tag === 'main') return true
  const role = attributeOf(element, 'role')
  return role === 'main' || role === 'article' || /Article\b|BlogPosting\b/.test(attributeOf(element, 'itemtype') ?? '')
}

/** What other text costs against prose: links most, as they lead away; plain short lines may well be the article's own. */
const LINK_COST = 1
const LABEL_COST = 0.3

/** The least share of the prose of marked main content that may be taken for all of it: a reference is mostly labels. */
const SCOPE_SHARE = 0.5

function densest(scope: Block, { prose, dropped }: Verdict): Block {
  let best = scope
  let bestScore = Number.NEGATIVE_INFINITY
  const least = isScope(scope) ? prose.get(scope)! * SCOPE_SHARE : 0
  const visit = (block: Block): number => {
    let cost = 0
    for (const child of block.children) {
      if (dropped.has(child)) continue
      if (child.kind === 'block') cost += visit(child)
      else if (child.kind === 'run' && !isProse(child))
        cost += child.linkWords * LINK_COST + (child.words - child.linkWords) * LABEL_COST
    }
    const score = prose.get(block)! - cost
    if (score > bestScore && prose.get(block)! >= least) {
      best = block
      bestScore = score
    }
    return cost
  }
  visit(scope)
  return best
}

/** The block and all in it, in document order, but for dropped parts. */
function* blocksOf(block: Block, dropped: Verdict['dropped']): Generator<Block> {
  yield block
  for (const child of block.children) if (child.kind === 'block' && !dropped.has(child)) yield* blocksOf(child, dropped)
}
