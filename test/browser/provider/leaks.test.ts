import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import type { ProviderEnvironment } from '../../../host/provider/types.ts'
import { collectGarbage } from '../../host/support/memory.ts'
import { Browsing, configFor, failure, never, openRequest } from '../support/browsing.ts'
import { held, returnsTo } from '../support/held.ts'
import { type PageServer, servePages } from '../support/page-server.ts'
import { browserPid, browserProcesses } from '../support/processes.ts'
import { scratch } from '../support/scratch.ts'

let server: PageServer

beforeAll(async () => {
  server = await servePages({ '/': '<p>home</p><a href="/">Again</a>', '/hang': () => {} })
})

afterAll(async () => {
  await server?.close()
  rmSync(scratch, { recursive: true, force: true })
})

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

test('an environment that has ended is held by nobody, however it ended', async () => {
  const provider = new PlaywrightProvider(configFor(server))
  // A function of its own, since one that waits may keep its last variables
  const lived = async (end: (environment: ProviderEnvironment) => Promise<unknown>) => {
    const environment = await provider.open(openRequest, never())
    await environment.act({ type: 'navigate', url: server.url('/') }, never())
    await environment.observe({}, never())
    await end(environment)
    await environment.close()
    return new WeakRef(environment)
  }
  const cancelled = async (environment: ProviderEnvironment) => {
    const abort = new AbortController()
    const call = failure(environment.act({ type: 'navigate', url: server.url('/hang') }, abort.signal))
    setTimeout(() => abort.abort(), 100)
    await call
  }
  const crashed = await lived(async (environment) => {
    const others = await Promise.all([lived(async () => {}), lived(cancelled)])
    await collectGarbage()
    expect(others.map((other) => other.deref())).toEqual([undefined, undefined]) // though their browser lives on
    process.kill(await browserPid(), 'SIGKILL')
    await environment.lost
  })
  await collectGarbage()
  expect(crashed.deref()).toBeUndefined()
})

test('the memory of a browser can be known', async () => {
  const browsing = await Browsing.open(server)
  expect(await browsing.environment.memory!()).toBeGreaterThan(20_000_000)
  await browsing.close()
})
