import { ERRORS } from '../../host/errors/catalogue.ts'
import type { PlaywrightConfig } from '../../host/playwright/config.ts'
import { Browsing } from '../browser/support/browsing.ts'
import { type PageServer, type Route, servePages } from '../browser/support/page-server.ts'
import type { Answer, HostileGroup, HostilePage } from './hostile-page.ts'

const SETTINGS = {
  // A page's flood of requests is still being answered when the next page is asked for: 3 s are too few on two busy cores
  navigationTimeoutMs: 10_000,
  actionTimeoutMs: 2_500,
  observeTimeoutMs: 3_000,
  closeTimeoutMs: 2_000,
  // A flooded browser that opens no page in this time is replaced
  launchTimeoutMs: 15_000,
  settle: { maxMs: 500, loadMs: 800 },
} satisfies PlaywrightConfig

/**
 * What one call may take under these settings: the page is waited for and settles, is read twice, freed between in two
 * ways (1.5 s each, with 1.5 s for an answer), and closed.
 */
export const BOUND_MS =
  SETTINGS.navigationTimeoutMs * 2 +
  SETTINGS.settle.loadMs +
  SETTINGS.observeTimeoutMs * 2 +
  4 * 1_500 +
  SETTINGS.closeTimeoutMs

/** How often the next page is gone to. */
const MOST_WAYS = 8

/** One call and how it ended. */
export interface Step {
  call: 'open' | 'observe' | 'click' | 'observe-again'
  ms: number
  /** Absent: it answered. */
  code?: string
  message?: string
}

/** The hostile pages on a server, and one environment that visits them one after the other. */
export class Visitor {
  readonly #server: PageServer
  readonly #paths: Map<HostilePage, string>
  #browsing: Browsing
  /** Environments that had to be replaced. */
  replaced = 0

  private constructor(server: PageServer, paths: Map<HostilePage, string>, browsing: Browsing) {
    this.#server = server
    this.#paths = paths
    this.#browsing = browsing
  }

  static async open(groups: readonly HostileGroup[]): Promise<Visitor> {
    const routes: Record<string, Route> = { '/home': '<p>home</p><button>Fine</button>' }
    const paths = new Map<HostilePage, string>()
    const routeOf = (answer: string | Answer, path: string): Route =>
      typeof answer === 'string'
        ? answer.replaceAll('PATH', path)
        : (request, response) => answer(request, response, path)
    for (const page of groups.flatMap(({ pages }) => pages)) {
      const path = `/hostile/${paths.size}`
      paths.set(page, path)
      routes[path] = routeOf(page.page, path)
      for (const [below, answer] of Object.entries(page.also ?? {})) routes[path + below] = routeOf(answer, path)
    }
    const server = await servePages(routes)
    return new Visitor(server, paths, await Browsing.open(server, SETTINGS))
  }

  /** Opens the page, observes it, clicks where it says so and observes again; ends at the first call that fails. */
  async visit(page: HostilePage): Promise<Step[]> {
    const url = this.#server.url(this.#paths.get(page)!)
    const steps = [
      await this.#step('open', () => this.#browsing.act({ type: 'navigate', url })),
      await this.#step('observe', () => this.#browsing.observe()),
    ]
    const name = page.click
    if (name !== undefined && this.#browsing.seen?.elements.some((element) => element.name === name)) {
      steps.push(await this.#step('click', () => this.#browsing.click(name)))
      steps.push(await this.#step('observe-again', () => this.#browsing.observe()))
    }
    this.#browsing.seen = undefined
    return steps
  }

  /**
   * The text of a plain page, by the environment as the page left it, or by the next one where it was lost. What a page has
   * asked of its history without end may reach Chromium after the next page has come, and take the browser back; the
   * observation says so by its address, and the way is gone again.
   */
  async plain(left: HostilePage): Promise<{ text: string; ms: number }> {
    const started = performance.now()
    const home = this.#server.url('/home')
    const goHome = () => this.#browsing.goto(home)
    let seen = await goHome().catch(async (error: { code?: string }) => {
      if (error.code !== 'BROWSER_ENVIRONMENT_LOST') throw error
      await this.#replace()
      return goHome()
    })
    for (let ways = 1; left.takesBack && ways < MOST_WAYS && !(seen.url === home && seen.text); ways++)
      seen = await goHome()
    this.#browsing.seen = undefined
    return { text: seen.text, ms: performance.now() - started }
  }

  async close(): Promise<void> {
    await this.#browsing.close()
    await this.#server.close()
  }

  async #step(call: Step['call'], run: () => Promise<unknown>): Promise<Step> {
    const started = performance.now()
    try {
      await run()
      return { call, ms: performance.now() - started }
    } catch (error) {
      const { code = 'none', message } = error as { code?: string; message: string }
      const ms = performance.now() - started
      if (code === 'BROWSER_ENVIRONMENT_LOST') await this.#replace()
      return { call, ms, code, message }
    }
  }

  async #replace() {
    this.replaced++
    await this.#browsing.close()
    this.#browsing = await Browsing.open(this.#server, SETTINGS)
  }
}

export const isCoded = ({ code }: Step): boolean => code === undefined || Object.hasOwn(ERRORS, code)
