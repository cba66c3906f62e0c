import { describe, expect, test, vi } from 'vitest'
import { BrowserError } from '../../../host/errors/browser-error.ts'
import type { RuntimeConfig } from '../../../host/runtime/config.ts'
import type { BrowserLease } from '../../../host/runtime/types.ts'
import { MemoryStore } from '../../../host/stores/memory.ts'
import type { RuntimeStore } from '../../../host/stores/types.ts'
import { type FakeEnvironment, FakeProvider, sleep } from '../support/fake-provider.ts'
import { openFixture, planeWith, refOf } from '../support/plane.ts'
import { checkpointOf } from '../support/rows.ts'

/** A store whose parts a test can replace. */
async function storedPlane(
  provider = new FakeProvider(),
  store = new MemoryStore(),
  config: Partial<RuntimeConfig> = {},
) {
  const world = planeWith(config, provider)
  // Unlike memory, a store that two planes are given one after the other.
  await world.plane.mount(Object.assign(store, { kind: 'sqlite' }) as RuntimeStore)
  return { ...world, store }
}

type Steps = Record<'unregister' | 'release' | 'close', () => Promise<void>>

const resume = { sessionId: 's', persistence: 'resume' } as const

async function click(lease: BrowserLease): Promise<void> {
  const seen = await openFixture(lease)
  await lease.act({ type: 'click', target: refOf(seen, 'Count'), observation: seen.id })
}

const cookieOf = (provider: FakeProvider) => ([...provider.environments] as FakeEnvironment[]).at(-1)?.cookie

describe('a session that resumes', () => {
  test('comes back in another process: state restored, a new generation, no old ref', async () => {
    const first = await storedPlane()
    const lease = await first.plane.acquire({ owner: {}, ...resume })
    await click(lease)
    await lease.release()
    await first.plane.close()

    const second = await storedPlane(new FakeProvider({ disk: first.provider.disk }), first.store)
    const again = await second.plane.acquire({ owner: {}, ...resume })
    expect(cookieOf(second.provider)).toBe('clicks=1')
    expect(again.environment).not.toBe(lease.environment)
    expect(again.current).toBeUndefined()
    await second.plane.close()
  })

  test('an ephemeral one leaves nothing', async () => {
    const { plane, provider } = planeWith()
    const lease = await plane.acquire({ owner: {}, sessionId: 's' })
    await click(lease)
    await lease.release()
    expect(provider.disk.size).toBe(0)
    expect(await plane.listCheckpoints()).toEqual([])
    await plane.close()
  })

  test('each save replaces the one before and its payload', async () => {
    const { plane, provider } = planeWith()
    const lease = await plane.acquire({ owner: {}, ...resume })
    await click(lease)
    const record = await lease.checkpoint()
    expect(record).toMatchObject({ sessionId: 's', provider: 'fake', providerVersion: '1', generation: 1, bytes: 8 })
    expect(record).not.toHaveProperty('payload')
    await lease.checkpoint()
    expect(provider.disk.size).toBe(1)
    expect(await plane.listCheckpoints()).toHaveLength(1)
    await plane.close()
    expect(provider.disk.size).toBe(1)
  })
})

describe('faults', () => {
  test('a payload that is gone: the entry is dropped and the session opens fresh', async () => {
    const { plane, provider, warnings } = planeWith()
    const lease = await plane.acquire({ owner: {}, ...resume })
    await click(lease)
    await lease.release()
    provider.disk.clear()
    await plane.acquire({ owner: {}, ...resume })
    expect(cookieOf(provider)).toBe('')
    expect(await plane.listCheckpoints()).toEqual([])
    expect(warnings).toEqual([expect.stringContaining('lost its payload')])
    await plane.close()
  })

  test('a payload that is truncated: the failure is the caller’s, and the entry stays', async () => {
    const { plane, provider } = planeWith()
    const lease = await plane.acquire({ owner: {}, ...resume })
    await lease.release()
    provider.inject('restore', { fail: new BrowserError('BROWSER_CHECKPOINT_FAILED', 'Unexpected end of JSON input.') })
    await expect(plane.acquire({ owner: {}, ...resume })).rejects.toMatchObject({ code: 'BROWSER_CHECKPOINT_FAILED' })
    expect(await plane.listCheckpoints()).toHaveLength(1)
    expect(provider.environments.size).toBe(0)
    await plane.close()
  })

  test('a payload of another build is refused before it is read', async () => {
    const first = await storedPlane()
    await (await first.plane.acquire({ owner: {}, ...resume })).release()
    await first.plane.close()
    const second = await storedPlane(new FakeProvider({ version: '2', disk: first.provider.disk }), first.store)
    await expect(second.plane.acquire({ owner: {}, ...resume })).rejects.toMatchObject({
      code: 'BROWSER_CHECKPOINT_MISMATCH',
      message: expect.stringContaining('build 1'),
    })
    expect(second.provider.log).not.toContain('restore')
    expect(second.provider.log).not.toContain('open')
    await second.plane.close()
  })

  test('another provider may neither restore nor replace it, and creates no payload', async () => {
    const { plane, provider } = planeWith()
    await (await plane.acquire({ owner: {}, ...resume, provider: 'fake' })).release()
    const other = new FakeProvider({ id: 'other' })
    plane.registerProvider(other)
    const asked = { owner: {}, sessionId: 's', provider: 'other' }
    await expect(plane.acquire({ ...asked, persistence: 'resume' })).rejects.toMatchObject({
      code: 'BROWSER_CHECKPOINT_MISMATCH',
    })
    const lease = await plane.acquire(asked)
    await expect(lease.checkpoint()).rejects.toMatchObject({ code: 'BROWSER_CHECKPOINT_MISMATCH' })
    expect(other.disk.size).toBe(0)
    expect(provider.disk.size).toBe(1)
    await plane.close()
  })

  test('a store that refuses the metadata: the new payload is taken back, the earlier checkpoint stays', async () => {
    const { plane, provider, store } = await storedPlane()
    const lease = await plane.acquire({ owner: {}, ...resume })
    await lease.checkpoint()
    const [kept] = provider.disk.keys()
    const put = store.putCheckpoint
    store.putCheckpoint = () => Promise.reject(new Error('read-only file system'))
    await expect(lease.checkpoint()).rejects.toMatchObject({
      code: 'BROWSER_CHECKPOINT_METADATA_FAILED',
      message: expect.stringContaining('read-only file system'),
    })
    expect([...provider.disk.keys()]).toEqual([kept])
    store.putCheckpoint = put
    await lease.observe()
    await plane.close()
  })

  test('a store that hangs fails the save at the bound', async () => {
    const { plane, provider, store } = await storedPlane()
    const lease = await plane.acquire({ owner: {}, sessionId: 's' })
    store.putCheckpoint = () => new Promise(() => {})
    await expect(lease.checkpoint()).rejects.toMatchObject({ code: 'BROWSER_CHECKPOINT_METADATA_FAILED' })
    expect(provider.disk.size).toBe(0)
    await lease.observe()
    await plane.close()
  })

  test('a store that fails on read fails the opening: nothing is resumed blindly', async () => {
    const { plane, provider, store } = await storedPlane()
    store.getCheckpoint = () => Promise.reject(new Error('database disk image is malformed'))
    await expect(plane.acquire({ owner: {}, ...resume })).rejects.toMatchObject({ code: 'BROWSER_STORE_FAILED' })
    expect(provider.opened).toBe(0)
    await plane.acquire({ owner: {}, sessionId: 's' })
    await plane.close()
  })

  test('neither metadata nor roll-back: one error tells both', async () => {
    const { plane, provider, store } = await storedPlane()
    const lease = await plane.acquire({ owner: {}, sessionId: 's' })
    store.putCheckpoint = () => Promise.reject(new Error('disk full'))
    provider.inject('destroyCheckpoint', { fail: new Error('permission denied') })
    await expect(lease.checkpoint()).rejects.toMatchObject({
      code: 'BROWSER_CHECKPOINT_METADATA_FAILED',
      message: expect.stringMatching(/disk full.*permission denied/),
    })
    await plane.close()
  })

  test('a payload that cannot be removed after its replacement is said, and changes nothing', async () => {
    const { plane, provider, warnings } = planeWith()
    const lease = await plane.acquire({ owner: {}, sessionId: 's' })
    await lease.checkpoint()
    provider.inject('destroyCheckpoint', { fail: new Error('busy') })
    await lease.checkpoint()
    expect(warnings).toEqual([expect.stringContaining('left behind: busy')])
    await plane.close()
  })

  test('a provider that writes the payload after the abort: it is removed', async () => {
    const { plane, provider } = planeWith()
    const lease = await plane.acquire({ owner: {}, sessionId: 's' })
    provider.inject('checkpoint', { fulfilAfterAbort: 20 })
    const controller = new AbortController()
    const saving = lease.checkpoint(controller.signal)
    await sleep(5)
    controller.abort()
    await expect(saving).rejects.toMatchObject({ code: 'BROWSER_CANCELLED', leaseDiscarded: true })
    await vi.waitFor(() => expect(provider.disk.size).toBe(0))
    expect(await plane.listCheckpoints()).toEqual([])
    await plane.close()
  })
})

describe('two owners of one session', () => {
  test('save one after the other; the last one stands and one payload is left', async () => {
    const { plane, provider, store } = await storedPlane()
    const [one, two] = await Promise.all([1, 2].map(() => plane.acquire({ owner: {}, ...resume })))
    let writing = 0
    const put = store.putCheckpoint.bind(store)
    store.putCheckpoint = async (record) => {
      expect(++writing).toBe(1)
      await sleep(5)
      writing--
      return put(record)
    }
    await Promise.all([one!.checkpoint(), two!.checkpoint(), one!.checkpoint()])
    expect(provider.disk.size).toBe(1)
    expect((await store.getCheckpoint('s'))?.payload).toBe([...provider.disk.keys()][0])
    await plane.close()
  })

  test('a cancelled save keeps its place: what is asked later does not overtake what runs', async () => {
    const { plane, provider, store } = await storedPlane()
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => plane.acquire({ owner: {}, ...resume })))
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const log: string[] = []
    const put = store.putCheckpoint.bind(store)
    store.putCheckpoint = async (record) => {
      log.push('begins')
      reached.resolve()
      await go.promise
      log.push('ends')
      return put(record)
    }
    const first = one!.checkpoint()
    await reached.promise
    const controller = new AbortController()
    const second = two!.checkpoint(controller.signal)
    const third = three!.checkpoint()
    controller.abort()
    await expect(second).rejects.toMatchObject({ code: 'BROWSER_CANCELLED', leaseDiscarded: false })
    expect(log).toEqual(['begins'])
    go.resolve()
    await Promise.all([first, third])
    expect(log).toEqual(['begins', 'ends', 'begins', 'ends'])
    // Its turn never came, so its browser was not touched.
    await two!.observe()
    expect(provider.opened).toBe(3)
    await plane.close()
  })
})

describe('care', () => {
  test('deletion removes metadata, then the payload', async () => {
    const { plane, provider, store } = await storedPlane()
    await (await plane.acquire({ owner: {}, ...resume })).release()
    store.deleteCheckpoint = () => Promise.reject(new Error('locked'))
    await expect(plane.deleteCheckpoint('s')).rejects.toMatchObject({ code: 'BROWSER_STORE_FAILED' })
    expect(provider.disk.size).toBe(1)
    store.deleteCheckpoint = MemoryStore.prototype.deleteCheckpoint
    expect(await plane.deleteCheckpoint('s')).toBe(true)
    expect(await plane.deleteCheckpoint('s')).toBe(false)
    expect(provider.disk.size).toBe(0)
    await plane.close()
  })

  test('deletion waits for the provider that owns the payload', async () => {
    const { plane, provider, unregister } = planeWith()
    await (await plane.acquire({ owner: {}, ...resume })).release()
    await unregister()
    await expect(plane.deleteCheckpoint('s')).rejects.toMatchObject({ code: 'BROWSER_PROVIDER_MISSING' })
    expect(await plane.listCheckpoints()).toHaveLength(1)
    expect(provider.disk.size).toBe(1)
    await plane.close()
  })

  test('pruning spares live sessions and drops the oldest of the others, payloads included', async () => {
    const { plane, provider } = planeWith({ maxCheckpoints: 2 })
    const live = await plane.acquire({ owner: {}, sessionId: 'live', persistence: 'resume' })
    await live.checkpoint()
    for (const sessionId of ['a', 'b', 'c']) {
      await sleep(2)
      await (await plane.acquire({ owner: {}, sessionId, persistence: 'resume' })).release()
    }
    await vi.waitFor(async () => {
      const sessions = (await plane.listCheckpoints()).map(({ sessionId }) => sessionId)
      expect(sessions).toEqual(['c', 'live'])
    })
    expect(provider.disk.size).toBe(2)
    expect(await plane.pruneCheckpoints()).toBe(0)
    await plane.close()
  })

  test('pruning spares sessions that other processes have open, as far as the store knows', async () => {
    const { plane, provider, store } = await storedPlane(new FakeProvider(), new MemoryStore(), { maxCheckpoints: 1 })
    const open = new Set<string>()
    store.enterSession = async (...[sessionId]: string[]) => void open.add(sessionId!)
    store.leaveSession = async (...[sessionId]: string[]) => void open.delete(sessionId!)
    store.sessionsElsewhere = async () => ['theirs']
    provider.disk.set('theirs', { build: '1', cookie: '' })
    await store.putCheckpoint(checkpointOf({ sessionId: 'theirs', payload: 'theirs', createdAt: 1 }))
    const lease = await plane.acquire({ owner: {}, ...resume })
    expect([...open]).toEqual(['s'])
    await lease.checkpoint()
    await lease.release()
    await vi.waitFor(() => expect([...open]).toEqual([]))
    expect(await plane.pruneCheckpoints()).toBe(1)
    expect((await plane.listCheckpoints()).map(({ sessionId }) => sessionId)).toEqual(['theirs'])
    await plane.close()
  })

  test('a store that is mounted is pruned, and what memory replaces in it leaves no payload', async () => {
    const { plane, provider } = planeWith({ checkpointTtlMs: 60_000 })
    await (await plane.acquire({ owner: {}, ...resume })).release()
    const stored = new MemoryStore()
    for (const [sessionId, payload] of [
      ['s', 'replaced'],
      ['ancient', 'expired'],
    ] as const) {
      provider.disk.set(payload, { build: '1', cookie: '' })
      await stored.putCheckpoint(checkpointOf({ sessionId, payload, createdAt: 1 }))
    }
    await plane.mount(Object.assign(stored, { kind: 'sqlite' }) as RuntimeStore)
    await vi.waitFor(async () => {
      expect((await plane.listCheckpoints()).map(({ sessionId }) => sessionId)).toEqual(['s'])
    })
    await vi.waitFor(() => expect(provider.disk.size).toBe(1))
    expect(provider.disk.has('replaced')).toBe(false)
    await plane.close()
  })

  test('a provider without checkpoints is told apart', async () => {
    const { plane } = planeWith({}, new FakeProvider({ capabilities: { checkpoint: false } }))
    const lease = await plane.acquire({ owner: {}, sessionId: 's' })
    await expect(lease.checkpoint()).rejects.toMatchObject({ code: 'BROWSER_CHECKPOINT_UNSUPPORTED' })
    await expect(plane.acquire({ owner: {}, ...resume })).rejects.toMatchObject({
      code: 'BROWSER_CAPABILITY_UNSUPPORTED',
    })
    await plane.close()
  })
})

test.each([
  ['the provider', (steps: Steps) => [steps.unregister(), steps.release(), steps.close()]],
  ['the lease', (steps: Steps) => [steps.release(), steps.unregister(), steps.close()]],
  ['the runtime', (steps: Steps) => [steps.close(), steps.release(), steps.unregister()]],
])('a host that ends all its plugins at once, %s first, saves what is to be resumed, once', async (_what, end) => {
  const { plane, provider, unregister, warnings } = planeWith()
  const lease = await plane.acquire({ owner: {}, sessionId: 'session', persistence: 'resume' })
  await openFixture(lease)
  provider.inject('checkpoint', { delay: 20 })
  await Promise.all(end({ unregister, release: () => lease.release(), close: () => plane.close() }))
  expect(warnings).toEqual([])
  expect(provider.log.filter((step) => step === 'checkpoint')).toHaveLength(1)
  expect(provider.disk.size).toBe(1)
})
