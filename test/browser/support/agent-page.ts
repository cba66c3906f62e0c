import { readFileSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { chooseBrowser } from '../../../host/playwright/browser/executable.ts'
import type { ElementObservation, FrameObservation, ObserveRequest } from '../../../shared/observation.ts'

const bundle = readFileSync(new URL('../../../lib/page-agent.js', import.meta.url), 'utf8')

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: chooseBrowser({}).path, chromiumSandbox: process.getuid?.() !== 0 })

/** A page with the built agent in an isolated world of its own, and nothing of the host around it. */
export class AgentPage {
  readonly page: Page
  private readonly session: CDPSession
  private readonly world: number
  private freshWorlds = 0

  private constructor(page: Page, session: CDPSession, world: number) {
    this.page = page
    this.session = session
    this.world = world
  }

  static async open(browser: Browser, html: string): Promise<AgentPage> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await page.route('**/*', (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
        : route.abort(),
    )
    await page.goto('http://page.test/', { waitUntil: 'domcontentloaded' })
    const session = await page.context().newCDPSession(page)
    const { frameTree } = await session.send('Page.getFrameTree')
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'test',
    })
    const opened = new AgentPage(page, session, executionContextId)
    await opened.run(bundle)
    return opened
  }

  /** What an agent that has never seen the page says of it, in a world of its own. */
  async freshly(request: ObserveRequest = {}): Promise<FrameObservation> {
    const { session } = this
    const { frameTree } = await session.send('Page.getFrameTree')
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: `fresh-${++this.freshWorlds}`,
    })
    return new AgentPage(this.page, session, executionContextId).run(
      `${bundle};__dshPageAgent.observe(${JSON.stringify(request)})`,
    )
  }

  /** Evaluates in the agent's world and gives the value, as JSON carries it. */
  async run<Value = unknown>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      expression,
      contextId: this.world,
      returnByValue: true,
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as Value
  }

  observe(request: ObserveRequest = {}): Promise<FrameObservation> {
    return this.run(`__dshPageAgent.observe(${JSON.stringify(request)})`)
  }

  resolve(element: Pick<ElementObservation, 'id' | 'fingerprint'>, allow: readonly string[] = []): Promise<unknown> {
    const args = [element.id, element.fingerprint, { allow }].map((value) => JSON.stringify(value))
    return this.run(`__dshPageAgent.resolve(${args.join()})`)
  }

  close(): Promise<void> {
    return this.page.close()
  }
}

/** One line an element: kind, role, name, then what differs from the usual. */
export const lineOf = ({ kind, role, name, value, states }: ElementObservation): string =>
  [
    kind,
    role,
    JSON.stringify(name),
    ...(value === undefined ? [] : [`= ${JSON.stringify(value)}`]),
    ...Object.entries(states).map(([state, is]) => (is === true ? state : `${state}:${is}`)),
  ].join(' ')

export const inDocumentOrder = (observation: FrameObservation): ElementObservation[] =>
  observation.elements.toSorted((a, b) => a.ordinal - b.ordinal)

export const linesOf = (observation: FrameObservation): string[] => inDocumentOrder(observation).map(lineOf)
