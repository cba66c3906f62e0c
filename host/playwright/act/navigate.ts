import { errors } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import { pause, settledWithin } from '../bounded.ts'
import { type Denial, policyDenied, withoutSecrets } from '../effects/operation.ts'
import { FREE_MS, type Tab } from '../page/tab.ts'
import type { ActionScope } from './scope.ts'

export async function navigate(scope: ActionScope, url: string): Promise<void> {
  const parsed = URL.parse(url)
  if (!parsed) throw new BrowserError('BROWSER_INPUT_INVALID', `"${url.slice(0, 200)}" is no absolute URL`)
  if (parsed.href !== 'about:blank') {
    if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') throw policyDenied({ reason: 'scheme', url })
    const verdict = scope.judge(parsed.href)
    if (!verdict.admitted) throw policyDenied({ reason: verdict.reason, url })
  }
  await travel(scope, url, async (timeout) => {
    await uncrowd(scope.tab)
    await insist(() => scope.tab.page.goto(parsed.href, { waitUntil: 'commit', timeout }))
  })
}

/** For the page that is left to stop loading, and then to be told of. */
const STOP_MS = 500
const TOLD_MS = 50
/** For an empty page to come. */
const EMPTY_MS = 3_000

/** Frees the connections that a page holds: what it loads is stopped, and a page that goes on is left for an empty one. */
async function uncrowd({ page, main, navigation }: Tab): Promise<void> {
  if (!navigation.crowded) return
  await settledWithin(STOP_MS, main.cdp.send('Page.stopLoading'))
  await pause(TOLD_MS)
  if (navigation.crowded) await settledWithin(EMPTY_MS, page.goto('about:blank', { timeout: EMPTY_MS }))
}

/** A page that goes on navigating by itself can win against a navigation that was asked for, but not every time. */
const MAX_INTERRUPTIONS = 8

async function insist(go: () => Promise<unknown>): Promise<void> {
  for (let interruptions = 0; ; interruptions++) {
    try {
      await go()
      return
    } catch (error) {
      const interrupted = error instanceof Error && /interrupted by another navigation/.test(error.message)
      if (!interrupted || interruptions === MAX_INTERRUPTIONS) throw error
    }
  }
}

/** One step in the session history; fails where there is none. */
export async function step(scope: ActionScope, direction: 'back' | 'forward'): Promise<void> {
  const { page, main } = scope.tab
  const { currentIndex, entries } = await main.whenActive(() => main.cdp.send('Page.getNavigationHistory'))
  if (!entries[currentIndex + (direction === 'back' ? -1 : 1)]) {
    throw new BrowserError('BROWSER_ACTION_FAILED', `there is no page to go ${direction} to`, { reason: 'no-history' })
  }
  await travel(scope, page.url(), (timeout) =>
    direction === 'back'
      ? page.goBack({ waitUntil: 'commit', timeout })
      : page.goForward({ waitUntil: 'commit', timeout }),
  )
}

export function reload(scope: ActionScope): Promise<void> {
  const { page, main } = scope.tab
  return travel(scope, page.url(), (timeout) => main.whenActive(() => page.reload({ waitUntil: 'commit', timeout })))
}

async function travel(scope: ActionScope, url: string, go: (timeout: number) => Promise<unknown>): Promise<void> {
  const { tab, settings, operation } = scope
  tab.leaving = true
  const watch = endScriptsThatHold(tab)
  // What the page had tried by now is no failure of leaving it
  operation.denied = undefined
  try {
    await go(settings.navigationTimeoutMs)
  } catch (error) {
    if (operation.denied) throw policyDenied(operation.denied)
    if (operation.unreachable) throw unreachable(operation.unreachable)
    if (!(error instanceof Error) || !tab.alive) throw error
    if (error instanceof errors.TimeoutError) {
      await tab.freeOrGiveUp(FREE_MS)
      throw new BrowserError('BROWSER_NAVIGATION_TIMEOUT', `${withoutSecrets(url)} did not answer in time`, {
        url: withoutSecrets(url),
        cause: error,
      })
    }
    const reason = /net::(ERR_[A-Z0-9_]+)/.exec(error.message)?.[1]
    if (reason === undefined && !/navigat|Download is starting/i.test(error.message)) throw error
    throw unreachable({ reason: reason ?? 'given-up', url }, error)
  } finally {
    clearInterval(watch)
    tab.leaving = false
  }
}

/** For a document to be shown that its server has answered, or to be asked for: both wait for the present one alone. */
const HELD_MS = 1_000

/**
 * A page can hold up the document that is to come with a script without end, as it is asked to leave and as it leaves:
 * each such script is ended.
 */
function endScriptsThatHold(tab: Tab): NodeJS.Timeout {
  let since = performance.now()
  return setInterval(() => {
    const now = performance.now()
    if (tab.navigation.atServer || tab.dialog) since = now
    if (now - since < HELD_MS) return
    since = now
    tab.endScript()
  }, HELD_MS / 10)
}

export const unreachable = ({ reason, url = '' }: Denial, cause?: unknown): BrowserError =>
  new BrowserError('BROWSER_NAVIGATION_FAILED', `${withoutSecrets(url)} cannot be reached: ${reason}`, {
    reason,
    url: withoutSecrets(url),
    cause,
  })
