import type { FrameLocator, Locator, Page } from 'playwright-core'
import type { DenialReason, ResolveResult } from '../../../shared/observation.ts'
import type { ProviderActionTarget } from '../../provider/types.ts'
import { policyDenied } from '../effects/operation.ts'
import { listFrames, type PlacedFrame } from '../observe/frames.ts'
import { decodeTarget, targetStale } from '../observe/targets.ts'
import { registerEngine, selectorOf } from '../page/selector-engine.ts'
import type { Tab } from '../page/tab.ts'
import { DocumentGoneError } from '../page/target-session.ts'

/** Where Playwright finds an element: locators work in its own isolated world, while handles would enter the page's. */
export interface Located {
  /** The element itself. */
  element: Locator
  /** Where to point at: the element, or the label that stands for it. */
  pointer: Locator
  /** Whether the label stands for it. */
  proxied: boolean
  /** Calls a function in our isolated world, with the page agent as `this` and the element's id as the first argument. */
  ask<T>(source: string, ...args: unknown[]): Promise<T>
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
    const frame = await frameAt(tab, placed, place, engine)
    const element = frame.locator(selectorOf(engine, found.path, fingerprint))
    const ask = <T>(source: string, ...args: unknown[]) =>
      session.callAgent<T>(frameId, source, [found.id, ...args], world)
    if (found.proxyPath === undefined) return { element, pointer: element, proxied: false, ask }
    const proxy = await session.callAgent<string | null>(frameId, FINGERPRINT, [found.proxyPath], world)
    if (proxy === null) throw targetStale('changed')
    return { element, pointer: frame.locator(selectorOf(engine, found.proxyPath, proxy)), proxied: true, ask }
  } catch (error) {
    if (error instanceof DocumentGoneError) throw targetStale('unknown')
    throw error
  }
}

/** Goes down from the page to a frame, by the element that contains each frame on the way. */
async function frameAt(
  tab: Tab,
  placed: readonly PlacedFrame[],
  place: PlacedFrame,
  engine: string,
): Promise<Page | FrameLocator> {
  const parent = placed[place.parent]
  if (!parent) return tab.page
  const above = await frameAt(tab, placed, parent, engine)
  const { session, id } = parent.node
  const owner = await session.callOnOwner<{ path: string; fingerprint: string } | null>(id, place.node.id, OWNER)
  if (!owner) throw targetStale('gone')
  return above.frameLocator(selectorOf(engine, owner.path, owner.fingerprint))
}
