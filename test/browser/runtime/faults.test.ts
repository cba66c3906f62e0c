import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Egress } from '../../../host/playwright/browser/egress.ts'
import { TargetSession } from '../../../host/playwright/page/target-session.ts'
import type { ControlPlane } from '../../../host/runtime/control-plane.ts'
import type { BrowserLease, Observation, Ref } from '../../../host/runtime/types.ts'
import { failure } from '../support/browsing.ts'
import { type Held, held, returnsTo } from '../support/held.ts'
import { type PageServer, servePages } from '../support/page-server.ts'
import { browserPid, browserProcesses } from '../support/processes.ts'
import { chromiumPlane } from '../support/runtime.ts'
import { scratch } from '../support/scratch.ts'

/** The egress of each environment opened, newest last. */
const egresses = vi.hoisted((): Egress[] => [])
vi.mock(import('../../../host/playwright/browser/egress.ts'), async (original) => {
  const module = await original()
  return {
    ...module,
    openEgress: async (...args) => {
      const egress = await module.openEgress(...args)
      egresses.push(egress)
      return egress
    },
  }
})

const kill = async () => process.kill(await browserPid(), 'SIGKILL')

let server: PageServer
let plane: ControlPlane
let lease: BrowserLease
let before: Held

beforeAll(async () => {
  server = await servePages({
    '/': `<p>home</p><button onclick="out.textContent = 'done'">Plain</button><p id="out"></p>`,
    '/in-click': `<button onpointerdown="const r = new XMLHttpRequest(); r.open('GET', '/kill', false); r.send()">Go</button>`,
    '/in-settle': `<button onclick="setInterval(() => { out.textContent = Math.random() }, 10); setTimeout(() => fetch('/kill'), 60)">Go</button><p id="out"></p>`,
    '/kill': () => void kill(),
    '/killing-page': () => void kill(),
    '/cut': () => void egresses.at(-1)!.close(),
  })
})

beforeEach(async () => {
  before = held()
  plane = chromiumPlane(server).plane
  lease = await plane.acquire({ owner: {}, sessionId: 's' })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await lease.release()
  await plane.close()
  await returnsTo(before)
})

afterAll(async () => {
  await server?.close()
  rmSync(scratch, { recursive: true, force: true })
})

const open = async (path: string): Promise<Observation> =>
  (await lease.act({ type: 'navigate', url: server.url(path) })).after!

const click = (observation: Observation, name = 'Go') => {
  const target = observation.elements.find((element) => element.name === name)!.ref as Ref
  return lease.act({ type: 'click', target, observation: observation.id })
}

/** Ends the browser as soon as the page agent is asked for `what`, before it can answer. */
function killAt(what: 'resolve' | 'observe') {
  const call = TargetSession.prototype.callAgent
  vi.spyOn(TargetSession.prototype, 'callAgent').mockImplementation(async function (this: TargetSession, ...args) {
    if (args[1].includes(`this.${what}(`)) await kill()
    return call.apply(this, args)
  })
}

const LOST = 'BROWSER_ENVIRONMENT_LOST'

const steps: [step: string, code: string, act: () => Promise<unknown>][] = [
  ['while a navigation waits for its answer', LOST, () => open('/killing-page')],
  [
    'while the element is resolved',
    LOST,
    async () => {
      const seen = await open('/')
      killAt('resolve')
      return click(seen, 'Plain')
    },
  ],
  ['while the page handles the click', LOST, async () => click(await open('/in-click'))],
  ['while the page settles', LOST, async () => click(await open('/in-settle'))],
  [
    'while the result is observed',
    'BROWSER_ACTION_EVIDENCE_FAILED',
    async () => {
      const seen = await open('/')
      killAt('observe')
      return click(seen, 'Plain')
    },
  ],
]

test.each(steps)(
  'the browser killed %s',
  async (_step, code, act) => {
    const error = await failure(act())
    vi.restoreAllMocks()
    expect(error).toMatchObject({ code, leaseDiscarded: true })
    const [newest] = await plane.listTransitions({ limit: 1 })
    // Whether the page had already been changed, nobody can say
    expect(newest).toMatchObject({ outcome: 'unknown', failure: { code } })
    // The lease goes on with another browser, and says so
    const after = await open('/')
    expect(after).toMatchObject({ generation: 2, text: expect.stringContaining('home') })
  },
  60_000,
)

test('the browser killed while it opens', async () => {
  await lease.release()
  const opening = failure(plane.acquire({ owner: {}, sessionId: 'other' }).then((late) => late.release()))
  const end = Date.now() + 20_000
  while (browserProcesses().length === 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
  await kill()
  expect((await opening).code).toMatch(/^BROWSER_(PROVIDER_UNAVAILABLE|PROVIDER_FAILED|ENVIRONMENT_LOST)$/)
  lease = await plane.acquire({ owner: {}, sessionId: 's' })
  expect((await open('/')).text).toContain('home')
}, 60_000)

test('the proxy cut in the middle of a navigation: the call fails, and nothing goes past it', async () => {
  await open('/')
  expect(await failure(open('/cut'))).toMatchObject({ code: expect.stringMatching(/^BROWSER_NAVIGATION_/) })
  const asked = server.requests.length
  expect(await failure(open('/'))).toMatchObject({ code: expect.stringMatching(/^BROWSER_NAVIGATION_/) })
  expect(server.requests).toHaveLength(asked)
  // Another environment has a proxy of its own
  await lease.release()
  lease = await plane.acquire({ owner: {}, sessionId: 's' })
  expect((await open('/')).text).toContain('home')
}, 60_000)
