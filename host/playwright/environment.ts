import { randomBytes } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'
import type { ExtractResult } from '../../shared/extraction.ts'
import { BrowserError } from '../errors/browser-error.ts'
import type {
  Diagnostics,
  DiagnosticsRequest,
  EnvironmentLoss,
  ProviderAction,
  ProviderActionResult,
  ProviderEnvironment,
  ProviderExtractRequest,
  ProviderMatchRequest,
  ProviderObservation,
  ProviderObserveRequest,
  ProviderScreenshotRequest,
  ProviderTarget,
  Screenshot,
} from '../provider/types.ts'
import { answerHeld, carryOut } from './act/conclude.ts'
import { type ActionScope, scopeOf } from './act/scope.ts'
import { pause, settledWithin, TimeoutError, within } from './bounded.ts'
import type { Egress } from './browser/egress.ts'
import type { ProcessLease } from './browser/process-pool.ts'
import type { PayloadStore } from './checkpoint/payload-store.ts'
import { captureState, restoreSessionStorage, type SessionState } from './checkpoint/session-state.ts'
import type { ProviderSettings } from './config.ts'
import { DiagnosticsLog } from './diagnostics.ts'
import { Attribution } from './effects/attribution.ts'
import { type Denial, Operation, withoutSecrets } from './effects/operation.ts'
import { extractFrom } from './observe/extract.ts'
import { insist } from './observe/insist.ts'
import { matchIn } from './observe/match.ts'
import { observeTab, shutOut } from './observe/observe.ts'
import { readBundle } from './page/bundles.ts'
import { guardScript } from './page/guard-channel.ts'
import { FREE_MS, type Surroundings, type Tab } from './page/tab.ts'
import { takeScreenshot } from './picture/screenshot.ts'
import { TabSet } from './tabs.ts'

/** Between the end of a context and that of its browser, when both end at once. */
const LOSS_MS = 50

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
  /** Told by the proxy what it denied and what it could not reach. */
  readonly attribution: Attribution
  readonly #parts: EnvironmentParts
  readonly #diagnostics: DiagnosticsLog
  readonly #channel = secretName()
  readonly #probe = secretName()
  readonly #tabs: TabSet
  /** Gathers what happens while no call is at work; told with the next action. */
  readonly #between = new Operation()
  #operation: Operation | undefined
  #closing: Promise<void> | undefined
  #lose: (loss: EnvironmentLoss) => void = () => {}

  private constructor(parts: EnvironmentParts) {
    this.#parts = parts
    this.#diagnostics = new DiagnosticsLog(parts.settings.maxDiagnostics)
    const operation = () => this.#operation ?? this.#between
    const denied = (tab: Tab, denial: Denial) => {
      if (tab === this.#tabs.active) operation().fail(denial)
      else operation().note(denial)
    }
    this.attribution = new Attribution({ tabs: () => this.#tabs.all(), operation, denied }, parts.egress)
    const around: Surroundings = {
      context: parts.context,
      settings: parts.settings,
      egress: parts.egress,
      diagnostics: this.#diagnostics,
      channel: this.#channel,
      operation,
      denied,
      windowOpening: (tab, url) => this.#tabs.announce(tab, url),
      socketDenied: (url) => this.attribution.socketDenied(url),
    }
    this.#tabs = new TabSet(around)
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
    const { context, process, settings, session, egress } = this.#parts
    const ended = (loss: EnvironmentLoss) => {
      if (!this.#closing) this.#lose(loss)
    }
    const crashed = () => ended({ reason: 'browser-crashed', message: 'the browser ended' })
    process.browser.once('disconnected', crashed)
    context.once('close', async () => {
      // Contexts close a moment before the browser under them is known to have ended
      await pause(LOSS_MS)
      process.browser.off('disconnected', crashed) // a browser that others hold would hold this environment too
      ended({ reason: 'browser-disconnected', message: 'the browser context was closed' })
    })
    const secrets = { channel: this.#channel, probe: this.#probe, popups: settings.pages === 'multiple' }
    await context.addInitScript(guardScript(readBundle('page-guards.js'), secrets))
    // A browser that was launched with a profile shows a page of its own, older than the guards
    const older = context.pages()
    const tab = await this.#tabs.open()
    await Promise.all(older.map((page) => page.close()))
    if (session && egress.judge(session.origin).admitted) await restoreSessionStorage(tab, session)
  }

  observe(request: ProviderObserveRequest, signal: AbortSignal): Promise<ProviderObservation> {
    return this.#run(signal, async (_, tab) => {
      const { settings } = this.#parts
      const seen = await insist(tab, settings, () => observeTab(tab, request, settings, this.#probe))
      const { status } = tab.navigation
      return {
        ...(seen ?? shutOut(tab)),
        ...(status !== undefined && { status }),
        ...(settings.pages === 'multiple' && { tabs: await this.#tabs.list() }),
        ...(tab.dialog && { dialog: tab.dialog.shown }),
      }
    })
  }

  async act(action: ProviderAction, signal: AbortSignal): Promise<ProviderActionResult> {
    const left = this.#tabs.active
    const commits = left?.navigation.commits
    try {
      return await this.#act(action, signal)
    } catch (error) {
      // A page that had to be given up before the next one came has no say in whether that one comes
      const inTheWay = left?.failure !== undefined && error === left.failure && left.navigation.commits === commits
      if (action.type !== 'navigate' || !inTheWay) throw error
      return this.#act(action, signal)
    }
  }

  #act(action: ProviderAction, signal: AbortSignal): Promise<ProviderActionResult> {
    const work = async (operation: Operation, tab: Tab): Promise<ProviderActionResult> => {
      const before = tab.navigation.commits
      const scope = this.#scope(tab, operation)
      if (action.type === 'dialog') await answerHeld(scope, action.accept, action.text)
      else if (tab.dialog) throw new BrowserError('BROWSER_DIALOG_OPEN', 'a dialog of the page is open')
      else if (action.type === 'tab') await this.#changeTab(action, operation)
      else await carryOut(scope, action)
      return {
        events: [...this.#between.events.splice(0), ...operation.events],
        navigated: tab.navigation.commits !== before,
      }
    }
    return this.#run(signal, work, action.type === 'navigate' || action.type === 'tab')
  }

  async #changeTab(action: Extract<ProviderAction, { type: 'tab' }>, operation: Operation): Promise<void> {
    if (this.#parts.settings.pages === 'single') {
      throw new BrowserError('BROWSER_CAPABILITY_UNSUPPORTED', 'this environment has one page (pages: single)')
    }
    if (action.do === 'open') {
      await carryOut(this.#scope(await this.#tabs.open(), operation), { type: 'navigate', url: action.url })
    } else if (action.do === 'select') {
      await this.#tabs.select(action.tab)
    } else {
      await this.#tabs.close(action.tab)
    }
  }

  extract(request: ProviderExtractRequest, signal: AbortSignal): Promise<ExtractResult> {
    return this.#read(signal, (tab) => extractFrom(tab, request))
  }

  match(request: ProviderMatchRequest, signal: AbortSignal): Promise<ProviderTarget[]> {
    return this.#read(signal, (tab) => matchIn(tab, request))
  }

  screenshot(request: ProviderScreenshotRequest, signal: AbortSignal): Promise<Screenshot> {
    return this.#read(signal, (tab, operation) =>
      takeScreenshot(tab, request, this.#parts.settings, this.#scope(tab, operation).locate),
    )
  }

  async diagnostics(request: DiagnosticsRequest): Promise<Diagnostics> {
    return this.#diagnostics.read(request)
  }

  checkpoint(signal: AbortSignal): Promise<{ payload: string; bytes: number }> {
    const work = async (_: Operation, tab: Tab) => {
      const { context, payloads, version, settings } = this.#parts
      const state = await captureState(context, tab, version, settings.actionTimeoutMs)
      return payloads.write(JSON.stringify(state))
    }
    return this.#run(signal, work, true)
  }

  url(): string {
    const page = this.#tabs.active?.page
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
    for (const tab of this.#tabs.all()) tab.leave()
    if (!(await settledWithin(settings.closeTimeoutMs, context.close()))) await process.kill()
    await process.release()
  }

  #scope(tab: Tab, operation: Operation): ActionScope {
    const { settings, egress } = this.#parts
    return scopeOf({ tab, settings, operation, judge: egress.judge, active: () => this.#tabs.active })
  }

  #read<T>(signal: AbortSignal, read: (tab: Tab, operation: Operation) => Promise<T>): Promise<T> {
    return this.#run(signal, async (operation, tab) => {
      const { settings } = this.#parts
      const answer = await insist(tab, settings, () =>
        within(settings.observeTimeoutMs, read(tab, operation), 'reading the page'),
      )
      if (answer === undefined) throw new BrowserError('BROWSER_DIALOG_OPEN', 'a dialog of the page is open')
      return answer
    })
  }

  /**
   * One call of the runtime: its operation, its page, its way out, its errors in our words. With `fresh` a page that
   * has replaced a lost one will do; otherwise the caller hears of the loss.
   */
  async #run<T>(signal: AbortSignal, work: (operation: Operation, tab: Tab) => Promise<T>, fresh = false): Promise<T> {
    if (signal.aborted) throw cancelled()
    if (this.#closing) throw new BrowserError('BROWSER_ENVIRONMENT_LOST', 'the environment is closed')
    const operation = new Operation()
    this.#operation = operation
    this.#between.dialogs = 0
    let closing: Promise<void> | undefined
    const abort = () => {
      closing = this.close()
    }
    signal.addEventListener('abort', abort, { once: true })
    let tab: Tab | undefined
    try {
      let usable = await this.#tabs.usable()
      if (fresh && !(await usable.tab.makesWay(FREE_MS))) usable = { tab: (await this.#tabs.usable()).tab }
      if (usable.failure && !fresh) throw usable.failure
      tab = usable.tab
      const answer = await work(operation, tab)
      if (signal.aborted) throw cancelled()
      return answer
    } catch (error) {
      // A page can flood the browser itself: one that opens no page any more is ended, and this environment lost with it
      if (!tab && error instanceof TimeoutError) await this.#parts.process.kill()
      throw await this.#translate(error, tab, signal)
    } finally {
      signal.removeEventListener('abort', abort)
      this.#operation = undefined
      await closing?.catch(() => undefined) // whoever closes the environment hears of it
    }
  }

  async #translate(error: unknown, tab: Tab | undefined, signal: AbortSignal): Promise<unknown> {
    const details = { url: withoutSecrets(this.url()), cause: error }
    if (signal.aborted) return cancelled()
    if (tab && !tab.alive && !tab.failure) await settledWithin(2 * LOSS_MS, this.lost)
    if (!this.#parts.process.browser.isConnected()) {
      return new BrowserError('BROWSER_ENVIRONMENT_LOST', 'the browser ended', { ...details, leaseDiscarded: true })
    }
    if (tab?.failure) return tab.failure
    if (error instanceof BrowserError) return error
    if (tab && !tab.alive) return new BrowserError('BROWSER_PAGE_CRASHED', 'the page was closed', details)
    const message = error instanceof Error ? error.message.split('\n')[0]!.slice(0, 500) : String(error)
    return new BrowserError('BROWSER_PROVIDER_FAILED', message, details)
  }
}

/** Found by no page: 96 bits that only this environment and its own scripts know. */
const secretName = (): string => `e${randomBytes(12).toString('hex')}`

const cancelled = (): BrowserError =>
  new BrowserError('BROWSER_CANCELLED', 'the call was cancelled', { leaseDiscarded: true })
