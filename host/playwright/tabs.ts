import type { Page } from 'playwright-core'
import { BrowserError } from '../errors/browser-error.ts'
import type { PageTab } from '../provider/types.ts'
import { Deadline, settledWithin, within } from './bounded.ts'
import { type Operation, policyDenied, withoutSecrets } from './effects/operation.ts'
import { type Surroundings, Tab } from './page/tab.ts'

/** For a title that a busy page does not give. */
const TITLE_MS = 500
/** From the browser's word that a page opens until that page has its first answer. */
const ARRIVAL_MS = 4_000

/** The pages of an environment: which one is active, and what becomes of those that open by themselves. */
export class TabSet {
  readonly #around: Surroundings
  readonly #tabs = new Map<string, Tab>()
  #active: Tab | undefined
  /** Pages that are being opened from here and are no popups. */
  #opening = 0
  #next = 1
  /** Pages the browser has said it will open, the oldest first. */
  readonly #announced: { operation: Operation; until: Deadline; arrived: () => void }[] = []
  /** Popups that are becoming tabs. */
  #arriving = 0

  constructor(around: Surroundings) {
    this.#around = around
    around.context.on('page', (page) => {
      if (this.#opening === 0) this.#unexpected(page)
    })
  }

  /** A page is about to come: the operation that brought it about waits for it, where such pages are admitted. */
  announce(opener: Tab, url: string): void {
    const { operation, settings, denied } = this.#around
    if (settings.pages === 'single') {
      denied(opener, { reason: 'new-context', url })
      return
    }
    this.#dropLate()
    const current = operation()
    current.track(
      settledWithin(
        ARRIVAL_MS,
        new Promise<void>((resolve) => {
          this.#announced.push({ operation: current, until: new Deadline(ARRIVAL_MS), arrived: resolve })
        }),
      ),
    )
  }

  get active(): Tab | undefined {
    return this.#active
  }

  all(): Iterable<Tab> {
    return this.#tabs.values()
  }

  /**
   * The active page. Where that has gone another takes its place, and `failure` says why unless it closed itself and
   * left the one before it, as a person would find it.
   */
  async usable(): Promise<{ tab: Tab; failure?: BrowserError }> {
    const tab = this.#active
    if (tab?.alive) return { tab }
    if (tab) this.#tabs.delete(tab.key)
    await tab?.left()
    const other = this.#latest()
    const next = other ?? (await this.open())
    this.#active = next
    if (!tab || (other && !tab.failure)) return { tab: next }
    return { tab: next, failure: tab.failure ?? new BrowserError('BROWSER_PAGE_CRASHED', 'the page was closed') }
  }

  /** Opens an empty page and makes it the active one. */
  async open(): Promise<Tab> {
    const { settings, context } = this.#around
    if (this.#tabs.size >= settings.maxPages) throw policyDenied({ reason: 'pages-limit' })
    this.#opening++
    try {
      const page = await within(settings.launchTimeoutMs, context.newPage(), 'opening a page')
      this.#active = await this.#adopt(page)
      return this.#active
    } finally {
      this.#opening--
    }
  }

  async select(key: string): Promise<void> {
    const tab = this.#named(key)
    this.#active = tab
    await within(this.#around.settings.closeTimeoutMs, tab.page.bringToFront(), 'showing the tab')
  }

  async close(key: string): Promise<void> {
    const tab = this.#named(key)
    this.#tabs.delete(tab.key)
    if (!(await tab.close(this.#around.settings.closeTimeoutMs))) {
      throw new BrowserError('BROWSER_PAGE_UNRESPONSIVE', 'the tab did not close')
    }
    if (tab === this.#active) this.#active = this.#latest() ?? (await this.open())
  }

  list(): Promise<PageTab[]> {
    return Promise.all(
      [...this.#tabs.values()]
        .filter((tab) => tab.alive)
        .map(async (tab) => ({
          key: tab.key,
          url: tab.page.url(),
          title: await within(TITLE_MS, tab.page.title()).catch(() => ''),
          active: tab === this.#active,
        })),
    )
  }

  #named(key: string): Tab {
    const tab = this.#tabs.get(key)
    if (tab?.alive) return tab
    throw new BrowserError('BROWSER_INPUT_INVALID', `there is no tab "${key}"`, { reason: 'unknown-tab' })
  }

  #latest(): Tab | undefined {
    return [...this.#tabs.values()].findLast((tab) => tab.alive)
  }

  async #adopt(page: Page): Promise<Tab> {
    const { settings } = this.#around
    const attaching = Tab.attach(`t${this.#next++}`, page, this.#around)
    const tab = await within(settings.closeTimeoutMs, attaching, 'attaching to a page')
    this.#tabs.set(tab.key, tab)
    page.once('close', () => {
      if (this.#active !== tab) this.#tabs.delete(tab.key)
    })
    return tab
  }

  #unexpected(page: Page) {
    const { settings } = this.#around
    const announced = this.#nextAnnounced()
    const operation = announced?.operation ?? this.#around.operation()
    if (settings.pages === 'multiple' && this.#tabs.size + this.#arriving < settings.maxPages) {
      operation.track(this.#welcome(page, operation))
    } else {
      operation.fail({ reason: settings.pages === 'multiple' ? 'pages-limit' : 'new-context', url: page.url() })
      operation.track(page.close())
    }
    announced?.arrived()
  }

  #nextAnnounced() {
    this.#dropLate()
    return this.#announced.shift()
  }

  /** Pages that never came. */
  #dropLate() {
    while (this.#announced[0]?.until.passed) this.#announced.shift()
  }

  /** What a person would look at next is the new page. */
  async #welcome(page: Page, operation: Operation) {
    this.#arriving++
    try {
      this.#active = await this.#adopt(page)
      operation.event({ type: 'tab-opened', url: withoutSecrets(page.url()), tab: this.#active.key })
    } catch {
      await page.close() // it went away while it was being attached, or cannot be watched
    } finally {
      this.#arriving--
    }
  }
}
