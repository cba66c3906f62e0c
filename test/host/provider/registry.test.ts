import { describe, expect, test, vi } from 'vitest'
import { ProviderRegistry } from '../../../host/provider/registry.ts'
import type { BrowserProvider } from '../../../host/provider/types.ts'
import { FakeProvider, sleep } from '../support/fake-provider.ts'
import { openFixture, planeWith } from '../support/plane.ts'

const any = { provider: undefined, require: {} }

function registryOf(...providers: FakeProvider[]) {
  const registry = new ProviderRegistry({ openTimeoutMs: 200, cleanupTimeoutMs: 100 })
  const disposers = providers.map((provider) => registry.register(provider))
  return { registry, disposers }
}

describe('registration', () => {
  test('refuses a second provider of one id, and takes it after the first has gone', async () => {
    const { registry, disposers } = registryOf(new FakeProvider())
    expect(() => registry.register(new FakeProvider())).toThrow(
      expect.objectContaining({ code: 'BROWSER_PROVIDER_DUPLICATE' }),
    )
    await disposers[0]!()
    registry.register(new FakeProvider())
  })

  test.each([
    ['an id', { id: 'Not An Id' }, 'Not An Id'],
    ['available', { available: undefined }, 'available'],
    ['restore, as it saves checkpoints', { restore: undefined }, 'restore'],
    ['destroyCheckpoint, as it saves checkpoints', { destroyCheckpoint: undefined }, 'destroyCheckpoint'],
    ['its capabilities', { capabilities: { extract: true } }, 'checkpoint'],
  ])('refuses a provider without %s', (_what, without, named) => {
    const provider = Object.assign(new FakeProvider(), without) as unknown as BrowserProvider
    const { registry } = registryOf()
    expect(() => registry.register(provider)).toThrow(
      expect.objectContaining({ code: 'BROWSER_PROVIDER_INVALID', message: expect.stringContaining(named) }),
    )
    expect(registry.list()).toEqual([])
  })

  test.each(['checkpoint', 'extract', 'screenshot', 'diagnostics', 'observe', 'lost'])(
    'an environment without %s is closed and refused',
    async (method) => {
      const { plane, provider } = planeWith()
      const open = provider.open.bind(provider)
      provider.open = async (...args) => Object.assign(await open(...args), { [method]: undefined })
      await expect(plane.acquire({ owner: {}, sessionId: 's' })).rejects.toMatchObject({
        code: 'BROWSER_PROVIDER_INVALID',
        message: expect.stringContaining(method),
      })
      expect(provider.environments.size).toBe(0)
      await plane.close()
    },
  )
})

describe('selection', () => {
  const unavailable = () => Object.assign(new FakeProvider({ id: 'other' }), { isAvailable: false })

  test('takes the only provider that is available', async () => {
    const { registry } = registryOf(unavailable(), new FakeProvider())
    expect((await registry.select(any, [])).provider.id).toBe('fake')
  })

  test('takes none of two: the order of registration decides nothing', async () => {
    const { registry } = registryOf(new FakeProvider(), new FakeProvider({ id: 'other' }))
    await expect(registry.select(any, [])).rejects.toMatchObject({
      code: 'BROWSER_PROVIDER_AMBIGUOUS',
      message: 'Several providers are available: "fake", "other".',
    })
    expect((await registry.select({ provider: 'other', require: {} }, [])).provider.id).toBe('other')
  })

  test.each([
    ['BROWSER_PROVIDER_MISSING', 'No browser provider is registered.', [], any],
    [
      'BROWSER_PROVIDER_MISSING',
      'No provider "x" is registered; registered: fake.',
      [new FakeProvider()],
      { ...any, provider: 'x' },
    ],
    ['BROWSER_PROVIDER_UNAVAILABLE', '"other": run the installer.', [unavailable()], any],
    [
      'BROWSER_PROVIDER_UNAVAILABLE',
      'Provider "other" is unavailable: run the installer.',
      [unavailable()],
      { ...any, provider: 'other' },
    ],
    [
      'BROWSER_CAPABILITY_UNSUPPORTED',
      'No registered provider supports multiplePages.',
      [new FakeProvider()],
      { ...any, require: { multiplePages: true } },
    ],
    [
      'BROWSER_CAPABILITY_UNSUPPORTED',
      'Provider "fake" does not support profile.',
      [new FakeProvider()],
      { provider: 'fake', require: { profile: true, extract: true } },
    ],
  ])('%s: %s', async (code, message, providers, selection) => {
    const { registry } = registryOf(...providers)
    await expect(registry.select(selection, [])).rejects.toMatchObject({ code, message })
  })

  test('a provider that throws or never answers is unavailable, with that reason', async () => {
    const throwing = new FakeProvider({ id: 'throwing' })
    throwing.inject('available', { fail: new Error('no libnss3') })
    const silent = new FakeProvider({ id: 'silent' })
    silent.inject('available', 'hang')
    const { registry } = registryOf(throwing, silent)
    await expect(registry.select(any, [])).rejects.toMatchObject({
      code: 'BROWSER_PROVIDER_UNAVAILABLE',
      message: expect.stringMatching(/"throwing": no libnss3; "silent": It did not say within 200 ms/),
    })
  })

  test('decides over who was registered when it began', async () => {
    const first = new FakeProvider()
    first.inject('available', { delay: 20 })
    const { registry } = registryOf(first)
    const selecting = registry.select(any, [])
    registry.register(new FakeProvider({ id: 'late' }))
    expect((await selecting).provider).toBe(first)
  })

  test('a named provider that unloads meanwhile is said to be unloaded, not unavailable', async () => {
    const provider = new FakeProvider()
    provider.inject('available', 'hang')
    const { registry, disposers } = registryOf(provider)
    const selecting = registry.select({ provider: 'fake', require: {} }, []).catch((error: unknown) => error)
    await disposers[0]!()
    expect(await selecting).toMatchObject({ code: 'BROWSER_PROVIDER_UNLOADED' })
    expect(provider.disposed).toBe(1)
  })

  test('can be cancelled', async () => {
    const provider = new FakeProvider()
    provider.inject('available', 'hang')
    const { registry } = registryOf(provider)
    const controller = new AbortController()
    const selecting = registry.select(any, [controller.signal])
    controller.abort()
    await expect(selecting).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
  })
})

describe('unload', () => {
  test('aborts and settles what opens, then closes what is open, then disposes the provider', async () => {
    const { plane, provider, unregister } = planeWith()
    const lease = await plane.acquire({ owner: {}, sessionId: 's' })
    const opening = (() => {
      provider.inject('open', { fulfilAfterAbort: 30 })
      return plane.acquire({ owner: {}, sessionId: 't' }).catch((error: unknown) => error)
    })()
    await vi.waitFor(() => expect(provider.log.filter((step) => step === 'open')).toHaveLength(2))
    provider.inject('observe', 'hang')
    const running = lease.observe().catch((error: unknown) => error)
    await sleep(1)
    let disposedWith: number | undefined
    const { dispose } = FakeProvider.prototype
    provider.dispose = () => {
      disposedWith = provider.environments.size
      return dispose.call(provider)
    }
    await unregister()
    expect(disposedWith).toBe(0)
    expect(provider.opened).toBe(2)
    expect(await opening).toMatchObject({ code: 'BROWSER_PROVIDER_UNLOADED' })
    expect(await running).toMatchObject({ code: 'BROWSER_PROVIDER_UNLOADED', leaseDiscarded: true })
    await unregister()
    expect(provider.disposed).toBe(1)
    await plane.close()
  })

  test('a lease outlives it: calls fail until a provider is there again', async () => {
    const { plane, unregister } = planeWith({ provider: 'fake' })
    const lease = await plane.acquire({ owner: {}, sessionId: 's' })
    await openFixture(lease)
    await unregister()
    await expect(lease.observe()).rejects.toMatchObject({ code: 'BROWSER_PROVIDER_UNLOADED' })
    await expect(openFixture(lease)).rejects.toMatchObject({ code: 'BROWSER_PROVIDER_MISSING' })
    plane.registerProvider(new FakeProvider())
    expect((await openFixture(lease)).generation).toBe(2)
    await plane.close()
  })

  test('failures of closing and of disposing are reported together', async () => {
    const { plane, provider, unregister } = planeWith()
    await plane.acquire({ owner: {}, sessionId: 's' })
    provider.inject('close', { fail: new Error('stuck') })
    provider.inject('dispose', { fail: new Error('busy') })
    const failure = await unregister().catch((error: unknown) => error)
    expect((failure as AggregateError).errors).toMatchObject([{ message: 'stuck' }, { message: 'busy' }])
    await plane.close().catch(() => {})
  })
})
