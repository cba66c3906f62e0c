import { describe, expect, test, vi } from 'vitest'
import { STRICT_POLICY } from '../../../host/network/policy.ts'
import type { RuntimeConfig } from '../../../host/runtime/config.ts'
import type { AcquireRequest } from '../../../host/runtime/types.ts'
import { sleep } from '../support/fake-provider.ts'
import { openFixture, planeWith } from '../support/plane.ts'

const owner = () => ({})

describe('one owner', () => {
  test('calls at the same time share one opening and get leases of their own', async () => {
    const { plane, provider } = planeWith()
    const who = owner()
    const leases = await Promise.all([1, 2, 3].map(() => plane.acquire({ owner: who, sessionId: 's' })))
    expect(provider.opened).toBe(1)
    expect(new Set(leases).size).toBe(3)
    expect(new Set(leases.map(({ environment }) => environment)).size).toBe(1)
    await plane.close()
  })

  test('an equal object is another owner', async () => {
    const { plane } = planeWith()
    const [one, two] = await Promise.all([
      plane.acquire({ owner: { id: 1 }, sessionId: 's' }),
      plane.acquire({ owner: { id: 1 }, sessionId: 's' }),
    ])
    expect(one.environment).not.toBe(two.environment)
    await plane.close()
  })

  test('a caller that gives up ends its own wait alone', async () => {
    const { plane, provider } = planeWith()
    provider.inject('open', { delay: 30 })
    const who = owner()
    const controller = new AbortController()
    const leaving = plane.acquire({ owner: who, sessionId: 's', signal: controller.signal })
    const staying = plane.acquire({ owner: who, sessionId: 's' })
    await sleep(5)
    controller.abort()
    await expect(leaving).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
    await openFixture(await staying)
    expect(provider.opened).toBe(1)
    await plane.close()
  })

  test('the opening is aborted when the last caller gives up, and has ended when that caller returns', async () => {
    const { plane, provider } = planeWith()
    provider.inject('open', 'hang')
    const controllers = [new AbortController(), new AbortController()]
    const who = owner()
    const waits = controllers.map(({ signal }) => plane.acquire({ owner: who, sessionId: 's', signal }))
    const ends = waits.map((wait) => wait.catch((error: unknown) => error))
    await vi.waitFor(() => expect(provider.log).toContain('open'))
    controllers[0]!.abort()
    await ends[0]
    expect((await plane.status()).opening).toBe(1)
    controllers[1]!.abort()
    await ends[1]
    expect((await plane.status()).environments).toEqual([])
    await openFixture(await plane.acquire({ owner: who, sessionId: 's' }))
    await plane.close()
  })

  test('an environment that opens after everybody left is closed, not leaked', async () => {
    const { plane, provider } = planeWith()
    provider.inject('open', { fulfilAfterAbort: 30 })
    const controller = new AbortController()
    const wait = plane.acquire({ owner: owner(), sessionId: 's', signal: controller.signal })
    await vi.waitFor(() => expect(provider.log).toContain('open'))
    controller.abort()
    await expect(wait).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
    expect(provider.opened).toBe(1)
    expect(provider.environments.size).toBe(0)
    await plane.close()
  })

  test('an opening that ignores its abort is left behind at the bound, and closed whenever it comes', async () => {
    const { plane, provider, warnings } = planeWith({ cleanupTimeoutMs: 30 })
    provider.inject('open', { fulfilAfterAbort: 100 })
    const controller = new AbortController()
    const wait = plane.acquire({ owner: owner(), sessionId: 's', signal: controller.signal })
    await vi.waitFor(() => expect(provider.log).toContain('open'))
    controller.abort()
    await expect(wait).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
    expect(provider.opened).toBe(0)
    expect(warnings).toEqual(['Provider "fake" ignores the abort of an opening.'])
    await vi.waitFor(() => expect(provider.opened).toBe(1))
    await vi.waitFor(() => expect(provider.environments.size).toBe(0))
    await plane.close()
  })

  test('a failed opening is everybody’s who waits, and the next call tries anew', async () => {
    const { plane, provider } = planeWith()
    provider.inject('open', { fail: new Error('no display') })
    const who = owner()
    const waits = [1, 2].map(() => plane.acquire({ owner: who, sessionId: 's' }))
    for (const wait of waits) {
      await expect(wait).rejects.toMatchObject({ code: 'BROWSER_PROVIDER_FAILED', message: 'no display' })
    }
    await openFixture(await plane.acquire({ owner: who, sessionId: 's' }))
    await plane.close()
  })

  test('a provider that never opens fails at the bound', async () => {
    const { plane, provider } = planeWith({ openTimeoutMs: 30 })
    provider.inject('open', 'hang')
    await expect(plane.acquire({ owner: owner(), sessionId: 's' })).rejects.toMatchObject({
      code: 'BROWSER_PROVIDER_FAILED',
      message: 'Provider "fake" did not open an environment within 30 ms.',
    })
    await plane.close()
  })
})

describe('settings that differ', () => {
  const first = { sessionId: 's', persistence: 'ephemeral', network: { denyPorts: [25] } } as const
  test.each([
    ['sessionId', { ...first, sessionId: 't' }],
    ['persistence', { ...first, persistence: 'resume' }],
    ['network', { ...first, network: { denyPorts: [26] } }],
    ['network', { sessionId: 's' }],
    ['provider', { ...first, provider: 'another' }],
    ['require', { ...first, require: { multiplePages: true } }],
  ] as const)('are refused, naming %s', async (setting, asked) => {
    const { plane } = planeWith()
    const who = owner()
    const lease = await plane.acquire({ owner: who, ...first })
    await expect(plane.acquire({ owner: who, ...asked })).rejects.toMatchObject({
      code: 'BROWSER_OWNER_CONFLICT',
      reason: setting,
    })
    await openFixture(lease)
    await plane.close()
  })

  test('are no conflict where the spelling alone differs, or after the release', async () => {
    const { plane } = planeWith()
    const who = owner()
    const one = await plane.acquire({ owner: who, sessionId: 's', network: { denyPorts: [25, 26] } })
    const two = await plane.acquire({
      owner: who,
      sessionId: 's',
      network: { denyPorts: [26, 25, 25] },
      provider: 'fake',
    })
    expect(two.environment).toBe(one.environment)
    await Promise.all([one.release(), two.release()])
    await plane.acquire({ owner: who, sessionId: 'another' })
    await plane.close()
  })

  test.each([
    ['owner', { owner: 'agent' as never, sessionId: 's' }],
    ['owner', { owner: null as never, sessionId: 's' }],
    ['sessionId', { owner: {}, sessionId: '' }],
    ['sessionId', { owner: {}, sessionId: 'x'.repeat(201) }],
    ['persistence', { owner: {}, sessionId: 's', persistence: 'forever' as never }],
  ])('an argument that is wrong is named: %s', async (reason, request) => {
    const { plane } = planeWith()
    await expect(plane.acquire(request)).rejects.toMatchObject({ code: 'BROWSER_INPUT_INVALID', reason })
    await plane.close()
  })
})

describe('release', () => {
  test('the last one closes the environment, once, however often it is called', async () => {
    const { plane, provider } = planeWith()
    const who = owner()
    const [one, two] = await Promise.all([1, 2].map(() => plane.acquire({ owner: who, sessionId: 's' })))
    await one!.release()
    await one!.release()
    expect(provider.environments.size).toBe(1)
    await expect(one!.observe()).rejects.toMatchObject({ code: 'BROWSER_LEASE_RELEASED' })
    await openFixture(two!)
    const [environment] = provider.environments
    await Promise.all([two!.release(), two!.release()])
    expect(environment!.closed).toBe(1)
    expect((await plane.status()).environments).toEqual([])
    await plane.close()
  })

  test('the last one aborts and drains what was admitted', async () => {
    const { plane, provider } = planeWith()
    const lease = await plane.acquire({ owner: owner(), sessionId: 's' })
    await openFixture(lease)
    provider.inject('act', 'hang')
    const running = lease.act({ type: 'reload' }).catch((error: unknown) => error)
    const waiting = lease.observe().catch((error: unknown) => error)
    await lease.release()
    expect(await running).toMatchObject({ code: 'BROWSER_LEASE_RELEASED' })
    expect(await waiting).toMatchObject({ code: 'BROWSER_LEASE_RELEASED' })
    expect(provider.environments.size).toBe(0)
    await plane.close()
  })

  test('another one lets its own operations end and does not disturb the others', async () => {
    const { plane, provider } = planeWith()
    const who = owner()
    const one = await plane.acquire({ owner: who, sessionId: 's' })
    const two = await plane.acquire({ owner: who, sessionId: 's' })
    provider.inject('act', { delay: 30 })
    const running = openFixture(one)
    await one.release()
    expect((await running).elements).not.toEqual([])
    await two.observe()
    expect(provider.opened).toBe(1)
    await plane.close()
  })

  test('saving and closing are tried independently, and both failures reported', async () => {
    const { plane, provider } = planeWith()
    const lease = await plane.acquire({ owner: owner(), sessionId: 's', persistence: 'resume' })
    provider.inject('checkpoint', { fail: new Error('disk full') })
    provider.inject('close', { fail: new Error('process is stuck') })
    const failure = await lease.release().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AggregateError)
    expect((failure as AggregateError).errors).toMatchObject([
      { code: 'BROWSER_CHECKPOINT_FAILED', message: 'disk full' },
      { code: 'BROWSER_PROVIDER_FAILED', message: 'process is stuck' },
    ])
    expect((await plane.status()).environments).toEqual([])
    await plane.close()
  })
})

describe('the limit on environments', () => {
  test('who waits is served in order, and the peak is never above it', async () => {
    const { plane, provider } = planeWith({ maxEnvironments: 1, queueWaitMs: 1_000 })
    const order: number[] = []
    const first = await plane.acquire({ owner: owner(), sessionId: 's' })
    const waits = [1, 2, 3].map(async (number) => {
      const lease = await plane.acquire({ owner: owner(), sessionId: 's' })
      order.push(number)
      await lease.release()
    })
    await vi.waitFor(async () => expect((await plane.status()).waiting).toBe(3))
    await first.release()
    await Promise.all(waits)
    expect(order).toEqual([1, 2, 3])
    expect(provider.peak).toBe(1)
    await plane.close()
  })

  test('a wait that is over says so and names the settings', async () => {
    const { plane } = planeWith({ maxEnvironments: 1, queueWaitMs: 20 })
    await plane.acquire({ owner: owner(), sessionId: 's' })
    await expect(plane.acquire({ owner: owner(), sessionId: 's' })).rejects.toMatchObject({
      code: 'BROWSER_ENVIRONMENT_LIMIT',
      message: expect.stringMatching(/maxEnvironments.*queueWaitMs/),
    })
    expect((await plane.status()).waiting).toBe(0)
    await plane.close()
  })

  test('a cancelled wait leaves the queue to the next', async () => {
    const { plane } = planeWith({ maxEnvironments: 1, queueWaitMs: 1_000 })
    const first = await plane.acquire({ owner: owner(), sessionId: 's' })
    const controller = new AbortController()
    const leaving = plane.acquire({ owner: owner(), sessionId: 's', signal: controller.signal })
    const staying = plane.acquire({ owner: owner(), sessionId: 's' })
    await vi.waitFor(async () => expect((await plane.status()).waiting).toBe(2))
    controller.abort()
    await expect(leaving).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
    await first.release()
    await openFixture(await staying)
    await plane.close()
  })
})

describe('the network of an environment', () => {
  const operator = { ...STRICT_POLICY, denyCidrs: ['10.1.0.0/16'] }
  const grants = { consumerAllowHosts: ['.internal.test:8080'], consumerAllowCidrs: ['127.0.0.0/8'] }
  async function given(network: AcquireRequest['network'], config: Partial<RuntimeConfig> = grants) {
    const { plane, provider } = planeWith(config)
    provider.network = operator
    try {
      await plane.acquire({ owner: {}, sessionId: 's', ...(network ? { network } : {}) })
      return provider.requests[0]!.network
    } finally {
      await plane.close()
    }
  }

  test('is the provider’s own where nobody asks', async () => {
    expect(await given(undefined)).toBeUndefined()
  })

  test('is narrowed from the operator’s, whose denials stay', async () => {
    expect(await given({ denyCidrs: ['10.2.0.0/16'], denyPorts: [25] })).toMatchObject({
      mode: 'strict',
      denyCidrs: ['10.1.0.0/16', '10.2.0.0/16'],
      denyPorts: [25],
    })
  })

  test('is widened within what the configuration grants', async () => {
    expect(await given({ allowHosts: ['api.internal.test:8080'], allowCidrs: ['127.0.0.1/32'] })).toMatchObject({
      mode: 'allowlist',
      allowHosts: ['api.internal.test:8080'],
      allowCidrs: ['127.0.0.1/32'],
      denyCidrs: ['10.1.0.0/16'],
    })
  })

  test.each([
    { allowHosts: ['api.internal.test'] },
    { allowHosts: ['other.test:8080'] },
    { allowCidrs: ['10.0.0.0/8'] },
    { mode: 'unrestricted' as const },
  ])('is not widened beyond that: %j', async (network) => {
    await expect(given(network)).rejects.toMatchObject({ code: 'BROWSER_POLICY_DENIED' })
  })

  test('has no grants by default, and wrong ones fail at load', async () => {
    await expect(given({ allowCidrs: ['127.0.0.1/32'] }, {})).rejects.toMatchObject({ code: 'BROWSER_POLICY_DENIED' })
    expect(() => planeWith({ consumerAllowCidrs: ['127.0.0.0/33'] })).toThrow('127.0.0.0/33')
  })
})
