import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Context } from '@deepseek-ai/cordis'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import BrowserRuntime, { type RuntimeConfig } from '../../../host/index.ts'
import { MemoryStore } from '../../../host/stores/memory.ts'
import { StoreSwitchboard } from '../../../host/stores/switchboard.ts'
import type { RuntimeStore } from '../../../host/stores/types.ts'
import { FakeDomainFacility, type Medium } from '../support/fake-domain.ts'
import { FakeProvider } from '../support/fake-provider.ts'
import { openFixture, QUICK, refOf } from '../support/plane.ts'
import { checkpointOf, transitionOf } from '../support/rows.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
})
afterEach(() => rm(folder, { recursive: true }))

const storage = (facility: FakeDomainFacility) => ({
  name: 'storage',
  apply: (ctx: Context) => {
    ctx.provide('storageDomain', facility)
  },
})

/** One host process: storage where a medium is given, the runtime, a provider. */
async function host(options: { medium?: Medium; config?: Partial<RuntimeConfig>; disk?: FakeProvider['disk'] } = {}) {
  const ctx = new Context()
  const warnings: string[] = []
  ctx.logger.exporter({
    levels: { default: 3 },
    export: ({ type, args }) => {
      if (type === 'warn') warnings.push(String(args[0]))
    },
  })
  const facility = new FakeDomainFacility(options.medium)
  const mounted = options.medium ? await ctx.plugin(storage(facility)) : undefined
  const fiber = await ctx.plugin(BrowserRuntime, { ...QUICK, ...options.config })
  const provider = new FakeProvider(options.disk ? { disk: options.disk } : {})
  ctx.browserRuntime.registerProvider(provider)
  return { ctx, facility, mounted, fiber, provider, warnings }
}

/** Opens a session that resumes, leaves a trace in it, and lets it go. */
async function visit(ctx: Context): Promise<void> {
  const lease = await ctx.browserRuntime.acquire({ owner: {}, sessionId: 's', persistence: 'resume' })
  const seen = await openFixture(lease)
  await lease.act({ type: 'click', target: refOf(seen, 'Count'), observation: seen.id })
  await lease.release()
}

const resumed = async (ctx: Context, provider: FakeProvider) => {
  await ctx.browserRuntime.acquire({ owner: {}, sessionId: 's', persistence: 'resume' })
  return [...provider.environments][0]?.cookie
}

test('without storage the runtime loads and keeps metadata in memory', async () => {
  const { ctx, fiber } = await host()
  await visit(ctx)
  expect(await ctx.browserRuntime.listCheckpoints()).toHaveLength(1)
  await fiber.dispose()
})

test.each([
  ['the host’s storage domain', () => ({ medium: new Map() as Medium })],
  ['a file of its own', () => ({ config: { storePath: join(folder, 'runtime.sqlite') } })],
])('a session resumes in another process through %s', async (_what, options) => {
  const shared = options()
  const first = await host(shared)
  await visit(first.ctx)
  const transitions = await first.ctx.browserRuntime.listTransitions()
  await first.fiber.dispose()

  const second = await host({ ...shared, disk: first.provider.disk })
  expect(await resumed(second.ctx, second.provider)).toBe('clicks=1')
  expect(await second.ctx.browserRuntime.listTransitions()).toEqual(JSON.parse(JSON.stringify(transitions)))
  await second.fiber.dispose()
})

test('unloading the runtime saves sessions before it lets go of the storage', async () => {
  const medium: Medium = new Map()
  const { ctx, fiber, facility } = await host({ medium })
  const lease = await ctx.browserRuntime.acquire({ owner: {}, sessionId: 's', persistence: 'resume' })
  await openFixture(lease)
  await fiber.dispose()
  expect([...(medium.get('checkpoints')?.keys() ?? [])]).toEqual(['s'])
  expect(facility.openDomains).toBe(0)
})

test('a host that ends takes its storage along: what was saved before stands, and a save that missed it is told', async () => {
  const medium: Medium = new Map()
  const { ctx, facility, provider, fiber } = await host({ medium })
  const acquire = () => ctx.browserRuntime.acquire({ owner: {}, sessionId: 's', persistence: 'resume' })
  const [saved, unsaved] = [await acquire(), await acquire()]
  await openFixture(saved)
  await saved.checkpoint()
  await openFixture(unsaved)
  const closing = facility.closeAll()
  await saved.release()
  await expect(unsaved.release()).rejects.toMatchObject({ code: 'BROWSER_STORE_FAILED' })
  await closing
  expect(medium.get('checkpoints')?.size).toBe(1)
  expect(provider.disk.size).toBe(1)
  expect(provider.environments.size).toBe(0)
  await fiber.dispose()
})

test('storage that arrives late takes over what memory holds; storage that leaves is let go', async () => {
  const { ctx, fiber } = await host()
  await visit(ctx)
  const facility = new FakeDomainFacility()
  const mounted = await ctx.plugin(storage(facility))
  await vi.waitFor(() => expect(facility.medium.get('checkpoints')?.size).toBe(1))
  expect(facility.medium.get('transitions')?.size).toBe(2)
  await mounted.dispose()
  await vi.waitFor(() => expect(facility.openDomains).toBe(0))
  await visit(ctx)
  expect(await ctx.browserRuntime.listCheckpoints()).toHaveLength(1)
  await fiber.dispose()
})

test('storage that cannot be opened is said, and the runtime works from memory', async () => {
  const medium: Medium = new Map([['checkpoints', new Map([['s', { neither: 'shape' }]])]])
  const { ctx, fiber, warnings } = await host({ medium })
  await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining('storage is not used')]))
  await visit(ctx)
  await fiber.dispose()
})

test('a store file that cannot be used fails the load', async () => {
  const ctx = new Context()
  const loading = Promise.resolve(ctx.plugin(BrowserRuntime, { ...QUICK, storePath: folder }))
  await expect(loading).rejects.toMatchObject({
    code: 'BROWSER_STORE_FAILED',
    message: expect.stringContaining(folder),
  })
  expect(ctx.get('browserRuntime')).toBeUndefined()
})

test('mounting keeps the newer of two records of a session', async () => {
  const switchboard = new StoreSwitchboard(100)
  await switchboard.current.putCheckpoint(checkpointOf({ sessionId: 'old', createdAt: 1, payload: 'mine' }))
  await switchboard.current.putCheckpoint(checkpointOf({ sessionId: 'new', createdAt: 9, payload: 'mine' }))
  await switchboard.current.putTransition(transitionOf('t', 1))
  const durable = Object.assign(new MemoryStore(), { kind: 'sqlite' }) as unknown as RuntimeStore
  for (const sessionId of ['old', 'new']) {
    await durable.putCheckpoint(checkpointOf({ sessionId, createdAt: 5, payload: 'theirs' }))
  }
  await switchboard.mount(durable)
  const payloads = (await switchboard.current.listCheckpoints()).map(({ sessionId, payload }) => [sessionId, payload])
  expect(Object.fromEntries(payloads)).toEqual({ old: 'theirs', new: 'mine' })
  expect(await switchboard.current.listTransitions({ limit: 5 })).toHaveLength(1)
})
