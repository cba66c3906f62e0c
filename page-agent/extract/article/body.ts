import { attribute } from '../dom.ts'
import type { Verdict } from './judge.ts'
import { isProse } from './judge.ts'
import { type Block, isHeading, runsOf, sameText } from './tree.ts'

/** Words of prose below which a marked part proves nothing. */
const ENOUGH_PROSE = 40

/** The block that holds the article: where the page marks it, there; else where its prose is densest. */
export function findBody(page: Block, title: string, verdict: Verdict): Block {
  const marked = markedBody(page, verdict)
  if (marked) return marked
  return densest(articleScope(page, title, verdict), verdict)
}

/** schema.org's own name for what is sought. */
function markedBody(page: Block, { prose, dropped }: Verdict): Block | undefined {
  const marked = [...blocksOf(page, dropped)].filter((block) =>
    /\barticleBody\b/.test(attribute(block.element, 'itemprop')),
  )
  const best = marked.reduce<Block | undefined>(
    (most, block) => (most && prose.get(most)! >= prose.get(block)! ? most : block),
    undefined,
  )
  return best && prose.get(best)! >= Math.max(ENOUGH_PROSE, prose.get(page)! * 0.3) ? best : undefined
}

/** The `article` or `main` to search in: the one with the page's title, else the one with most of its prose. */
function articleScope(page: Block, title: string, { prose, dropped }: Verdict): Block {
  const isScope = ({ tag, element }: Block): boolean =>
    tag === 'article' || tag === 'main' || attribute(element, 'role') === 'main' || attribute(element, 'role') === 'article' ||
    /Article|BlogPosting/.test(attribute(element, 'itemtype')) || attribute(element, 'itemprop') === 'blogPost'
  let scope = page
  let titled: Block | undefined
  for (const block of blocksOf(page, dropped)) {
    const words = prose.get(block)!
    if (words < ENOUGH_PROSE || !isScope(block)) continue
    if (title && hasTitle(block, title)) titled = block
    if (words > prose.get(scope)! * 0.5) scope = block
  }
  return titled ?? scope
}

function hasTitle(block: Block, title: string): boolean {
  for (const run of runsOf(block)) if (isHeading(run) && sameText(run.text, title)) return true
  return false
}

/** What other text costs against prose: links most, as they lead away; plain short lines may well be lists of the article. */
const LINK_COST = 1
const LABEL_COST = 0.3

function densest(scope: Block, { prose, dropped }: Verdict): Block {
  let best = scope
  let bestScore = Number.NEGATIVE_INFINITY
  const visit = (block: Block): number => {
    let cost = 0
    for (const child of block.children) {
      if (dropped.has(child)) continue
      if (child.kind === 'block') cost += visit(child)
      else if (child.kind === 'run' && !isProse(child))
        cost += child.linkWords * LINK_COST + (child.words - child.linkWords) * LABEL_COST
    }
    const score = (prose.get(block) ?? 0) - cost
    if (score > bestScore) {
      best = block
      bestScore = score
    }
    return cost
  }
  visit(scope)
  return best
}

/** All blocks in document order that no verdict has dropped. */
function* blocksOf(block: Block, dropped: Verdict['dropped']): Generator<Block> {
  yield block
  for (const child of block.children) if (child.kind === 'block' && !dropped.has(child)) yield* blocksOf(child, dropped)
}
