import { Context } from '@deepseek-ai/cordis'
import { expect, test } from 'vitest'
import BrowserRuntime, { type BrowserLease } from '../../../host/index.ts'
import { FakeProvider } from '../support/fake-provider.ts'
import { openFixture, QUICK } from '../support/plane.ts'

async function host() {
  const ctx = new Context()
  const fiber = await ctx.plugin(BrowserRuntime, QUICK)
  return { ctx, fiber }
}

const providing = (provider: FakeProvider) => ({
  name: 'fake-provider',
  inject: ['browserRuntime'],
  apply: (ctx: Context) => {
    ctx.browserRuntime.registerProvider(provider)
  },
})

test('a provider plugin and a consumer plugin meet at ctx.browserRuntime, and unloading each ends what it began', async () => {
  const { ctx, fiber } = await host()
  const provider = new FakeProvider()
  const providerFiber = await ctx.plugin(providing(provider))
  let lease: BrowserLease | undefined
  const consumer = await ctx.plugin({
    name: 'consumer',
    inject: ['browserRuntime'],
    apply: async (inner: Context) => {
      lease = await inner.browserRuntime.acquire({ owner: {}, sessionId: 's1' })
    },
  })
  await openFixture(lease!)
  expect(provider.environments.size).toBe(1)

  await consumer.dispose()
  expect(provider.environments.size).toBe(0)
  await expect(lease!.observe()).rejects.toMatchObject({ code: 'BROWSER_LEASE_RELEASED' })

  expect((await ctx.browserRuntime.status()).providers).toHaveLength(1)
  await providerFiber.dispose()
  expect((await ctx.browserRuntime.status()).providers).toEqual([])
  expect(provider.disposed).toBe(1)
  await fiber.dispose()
  expect(ctx.get('browserRuntime')).toBeUndefined()
})

test('unloading the runtime closes every environment and disposes every provider', async () => {
  const { ctx, fiber } = await host()
  const provider = new FakeProvider()
  await ctx.plugin(providing(provider))
  const lease = await ctx.browserRuntime.acquire({ owner: {}, sessionId: 's1' })
  await openFixture(lease)
  const running = lease.observe()
  await fiber.dispose()
  await expect(running).rejects.toMatchObject({ code: expect.stringMatching(/^BROWSER_/) })
  expect(provider.environments.size).toBe(0)
  expect(provider.disposed).toBe(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(ctx.fiber.getEffects().filter(({ label }) => label.includes('browserRuntime'))).toEqual([])
})

test('a lease that was released leaves no effect behind', async () => {
  const { ctx } = await host()
  await ctx.plugin(providing(new FakeProvider()))
  const before = ctx.fiber.getEffects().length
  const lease = await ctx.browserRuntime.acquire({ owner: {}, sessionId: 's1' })
  expect(ctx.fiber.getEffects()).toHaveLength(before + 1)
  await lease.release()
  await new Promise((resolve) => setImmediate(resolve))
  expect(ctx.fiber.getEffects()).toHaveLength(before)
})

test.each([
  [{ maxTextChar: 1 }, 'maxTextChar'],
  [{ cleanupTimeoutMs: -1 }, 'cleanupTimeoutMs'],
  [{ maxEnvironments: 0 }, 'maxEnvironments'],
  [{ provider: 7 }, 'provider'],
  [{ consumerAllowHosts: 'localhost' }, 'consumerAllowHosts'],
])('configuration %j fails at load, naming the setting', async (config, setting) => {
  const ctx = new Context()
  await expect(Promise.resolve(ctx.plugin(BrowserRuntime, config as never))).rejects.toThrow(setting)
  expect(ctx.get('browserRuntime')).toBeUndefined()
})
