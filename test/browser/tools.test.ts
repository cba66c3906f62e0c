import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowserRuntime, type Standalone } from '../../host/standalone/index.ts'
import { TOOLS } from '../../host/tools/definitions/index.ts'
import { Caller } from '../support/call.ts'
import { type Sites, serveSites } from '../support/sites.ts'
import { ToolServer } from '../tasks/client.ts'
import { OurBrowser } from '../tasks/ours.ts'
import { TASKS } from '../tasks/tasks.ts'

let sites: Sites
beforeAll(async () => {
  sites = await serveSites()
})
afterAll(() => sites.close())

describe('in Chromium', () => {
  let standalone: Standalone
  let agent: Caller
  beforeAll(async () => {
    standalone = await openBrowserRuntime({
      playwright: { network: { mode: 'allowlist', allowHosts: ['127.0.0.1', 'localhost'] } },
    })
    agent = new Caller(standalone.runtime)
  })
  afterAll(async () => {
    await agent.bindings.disposeAll()
    await standalone.dispose()
  })
  const open = (page: string) => agent.answer('browser_open', { url: `${sites.origin}/${page}` })

  test('a page is read, acted on, and its change told', async () => {
    const { elements } = await open('login.html')
    expect(elements.map(({ role, name }) => [role, name])).toEqual(
      expect.arrayContaining([
        ['textbox', 'Email'],
        ['checkbox', 'Stay signed in'],
        ['button', 'Sign in'],
      ]),
    )
    await agent.call('browser_fill', { target: 'label=Email', value: 'ada@example.org' })
    const { added } = await agent.answer('browser_fill', {
      target: 'label=Membership number',
      value: '1',
      submit: true,
    })
    expect(added.join()).toContain('Unknown number')
  })

  test('what covers an element is named, and its refs stay good', async () => {
    await open('consent.html')
    const { said, failure } = await agent.failure('browser_click', { target: 'button|Subscribe' })
    expect(failure).toMatchObject({ code: 'BROWSER_TARGET_COVERED', refs: 'valid', lease: 'kept', repeat: false })
    expect(said[0]).toMatch(/covered by .*(veil|dialog|cookies)/i)
  })

  test('an ambiguous target lists its candidates', async () => {
    await open('shop.html')
    const { elements, failure } = await agent.failure('browser_click', { target: 'button|Add to cart' })
    expect(failure?.code).toBe('BROWSER_TARGET_AMBIGUOUS')
    expect(elements.length).toBe(10)
  })

  test('a page that cannot be reached fails in one line with its address', async () => {
    const { failure } = await agent.failure('browser_open', { url: 'http://127.0.0.1:9/' })
    expect(failure).toMatchObject({
      code: expect.stringMatching(/^BROWSER_(NAVIGATION_FAILED|POLICY_DENIED)$/),
      url: expect.stringContaining('127.0.0.1:9'),
    })
  })

  test('a record is looked at closer, a region too, and refs outside stay good', async () => {
    const { elements } = await open('shop.html')
    const title = elements.find(({ name }) => name === 'Floor lamp 108')!
    expect(title.group).toBeDefined()
    const record = await agent.answer('browser_observe', { region: title.group })
    expect(record.elements.map(({ name }) => name)).toEqual(['Floor lamp 108', 'Add to cart', 'Reviews', 'Delivery'])
    const near = await agent.answer('browser_observe', { region: title.ref, mode: 'document' })
    expect(near.text.join()).toContain('Floor lamp 108')
    await agent.call('browser_click', { target: elements.find(({ name }) => name === 'Search')!.ref })
  })

  test('a table and a list are extracted', async () => {
    await open('table.html')
    const { text } = await agent.answer('browser_extract', { kind: 'table' })
    expect(text[0]).toBe('Name | Office | Age | Actions |')
    expect(text).toContain('Ada Abel | Oslo | 21 | Edit |')
  })

  test('a screenshot is a picture of the size it says', async () => {
    await open('shop.html')
    const { image, text } = await agent.call('browser_screenshot', { marks: true })
    expect([...image!.png.subarray(1, 4)]).toEqual([...'PNG'].map((letter) => letter.charCodeAt(0)))
    expect(text).toContain(`${image!.width}×${image!.height} pixels`)
  })

  test('a credential is filled where it belongs, and no answer repeats it', async () => {
    const filler = new Caller(standalone.runtime, { credentialApproval: 'none' })
    filler.credentials = {
      resolve: async () => ({ value: '47-secret-11', origins: [sites.origin] }),
      approve: async () => 'unavailable',
    }
    try {
      await filler.call('browser_open', { url: `${sites.origin}/login.html` })
      const { text } = await filler.call('browser_fill_credential', {
        target: 'label=Membership number',
        credential: 'club',
      })
      expect(text).not.toContain('47-secret-11')
      expect((await filler.call('browser_observe')).text).not.toContain('47-secret-11')
    } finally {
      await filler.bindings.disposeAll()
    }
  })
})

describe('over the Model Context Protocol', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tools-mcp-'))
  const config = join(folder, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({
      playwright: {
        pages: 'multiple',
        dialogs: 'ask',
        network: { mode: 'allowlist', allowHosts: ['127.0.0.1', 'localhost'] },
      },
      tools: {
        tabs: true,
        dialogs: true,
        credentialApproval: 'none',
        credentials: { club: { env: 'PATH', origins: ['https://elsewhere.example'] } },
      },
    }),
  )
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const servers: ToolServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })
  async function connect() {
    const server = new ToolServer(
      [resolve(import.meta.dirname, '../../host/cli/main.ts'), 'mcp', '--config', config],
      folder,
    )
    servers.push(server)
    await server.connect()
    return server
  }

  test('every tool is listed, and answers', async () => {
    const server = await connect()
    const { tools } = await server.client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS.map(({ name }) => name).sort())
    const url = `${sites.origin}/dialogs.html`
    const calls: [string, Record<string, unknown>, RegExp][] = [
      ['browser_open', { url: `${sites.origin}/shop.html` }, /Brass lamp/],
      ['browser_open', { url: `${sites.origin}/widgets.html` }, /Delivery/],
      ['browser_back', {}, /Brass lamp/],
      ['browser_forward', {}, /Delivery/],
      ['browser_reload', {}, /Delivery/],
      ['browser_observe', { mode: 'document' }, /Save delivery/],
      ['browser_observe_next', {}, /untrusted page content/],
      ['browser_find', { text: 'City' }, /combobox "City"/],
      ['browser_click', { target: 'button|Save delivery' }, /Done:/],
      ['browser_fill', { target: 'label=City', value: 'Os' }, /Oslo/],
      ['browser_fill_form', { fields: [{ target: 'label=Pick-up day', value: '2030-02-09' }] }, /2030-02-09/],
      ['browser_fill_credential', { target: 'label=City', credential: 'club' }, /BROWSER_CREDENTIAL_DENIED/],
      ['browser_press', { key: 'ArrowRight', target: 'label=Volume' }, /="6"/],
      ['browser_select', { target: 'label=Extras', options: ['Card'] }, /Card/],
      ['browser_check', { target: 'switch|Express' }, /checked/],
      ['browser_hover', { target: 'button|Save delivery' }, /^hover/],
      ['browser_drag', { target: 'button|Save delivery', to: 'label=City' }, /^drag/],
      ['browser_scroll', { to: 'bottom' }, /^scroll/],
      ['browser_wait', { text: 'Delivery' }, /^wait/],
      ['browser_extract', { kind: 'forms' }, /^forms:/],
      ['browser_screenshot', { area: 'page' }, /pixels/],
      ['browser_diagnostics', {}, /mark \d+/],
      ['browser_tabs', { do: 'open', url }, /Notes/],
      ['browser_click', { target: 'button|Delete note' }, /confirm/],
      ['browser_dialog', { accept: false }, /Done: kept/],
    ]
    for (const [name, args, expected] of calls) expect((await server.call(name, args)).text, name).toMatch(expected)
    expect(new Set(calls.map(([name]) => name)).size).toBe(TOOLS.length)
  }, 180_000)

  test.each([
    ['closes its pipe', (_pid: number, server: ToolServer) => server.close()],
    ['is asked to end', (pid: number) => process.kill(pid, 'SIGTERM')],
  ])('a client that vanishes leaves no process: it %s', async (_, vanish) => {
    const server = await connect()
    await server.call('browser_open', { url: `${sites.origin}/shop.html` })
    const pid = server.pid!
    const family = descendants(pid)
    expect(family.length).toBeGreaterThan(1)
    await vanish(pid, server)
    await expect.poll(() => family.filter(alive), { timeout: 20_000, interval: 200 }).toEqual([])
  })
})

describe('tasks, by answers alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tools-tasks-'))
  let server: ToolServer
  beforeAll(async () => {
    const config = join(folder, 'config.json')
    writeFileSync(
      config,
      JSON.stringify({
        playwright: {
          pages: 'multiple',
          dialogs: 'ask',
          network: { mode: 'allowlist', allowHosts: ['127.0.0.1', 'localhost'] },
        },
        tools: { tabs: true, dialogs: true },
      }),
    )
    server = new ToolServer([resolve(import.meta.dirname, '../../host/cli/main.ts'), 'mcp', '--config', config], folder)
    await server.connect()
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(TASKS.map((task) => [task.name, task] as const))('%s', async (_, task) => {
    sites.reports.length = 0
    const browser = new OurBrowser(server)
    await browser.open(`${sites.origin}/${task.page}`)
    await task.run(browser)
    await sleep(0)
    expect(sites.reports.at(-1)).toBe(task.outcome)
  })
})

/** The process and all below it, from the parents that /proc or ps name. */
function descendants(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  const found = [root]
  for (const pid of found) found.push(...rows.filter(([, parent]) => parent === pid).map(([child]) => child))
  return found
}

/** A zombie is over: only its parent has not asked yet. */
function alive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .startsWith('Z')
  } catch {
    return false
  }
}
