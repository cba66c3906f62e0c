import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import type { ElementObservation, FrameObservation } from '../../shared/observation.ts'
import type { Answers, ReplayCase } from './cases.ts'

/** An observed element with where it stands in the case's own counting. */
export interface Seen extends ElementObservation {
  /** Index in `querySelectorAll(base)` of the element, or of the one it is in or around; undefined where there is none. */
  index?: number
}

export interface Look {
  observation: FrameObservation
  elements: Seen[]
  /** For each element of `querySelectorAll(base)`: has it a size and is it not hidden. */
  visible: boolean[]
}

/** One page of a case, loaded with everything but its own document refused, and the agent in a world of its own. */
export interface ReplayPage {
  look(request: { maxElements: number; maxTextChars: number }): Promise<Look>
  /** Evaluates an expression in the agent's world. */
  evaluate<Value>(expression: string): Promise<Value>
  close(): Promise<void>
}

export interface Replayer {
  open(item: ReplayCase): Promise<ReplayPage>
  close(): Promise<void>
}

const VIEWPORT = { width: 1280, height: 720 }

async function openPage(context: BrowserContext, agent: string, item: ReplayCase): Promise<ReplayPage> {
  const page = await context.newPage()
  const body = await item.html()
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest() && route.request().frame() === page.mainFrame()
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body })
      : route.abort(),
  )
  await page.goto(item.url, { waitUntil: 'domcontentloaded' })
  const session = await context.newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'replay',
  })
  async function evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as Value
  }
  await evaluate(agent)
  return {
    evaluate,
    look: (request) => evaluate<Look>(lookExpression(item.answers.base, request)),
    close: () => page.close(),
  }
}

/** `agent` is the text of the built page agent. */
export async function startReplayer(executablePath: string, agent: string): Promise<Replayer> {
  const browser: Browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, javaScriptEnabled: true })
    return { open: (item) => openPage(context, agent, item), close: () => browser.close() }
  } catch (error) {
    await browser.close()
    throw error
  }
}

/** Resolves places to indexes in `querySelectorAll(base)`. */
export function placesExpression(base: string, places: NonNullable<Answers['fields']>): string {
  return `(() => {
    const all = [...document.querySelectorAll(${JSON.stringify(base)})]
    return ${JSON.stringify(places)}.flatMap((place) =>
      typeof place === 'number' ? [place] : [...document.querySelectorAll(place)].map((element) => all.indexOf(element)))
  })()`
}

function lookExpression(base: string, request: object): string {
  return `(() => {
    const all = [...document.querySelectorAll(${JSON.stringify(base)})]
    const indexes = new Map(all.map((element, index) => [element, index]))
    const indexOf = (element) => {
      if (!element) return undefined
      const own = indexes.get(element)
      if (own !== undefined) return own
      return indexes.get(element.closest(${JSON.stringify(base)}) ?? element.querySelector(${JSON.stringify(base)}))
    }
    const visible = all.map((element) => {
      const box = element.getBoundingClientRect()
      return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== 'hidden'
    })
    const observation = __dshPageAgent.observe(${JSON.stringify(request)})
    const elements = observation.elements.map((seen) => ({ ...seen, index: indexOf(__dshPageAgent.element(seen.id)) }))
    return { observation: { ...observation, elements: [] }, elements, visible }
  })()`
}
