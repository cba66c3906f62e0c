import { type FrameObservation, type ObserveRequest, PROTOCOL } from '../../../shared/observation.ts'
import type { ProviderObservation, ProviderObserveRequest } from '../../provider/types.ts'
import { Deadline, TimeoutError, within } from '../bounded.ts'
import type { ProviderSettings } from '../config.ts'
import type { Tab } from '../page/tab.ts'
import { DocumentGoneError } from '../page/target-session.ts'
import { listFrames, type PlacedFrame } from './frames.ts'
import { mergeFrames, type SeenFrame } from './merge.ts'
import { decodeTarget, targetStale } from './targets.ts'

/** What is asked of each frame's agent. */
const OBSERVE = 'function (request) { return this.observe(request) }'
const OWNER_ID = `function () { return globalThis.__dshPageAgent?.idOf(this) ?? null }`

export type Seen = Omit<ProviderObservation, 'status' | 'tabs' | 'dialog'>

/**
 * Observes a page with its frames: the main one within `observeTimeoutMs`, each other within `frameTimeoutMs`. Throws
 * `TimeoutError` where the main frame does not answer, `DocumentGoneError` where it changes meanwhile.
 */
export async function observeTab(
  tab: Tab,
  request: ProviderObserveRequest,
  settings: ProviderSettings,
  probe: string,
): Promise<Seen> {
  const { region, ...rest } = request
  const limits = {
    maxElements: rest.maxElements ?? settings.maxElements,
    maxTextChars: rest.maxTextChars ?? settings.maxTextChars,
  }
  const asked: ObserveRequest = { ...rest, ...limits, listenerProbe: probe }
  const deadline = new Deadline(settings.observeTimeoutMs)
  if (region !== undefined) return observeRegion(tab, decodeTarget(region), asked, limits, deadline)
  const placed = await within(deadline.left, listFrames(tab), 'listing the frames')
  const seen: SeenFrame[] = []
  for (const frame of placed) {
    seen.push(frame.parent === -1 ? await seeMain(frame, asked, deadline) : unseen(frame, 'limit'))
  }
  await seeChildren(placed, seen, asked, settings)
  return mergeFrames(seen, limits, tab.key)
}

/** What can be said of a page while a dialog keeps everyone out. */
export const shutOut = (tab: Tab): Seen => ({
  page: `${tab.key}/dialog`,
  url: tab.page.url(),
  title: '',
  language: '',
  text: '',
  textTotalChars: 0,
  textTruncated: false,
  elements: [],
  elementsTotal: 0,
  elementsTruncated: false,
  groups: [],
  frames: [],
  closedShadowRoots: 0,
  scroll: { x: 0, y: 0, width: 0, height: 0, viewportWidth: 0, viewportHeight: 0 },
})

async function observeRegion(
  tab: Tab,
  { frame, world, id }: { frame: string; world: number; id: string },
  asked: ObserveRequest,
  limits: { maxElements: number; maxTextChars: number },
  deadline: Deadline,
): Promise<Seen> {
  const placed = await within(deadline.left, listFrames(tab), 'listing the frames')
  const found = placed.find(({ node }) => node.id === frame)
  if (!found || (await found.node.session.world(frame)) !== world) throw targetStale('unknown')
  const seen = await seeMain(found, { ...asked, region: id }, deadline)
  return mergeFrames([{ ...seen, parent: -1 }], limits, tab.key)
}

async function seeMain(frame: PlacedFrame, asked: ObserveRequest, deadline: Deadline): Promise<SeenFrame> {
  return see(frame, asked, deadline.left)
}

/** Level by level, since a parent's observation says which of its frames are shown. */
async function seeChildren(
  placed: readonly PlacedFrame[],
  seen: SeenFrame[],
  asked: ObserveRequest,
  settings: ProviderSettings,
): Promise<void> {
  let budget = settings.maxFrames
  for (let depth = 1; depth <= settings.maxFrameDepth && budget > 0; depth++) {
    const level = placed
      .map((frame, index) => ({ frame, index }))
      .filter(({ frame }) => frame.depth === depth && seen[frame.parent]?.status === 'observed')
      .slice(0, budget)
    budget -= level.length
    await Promise.all(
      level.map(async ({ frame, index }) => {
        if (frame.node.silent) {
          seen[index] = unseen(frame, 'timeout')
          return
        }
        const parent = placed[frame.parent]
        const shown = seen[frame.parent]?.seen?.frames
        if (!parent || !shown) return
        try {
          const work = (async () => {
            const id = await parent.node.session.callOnOwner<string | null>(parent.node.id, frame.node.id, OWNER_ID)
            const visible = shown.find((reference) => reference.id === id)?.visible ?? false
            return visible ? see(frame, asked, settings.frameTimeoutMs) : unseen(frame, 'hidden')
          })()
          seen[index] = await within(settings.frameTimeoutMs, work, 'a frame')
        } catch (error) {
          seen[index] = unseen(frame, error instanceof TimeoutError ? 'timeout' : 'failed')
        }
      }),
    )
  }
}

async function see({ node, parent }: PlacedFrame, asked: ObserveRequest, ms: number): Promise<SeenFrame> {
  const work = (async () => {
    const world = await node.session.world(node.id)
    const answer = await node.session.callAgent<FrameObservation>(node.id, OBSERVE, [asked], world)
    return { world, answer }
  })()
  const { world, answer } = await within(ms, work, 'observing')
  return { parent, id: node.id, url: node.url, name: node.name, world, status: 'observed', seen: checked(answer) }
}

const unseen = ({ node, parent }: PlacedFrame, status: SeenFrame['status']): SeenFrame => ({
  parent,
  id: node.id,
  url: node.url,
  name: node.name,
  world: 0,
  status,
})

/** The answer comes out of a renderer that a page may have taken over: its shape is not taken on trust. */
function checked(answer: FrameObservation): FrameObservation {
  const sound =
    typeof answer === 'object' &&
    answer !== null &&
    answer.protocol === PROTOCOL &&
    [answer.url, answer.title, answer.text, answer.language].every((value) => typeof value === 'string') &&
    [answer.elementsTotal, answer.textTotalChars, answer.closedShadowRoots].every(Number.isFinite) &&
    [answer.elements, answer.groups, answer.frames].every(Array.isArray) &&
    answer.elements.every(
      (element) =>
        [element.id, element.role, element.name, element.fingerprint].every((value) => typeof value === 'string') &&
        Number.isInteger(element.tier) &&
        typeof element.states === 'object' &&
        element.states !== null,
    )
  if (!sound) throw new DocumentGoneError('the page agent gave an answer that is none of its own')
  return answer
}
