import { listen, stopHere, view } from './natives.ts'

/**
 * `pageswap` is kept from the page. A script without end in it cannot be ended: Chromium answers nothing that is asked of a
 * document while the next one takes its place, and waits for this one. It serves view transitions alone.
 */
export function guardLeaving(): void {
  listen(view, 'pageswap', stopHere as unknown as EventListener, true)
}
