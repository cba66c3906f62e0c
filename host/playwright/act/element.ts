import type { ElementHandle, Frame, Page } from 'playwright-core'
import type { DenialReason, ResolveResult } from '../../../shared/observation.ts'
import type { ProviderActionTarget } from '../../provider/types.ts'
import { policyDenied } from '../effects/operation.ts'
import { listFrames, type PlacedFrame } from '../observe/frames.ts'
import { decodeTarget, targetStale } from '../observe/targets.ts'
import { registerEngine, selectorOf } from '../page/selector-engine.ts'
import type { Tab } from '../page/tab.ts'
import { DocumentGoneError } from '../page/target-session.ts'

export interface Located {
  /** The element itself. */
  element: ElementHandle
  /** Where to point at: the element, or the label that stands for it. */
  pointer: ElementHandle
  /** Calls a function in the isolated world, with the page agent as `this` and the element's id as the argument. */
  ask<T>(source: string): Promise<T>
}

const RESOLVE = 'function (id, fingerprint, options) { return this.resolve(id, fingerprint, options) }'
const OWNER = `function () {
  const agent = globalThis.__dshPageAgent;
  const id = agent && agent.idOf(this);
  if (!id) return null;
  const fingerprint = agent.fingerprint(this);
  const found = agent.resolve(id, fingerprint, { allow: ['new-context', 'download', 'external-protocol', 'file-chooser', 'password'] });
  return found.status === 'ok' ? { path: found.path, fingerprint } : null;
}`
const FINGERPRINT = `function (path) { const element = this.locate(path); return element ? this.fingerprint(element) : null }`

/**
 * The living element of a target: resolved by the agent, found again by its path in Playwright's world and compared
 * with its fingerprint there. Throws `BROWSER_TARGET_STALE`, or `BROWSER_POLICY_DENIED` for an effect not in `allow`.
 */
export async function locate(
  tab: Tab,
  { target, fingerprint }: ProviderActionTarget,
  allow: readonly DenialReason[],
): Promise<Located> {
  const { tab: key, frame: frameId, world, id } = decodeTarget(target)
  if (key !== tab.key) throw targetStale('unknown')
  try {
    const placed = await listFrames(tab)
    const place = placed.find(({ node }) => node.id === frameId)
    if (!place) throw targetStale('unknown')
    const { session } = place.node
    const found = await session.callAgent<ResolveResult>(frameId, RESOLVE, [id, fingerprint, { allow }], world)
    if (found.status === 'denied') throw policyDenied({ reason: found.reason })
    if (found.status === 'stale') throw targetStale(found.reason)
    const engine = await registerEngine()
    const frame = await playwrightFrame(tab, placed, place, engine)
    const element = await frame.$(selectorOf(engine, found.path, fingerprint))
    if (!element) throw targetStale('changed')
    const ask = <T>(source: string) => session.callAgent<T>(frameId, source, [found.id], world)
    if (found.proxyPath === undefined) return { element, pointer: element, ask }
    const proxyFingerprint = await session.callAgent<string | null>(frameId, FINGERPRINT, [found.proxyPath], world)
    const pointer =
      proxyFingerprint === null ? null : await frame.$(selectorOf(engine, found.proxyPath, proxyFingerprint))
    return { element, pointer: pointer ?? element, ask }
  } catch (error) {
    if (error instanceof DocumentGoneError) throw targetStale('unknown')
    throw error
  }
}

/** Goes down from the page to a frame, by the element that contains each frame on the way. */
async function playwrightFrame(
  tab: Tab,
  placed: readonly PlacedFrame[],
  place: PlacedFrame,
  engine: string,
): Promise<Page | Frame> {
  const parent = placed[place.parent]
  if (!parent) return tab.page
  const above = await playwrightFrame(tab, placed, parent, engine)
  const owner = await parent.node.session.callOnOwner<{ path: string; fingerprint: string } | null>(
    parent.node.id,
    place.node.id,
    OWNER,
  )
  const handle = owner && (await above.$(selectorOf(engine, owner.path, owner.fingerprint)))
  const frame = await handle?.contentFrame()
  await handle?.dispose()
  if (!frame) throw targetStale('gone')
  return frame
}
