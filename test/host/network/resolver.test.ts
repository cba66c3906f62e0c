import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { compilePolicy, type NetworkSettings, parsePolicy } from '../../../host/network/policy.ts'
import { type Lookup, Resolver, type ResolverOptions } from '../../../host/network/resolver.ts'

const STRICT = compilePolicy(parsePolicy())
const live = (): AbortSignal => new AbortController().signal
const answer = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const resolver = (lookup: Lookup, options: Partial<ResolverOptions> = {}) =>
  new Resolver({ lookup, timeoutMs: 1_000, cacheMs: 0, maxLookups: 3, maxNames: 4, ...options })
const at = (host: string, port = 443) => ({ host, port })

describe('every address must be admitted', () => {
  it.each<[string[], string]>([
    [['93.184.216.34'], 'public'],
    [['93.184.216.34', '2606:2800:220:1::1'], 'public'],
    [['93.184.216.34', '127.0.0.1'], 'loopback'],
    [['127.0.0.1', '93.184.216.34'], 'loopback'],
    [['93.184.216.34', '::ffff:10.0.0.1'], 'private'],
    [['93.184.216.34', '1.1.1.1', '1.0.0.1', '169.254.169.254'], 'metadata'],
    [['93.184.216.34', 'fe80::1%eth0'], 'link-local'],
    [['not an address'], 'invalid-address'],
  ])('%j: %s', async (addresses, reason) => {
    const resolution = await resolver(async () => answer(...addresses)).resolve(at('shop.example'), STRICT, live())
    expect(resolution).toMatchObject({ reason, status: reason === 'public' ? 'admitted' : 'denied' })
    if (resolution.status === 'admitted') expect(resolution.addresses.map(({ address }) => address)).toEqual(addresses)
  })

  it('an allowed host may have private addresses and none that are denied', async () => {
    const policy = compilePolicy(
      parsePolicy({ mode: 'allowlist', allowHosts: ['wiki.internal'], denyCidrs: ['10.9.0.0/16'] }),
    )
    const names = resolver(async (name) => answer(name === 'wiki.internal' ? '10.0.0.1' : '10.0.0.1', '10.9.0.1'))
    expect(await names.resolve(at('wiki.internal'), policy, live())).toEqual({ status: 'denied', reason: 'deny-cidr' })
    const good = resolver(async () => answer('10.0.0.1', '127.0.0.1'))
    expect(await good.resolve(at('wiki.internal'), policy, live())).toMatchObject({ reason: 'allow-host' })
  })
})

describe('what is not asked of the resolver', () => {
  it.each<[string, string]>([
    ['localhost', 'loopback'],
    ['printer.local', 'local-name'],
    ['metadata.google.internal', 'metadata'],
    ['127.0.0.1', 'loopback'],
    ['8.8.8.8', 'public'],
    ['a..b', 'invalid-host'],
  ])('%s: %s', async (host, reason) => {
    const lookup = vi.fn<Lookup>(async () => answer('8.8.8.8'))
    expect(await resolver(lookup).resolve(at(host), STRICT, live())).toMatchObject({ reason })
    expect(lookup).not.toHaveBeenCalled()
  })

  it.each<[NetworkSettings, string[]]>([
    [{ mode: 'allowlist', allowHosts: ['app.localhost:443'] }, ['127.0.0.1', '::1']],
    [{ mode: 'allowlist', allowCidrs: ['127.0.0.0/8'] }, ['127.0.0.1']],
    [{ mode: 'allowlist', allowCidrs: ['::1/128'] }, ['::1']],
    [{ mode: 'unrestricted' }, ['127.0.0.1', '::1']],
  ])('app.localhost under %j', async (settings, addresses) => {
    const lookup = vi.fn<Lookup>(async () => answer('8.8.8.8'))
    const resolution = await resolver(lookup).resolve(at('app.localhost'), compilePolicy(parsePolicy(settings)), live())
    expect(resolution).toMatchObject({ status: 'admitted', addresses: answer(...addresses) })
    expect(lookup).not.toHaveBeenCalled()
  })

  it('a name is asked for in its canonical spelling', async () => {
    const lookup = vi.fn<Lookup>(async () => answer('8.8.8.8'))
    await resolver(lookup).resolve(at('ＳＨＯＰ.Example.'), STRICT, live())
    expect(lookup.mock.calls[0]?.[0]).toBe('shop.example')
  })
})

describe('a changing answer', () => {
  it('is judged each time it is asked for', async () => {
    const answers = [answer('93.184.216.34'), answer('127.0.0.1')]
    const names = resolver(async () => answers.shift()!)
    expect(await names.resolve(at('rebind.example'), STRICT, live())).toMatchObject({ status: 'admitted' })
    expect(await names.resolve(at('rebind.example'), STRICT, live())).toEqual({ status: 'denied', reason: 'loopback' })
  })

  it('is not asked for again while an answer is kept, and a kept answer is judged by the policy at hand', async () => {
    const lookup = vi.fn<Lookup>(async () => answer('93.184.216.34'))
    const names = resolver(lookup, { cacheMs: 60_000 })
    expect(await names.resolve(at('shop.example'), STRICT, live())).toMatchObject({ status: 'admitted' })
    expect(await names.resolve(at('shop.example'), STRICT, live())).toMatchObject({ status: 'admitted' })
    const denying = compilePolicy(parsePolicy({ denyCidrs: ['93.184.216.0/24'] }))
    expect(await names.resolve(at('shop.example'), denying, live())).toEqual({ status: 'denied', reason: 'deny-cidr' })
    expect(lookup).toHaveBeenCalledTimes(1)
  })

  it('keeps no failure, and no more names than it may', async () => {
    const lookup = vi.fn<Lookup>(async () => answer('8.8.8.8'))
    lookup.mockRejectedValueOnce(new Error('SERVFAIL'))
    const names = resolver(lookup, { cacheMs: 60_000, maxNames: 2 })
    const ask = (host: string) => names.resolve(at(host), STRICT, live())
    expect(await ask('a.example')).toMatchObject({ status: 'failed', reason: 'dns-failed' })
    for (const host of ['a.example', 'b.example', 'c.example', 'b.example', 'c.example']) await ask(host)
    expect(lookup).toHaveBeenCalledTimes(4)
    await ask('a.example')
    expect(lookup).toHaveBeenCalledTimes(5)
  })
})

describe('bounds', () => {
  it('a name without addresses failed', async () => {
    expect(await resolver(async () => []).resolve(at('shop.example'), STRICT, live())).toMatchObject({
      reason: 'dns-failed',
    })
  })

  it('a lookup that never ends is given up and told to stop', async () => {
    let told: AbortSignal | undefined
    const names = resolver((_name, signal) => new Promise(() => (told = signal)), { timeoutMs: 30 })
    expect(await names.resolve(at('slow.example'), STRICT, live())).toMatchObject({
      status: 'failed',
      reason: 'dns-timeout',
    })
    expect(told?.aborted).toBe(true)
    expect(names.pending).toBe(0)
  })

  it('each waiter gives up alone; the lookup ends with the last', async () => {
    let told: AbortSignal | undefined
    const names = resolver((_name, signal) => new Promise(() => (told = signal)))
    const [first, second] = [new AbortController(), new AbortController()]
    const waits = [first, second].map(({ signal }) => names.resolve(at('slow.example'), STRICT, signal))
    await vi.waitFor(() => expect(told).toBeDefined())
    first.abort()
    expect(await waits[0]).toEqual({ status: 'failed', reason: 'cancelled' })
    expect(told?.aborted).toBe(false)
    expect(names.pending).toBe(1)
    second.abort()
    expect(await waits[1]).toEqual({ status: 'failed', reason: 'cancelled' })
    expect(told?.aborted).toBe(true)
    expect(names.pending).toBe(0)
  })

  it('one lookup serves all who ask at once', async () => {
    const lookup = vi.fn<Lookup>(async () => answer('8.8.8.8'))
    const names = resolver(lookup)
    await Promise.all(Array.from({ length: 20 }, () => names.resolve(at('shop.example'), STRICT, live())))
    expect(lookup).toHaveBeenCalledTimes(1)
  })

  it('no more lookups run at once than may, and those that wait have their turn', async () => {
    let running = 0
    let most = 0
    const names = resolver(
      async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running -= 1
        return answer('8.8.8.8')
      },
      { maxLookups: 2 },
    )
    const gone = new AbortController()
    const wanted = Array.from({ length: 9 }, (_, index) =>
      names.resolve(at(`h${index}.example`), STRICT, index % 3 === 2 ? gone.signal : live()),
    )
    gone.abort()
    const outcomes = await Promise.all(wanted)
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 9 }, (_, index) => (index % 3 === 2 ? 'failed' : 'admitted')),
    )
    expect(most).toBe(2)
  })

  it('close ends every wait, and nothing is asked afterwards by those that were queued', async () => {
    const lookup = vi.fn<Lookup>(() => new Promise(() => {}))
    const names = resolver(lookup, { maxLookups: 1 })
    const waits = ['a.example', 'b.example'].map((host) => names.resolve(at(host), STRICT, live()))
    await vi.waitFor(() => expect(lookup).toHaveBeenCalledTimes(1))
    names.close()
    expect((await Promise.all(waits)).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect(names.pending).toBe(0)
    expect(lookup).toHaveBeenCalledTimes(1)
  })

  it('leaves no listener on the signal of a caller', async () => {
    const { signal } = new AbortController()
    const names = resolver(async () => answer('8.8.8.8'))
    await names.resolve(at('shop.example'), STRICT, signal)
    await names.resolve(at('shop.example'), STRICT, signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

it('asks the system where no lookup is given', async () => {
  const names = new Resolver({ timeoutMs: 5_000, cacheMs: 0, maxLookups: 3, maxNames: 4 })
  const resolution = await names.resolve(at('nothing-is-here.invalid'), STRICT, live())
  expect(resolution).toMatchObject({ status: 'failed' })
})
