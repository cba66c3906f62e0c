import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browsing, failure, never, openRequest } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

let server: PageServer
let browsing: Browsing

beforeAll(async () => {
  server = await servePages({
    '/': `<a href="/second" target="_blank">New tab</a><button onclick="w = window.open('/second')">Script</button>
      <button onclick="out.textContent = 'answer ' + confirm('Sure?') + prompt('Name?', 'Ada')">Ask</button><p id="out"></p>
      <button onclick="for (let i = 0; i < 5; i++) window.open('/second')">Flood</button>
      <button onclick="console.warn('careful', 1); fetch('/missing'); setTimeout(() => { throw new Error('broken') })">Noise</button>`,
    '/alerts': '<iframe srcdoc="<script>setInterval(() => alert(1), 20)</script>"></iframe>'.repeat(3),
    '/second': `<p>second page</p><button onclick="window.close()">Close me</button>
      <p>opener <span id="o"></span></p><script>o.textContent = String(window.opener !== null)</script>`,
  })
  browsing = await Browsing.open(server, { actionTimeoutMs: 8_000, pages: 'multiple', maxPages: 4, dialogs: 'ask' })
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
})

describe('pages: multiple', () => {
  test('a popup becomes a tab and the active one; closing it leads back', async () => {
    await browsing.goto(server.url('/'))
    const { events } = await browsing.click('New tab')
    expect(events).toMatchObject([{ type: 'tab-opened', url: server.url('/second') }])
    const seen = await browsing.observe()
    expect(seen.text).toContain('second page')
    expect(seen.tabs?.map(({ url, active }) => [url, active])).toEqual([
      [server.url('/'), false],
      [server.url('/second'), true],
    ])
    await browsing.act({ type: 'tab', do: 'close', tab: seen.tabs![1]!.key })
    expect((await browsing.observe()).tabs).toHaveLength(1)
    browsing.element('New tab')
  })

  test('a script’s popup has its opener, and may close itself', async () => {
    await browsing.goto(server.url('/'))
    await browsing.click('Script')
    expect((await browsing.observe()).text).toContain('opener true')
    await browsing.click('Close me').catch((error) => expect(error.code).toBe('BROWSER_PAGE_CRASHED'))
    expect((await browsing.observe()).url).toBe(server.url('/'))
  })

  test('tabs are opened and selected by the agent, up to a limit', async () => {
    await browsing.act({ type: 'tab', do: 'open', url: server.url('/second') })
    const { tabs } = await browsing.observe()
    expect(tabs).toHaveLength(2)
    await browsing.act({ type: 'tab', do: 'select', tab: tabs![0]!.key })
    expect((await browsing.observe()).url).toBe(server.url('/'))
    expect(await failure(browsing.act({ type: 'tab', do: 'select', tab: 'none' }))).toMatchObject({
      code: 'BROWSER_INPUT_INVALID',
    })
    expect(await failure(browsing.click('Flood'))).toMatchObject({
      code: 'BROWSER_POLICY_DENIED',
      reason: 'pages-limit',
    })
    const after = await browsing.observe()
    expect(after.tabs!.length).toBeLessThanOrEqual(4)
    for (const { key } of after.tabs!.slice(1)) await browsing.act({ type: 'tab', do: 'close', tab: key })
  })
})

describe('dialogs: ask', () => {
  test('a dialog is held, shown and answered, one after the other', async () => {
    await browsing.goto(server.url('/'))
    const asked = await browsing.click('Ask')
    expect(asked.events).toMatchObject([{ type: 'dialog', answer: 'pending', dialog: { type: 'confirm' } }])
    expect((await browsing.observe()).dialog).toMatchObject({ type: 'confirm', message: 'Sure?' })
    expect(await failure(browsing.act({ type: 'press', key: 'Enter' }))).toMatchObject({ code: 'BROWSER_DIALOG_OPEN' })
    expect(await failure(browsing.environment.screenshot!({ area: 'viewport' }, never()))).toMatchObject({
      code: 'BROWSER_DIALOG_OPEN',
    })
    const next = await browsing.act({ type: 'dialog', accept: true })
    expect(next.events).toMatchObject([
      { type: 'dialog', answer: 'accepted' },
      { type: 'dialog', answer: 'pending', dialog: { type: 'prompt', defaultValue: 'Ada' } },
    ])
    await browsing.act({ type: 'dialog', accept: true, text: 'Grace' })
    const seen = await browsing.observe()
    expect(seen.dialog).toBeUndefined()
    expect(seen.text).toContain('answer trueGrace')
    expect(await failure(browsing.act({ type: 'dialog', accept: true }))).toMatchObject({ reason: 'no-dialog' })
  })
})

test('an environment that is closed with a dialog open takes no other of its browser with it', async () => {
  await browsing.goto(server.url('/'))
  const other = new Browsing(browsing.provider, await browsing.provider.open(openRequest, never()))
  await other.act({ type: 'navigate', url: server.url('/alerts') })
  expect((await other.observe()).dialog).toMatchObject({ type: 'alert' })
  await other.close()
  expect((await browsing.goto(server.url('/second'))).text).toContain('second page')
})

test('diagnostics tell what was said, broke and failed since a mark', async () => {
  await browsing.goto(server.url('/'))
  const { mark } = await browsing.environment.diagnostics!({}, never())
  await browsing.click('Noise')
  const found = await browsing.environment.diagnostics!({ since: mark }, never())
  expect(found.console.map(({ level, text }) => [level, text])).toContainEqual(['warning', 'careful 1'])
  expect(found.errors.map(({ message }) => message).join()).toContain('broken')
  expect(found.requests).toMatchObject([{ url: server.url('/missing'), status: 404, method: 'GET' }])
  const later = await browsing.environment.diagnostics!({ since: found.mark }, never())
  expect(later).toMatchObject({
    console: [],
    errors: [],
    requests: [],
    dropped: { console: 0, errors: 0, requests: 0 },
  })
  const limited = await browsing.environment.diagnostics!({ limit: 1 }, never())
  expect(limited.console).toHaveLength(1)
  expect(limited.dropped.console).toBeGreaterThan(0)
})
