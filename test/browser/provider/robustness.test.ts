import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browsing, failure, never } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'
import { browserPid, browserProcesses } from '../support/processes.ts'

let server: PageServer
let browsing: Browsing
/** The environment before was lost on purpose. */
let spent = true

const BOUND = 12_000

beforeAll(async () => {
  server = await servePages({
    '/home': '<p>home</p><button onclick="out.textContent = 1">Fine</button><p id="out"></p>',
    '/hang': () => {},
    '/endless': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<!doctype html><title>Endless</title><body><p>first part</p>')
    },
    '/loop': '<button onclick="for (;;);">Loop</button>',
    '/loop-later': '<button onclick="setTimeout(() => { for (;;); }, 50)">Later</button>',
    '/loop-always': '<button onclick="setInterval(() => { for (;;); }, 0)">Always</button>',
    '/loop-load': '<p>text</p><script>for (;;);</script>',
    '/dialogs': '<button onclick="for (;;) alert(1)">Alerts</button>',
    '/framed-dialogs':
      '<iframe srcdoc="<script>setInterval(() => { alert(1); confirm(2) }, 20)</script>"></iframe>'.repeat(10),
    '/dialog': `<button onclick="out.textContent = confirm('Sure?')">Ask</button><p id="out"></p>`,
    '/leave': `<button onclick="out.textContent = 'touched'">Touch</button><p id="out"></p>
      <script>addEventListener('beforeunload', (e) => { e.preventDefault(); e.returnValue = 'x' })</script>`,
    '/crash': '<a href="chrome://crash">x</a>',
    '/restless': '<p>restless</p><script>setInterval(() => { location.search = Math.random() }, 20)</script>',
    '/hang-click': '<a href="/hang">Hang</a>',
    '/throwing': `<button onclick="out.textContent = 'clicked'">Poisoned</button><p id="out"></p><script>
      const boom = () => { throw new Error('boom') }
      Document.prototype.querySelectorAll = boom; Array.prototype.map = boom; Element.prototype.getAttribute = boom
      Array.prototype[Symbol.iterator] = boom; Map.prototype.get = boom; Map.prototype.set = boom; Reflect.apply = boom; EventTarget.prototype.dispatchEvent = boom
      Object.defineProperty(Object.prototype, 'bubbles', { get: boom, configurable: true })
      Object.defineProperty(Object.prototype, 'status', { get: boom, configurable: true })
    </script>`,
  })
})

beforeEach(async () => {
  if (!spent) return
  spent = false
  browsing = await Browsing.open(server, {
    navigationTimeoutMs: 1_500,
    actionTimeoutMs: 2_000,
    observeTimeoutMs: 2_000,
    settle: { maxMs: 1_000, loadMs: 1_500 },
  })
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
})

const fineAfterwards = async () => {
  await browsing.goto(server.url('/home'))
  await browsing.click('Fine')
  expect((await browsing.observe()).text).toContain('1')
}

describe('a navigation that never comes', () => {
  test('asked for by the agent', async () => {
    await browsing.goto(server.url('/home'))
    expect(await failure(browsing.act({ type: 'navigate', url: server.url('/hang') }))).toMatchObject({
      code: 'BROWSER_NAVIGATION_TIMEOUT',
    })
    expect((await browsing.observe()).text).toContain('home')
  })

  test('set off by a click', async () => {
    await browsing.goto(server.url('/hang-click'))
    expect(await failure(browsing.click('Hang'))).toMatchObject({ code: 'BROWSER_NAVIGATION_TIMEOUT' })
    await browsing.observe()
    expect(browsing.element('Hang').role).toBe('link')
  })

  test('a document that never ends is shown as far as it came', async () => {
    expect((await browsing.goto(server.url('/endless'))).text).toContain('first part')
  })
})

describe('a script without end', () => {
  test.each(['/loop', '/loop-later', '/loop-always'])(
    '%s',
    async (path) => {
      await browsing.goto(server.url(path))
      const [button] = browsing.seen!.elements
      await browsing
        .act({ type: 'click', target: { target: button!.target, fingerprint: button!.fingerprint } })
        .catch((error) => expect(error.code).toMatch(/BROWSER_(ACTION_TIMEOUT|PAGE_UNRESPONSIVE)/))
      await browsing.observe().catch((error) => expect(error.code).toBe('BROWSER_PAGE_UNRESPONSIVE'))
      await fineAfterwards()
    },
    BOUND * 2,
  )

  test('while the page loads', async () => {
    const outcome = await browsing.goto(server.url('/loop-load')).then(
      (seen) => seen.text,
      (error) => error.code,
    )
    expect(['text', 'BROWSER_PAGE_UNRESPONSIVE']).toContain(outcome)
    await fineAfterwards()
  })
})

describe('dialogs', () => {
  test('one is dismissed and told', async () => {
    await browsing.goto(server.url('/dialog'))
    const { events } = await browsing.click('Ask')
    expect(events).toEqual([
      { type: 'dialog', dialog: { type: 'confirm', message: 'Sure?', defaultValue: '' }, answer: 'dismissed' },
    ])
    expect((await browsing.observe()).text).toContain('false')
  })

  test('one after the other without end closes the page', async () => {
    await browsing.goto(server.url('/dialogs'))
    expect(await failure(browsing.click('Alerts'))).toMatchObject({ code: 'BROWSER_PAGE_UNRESPONSIVE' })
    await fineAfterwards()
  })

  test('from many frames close the page, and nothing else', async () => {
    const opening = browsing.goto(server.url('/framed-dialogs'))
    expect(await failure(opening)).toMatchObject({ code: 'BROWSER_PAGE_UNRESPONSIVE' })
    await fineAfterwards()
  })

  test('a page cannot keep the agent from leaving', async () => {
    await browsing.goto(server.url('/leave'))
    await browsing.click('Touch')
    const { events } = await browsing.act({ type: 'navigate', url: server.url('/home') })
    expect(events).toMatchObject([{ type: 'dialog', dialog: { type: 'beforeunload' }, answer: 'accepted' }])
    expect((await browsing.observe()).text).toContain('home')
  })
})

test('a page that navigates all the time', async () => {
  const outcome = await browsing.goto(server.url('/restless')).then(
    (seen) => seen.text,
    (error) => error.code,
  )
  expect(['restless', 'BROWSER_PAGE_UNRESPONSIVE', 'BROWSER_NAVIGATION_FAILED']).toContain(outcome)
  await fineAfterwards()
})

test('a page that poisons every prototype is seen and clicked as another is', async () => {
  await browsing.goto(server.url('/throwing'))
  await browsing.click('Poisoned')
  expect((await browsing.observe()).text).toContain('clicked')
})

test('a crash of the renderer is said, and the next page works', async () => {
  await browsing.goto(server.url('/home'))
  await browsing.crashRenderer()
  expect(await failure(browsing.observe())).toMatchObject({ code: 'BROWSER_PAGE_CRASHED' })
  await fineAfterwards()
})

test('the browser killed in the middle of a click', async () => {
  await browsing.goto(server.url('/loop-always'))
  const pid = await browserPid()
  const started = Date.now()
  const call = failure(browsing.click('Always'))
  setTimeout(() => process.kill(pid, 'SIGKILL'), 100)
  expect(await call).toMatchObject({ code: 'BROWSER_ENVIRONMENT_LOST' })
  expect(Date.now() - started).toBeLessThan(2_000)
  expect(await browsing.environment.lost).toMatchObject({ reason: 'browser-crashed' })
  await browsing.close()
  browsing = await Browsing.open(server)
  await fineAfterwards()
  await browsing.close()
  spent = true
})

test('a browser that opens no page any more is ended, and the environment is lost', async () => {
  await browsing.close()
  browsing = await Browsing.open(server, { observeTimeoutMs: 1_000, closeTimeoutMs: 500, launchTimeoutMs: 5_000 })
  await browsing.goto(server.url('/home'))
  process.kill(await browserPid(), 'SIGSTOP')
  expect(await failure(browsing.observe())).toMatchObject({ code: 'BROWSER_PAGE_UNRESPONSIVE' })
  expect(await failure(browsing.act({ type: 'navigate', url: server.url('/home') }))).toMatchObject({
    code: 'BROWSER_ENVIRONMENT_LOST',
    leaseDiscarded: true,
  })
  expect(await browsing.environment.lost).toMatchObject({ reason: 'browser-crashed' })
  expect(browserProcesses()).toEqual([])
  await browsing.close()
  spent = true
})

describe('cancelling', () => {
  test.each([
    [
      'a navigation',
      (signal: AbortSignal) => browsing.environment.act({ type: 'navigate', url: server.url('/hang') }, signal),
    ],
    [
      'a wait',
      (signal: AbortSignal) => browsing.environment.act({ type: 'wait', for: { kind: 'time', ms: 60_000 } }, signal),
    ],
    ['an observation', (signal: AbortSignal) => browsing.environment.observe({}, signal)],
  ])('%s', async (_, call) => {
    const abort = new AbortController()
    const running = failure(call(abort.signal))
    abort.abort()
    expect(await running).toMatchObject({ code: 'BROWSER_CANCELLED', leaseDiscarded: true })
    expect(await failure(browsing.environment.observe({}, never()))).toMatchObject({ code: 'BROWSER_ENVIRONMENT_LOST' })
    spent = true
  })

  test('opening', async () => {
    const abort = new AbortController()
    const opening = failure(browsing.provider.open({ sessionId: 's' as never, persistence: 'ephemeral' }, abort.signal))
    setTimeout(() => abort.abort(), 20)
    expect(await opening).toMatchObject({ code: 'BROWSER_CANCELLED' })
  })
})
