import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlaywrightConfig } from '../../../host/playwright/config.ts'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import type { BrowserSessionId, ProviderOpenRequest } from '../../../host/provider/types.ts'
import { Browsing, configFor, failure, never } from '../support/browsing.ts'
import { remaining, startHolder } from '../support/holders.ts'
import { type PageServer, servePages } from '../support/page-server.ts'
import { browserPid, browserProcesses, temporaryFiles } from '../support/processes.ts'
import { scratch } from '../support/scratch.ts'

const profileRoot = join(scratch, 'profiles')
const request = { sessionId: 'shop' as BrowserSessionId, persistence: 'profile' } satisfies ProviderOpenRequest

/** Shows what it finds, then leaves a trace of its own in each kind of storage. */
const STATE = `<p id="out"></p><button id="pop" onclick="window.open('/')">Pop</button><script>
  const seen = [document.cookie, localStorage.getItem('lamp')]
  document.cookie = 'seen=yes; max-age=1000'
  localStorage.setItem('lamp', 'brass')
  const open = indexedDB.open('db', 1)
  open.onupgradeneeded = () => open.result.createObjectStore('things')
  open.onsuccess = () => {
    const things = open.result.transaction('things', 'readwrite').objectStore('things')
    things.get('key').onsuccess = ({ target }) => {
      things.put('stored', 'key').onsuccess = () => { out.textContent = ['found', ...seen, target.result].join('|') }
    }
  }
</script>`

let server: PageServer
let config: PlaywrightConfig
let child: ChildProcess | undefined

beforeAll(async () => {
  server = await servePages({ '/': STATE, '/elsewhere': `<script>location = 'http://127.0.0.1:1/'</script>` })
})

beforeEach(() => {
  config = configFor(server, { profileRoot })
})

afterEach(() => {
  child?.kill('SIGKILL')
  expect(browserProcesses()).toEqual([])
  expect(temporaryFiles()).toEqual([])
  rmSync(profileRoot, { recursive: true, force: true })
})

afterAll(async () => {
  await server?.close()
  rmSync(scratch, { recursive: true, force: true })
})

async function end(holder: ChildProcess): Promise<void> {
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}

async function openProfile(provider = new PlaywrightProvider(config)): Promise<Browsing> {
  return new Browsing(provider, await provider.open(request, never()))
}

async function found(browsing: Browsing): Promise<string> {
  await browsing.goto(server.url('/'))
  await browsing.act({ type: 'wait', for: { kind: 'text', text: 'found' } })
  return (await browsing.observe()).text
}

test('a profile goes on with its cookies and its storage, in folders of this user alone', async () => {
  const first = await openProfile()
  expect(await found(first)).toContain('found|||')
  await first.close()
  const second = await openProfile()
  expect(await found(second)).toContain('found|seen=yes|brass|stored')
  await second.close()

  const [folder] = readdirSync(profileRoot).filter((name) => name !== 'lock')
  for (const path of [profileRoot, join(profileRoot, folder!), join(profileRoot, folder!, 'data')]) {
    expect(statSync(path).mode & 0o777).toBe(0o700)
  }
  const [kept] = await first.provider.profiles()
  expect(kept).toMatchObject({ sessionId: 'shop', inUse: false })
  expect(kept!.bytes).toBeGreaterThan(10_000)
  await first.provider.destroyProfile(request.sessionId)
  expect(readdirSync(profileRoot)).toEqual(['lock'])
})

test('it has the guards, the policy and the one page of every other environment', async () => {
  const browsing = await openProfile()
  await browsing.goto(server.url('/'))
  expect(await failure(browsing.click('Pop'))).toMatchObject({ code: 'BROWSER_POLICY_DENIED' })
  expect(await failure(browsing.goto('http://127.0.0.1:1/'))).toMatchObject({ code: 'BROWSER_POLICY_DENIED' })
  await browsing.goto(server.url('/'))
  // Nothing of its own goes past the proxy, nor does the page that Chromium opened for itself stay
  const main = browserProcesses().find(({ command }) => !command.includes('--type='))
  expect(main?.command).toMatch(/--proxy-server=http:\/\/127\.0\.0\.1:\d+/)
  expect(main?.command).toContain(`--user-data-dir=${profileRoot}`)
  await browsing.close()
})

test('a second holder is refused and told what to do; another process is one too', async () => {
  const first = await openProfile()
  const conflict = { code: 'BROWSER_SESSION_CONFLICT', message: expect.stringContaining('end that one first') }
  expect(await failure(openProfile(first.provider))).toMatchObject(conflict)
  expect(await failure(openProfile())).toMatchObject(conflict)
  expect(await first.provider.profiles()).toMatchObject([{ inUse: true }])
  await first.close()

  child = await startHolder({ config, request, url: server.url('/') })
  expect(await failure(openProfile())).toMatchObject(conflict)
  expect(await failure(first.provider.destroyProfile(request.sessionId))).toMatchObject(conflict)
  await end(child)
  await (await openProfile()).close()
}, 120_000)

test('a host that is killed takes its Chromium along, and leaves no lock and a profile that opens', async () => {
  const before = await openProfile()
  await found(before)
  await before.close()
  child = await startHolder({ config, request, url: server.url('/') })
  const pids = browserProcesses().map(({ pid }) => pid)
  expect(pids.length).toBeGreaterThan(1)
  await end(child)
  const after = await openProfile()
  expect(await remaining(pids, 10_000)).toEqual([])
  expect(await found(after)).toContain('found|seen=yes|brass|stored')
  await after.close()
}, 120_000)

test('a browser that is killed gives its profile back as its environment closes', async () => {
  const first = await openProfile()
  process.kill(await browserPid(), 'SIGKILL')
  await first.environment.lost
  await first.close()
  const second = await openProfile(first.provider)
  // What was not closed goes with its provider
  await second.provider.dispose()
  await second.close()
  await (await openProfile()).close()
}, 120_000)

test('an opening that is cancelled holds nothing', async () => {
  const provider = new PlaywrightProvider(config)
  for (const ms of [0, 5, 50, 150]) {
    const controller = new AbortController()
    const opening = provider.open(request, controller.signal)
    setTimeout(() => controller.abort(), ms)
    await opening.then(
      (environment) => environment.close(),
      () => {},
    )
    expect(browserProcesses()).toEqual([])
  }
  await (await openProfile(provider)).close()
}, 120_000)
