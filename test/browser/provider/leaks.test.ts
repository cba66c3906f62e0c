import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import { Browsing, configFor, failure, never, openRequest } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'
import { browserPid, browserProcesses, openSockets, temporaryFiles } from '../support/processes.ts'

/** A temporary directory of these tests alone, named before anything reads it: others' files are not to be counted. */
const scratch = await vi.hoisted(async () => {
  const { mkdtempSync } = await import('node:fs')
  const { tmpdir } = await import('node:os')
  const { join } = await import('node:path')
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'leaks-'))
  return process.env.TMPDIR
})

let server: PageServer

beforeAll(async () => {
  server = await servePages({ '/': '<p>home</p><a href="/">Again</a>', '/hang': () => {} })
})

afterAll(async () => {
  await server?.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** What is open of everything an environment acquires; the driver's own start-up is paid before the first count. */
const held = () => ({ processes: browserProcesses().length, files: temporaryFiles().length, sockets: openSockets() })

async function returnsTo(before: ReturnType<typeof held>) {
  const end = Date.now() + 3_000
  while (Date.now() < end && JSON.stringify(held()) !== JSON.stringify(before)) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(held()).toEqual(before)
}

test('a closed environment leaves no process, file or socket', async () => {
  const before = held()
  const browsing = await Browsing.open(server)
  await browsing.goto(server.url('/'))
  expect(held().processes).toBeGreaterThan(before.processes)
  await browsing.close()
  await browsing.close()
  await returnsTo(before)
})

test('environments of one class share a process, and the last one ends it', async () => {
  const before = held()
  const provider = new PlaywrightProvider(configFor(server))
  const [first, second] = await Promise.all([provider.open(openRequest, never()), provider.open(openRequest, never())])
  const pid = await browserPid()
  await first.close()
  expect(await browserPid()).toBe(pid)
  await second.act({ type: 'navigate', url: server.url('/') }, never())
  await second.close()
  await returnsTo(before)
})

test('process isolation gives each its own', async () => {
  const before = held()
  const provider = new PlaywrightProvider(configFor(server, { isolation: 'process' }))
  const first = await provider.open(openRequest, never())
  const alone = browserProcesses().filter(({ command }) => !command.includes('--type=')).length
  const second = await provider.open(openRequest, never())
  const both = browserProcesses().filter(({ command }) => !command.includes('--type=')).length
  expect([alone, both]).toEqual([1, 2])
  await Promise.all([first.close(), second.close()])
  await returnsTo(before)
})

test('a crash, a cancelled call and a cancelled opening leave nothing either', async () => {
  const before = held()
  const crashed = await Browsing.open(server)
  process.kill(await browserPid(), 'SIGKILL')
  await crashed.environment.lost
  await crashed.close()
  await returnsTo(before)

  const aborted = await Browsing.open(server)
  const abort = new AbortController()
  const call = failure(aborted.environment.act({ type: 'navigate', url: server.url('/hang') }, abort.signal))
  setTimeout(() => abort.abort(), 100)
  await call
  await aborted.close()
  await returnsTo(before)

  for (const delay of [0, 60, 150]) {
    const early = new AbortController()
    const provider = new PlaywrightProvider(configFor(server))
    const opening = provider.open(openRequest, early.signal).then(
      (environment) => environment.close(),
      () => undefined,
    )
    setTimeout(() => early.abort(), delay)
    await opening
    await returnsTo(before)
  }
})

test('the memory of a browser can be known', async () => {
  const browsing = await Browsing.open(server)
  expect(await browsing.environment.memory!()).toBeGreaterThan(20_000_000)
  await browsing.close()
})
