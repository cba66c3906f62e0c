import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BrowserError } from '../../../host/errors/browser-error.ts'
import { Bindings } from '../../../host/tools/binding.ts'
import { FakeRuntime } from '../../support/fake-runtime.ts'
import { observation } from '../../support/observations.ts'

const page = () => ({ see: () => observation('o1', []) })
const never = () => new AbortController().signal
const until = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
  )

function setUp() {
  const runtime = new FakeRuntime(page)
  return { runtime, bindings: new Bindings(runtime, { persistence: 'ephemeral' }) }
}

test('one owner keeps one lease, another has its own', async () => {
  const { runtime, bindings } = setUp()
  const [a, b] = [{}, {}]
  const first = await bindings.of(a, 's1').run(never(), async (lease) => lease)
  const again = await bindings.of(a, 's1').run(never(), async (lease) => lease)
  const other = await bindings.of(b, 's2').run(never(), async (lease) => lease)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(runtime.requests.map(({ owner, sessionId }) => [owner, sessionId])).toEqual([
    [a, 's1'],
    [b, 's2'],
  ])
  await bindings.disposeAll()
  expect(runtime.open).toBe(0)
})

test('calls of one owner run one at a time, in order', async () => {
  const { bindings } = setUp()
  const binding = bindings.of({}, 's')
  const log: string[] = []
  const work = (name: string) =>
    binding.run(never(), async () => {
      log.push(`${name} begins`)
      await sleep(5)
      log.push(`${name} ends`)
    })
  await Promise.all([work('a'), work('b')])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('giving up while the browser starts ends that wait alone', async () => {
  const { runtime, bindings } = setUp()
  const started = Promise.withResolvers<void>()
  runtime.starting = started.promise
  const binding = bindings.of({}, 's')
  const impatient = new AbortController()
  const first = binding.run(impatient.signal, async () => 'ran')
  await sleep(1)
  impatient.abort()
  await expect(first).rejects.toMatchObject({ code: 'BROWSER_CANCELLED', leaseDiscarded: false })
  const second = binding.run(never(), async () => 'ran')
  started.resolve()
  await expect(second).resolves.toBe('ran')
  expect(runtime.requests).toHaveLength(1)
})

test('giving up while another call runs leaves that one alone', async () => {
  const { runtime, bindings } = setUp()
  const binding = bindings.of({}, 's')
  const held = Promise.withResolvers<void>()
  const running = binding.run(never(), async () => {
    await held.promise
    return 'done'
  })
  const impatient = new AbortController()
  const waiting = binding.run(impatient.signal, async () => 'ran')
  await sleep(1)
  impatient.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
  expect(runtime.open).toBe(1)
  held.resolve()
  await expect(running).resolves.toBe('done')
  await expect(binding.run(never(), async () => 'next')).resolves.toBe('next')
  expect(runtime.requests).toHaveLength(1)
})

test('giving up on a running operation replaces the lease, and what was seen with it', async () => {
  const { runtime, bindings } = setUp()
  const binding = bindings.of({}, 's')
  const caller = new AbortController()
  const running = binding.run(caller.signal, (_lease, _view, signal) => until(signal))
  await sleep(1)
  const view = binding.view
  caller.abort()
  await expect(running).rejects.toMatchObject({ code: 'BROWSER_CANCELLED', leaseDiscarded: true })
  expect(runtime.open).toBe(0)
  await binding.run(never(), async () => undefined)
  expect(runtime.requests).toHaveLength(2)
  expect(runtime.open).toBe(1)
  expect(binding.view).not.toBe(view)
})

test('a lost environment is replaced by the next call', async () => {
  const { runtime, bindings } = setUp()
  const binding = bindings.of({}, 's')
  const lost = binding.run(never(), async () => {
    throw new BrowserError('BROWSER_ENVIRONMENT_LOST', 'gone')
  })
  await expect(lost).rejects.toMatchObject({ leaseDiscarded: true })
  await binding.run(never(), async () => undefined)
  expect(runtime.requests).toHaveLength(2)
})

test('an ordinary failure keeps the lease', async () => {
  const { runtime, bindings } = setUp()
  const binding = bindings.of({}, 's')
  await expect(
    binding.run(never(), async () => {
      throw new BrowserError('BROWSER_TARGET_STALE', 'moved on')
    }),
  ).rejects.toMatchObject({ leaseDiscarded: false })
  await binding.run(never(), async () => undefined)
  expect(runtime.requests).toHaveLength(1)
})

test('a failed start is tried again', async () => {
  const { runtime, bindings } = setUp()
  const binding = bindings.of({}, 's')
  runtime.starting = Promise.reject(new BrowserError('BROWSER_PROVIDER_UNAVAILABLE', 'no browser'))
  await expect(binding.run(never(), async () => 'ran')).rejects.toMatchObject({ code: 'BROWSER_PROVIDER_UNAVAILABLE' })
  runtime.starting = Promise.resolve()
  await expect(binding.run(never(), async () => 'ran')).resolves.toBe('ran')
})

test('disposal ends what runs and what waits, and releases', async () => {
  const { runtime, bindings } = setUp()
  const owner = {}
  const binding = bindings.of(owner, 's')
  const running = binding.run(never(), (_lease, _view, signal) => until(signal))
  const waiting = binding.run(never(), async () => 'ran')
  const ends = [
    expect(running).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' }),
    expect(waiting).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' }),
  ]
  await sleep(1)
  await bindings.dispose(owner)
  await Promise.all(ends)
  expect(runtime.open).toBe(0)
  expect(bindings.size).toBe(0)
})

test('disposal before the browser has started aborts the start', async () => {
  const { runtime, bindings } = setUp()
  const started = Promise.withResolvers<void>()
  runtime.starting = started.promise
  const owner = {}
  const call = bindings.of(owner, 's').run(never(), async () => 'ran')
  const ends = expect(call).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
  await sleep(1)
  const disposed = bindings.dispose(owner)
  expect(runtime.requests[0]!.signal!.aborted).toBe(true)
  started.resolve()
  await disposed
  await ends
  expect(runtime.open).toBe(0)
})

test('after all is disposed, no call opens anything', async () => {
  const { bindings } = setUp()
  await bindings.disposeAll()
  expect(() => bindings.of({}, 's')).toThrow(/unloaded/)
})
