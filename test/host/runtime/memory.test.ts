import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { BrowserLease } from '../../../host/runtime/types.ts'
import type { FakeEnvironment } from '../support/fake-provider.ts'
import { collectGarbage } from '../support/memory.ts'
import { HOME, openFixture, planeWith } from '../support/plane.ts'

/** The provider's environment, and a call that it never answers. */
interface Scene {
  lease: BrowserLease
  environment: FakeEnvironment
  hang: (signal?: AbortSignal) => Promise<unknown>
}

const ENDINGS: Record<string, (scene: Scene) => Promise<unknown>> = {
  released: async () => {},
  cancelled: async ({ hang }) => {
    const controller = new AbortController()
    const call = hang(controller.signal)
    controller.abort()
    await call
  },
  crashed: async ({ environment, hang }) => {
    const call = hang()
    environment.crash()
    await call
  },
  'released under a call': async ({ lease, hang }) => {
    const call = hang()
    await lease.release()
    await call
  },
}

test('what has ended is held by nobody, however it ended', async () => {
  const { plane, provider } = planeWith()
  // A function of its own, since one that waits may keep its last variables
  const lived = async (end: (scene: Scene) => Promise<unknown>) => {
    const owner = {}
    const lease = await plane.acquire({ owner, sessionId: 's' })
    await openFixture(lease)
    const [environment] = provider.environments as Set<FakeEnvironment>
    const hang = (signal?: AbortSignal) =>
      lease.act({ type: 'navigate', url: `${HOME}/silent` }, signal).catch(() => {})
    await end({ lease, environment: environment!, hang })
    await lease.release()
    return [owner, lease, environment!].map((object) => new WeakRef<object>(object))
  }
  const ended: [string, WeakRef<object>[]][] = []
  for (const [name, end] of Object.entries(ENDINGS)) ended.push([name, await lived(end)])
  await collectGarbage()
  expect(ended.filter(([, refs]) => refs.some((ref) => ref.deref() !== undefined)).map(([name]) => name)).toEqual([])
  await plane.close()
})

test('a signal that outlives many calls keeps nothing of them', async () => {
  const { plane, provider } = planeWith()
  const { signal } = new AbortController()
  const lease = await plane.acquire({ owner: {}, sessionId: 's', signal })
  await openFixture(lease)
  provider.inject('observe', { fail: new Error('no') })
  await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? lease.observe({}, signal) : lease.act({ type: 'reload' }, signal),
    ),
  )
  await lease.release()
  expect(getEventListeners(signal, 'abort')).toEqual([])
  await plane.close()
})
