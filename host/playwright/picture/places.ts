import type { ProviderTarget } from '../../provider/types.ts'
import { listFrames, type PlacedFrame } from '../observe/frames.ts'
import { decodeTarget } from '../observe/targets.ts'
import type { Tab } from '../page/tab.ts'

/** CSS pixels from the corner of the main frame's viewport. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

const RECTANGLES = `function (ids) {
  return ids.map((id) => {
    const element = this.element(id);
    if (!element || !element.isConnected) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });
}`
const CORNER = `function () {
  const { x, y } = this.getBoundingClientRect();
  return { x: x + this.clientLeft, y: y + this.clientTop };
}`

/** Where elements stand, those of child frames included; elements that have gone are left out. */
export async function placesOf(
  tab: Tab,
  targets: readonly { target: ProviderTarget; label: string }[],
): Promise<(Rectangle & { label: string })[]> {
  const placed = await listFrames(tab)
  const byFrame = new Map<string, { world: number; ids: string[]; labels: string[] }>()
  for (const { target, label } of targets) {
    const { frame, world, id } = decodeTarget(target)
    const group = byFrame.get(frame) ?? { world, ids: [], labels: [] }
    byFrame.set(frame, group)
    group.ids.push(id)
    group.labels.push(label)
  }
  const found = await Promise.all(
    [...byFrame].map(async ([frame, { world, ids, labels }]) => {
      const place = placed.find(({ node }) => node.id === frame)
      if (!place) return []
      try {
        const corner = await cornerOf(placed, place)
        const boxes = await place.node.session.callAgent<(Rectangle | null)[]>(frame, RECTANGLES, [ids], world)
        return boxes.flatMap((box, index) =>
          box ? [{ ...box, x: box.x + corner.x, y: box.y + corner.y, label: labels[index]! }] : [],
        )
      } catch {
        return [] // the frame has changed since: none of these elements is there any more
      }
    }),
  )
  return found.flat()
}

async function cornerOf(placed: readonly PlacedFrame[], place: PlacedFrame): Promise<{ x: number; y: number }> {
  const parent = placed[place.parent]
  if (!parent) return { x: 0, y: 0 }
  const above = await cornerOf(placed, parent)
  const own = await parent.node.session.callOnOwner<{ x: number; y: number }>(parent.node.id, place.node.id, CORNER)
  return { x: above.x + own.x, y: above.y + own.y }
}
