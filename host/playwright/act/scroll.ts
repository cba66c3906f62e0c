import type { PageAction, ProviderActionTarget } from '../../provider/types.ts'
import { decodeTarget } from '../observe/targets.ts'
import type { ActionScope } from './scope.ts'

/**
 * Scrolls what a person would scroll: the nearest scroller around the element, or the one under the middle of the
 * viewport, since many applications scroll a part of a page that itself stands still. Runs in the isolated world.
 */
const SCROLL = `function (id, direction, amount, end) {
  const element = id === null ? null : globalThis.__dshPageAgent?.element(id);
  const root = document.scrollingElement || document.documentElement;
  const horizontal = direction === 'left' || direction === 'right';
  const scrolls = (box) => {
    const room = horizontal ? box.scrollWidth - box.clientWidth : box.scrollHeight - box.clientHeight;
    if (room <= 1) return false;
    if (box === root) return true;
    const style = getComputedStyle(box);
    return /auto|scroll|overlay/.test(horizontal ? style.overflowX : style.overflowY);
  };
  const above = (node) => node.assignedSlot || node.parentElement || (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
  let box = element || document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  while (box && box !== root && !scrolls(box)) box = above(box);
  if (!box || (box !== root && !scrolls(box))) box = root;
  const sign = direction === 'up' || direction === 'left' ? -1 : 1;
  const view = box === root ? { width: innerWidth, height: innerHeight } : { width: box.clientWidth, height: box.clientHeight };
  if (end) box.scrollTo({ top: end === 'top' ? 0 : box.scrollHeight, behavior: 'instant' });
  else if (horizontal) box.scrollBy({ left: sign * amount * view.width, behavior: 'instant' });
  else box.scrollBy({ top: sign * amount * view.height, behavior: 'instant' });
}`

const REVEAL = `function (id) { this.element(id)?.scrollIntoView({ block: 'center', behavior: 'instant' }) }`

export async function scroll(
  scope: ActionScope,
  action: Extract<PageAction<ProviderActionTarget>, { type: 'scroll' }>,
): Promise<void> {
  const { tab } = scope
  let place = { frame: tab.mainFrame, session: tab.main, id: null as string | null }
  if (action.target) {
    const { ask } = await scope.locate(action.target)
    if (action.direction === undefined && action.to === undefined) {
      await ask(REVEAL)
      return
    }
    const { frame, id } = decodeTarget(action.target.target)
    for (const session of await tab.sessions()) {
      if ((await session.frames()).some((node) => node.id === frame)) place = { frame, session, id }
    }
  }
  const { direction = 'down', amount = 1, to = null } = action
  await place.session.call(place.frame, SCROLL, [place.id, direction, amount, to])
}
