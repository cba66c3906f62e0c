import type { BrowserContext, Page } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import { TimeoutError, within } from '../bounded.ts'
import type { Tab } from '../page/tab.ts'

type StorageState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>

/** What a checkpoint keeps. */
export interface SessionState {
  format: 1
  version: string
  /** Cookies, localStorage and IndexedDB of every origin. */
  storage: StorageState
  /** sessionStorage of the open page's origin. */
  session?: { origin: string; entries: [string, string][] }
}

const READ = `function () {
  const entries = [];
  for (let index = 0; index < sessionStorage.length; index++) {
    const key = sessionStorage.key(index);
    entries.push([key, sessionStorage.getItem(key)]);
  }
  return { origin: location.origin, entries };
}`
const WRITE = `function (entries) { for (const [key, value] of entries) sessionStorage.setItem(key, value) }`

/**
 * Reads what a checkpoint keeps. Throws `BROWSER_CHECKPOINT_FAILED` where the storage does not come in `timeoutMs`: pages can
 * fill it with more than can be read.
 */
export async function captureState(
  context: BrowserContext,
  tab: Tab,
  version: string,
  timeoutMs: number,
): Promise<SessionState> {
  const reading = context.storageState({ indexedDB: true })
  const storage = await within(timeoutMs, reading, 'reading the storage').catch((error: Error) => {
    const reason = error instanceof TimeoutError ? 'timeout' : 'storage'
    throw new BrowserError('BROWSER_CHECKPOINT_FAILED', error.message.split('\n')[0]!, { reason, cause: error })
  })
  const state: SessionState = { format: 1, version, storage }
  try {
    const session = await within(timeoutMs, tab.main.call<SessionState['session']>(tab.mainFrame, READ))
    if (session && session.entries.length > 0 && /^https?:/.test(session.origin)) state.session = session
  } catch {
    // Opaque origins have no storage, and a page that does not answer keeps its own
  }
  return state
}

export function parseState(text: string, version: string): SessionState {
  let state: Partial<SessionState> | null = null
  try {
    state = JSON.parse(text) as Partial<SessionState> | null
  } catch {
    // told below
  }
  if (state?.format !== 1 || typeof state.storage !== 'object') {
    throw new BrowserError('BROWSER_CHECKPOINT_MISMATCH', 'the checkpoint is not readable by this build')
  }
  if (state.version !== version) {
    throw new BrowserError('BROWSER_CHECKPOINT_MISMATCH', `the checkpoint was written by version ${state.version}`)
  }
  return state as SessionState
}

/**
 * Puts sessionStorage back: it belongs to a tab and an origin, so the tab visits that origin once, answered from here
 * and not by the network, and forgets the visit.
 */
export async function restoreSessionStorage(tab: Tab, { origin, entries }: NonNullable<SessionState['session']>) {
  const { page } = tab
  const url = `${origin}/`
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  try {
    await page.goto(url, { waitUntil: 'commit' })
    await tab.main.call(tab.mainFrame, WRITE, [entries])
    await blank(page)
    await tab.main.whenActive(() => tab.main.cdp.send('Page.resetNavigationHistory'))
  } finally {
    await page.unroute(url)
  }
}

const blank = (page: Page) => page.goto('about:blank', { waitUntil: 'commit' })
