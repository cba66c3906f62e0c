import { documentTitle } from '../dom.ts'
import type { Allowance } from '../walk.ts'
import { findBody } from './body.ts'
import { isForeignInline, judge } from './judge.ts'
import { keptRuns, prune } from './prune.ts'
import { type Block, readTree, runsOf } from './tree.ts'

export function articleText(root: Element, allowance: Allowance) {
  const tree = readTree(root, allowance, isForeignInline)
  const title = pageTitle(tree, root.ownerDocument)
  const verdict = judge(tree, title)
  const body = findBody(tree, title, verdict)
  prune({ page: tree, body, title, verdict })
  return { title, text: keptRuns(body, verdict.dropped).map((r) => r.text).join('\n\n'), body: body.element }
}

function pageTitle(tree: Block, document: Document): string {
  const full = documentTitle(document)
  const og = document.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? ''
  for (const run of runsOf(tree)) {
    if (!/^h[1-3]$/.test(run.block.tag) || run.words < 2) continue
    const t = run.text.toLowerCase()
    if (full.toLowerCase().includes(t) || og.toLowerCase().includes(t)) return run.text
  }
  for (const run of runsOf(tree)) if (run.block.tag === 'h1') return run.text
  return og || full
}
