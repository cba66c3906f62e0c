import { BrowserError } from '../../errors/browser-error.ts'
import type { ProviderMatchRequest, ProviderTarget } from '../../provider/types.ts'
import type { Tab } from '../page/tab.ts'
import { DocumentGoneError } from '../page/target-session.ts'
import { listFrames } from './frames.ts'
import { decodeTarget } from './targets.ts'

const MATCHING = `function (selector, ids) {
  try { document.createDocumentFragment().querySelector(selector) } catch { return null }
  return ids.filter((id) => { const element = this.element(id); return !!element && element.matches(selector) })
}`

/** Those of the targets that still live and that the selector matches, each within its own document or shadow tree. */
export async function matchIn(tab: Tab, { selector, targets }: ProviderMatchRequest): Promise<ProviderTarget[]> {
  const byFrame = Map.groupBy(targets, (target) => decodeTarget(target).frame)
  const matched = new Set<ProviderTarget>()
  for (const { node } of await listFrames(tab)) {
    const here = byFrame.get(node.id)
    if (!here) continue
    const { world } = decodeTarget(here[0]!)
    const targetOf = new Map(here.map((target) => [decodeTarget(target).id, target]))
    try {
      const ids = await node.session.callAgent<string[] | null>(
        node.id,
        MATCHING,
        [selector, [...targetOf.keys()]],
        world,
      )
      if (!ids) throw new BrowserError('BROWSER_INPUT_INVALID', 'This is no CSS selector.', { reason: 'selector' })
      for (const id of ids) matched.add(targetOf.get(id)!)
    } catch (error) {
      // What was in a document that has gone matches nothing
      if (!(error instanceof DocumentGoneError)) throw error
    }
  }
  return targets.filter((target) => matched.has(target))
}
