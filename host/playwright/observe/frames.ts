import { within } from '../bounded.ts'
import type { Tab } from '../page/tab.ts'
import { DocumentGoneError, type FrameNode, type TargetSession } from '../page/target-session.ts'

/** A frame in the tree of its page. */
export interface PlacedFrame {
  node: FrameNode
  /** Index of the parent in the same list; -1 for the main frame. */
  parent: number
  depth: number
}

/** All frames of a page, the main one first, each before its children; cross-site frames in their place. */
export async function listFrames(tab: Tab): Promise<PlacedFrame[]> {
  const { frameTimeoutMs } = tab.settings
  const sessions = await tab.sessions()
  const lists = await Promise.all(
    sessions.map(async (session) => {
      try {
        return await (session === tab.main ? session.frames() : session.framesWithin(frameTimeoutMs))
      } catch (error) {
        if (session !== tab.main && error instanceof DocumentGoneError) return [] // a frame that left meanwhile
        throw error
      }
    }),
  )
  const listed = lists.flat()
  const silent = await silentFrames(sessions, new Set(listed.map(({ id }) => id)), frameTimeoutMs)
  return placeFrames([...listed, ...silent], tab.mainFrame)
}

/** Cross-site frames whose process has not answered since their first moment. */
async function silentFrames(
  sessions: readonly TargetSession[],
  listed: ReadonlySet<string>,
  ms: number,
): Promise<FrameNode[]> {
  const found = sessions.map((session) => within(ms, session.framesElsewhere(listed)).catch(() => []))
  return (await Promise.all(found)).flat()
}

/** Pure: puts frames into document order by parent. Those without a way to the main frame are left out. */
export function placeFrames(nodes: readonly FrameNode[], main: string): PlacedFrame[] {
  const byId = new Map<string, FrameNode>()
  // A frame that moves between processes is listed twice for a moment; the session of its own is the later one
  for (const node of nodes) byId.set(node.id, node)
  const children = new Map<string, FrameNode[]>()
  for (const node of byId.values()) {
    if (node.parentId === undefined || node.id === main) continue
    const siblings = children.get(node.parentId)
    if (siblings) siblings.push(node)
    else children.set(node.parentId, [node])
  }
  const placed: PlacedFrame[] = []
  const visit = (node: FrameNode, parent: number, depth: number) => {
    const index = placed.push({ node, parent, depth }) - 1
    for (const child of children.get(node.id) ?? []) visit(child, index, depth + 1)
  }
  const root = byId.get(main)
  if (root) visit(root, -1, 0)
  return placed
}
