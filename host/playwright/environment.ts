import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import type { ExtractResult } from '../../shared/extraction.ts'
import { BrowserError } from '../errors/browser-error.ts'
import type { BrowserErrorCode } from '../errors/catalogue.ts'
import type { ProxyDenial } from '../network/proxy/types.ts'
import type {
  Diagnostics,
  DiagnosticsRequest,
  EnvironmentLoss,
  PageTab,
  ProviderAction,
  ProviderActionResult,
  ProviderEnvironment,
  ProviderExtractRequest,
  ProviderObservation,
  ProviderObserveRequest,
  ProviderScreenshotRequest,
  Screenshot,
} from '../provider/types.ts'
import { ownBound, type PageBoundAction, perform, settles } from './act/dispatch.ts'
import { actionFailure } from './act/failures.ts'
import { type ActionScope, scopeOf } from './act/scope.ts'
import { settledWithin, TimeoutError, until, within } from './bounded.ts'
import type { Egress } from './browser/egress.ts'
import type { ProcessLease } from './browser/process-pool.ts'
import type { PayloadStore } from './checkpoint/payload-store.ts'
import { captureState, restoreSessionStorage, type SessionState } from './checkpoint/session-state.ts'
import type { ProviderSettings } from './config.ts'
import { DiagnosticsLog } from './diagnostics.ts'
import { type Denial, Operation, policyDenied, withoutSecrets } from './effects/operation.ts'
import { extractFrom } from './observe/extract.ts'
import { observeTab, type Seen } from './observe/observe.ts'
import { readBundle } from './page/bundles.ts'
import { guardScript } from './page/guard-channel.ts'
import { settle } from './page/settle.ts'
import { type Surroundings, Tab } from './page/tab.ts'
import { DocumentGoneError } from './page/target-session.ts'
import { takeScreenshot } from './picture/screenshot.ts'

/** Attempts at an observation of a page that navigates during each. */
const OBSERVE_ATTEMPTS = 4
/** For the page to answer again once what held it was stopped. */
const FREE_MS = 1_500
/** For popups to close, dialogs to be dismissed and downloads to be cancelled after an action. */
const DRAIN_MS = 5_000

export interface EnvironmentParts {
  settings: ProviderSettings
  process: ProcessLease
  egress: Egress
  context: BrowserContext
  payloads: PayloadStore
  /** Of the provider; kept with each checkpoint. */
  version: string
  /** sessionStorage of a checkpoint that is being restored. */
  session?: NonNullable<SessionState['session']>
}

/** One browser context with its pages, behind the contract of the runtime. */
export class PlaywrightEnvironment implements ProviderEnvironment {
  readonly lost: Promise<EnvironmentLoss>
  readonly #parts: EnvironmentParts
  readonly #diagnostics: DiagnosticsLog
  readonly #channel = secretName()
  readonly #probe = secretName()
  readonly #around: Surroundings
  readonly #tabs = new Map<string, Tab>()
  /** Gathers what happens while no call is at work; told with the next action. */
  #between = new Operation()
  #operation: Operation | undefined
  #active: Tab | undefined
  #opening = 0
  #nextTab = 1
  #closing: Promise<void> | undefined
  #lose: (loss: EnvironmentLoss) => void = () => {}

  private constructor(parts: EnvironmentParts) {
    this.#parts = parts
    this.#diagnostics = new DiagnosticsLog(parts.settings.maxDiagnostics)
    this.#around = {
      context: parts.context,
      settings: parts.settings,
      egress: parts.egress,
      diagnostics: this.#diagnostics,
      channel: this.#channel,
      operation: () => this.#operation ?? this.#between,
      denied: (tab, denial) => this.#denied(tab, denial),
    }
    this.lost = new Promise((resolve) => {
      this.#lose = resolve
    })
  }

  static async open(parts: EnvironmentParts): Promise<PlaywrightEnvironment> {
    const environment = new PlaywrightEnvironment(parts)
    await environment.#start()
    return environment
  }

  async #start() {
    const { context, process, settings } = this.#parts
    const ended = (reason: EnvironmentLoss['reason'], message: string) => () => {
      if (!this.#closing) this.#lose({ reason, message })
    }
    process.browser.once('disconnected', ended('browser-crashed', 'the browser ended'))
    context.once('close', ended('browser-disconnected', 'the browser context was closed'))
    await context.addInitScript(
      guardScript(readBundle('page-guards.js'), {
        channel: this.#channel,
        probe: this.#probe,
        popups: settings.pages === 'multiple',
      }),
    )
    context.on('page', (page) => {
      if (this.#opening === 0) this.#unexpectedPage(page)
    })
    this.#active = await this.#openTab()
    const { session } = this.#parts
    if (session && this.#parts.egress.judge(session.origin).admitted) await restoreSessionStorage(this.#active, session)
  }

  /** A denial of the proxy, which alone knows addresses: it belongs to the navigation when it names its host. */
  proxyDenied({ host, port, url, reason }: ProxyDenial): void {
    const shown = url ?? `//${host}:${port}`
    const navigating = [...this.#tabs.values()].find(
      (tab) => tab.navigation.pending !== undefined && sameEndpoint(tab.navigationUrl, host, port),
    )
    if (navigating) {
      this.#denied(navigating, { reason, url: navigating.navigationUrl ?? shown })
      navigating.stopLoading()
    } else {
      this.#around.operation().note({ reason, url: shown })
    }
  }

  async observe(request: ProviderObserveRequest, signal: AbortSignal): Promise<ProviderObservation> {
    return this.#run(signal, async (_, tab) => {
      if (tab.dialog) return this.#shutOut(tab)
      const seen = await this.#see(tab, request)
      if (seen === 'dialog') return this.#shutOut(tab)
      return { ...seen, ...(await this.#surroundings(tab)) }
    })
  }

  async act(action: ProviderAction, signal: AbortSignal): Promise<ProviderActionResult> {
    return this.#run(
      signal,
      async (operation, tab) => {
        const before = tab.navigation.commits
        if (action.type === 'dialog') await this.#answerDialog(tab, operation, action)
        else if (tab.dialog) throw new BrowserError('BROWSER_DIALOG_OPEN', 'a dialog of the page is open')
        else if (action.type === 'tab') await this.#tabAction(action, operation)
        else await this.#perform(this.#scope(tab, operation), action)
        return {
          events: [...this.#between.events.splice(0), ...operation.events],
          navigated: tab.navigation.commits !== before,
        }
      },
      action.type === 'navigate' || action.type === 'tab',
    )
  }

  screenshot(request: ProviderScreenshotRequest, signal: AbortSignal): Promise<Screenshot> {
    return this.#run(signal, (operation, tab) => {
      const { locate } = this.#scope(tab, operation)
      return this.#insist(tab, 'BROWSER_SCREENSHOT_FAILED', () =>
        takeScreenshot(tab, request, this.#parts.settings, locate),
      )
    })
  }

  extract(request: ProviderExtractRequest, signal: AbortSignal): Promise<ExtractResult> {
    return this.#run(signal, (_, tab) =>
      this.#insist(tab, 'BROWSER_PAGE_UNRESPONSIVE', () => extractFrom(tab, request)),
    )
  }

  checkpoint(signal: AbortSignal): Promise<{ payload: string; bytes: number }> {
    return this.#run(
      signal,
      async (_, tab) => {
        const { context, payloads, version, settings } = this.#parts
        const state = await captureState(context, tab, version, settings.actionTimeoutMs)
        return payloads.write(JSON.stringify(state))
      },
      true,
    )
  }

  async diagnostics(request: DiagnosticsRequest): Promise<Diagnostics> {
    return this.#diagnostics.read(request)
  }

  url(): string {
    const page = this.#active?.page
    return page && !page.isClosed() ? page.url() : 'about:blank'
  }

  memory(): Promise<number | undefined> {
    return this.#parts.process.memory()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close() {
    const { context, egress, process, settings } = this.#parts
    await egress.close()
    if (!(await settledWithin(settings.closeTimeoutMs, context.close()))) await process.kill()
    await process.release()
  }

  /** One call of the runtime: its operation, its page, its way out, its errors in our words. */
  async #run<T>(signal: AbortSignal, work: (operation: Operation, tab: Tab) => Promise<T>, fresh = false): Promise<T> {
    if (signal.aborted) throw cancelled()
    if (this.#closing) throw new BrowserError('BROWSER_ENVIRONMENT_LOST', 'the environment is closed')
    const operation = new Operation()
    this.#operation = operation
    let closing: Promise<void> | undefined
    const abort = () => {
      closing = this.close()
    }
    signal.addEventListener('abort', abort, { once: true })
    let tab: Tab | undefined
    try {
      tab = await this.#usableTab(fresh)
      return await work(operation, tab)
    } catch (error) {
      throw this.#translate(error, tab, signal)
    } finally {
      signal.removeEventListener('abort', abort)
      this.#operation = undefined
      await closing?.catch(() => undefined) // whoever closes the environment hears of it
    }
  }

  #translate(error: unknown, tab: Tab | undefined, signal: AbortSignal): unknown {
    const details = { url: withoutSecrets(this.url()), cause: error }
    if (signal.aborted) return cancelled()
    if (!this.#parts.process.browser.isConnected()) {
      return new BrowserError('BROWSER_ENVIRONMENT_LOST', 'the browser ended', { ...details, leaseDiscarded: true })
    }
    if (tab?.failure) return tab.failure
    if (error instanceof BrowserError) return error
    if (tab && !tab.alive) return new BrowserError('BROWSER_PAGE_CRASHED', 'the page was closed', details)
    const message = error instanceof Error ? error.message.split('\n')[0]!.slice(0, 500) : String(error)
    return new BrowserError('BROWSER_PROVIDER_FAILED', message, details)
  }

  #scope(tab: Tab, operation: Operation): ActionScope {
    return scopeOf(tab, this.#parts.settings, operation, (url) => this.#parts.egress.judge(url))
  }

  /** A read that is tried once more when what held the page up was stopped; `code` when that did not help. */
  async #insist<T>(tab: Tab, code: BrowserErrorCode, read: () => Promise<T>): Promise<T> {
    if (tab.dialog) throw new BrowserError('BROWSER_DIALOG_OPEN', 'a dialog of the page is open')
    const { actionTimeoutMs } = this.#parts.settings
    for (let attempt = 1; ; attempt++) {
      try {
        return await within(actionTimeoutMs, read(), 'reading the page')
      } catch (error) {
        if (!(error instanceof TimeoutError || error instanceof DocumentGoneError)) throw error
        if (attempt > 1) throw new BrowserError(code, error.message, { cause: error })
        if (error instanceof TimeoutError && !(await tab.free(FREE_MS))) {
          tab.giveUp(unresponsive(error))
          throw error
        }
      }
    }
  }

  /** The active page; a new one where that has gone, and then the caller hears why unless it navigates anyway. */
  async #usableTab(fresh: boolean): Promise<Tab> {
    const tab = this.#active
    if (tab?.alive) return tab
    if (tab) this.#tabs.delete(tab.key)
    const other = [...this.#tabs.values()].findLast((candidate) => candidate.alive)
    this.#active = other ?? (await this.#openTab())
    // A tab that closed itself leaves the one before it, as a person would find it
    if (fresh || (other && !tab?.failure)) return this.#active
    throw tab?.failure ?? new BrowserError('BROWSER_PAGE_CRASHED', 'the page was closed')
  }

  async #openTab(): Promise<Tab> {
    this.#opening++
    try {
      const { settings, context } = this.#parts
      const page = await within(settings.launchTimeoutMs, context.newPage(), 'opening a page')
      return await this.#adopt(page)
    } finally {
      this.#opening--
    }
  }

  async #adopt(page: Page): Promise<Tab> {
    const tab = await Tab.attach(`t${this.#nextTab++}`, page, this.#around)
    this.#tabs.set(tab.key, tab)
    page.once('close', () => {
      if (this.#active !== tab) this.#tabs.delete(tab.key)
    })
    return tab
  }

  /** A page that nobody here opened: a popup. */
  #unexpectedPage(page: Page) {
    const { pages, maxPages } = this.#parts.settings
    const operation = this.#around.operation()
    if (pages === 'multiple' && this.#tabs.size < maxPages) {
      operation.track(this.#welcome(page, operation))
      return
    }
    operation.fail({ reason: pages === 'multiple' ? 'pages-limit' : 'new-context', url: page.url() })
    operation.track(page.close())
  }

  /** What a person would look at next is the new page. */
  async #welcome(page: Page, operation: Operation) {
    try {
      const tab = await this.#adopt(page)
      this.#active = tab
      operation.event({ type: 'tab-opened', url: withoutSecrets(page.url()), tab: tab.key })
    } catch {
      await page.close() // it went away while it was being attached, or cannot be watched
    }
  }

  #denied(tab: Tab, denial: Denial) {
    const operation = this.#around.operation()
    if (tab === this.#active) operation.fail(denial)
    else operation.note(denial)
  }

  async #tabAction(action: Extract<ProviderAction, { type: 'tab' }>, operation: Operation): Promise<void> {
    const { pages, maxPages, closeTimeoutMs } = this.#parts.settings
    if (pages === 'single') {
      throw new BrowserError('BROWSER_CAPABILITY_UNSUPPORTED', 'this environment has one page (pages: single)')
    }
    if (action.do === 'open') {
      if (this.#tabs.size >= maxPages) throw policyDenied({ reason: 'pages-limit' })
      this.#active = await this.#openTab()
      await this.#perform(this.#scope(this.#active, operation), { type: 'navigate', url: action.url })
      return
    }
    const tab = this.#tabs.get(action.tab)
    if (!tab?.alive) {
      throw new BrowserError('BROWSER_INPUT_INVALID', `there is no tab "${action.tab}"`, { reason: 'unknown-tab' })
    }
    if (action.do === 'select') {
      this.#active = tab
      await within(closeTimeoutMs, tab.page.bringToFront(), 'showing the tab')
      return
    }
    this.#tabs.delete(tab.key)
    if (!(await tab.close(closeTimeoutMs))) {
      throw new BrowserError('BROWSER_PAGE_UNRESPONSIVE', 'the tab did not close')
    }
    if (tab === this.#active) {
      this.#active = [...this.#tabs.values()].findLast((other) => other.alive) ?? (await this.#openTab())
    }
  }

  async #answerDialog(
    tab: Tab,
    operation: Operation,
    { accept, text }: Extract<ProviderAction, { type: 'dialog' }>,
  ): Promise<void> {
    const { dialog, held } = tab
    if (!dialog) throw new BrowserError('BROWSER_ACTION_FAILED', 'no dialog is open', { reason: 'no-dialog' })
    tab.dialog = undefined
    tab.held = undefined
    const { actionTimeoutMs } = this.#parts.settings
    await within(actionTimeoutMs, accept ? dialog.handle.accept(text) : dialog.handle.dismiss(), 'answering the dialog')
    operation.event({ type: 'dialog', dialog: dialog.shown, answer: accept ? 'accepted' : 'dismissed' })
    const scope = this.#scope(tab, operation)
    // What the dialog interrupted comes to its end, or to the page's next dialog
    const next = until(() => tab.dialog !== undefined)
    try {
      await settledWithin(actionTimeoutMs, Promise.race([held ?? Promise.resolve(), next.met]))
    } finally {
      next.cancel()
    }
    if (tab.dialog && held) tab.held = held
    await this.#conclude(scope, true)
  }

  /** An observation, whatever holds the page up: first what holds it is stopped, then the page is given up. */
  async #see(tab: Tab, request: ProviderObserveRequest): Promise<Seen | 'dialog'> {
    const { settings } = this.#parts
    let freed = false
    for (let attempt = 1; ; attempt++) {
      const dialog = until(() => tab.dialog !== undefined)
      try {
        const seen = observeTab(tab, request, settings, this.#probe)
        return await Promise.race([seen, dialog.met.then(() => 'dialog' as const)])
      } catch (error) {
        if (error instanceof TimeoutError && !freed) {
          freed = await tab.free(FREE_MS)
          if (freed) continue
        }
        if (error instanceof DocumentGoneError && attempt < OBSERVE_ATTEMPTS) {
          await settle(tab, settings)
          continue
        }
        if (!(error instanceof TimeoutError || error instanceof DocumentGoneError)) throw error
        tab.giveUp(unresponsive(error))
        throw error
      } finally {
        dialog.cancel()
      }
    }
  }

  /** What can be said of a page while a dialog keeps everyone out. */
  async #shutOut(tab: Tab): Promise<ProviderObservation> {
    return {
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
      ...(await this.#surroundings(tab)),
    }
  }

  async #surroundings(tab: Tab): Promise<Pick<ProviderObservation, 'status' | 'tabs' | 'dialog'>> {
    const { status } = tab.navigation
    return {
      ...(status !== undefined && { status }),
      ...(this.#parts.settings.pages === 'multiple' && { tabs: await this.#listTabs() }),
      ...(tab.dialog && { dialog: tab.dialog.shown }),
    }
  }

  async #listTabs(): Promise<PageTab[]> {
    return Promise.all(
      [...this.#tabs.values()]
        .filter((tab) => tab.alive)
        .map(async (tab) => ({
          key: tab.key,
          url: tab.page.url(),
          title: await within(500, tab.page.title()).catch(() => ''),
          active: tab === this.#active,
        })),
    )
  }

  async #perform(scope: ActionScope, action: PageBoundAction): Promise<void> {
    const { tab, operation, settings } = scope
    const interrupted = until(() => tab.dialog !== undefined)
    try {
      const work = perform(scope, action)
      const bounded = ownBound(action) ? work : within(settings.actionTimeoutMs + 500, work, action.type)
      await Promise.race([bounded, interrupted.met])
      if (tab.dialog) tab.held = work.catch(() => undefined) // nobody waits for it but the answer to the dialog
    } catch (error) {
      if (tab.failure || !tab.alive) throw error
      // A denial explains the failure better than what Playwright saw of it
      if (operation.denied) throw policyDenied(operation.denied)
      throw actionFailure(error, action.type)
    } finally {
      interrupted.cancel()
    }
    await this.#conclude(scope, settles(action))
  }

  /** After an action: its consequences are waited for, what it opened is closed, and what was stopped is told. */
  async #conclude(scope: ActionScope, settling: boolean): Promise<void> {
    const { tab, operation } = scope
    if (settling && !tab.dialog) await this.#settle(scope)
    if (!(await operation.drained(DRAIN_MS))) {
      tab.giveUp(new BrowserError('BROWSER_PAGE_UNRESPONSIVE', 'what the action opened could not be closed'))
    }
    if (tab.failure) throw tab.failure
    if (operation.denied) throw policyDenied(operation.denied)
    // A popup that became the active tab
    if (this.#active && this.#active !== tab && this.#active.alive) {
      await this.#settle(this.#scope(this.#active, operation))
    }
  }

  async #settle({ tab, settings }: ActionScope): Promise<void> {
    const end = await settle(tab, settings)
    if (end === 'navigating') {
      tab.stopLoading()
      throw new BrowserError('BROWSER_NAVIGATION_TIMEOUT', 'the page it leads to did not answer in time', {
        url: withoutSecrets(tab.navigationUrl ?? tab.page.url()),
      })
    }
    if (end === 'unresponsive' && !(await tab.free(FREE_MS))) tab.giveUp(unresponsive())
  }
}

/** Found by no page: 96 bits that only this environment and its own scripts know. */
const secretName = (): string => `e${randomBytes(12).toString('hex')}`

const cancelled = (): BrowserError =>
  new BrowserError('BROWSER_CANCELLED', 'the call was cancelled', { leaseDiscarded: true })

const unresponsive = (cause?: unknown): BrowserError =>
  new BrowserError('BROWSER_PAGE_UNRESPONSIVE', 'the page did not answer and was closed', { cause })

function sameEndpoint(url: string | undefined, host: string, port: number): boolean {
  const parsed = url === undefined ? null : URL.parse(url)
  if (!parsed) return false
  const bare = (name: string) =>
    name
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase()
  const known = parsed.port === '' ? (parsed.protocol === 'https:' ? 443 : 80) : Number(parsed.port)
  return bare(parsed.hostname) === bare(host) && known === port
}
