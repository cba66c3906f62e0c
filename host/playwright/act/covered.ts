import { BrowserError } from '../../errors/browser-error.ts'
import { Deadline, pause } from '../bounded.ts'
import type { Located } from './element.ts'
import { describeCover } from './failures.ts'
import type { ActionScope } from './scope.ts'

/** For what covers an element to go away by itself, as a banner that is being closed does. */
const COVERED_MS = 1_800
const LOOK_EVERY_MS = 150

/**
 * Markup of what the pointer would meet in the element's place; null where that is the element, or where it cannot be
 * told. Every later look scrolls the element elsewhere, out from under what sticks to an edge of the window.
 */
const COVER = `function (id, look) {
  const element = this.element(id);
  if (!element) return null;
  const block = ['nearest', 'end', 'center', 'start'][look % 4];
  if (look > 0) element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = element.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
  if (!hit || width === 0 || height === 0) return null;
  for (let above = hit; above; above = above.assignedSlot || above.parentElement || above.getRootNode().host) {
    if (above === element || above.control === element) return null;
  }
  const attributes = ['id', 'class', 'role', 'aria-label'].map((name) => [name, hit.getAttribute(name)])
    .filter(([, value]) => value).map(([name, value]) => ' ' + name + '="' + value.slice(0, 60) + '"');
  return '<' + hit.localName + attributes.join('') + '>' + (hit.textContent || '').trim().slice(0, 60);
}`

/**
 * Fails with `BROWSER_TARGET_COVERED` where something lies above the element and stays there, long before the action
 * would have used up its time. What cannot be told from inside the element's own document is left to the action.
 */
export async function insistUncovered({ deadline }: ActionScope, { proxied, ask }: Located): Promise<void> {
  if (proxied) return // its label is what is pointed at
  const patience = new Deadline(Math.min(COVERED_MS, deadline.left))
  for (let look = 0; ; look++) {
    // A page can make every part of the look fail
    const cover = await ask<string | null>(COVER, look).catch(() => null)
    if (cover === null) return
    if (patience.passed) {
      throw new BrowserError('BROWSER_TARGET_COVERED', `the element is covered by ${describeCover(cover)}`, {
        reason: 'covered',
      })
    }
    await pause(LOOK_EVERY_MS)
  }
}
