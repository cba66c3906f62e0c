import type { ArticleExtraction } from '../../../shared/extraction.ts'
import type { Answer, Extracting } from '../request.ts'
import { findBody } from './body.ts'
import { articleFacts, findTitle } from './facts.ts'
import { isForeignInline, judge } from './judge.ts'
import { prune } from './prune.ts'
import { imagesIn, linksIn, renderText } from './render.ts'
import { readTree } from './tree.ts'

/** The main text of the page or region, without what surrounds it. */
export function extractArticle({
  page: { document },
  root,
  regional,
  allowance,
  limits,
}: Extracting): Answer<ArticleExtraction> & Pick<ArticleExtraction, 'title'> {
  const tree = readTree(root, allowance, isForeignInline)
  const title = findTitle(tree, document, regional)
  const facts = articleFacts(tree, title, document)
  const verdict = judge(tree, facts.title)
  const body = findBody(tree, title.heading, verdict)
  prune({ page: tree, body, title: facts.title }, verdict)
  const text = renderText(body, verdict)
  const links = linksIn(body, verdict)
  const images = imagesIn(body, verdict)
  return {
    ...facts,
    text: text.slice(0, limits.maxChars),
    links: links.slice(0, limits.maxItems),
    images: images.slice(0, limits.maxItems),
    total: text.length,
    truncated: text.length > limits.maxChars || Math.max(links.length, images.length) > limits.maxItems,
  }
}
