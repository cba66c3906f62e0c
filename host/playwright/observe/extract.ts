import type { ExtractResult } from '../../../shared/extraction.ts'
import type { ProviderExtractRequest } from '../../provider/types.ts'
import type { Tab } from '../page/tab.ts'
import { DocumentGoneError } from '../page/target-session.ts'
import { listFrames } from './frames.ts'
import { decodeTarget, targetStale } from './targets.ts'

const EXTRACT = 'function (request) { return this.extract(request) }'

/** Structured content of the main document, or of the region around an element in whichever frame it is. */
export async function extractFrom(tab: Tab, request: ProviderExtractRequest): Promise<ExtractResult> {
  const { region, ...rest } = request
  if (region === undefined) return tab.main.callAgent(tab.mainFrame, EXTRACT, [rest])
  const { frame, world, id } = decodeTarget(region)
  const place = (await listFrames(tab)).find(({ node }) => node.id === frame)
  if (!place) throw targetStale('unknown')
  try {
    return await place.node.session.callAgent<ExtractResult>(frame, EXTRACT, [{ ...rest, region: id }], world)
  } catch (error) {
    if (error instanceof DocumentGoneError) throw targetStale('unknown')
    throw error
  }
}
