import { Deadline, pause, TimeoutError, until, within } from '../bounded.ts'
import type { ProviderSettings } from '../config.ts'
import type { Tab } from './tab.ts'
import { DocumentGoneError } from './target-session.ts'

/**
 * Resolves to true once the document is parsed and nothing has been added, removed or switched in it for `quiet`
 * milliseconds; to false after `max`. Changes of style alone are animation and count for nothing.
 */
const QUIET = `function (quiet, max) {
  return new Promise((resolve) => {
    const started = performance.now();
    let last = started;
    const observer = new MutationObserver(() => { last = performance.now() });
    observer.observe(document, {
      subtree: true, childList: true, characterData: true,
      attributeFilter: ['hidden', 'disabled', 'open', 'class', 'aria-hidden', 'aria-expanded', 'aria-busy', 'href', 'value'],
    });
    const done = (answer) => { observer.disconnect(); resolve(answer) };
    const look = () => {
      const now = performance.now();
      const parsed = document.readyState !== 'loading';
      if (parsed && now - last >= quiet) return done(true);
      if (now - started >= max) return done(false);
      setTimeout(look, parsed ? Math.max(5, quiet - (now - last)) : 20);
    };
    setTimeout(look, 0);
  });
}`

/** Time for the browser to tell of a navigation that a script has just begun. */
const NAVIGATION_GRACE_MS = 30

export type Settled = 'settled' | 'busy' | 'navigating' | 'dialog' | 'unresponsive' | 'closed'

/**
 * Waits after an action until its consequences can be seen: a navigation under way is committed and parsed, requests
 * for content are answered, the document is quiet. Each part has its bound, and the answer says which was met.
 */
export async function settle(tab: Tab, settings: ProviderSettings): Promise<Settled> {
  const { quietMs, maxMs, loadMs } = settings.settle
  let { commits, pending } = tab.navigation
  let navigation = new Deadline(settings.navigationTimeoutMs)
  // A page that moves on and on is taken at one of its stations
  const journey = new Deadline(settings.navigationTimeoutMs + loadMs)
  const start = commits
  let total = new Deadline(maxMs)
  await pause(NAVIGATION_GRACE_MS)
  for (;;) {
    if (!tab.alive) return 'closed'
    if (tab.dialog) return 'dialog'
    if (journey.passed && tab.navigation.commits !== start) return 'busy'
    if (tab.navigation.pending) {
      if (tab.navigation.pending !== pending) {
        pending = tab.navigation.pending
        navigation = new Deadline(settings.navigationTimeoutMs)
      }
      if (navigation.passed) return 'navigating'
      await pause(10)
      continue
    }
    if (tab.navigation.commits !== commits) {
      commits = tab.navigation.commits
      total = new Deadline(Math.max(maxMs, loadMs))
    }
    if (total.passed) return 'busy'
    const quiet = await becomesQuiet(tab, quietMs, total.left)
    if (quiet === 'unresponsive') return quiet
    if (quiet === true && !tab.navigation.busy && !tab.navigation.pending) return 'settled'
  }
}

async function becomesQuiet(tab: Tab, quietMs: number, maxMs: number): Promise<boolean | 'unresponsive'> {
  // Evaluation hangs while a navigation waits for its response, and while a dialog is open
  const interrupted = until(() => tab.navigation.pending !== undefined || tab.dialog !== undefined || !tab.alive)
  try {
    const quiet = tab.main.call<boolean>(tab.mainFrame, QUIET, [quietMs, maxMs])
    return await within(maxMs + 500, Promise.race([quiet, interrupted.met.then(() => false)]), 'settling')
  } catch (error) {
    if (error instanceof TimeoutError) return 'unresponsive'
    if (!(error instanceof DocumentGoneError)) throw error
    await pause(10)
    return false
  } finally {
    interrupted.cancel()
  }
}
