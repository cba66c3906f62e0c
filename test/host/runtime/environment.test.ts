import { describe, expect, test, vi } from 'vitest'
import { BrowserError } from '../../../host/errors/browser-error.ts'
import type { BrowserAction } from '../../../host/runtime/types.ts'
import { type FakeEnvironment, sleep } from '../support/fake-provider.ts'
import { openFixture, planeWith, refOf } from '../support/plane.ts'

async function opened(config: Parameters<typeof planeWith>[0] = {}) {
  const world = planeWith(config)
  const lease = await world.plane.acquire({ owner: {}, sessionId: 's' })
  const seen = await openFixture(lease)
  const [environment] = world.provider.environments as Set<FakeEnvironment>
  return { ...world, lease, seen, environment: environment! }
}

const RELOAD: BrowserAction = { type: 'reload' }

describe('the queue', () => {
  test('runs one operation at a time, in order', async () => {
    const { plane, lease, provider, environment } = await opened()
    provider.inject('observe', { delay: 5 }, 3)
    const order: number[] = []
    await Promise.all([1, 2, 3, 4].map((number) => lease.observe().then(() => order.push(number))))
    expect(order).toEqual([1, 2, 3, 4])
    expect(environment.overlapped).toBe(false)
    await plane.close()
  })

  test('a cancelled wait leaves it at once and disturbs nothing', async () => {
    const { plane, lease, provider, environment } = await opened()
    provider.inject('act', { delay: 50 })
    const running = lease.act(RELOAD)
    const controller = new AbortController()
    const waiting = lease.observe({}, controller.signal)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'BROWSER_CANCELLED', leaseDiscarded: false })
    await running
    expect(environment.closed).toBe(0)
    await plane.close()
  })

  test('two environments do not wait for each other', async () => {
    const { plane, provider, lease } = await opened()
    const other = await plane.acquire({ owner: {}, sessionId: 's' })
    provider.inject('act', 'hang')
    const stuck = lease.act(RELOAD).catch(() => 'aborted')
    await openFixture(other)
    await Promise.all([lease.release(), stuck])
    await plane.close()
  })

  test('has a bound', async () => {
    const { plane, lease } = await opened({ maxQueuedOperations: 2 })
    const calls = await Promise.allSettled([1, 2, 3, 4].map(() => lease.observe()))
    expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    await plane.close()
  })
})

describe('a cancelled operation', () => {
  test('returns when the provider’s work has ended; the browser is replaced and refs are not good any more', async () => {
    const { plane, lease, seen, provider, environment } = await opened()
    provider.inject('act', { fulfilAfterAbort: 40 })
    const controller = new AbortController()
    const running = lease.act({ type: 'click', target: refOf(seen, 'Count'), observation: seen.id }, controller.signal)
    await sleep(5)
    const cancelledAt = performance.now()
    controller.abort()
    await expect(running).rejects.toMatchObject({ code: 'BROWSER_CANCELLED', leaseDiscarded: true, refsValid: false })
    expect(performance.now() - cancelledAt).toBeGreaterThan(35)
    expect(environment.closed).toBeGreaterThan(0)
    expect(lease.current).toBeUndefined()
    await expect(
      lease.act({ type: 'click', target: refOf(seen, 'Count'), observation: seen.id }),
    ).rejects.toMatchObject({ code: 'BROWSER_OBSERVATION_MISSING' })
    const again = await openFixture(lease)
    expect(again.generation).toBe(2)
    expect(again.elements.map(({ ref }) => ref)).not.toContain(refOf(seen, 'Count'))
    await plane.close()
  })

  test('is left behind at the bound where the provider ignores it, and said', async () => {
    const { plane, lease, provider, warnings } = await opened({ cleanupTimeoutMs: 40 })
    provider.inject('observe', 'ignore')
    const controller = new AbortController()
    const running = lease.observe({}, controller.signal)
    await sleep(5)
    controller.abort()
    await expect(running).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
    expect(warnings).toEqual(['An aborted browser operation did not end within 40 ms.'])
    await openFixture(lease)
    await plane.close()
  })

  test('and one the provider never answers: the operation ends at its own bound', async () => {
    const { plane, lease, provider } = await opened({ operationTimeoutMs: 30 })
    provider.inject('observe', 'hang')
    await expect(lease.observe()).rejects.toMatchObject({ code: 'BROWSER_ACTION_TIMEOUT', leaseDiscarded: true })
    await openFixture(lease)
    expect(provider.environments.size).toBe(1)
    await plane.close()
  })
})

describe('a browser that dies', () => {
  test.each(['act', 'act:after', 'observe'] as const)(
    'during %s: one coded error, and the next call works',
    async (step) => {
      const { plane, lease, provider, environment } = await opened()
      provider.inject(step, 'hang')
      const before = provider.log.length
      const running = lease.act(RELOAD)
      await vi.waitFor(() => expect(provider.log.slice(before)).toContain(step))
      environment.crash()
      await expect(running).rejects.toMatchObject({
        code: step === 'observe' ? 'BROWSER_ACTION_EVIDENCE_FAILED' : 'BROWSER_ENVIRONMENT_LOST',
        leaseDiscarded: true,
        refsValid: false,
      })
      const seen = await lease.observe()
      expect(seen.generation).toBe(2)
      const [row] = await plane.listTransitions()
      expect(row).toMatchObject({ action: RELOAD, outcome: 'unknown' })
      await plane.close()
    },
  )

  test('between two calls is told to the next one, once', async () => {
    const { plane, lease, environment } = await opened()
    environment.crash()
    await sleep(1)
    expect(lease.current).toBeUndefined()
    await expect(lease.observe()).rejects.toMatchObject({ code: 'BROWSER_ENVIRONMENT_LOST', reason: 'browser-crashed' })
    expect((await lease.observe()).generation).toBe(2)
    await plane.close()
  })

  test('between two calls is of no concern to one that opens a page', async () => {
    const { plane, lease, environment } = await opened()
    environment.crash()
    await sleep(1)
    expect((await openFixture(lease)).generation).toBe(2)
    await plane.close()
  })

  test('cannot be opened again while the provider fails, and can afterwards', async () => {
    const { plane, lease, provider, environment } = await opened()
    environment.crash()
    await sleep(1)
    provider.inject('open', { fail: new BrowserError('BROWSER_PROVIDER_UNAVAILABLE', 'no browser') })
    await expect(openFixture(lease)).rejects.toMatchObject({ code: 'BROWSER_PROVIDER_UNAVAILABLE' })
    await openFixture(lease)
    await plane.close()
  })
})

describe('the idle limit', () => {
  test('closes an unused browser and opens another at the next call', async () => {
    const { plane, lease, seen, provider } = await opened({ idleTimeoutMs: 20 })
    await vi.waitFor(() => expect(provider.environments.size).toBe(0))
    const [status] = (await plane.status()).environments
    expect(status).toMatchObject({ open: false, leases: 1, generation: 1, sessionId: 's', provider: 'fake' })
    const logged = provider.log.length
    await expect(
      lease.act({ type: 'click', target: refOf(seen, 'Count'), observation: seen.id }),
    ).rejects.toMatchObject({ code: 'BROWSER_OBSERVATION_MISSING' })
    expect(provider.log).toHaveLength(logged)
    expect((await openFixture(lease)).generation).toBe(2)
    await plane.close()
  })

  test('gives its place to whoever waits', async () => {
    const { plane } = await opened({ idleTimeoutMs: 20, maxEnvironments: 1, queueWaitMs: 1_000 })
    const other = await plane.acquire({ owner: {}, sessionId: 't' })
    await openFixture(other)
    await plane.close()
  })

  test('does not count while operations run', async () => {
    const { plane, lease, provider } = await opened({ idleTimeoutMs: 20 })
    provider.inject('observe', { delay: 60 })
    await lease.observe()
    expect(provider.opened).toBe(1)
    await plane.close()
  })

  test('saves a session that is to be resumed', async () => {
    const { plane, provider } = planeWith({ idleTimeoutMs: 20 })
    const lease = await plane.acquire({ owner: {}, sessionId: 'r', persistence: 'resume' })
    const seen = await openFixture(lease)
    await lease.act({ type: 'click', target: refOf(seen, 'Count'), observation: seen.id })
    await vi.waitFor(() => expect(provider.environments.size).toBe(0))
    await lease.observe()
    const [environment] = provider.environments as Set<FakeEnvironment>
    expect(environment!.cookie).toBe('clicks=1')
    await plane.close()
  })
})

describe('status', () => {
  test('tells environments, ages, depth and memory', async () => {
    const { plane, lease, provider } = await opened()
    provider.inject('observe', { delay: 30 })
    const running = lease.observe()
    const status = await plane.status()
    expect(status).toMatchObject({
      providers: [{ id: 'fake', capabilities: provider.capabilities }],
      environments: [
        { environment: lease.environment, open: true, leases: 1, queued: 1, idleMs: 0, memoryBytes: 1_000_000 },
      ],
      opening: 0,
      waiting: 0,
      checkpoints: 0,
      transitions: 1,
    })
    await running
    await plane.close()
  })
})

describe('the end of the runtime', () => {
  test('comes inside its bound even where nothing answers, and says what failed', async () => {
    const { plane, lease, provider } = await opened({ shutdownTimeoutMs: 600 })
    provider.inject('observe', 'ignore')
    provider.inject('close', 'ignore')
    provider.inject('dispose', 'ignore')
    const running = lease.observe().catch((error: unknown) => error)
    await sleep(5)
    const begun = performance.now()
    const failure = await plane.close().catch((error: unknown) => error)
    expect(performance.now() - begun).toBeLessThan(800)
    expect(failure).toBeInstanceOf(AggregateError)
    expect((failure as AggregateError).errors.map(String)).toEqual([
      expect.stringContaining('did not close an environment'),
      expect.stringContaining('did not dispose'),
    ])
    expect(await running).toMatchObject({ code: 'BROWSER_RUNTIME_CLOSED' })
  })

  test('refuses whatever comes after, and whoever waited', async () => {
    const { plane, provider } = planeWith({ maxEnvironments: 1, queueWaitMs: 1_000 })
    await plane.acquire({ owner: {}, sessionId: 's' })
    const waiting = plane.acquire({ owner: {}, sessionId: 't' }).catch((error: unknown) => error)
    provider.inject('open', 'hang')
    await vi.waitFor(async () => expect((await plane.status()).waiting).toBe(1))
    await plane.close()
    expect(await waiting).toMatchObject({ code: 'BROWSER_RUNTIME_CLOSED' })
    await expect(plane.acquire({ owner: {}, sessionId: 's' })).rejects.toMatchObject({ code: 'BROWSER_RUNTIME_CLOSED' })
    expect(() => plane.registerProvider(provider)).toThrow('shutting down')
    expect(provider.environments.size).toBe(0)
    expect(provider.disposed).toBe(1)
  })
})
