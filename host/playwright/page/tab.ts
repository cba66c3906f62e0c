import type { BrowserContext, Dialog, Frame, Page } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import type { PendingDialog } from '../../provider/types.ts'
import { settledWithin, within } from '../bounded.ts'
import type { Egress } from '../browser/egress.ts'
import type { ProviderSettings } from '../config.ts'
import type { DiagnosticsLog } from '../diagnostics.ts'
import { answerDialog } from '../effects/dialogs.ts'
import type { Denial, Operation } from '../effects/operation.ts'
import { holdRequests, staysInBrowser } from '../effects/requests.ts'
import { type GuardReport, parseReport } from './guard-channel.ts'
import { NavigationState } from './navigation.ts'
import { TargetSession } from './target-session.ts'

/** For the page to answer again once what held it was stopped. */
export const FREE_MS = 1_500
/** For a page that is being left to show that no script holds it. */
const PING_MS = 1_000

/** Where a navigation is asked for that does not go through `window.open` or a target: modified clicks. */
const NEW_PAGE: ReadonlySet<string> = new Set(['newTab', 'newWindow'])

/** What a page needs of the environment around it. */
export interface Surroundings {
  readonly context: BrowserContext
  readonly settings: ProviderSettings
  readonly egress: Egress
  readonly diagnostics: DiagnosticsLog
  /** Secret name of the event by which guards report. */
  readonly channel: string
  /** The operation at work, or one that gathers what happens between two. */
  operation(): Operation
  /** Something was stopped on a page: the operation at work on that page fails for it. */
  denied(tab: Tab, denial: Denial): void
  /** The browser is about to open a page for this one. */
  windowOpening(tab: Tab, url: string): void
  /** Whether a socket that never opened was refused by the policy. */
  socketDenied(url: string): boolean
}

/** One page with its sessions: what it does is followed here, and what it may not do is stopped here. */
export class Tab {
  readonly key: string
  readonly page: Page
  readonly navigation: NavigationState
  /** Held while a person or agent is asked, with `dialogs: 'ask'`. */
  dialog: { handle: Dialog; shown: PendingDialog } | undefined
  /** An action that a dialog interrupted; it goes on once that is answered. */
  held: Promise<unknown> | undefined
  /** Why this page was given up. */
  failure: BrowserError | undefined
  /** URL of the document last asked for, each hop of a redirect included. */
  navigationUrl: string | undefined
  /** A navigation that the agent asked for is on its way. */
  leaving = false
  #closing: Promise<boolean> | undefined
  readonly #around: Surroundings
  readonly #crossSite = new Map<Frame, TargetSession>()
  #attaching: Promise<void> = Promise.resolve()
  #main: TargetSession | undefined
  #mainFrame: string | undefined

  private constructor(key: string, page: Page, around: Surroundings) {
    this.key = key
    this.page = page
    this.#around = around
    this.navigation = new NavigationState(page)
    this.#watch()
  }

  static async attach(key: string, page: Page, around: Surroundings): Promise<Tab> {
    const tab = new Tab(key, page, around)
    const session = new TargetSession(await around.context.newCDPSession(page))
    tab.#main = session
    session.cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) tab.navigation.committed()
    })
    await tab.#hold(session)
    const [root] = await session.frames()
    tab.#mainFrame = root?.id
    return tab
  }

  get main(): TargetSession {
    if (!this.#main) throw new Error('the tab is not attached')
    return this.#main
  }

  get mainFrame(): string {
    if (this.#mainFrame === undefined) throw new Error('the tab is not attached')
    return this.#mainFrame
  }

  get settings(): ProviderSettings {
    return this.#around.settings
  }

  get alive(): boolean {
    return this.failure === undefined && !this.page.isClosed()
  }

  /** The sessions of the page and of its cross-site frames. */
  async sessions(): Promise<TargetSession[]> {
    await settledWithin(500, this.#attaching)
    return [this.main, ...[...this.#crossSite.values()].filter((session) => !session.closed)]
  }

  /** Ends a script that never does, or a navigation that never comes; true when the page answers again. */
  async free(ms: number): Promise<boolean> {
    const ways = ['Page.stopLoading', 'Runtime.terminateExecution'] as const
    for (const way of this.navigation.pending ? ways : ways.toReversed()) {
      await settledWithin(ms, this.main.cdp.send(way))
      if (await this.#answers(ms)) return true
    }
    return false
  }

  /**
   * Whether another document can come: a script without end holds up all that its process is to show. A page in which
   * it cannot be ended is given up, and so is one that would navigate on from what is to come.
   */
  async makesWay(ms: number): Promise<boolean> {
    if (this.navigation.restless) {
      this.giveUp(new BrowserError('BROWSER_PAGE_UNRESPONSIVE', 'the page navigated without end and was closed'))
      return false
    }
    if (this.dialog || this.navigation.pending) return true
    return (await this.#answers(PING_MS)) || this.freeOrGiveUp(ms)
  }

  /** As `free`; a page that does not answer even then is given up. */
  async freeOrGiveUp(ms: number): Promise<boolean> {
    const freed = await this.free(ms)
    if (!freed) this.giveUp(unresponsive())
    return freed
  }

  /** Ends the script that is running, without waiting for the renderer to agree. */
  endScript(): void {
    this.main.cdp.send('Runtime.terminateExecution').catch(() => undefined)
  }

  async #answers(ms: number): Promise<boolean> {
    try {
      await within(ms, this.main.call(this.mainFrame, 'function () {}'), 'an answer')
      return true
    } catch {
      return false
    }
  }

  /** The page cannot be trusted any more: it is closed, and `failure` says why to whoever used it. */
  giveUp(failure: BrowserError): void {
    this.failure ??= failure
    this.#closing ??= this.close(this.#around.settings.closeTimeoutMs)
    this.#around.operation().track(this.#closing)
  }

  /**
   * Settles once a page that was given up has gone, or not in time. All that it flooded us with comes before that: a page
   * that is used earlier seems as dead as this one.
   */
  async left(): Promise<void> {
    await this.#closing
  }

  /** Stops what is loading, without waiting for the renderer to agree. */
  stopLoading(): void {
    this.main.cdp.send('Page.stopLoading').catch(() => undefined)
  }

  /** Nothing more is followed here: the page may be destroyed with whatever it has open. */
  leave(): void {
    for (const session of [this.#main, ...this.#crossSite.values()]) session?.leave()
  }

  async close(ms: number): Promise<boolean> {
    // One frame's dialogs end with it. Without its frames a page is not left: a script of its own would go on in a process
    // that the next page shares, and hold that one up
    if (this.page.frames().length > 1) this.leave()
    return settledWithin(ms, this.page.close({ runBeforeUnload: false }))
  }

  #watch() {
    const { page } = this
    const { context, settings, diagnostics } = this.#around
    diagnostics.follow(page)
    page.on('crash', () => this.giveUp(new BrowserError('BROWSER_PAGE_CRASHED', 'the page crashed')))
    page.on('dialog', (dialog) => answerDialog(this, dialog, settings.dialogs, this.#around.operation()))
    page.on('download', (download) => {
      this.#around.denied(this, { reason: 'download', url: download.url() })
      this.#around.operation().track(download.cancel())
    })
    page.on('filechooser', () => this.#around.denied(this, { reason: 'file-chooser' }))
    const attach = (frame: Frame) => {
      if (frame === page.mainFrame() || this.#crossSite.size >= settings.maxFrames) return
      const attached = this.#attachFrame(context, frame)
      // Not the two answers, which would hold all those before them
      this.#attaching = this.#attaching.then(() => attached)
    }
    page.on('frameattached', attach)
    page.on('framenavigated', attach)
    page.on('framedetached', (frame) => this.#crossSite.delete(frame))
  }

  async #attachFrame(context: BrowserContext, frame: Frame) {
    const present = this.#crossSite.get(frame)
    if (present && !present.closed) return
    const attach = async () => {
      const session = new TargetSession(await context.newCDPSession(frame))
      this.#crossSite.set(frame, session)
      await this.#hold(session)
      await session.frames()
    }
    try {
      await within(this.settings.frameTimeoutMs, attach(), 'attaching to a frame')
    } catch {
      // Playwright refuses a frame of the page's own process, which needs none; one that has gone needs none either,
      // and one that does not answer is told of by the observation
    }
  }

  async #hold(session: TargetSession) {
    const around = this.#around
    session.cdp.on('Page.windowOpen', ({ url }) => around.windowOpening(this, url))
    session.cdp.on('Page.frameRequestedNavigation', ({ url, disposition }) => {
      if (NEW_PAGE.has(disposition)) around.windowOpening(this, url)
      this.#judgeProtocol(session, url)
    })
    await Promise.all([
      session.start(around.channel, (payload, world) => {
        const report = parseReport(payload)
        if (report?.kind === 'socket') this.#explainSocket(session, world, report.detail)
        else if (report) this.#heed(report)
      }),
      holdRequests(session.cdp, around.egress, {
        wanted: () => this.failure === undefined,
        mainFrame: () => this.#mainFrame,
        navigating: (url) => {
          this.navigationUrl = url
        },
        deniedNavigation: (denial) => around.denied(this, denial),
        deniedRequest: (denial) => around.operation().note(denial),
        leavingBrowser: (denial) => around.denied(this, denial),
      }),
    ])
  }

  #heed({ kind, detail }: GuardReport) {
    const denial = { reason: kind, ...(detail ? { url: detail } : {}) }
    // What a page tries while it is being left is no failure of the leaving
    if (kind === 'capability' || kind === 'print' || this.leaving) this.#around.operation().note(denial)
    else this.#around.denied(this, denial)
  }

  /** Answers the guard that asks why a socket closed: `<number> <url>` in, `<number> 1008` or `<number> 1006` out. */
  #explainSocket(session: TargetSession, world: number, question: string) {
    const [number, url = ''] = question.split(' ', 2)
    const code = this.#around.socketDenied(url) ? 1008 : 1006
    session.tellGuards(world, this.#around.channel, `${number} ${code}`)
  }

  #judgeProtocol(session: TargetSession, url: string) {
    if (staysInBrowser(url)) return
    this.#around.operation().track(session.cdp.send('Page.stopLoading'))
    this.#around.denied(this, { reason: 'external-protocol', url })
  }
}

export const unresponsive = (cause?: unknown): BrowserError =>
  new BrowserError('BROWSER_PAGE_UNRESPONSIVE', 'the page did not answer and was closed', { cause })
