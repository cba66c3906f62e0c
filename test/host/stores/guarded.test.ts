import { expect, test, vi } from 'vitest'
import { GuardedStore } from '../../../host/stores/guarded.ts'
import { MemoryStore } from '../../../host/stores/memory.ts'
import { sleep } from '../support/fake-provider.ts'
import { checkpointOf } from '../support/rows.ts'

test('a store that never answers fails inside the bound', async () => {
  const inner = new MemoryStore()
  inner.getCheckpoint = () => new Promise(() => {})
  await expect(new GuardedStore(inner, 20).getCheckpoint('s')).rejects.toMatchObject({
    code: 'BROWSER_STORE_FAILED',
    message: 'The memory store did not read a checkpoint within 20 ms.',
  })
})

test('a store that refuses says why', async () => {
  const inner = new MemoryStore()
  inner.putCheckpoint = () => Promise.reject(new Error('disk full'))
  await expect(new GuardedStore(inner, 20).putCheckpoint(checkpointOf())).rejects.toMatchObject({
    code: 'BROWSER_STORE_FAILED',
    message: 'The memory store could not write a checkpoint: disk full.',
  })
})

test.each([
  ['the record it replaced comes back', checkpointOf({ payload: 'old' })],
  ['nothing is left', undefined],
])('a record written after its bound is taken back: %s', async (_what, before) => {
  const inner = new MemoryStore()
  if (before) await inner.putCheckpoint(before)
  const put = inner.putCheckpoint.bind(inner)
  inner.putCheckpoint = async (record) => {
    if (record.payload === 'late') await sleep(40)
    return put(record)
  }
  await expect(new GuardedStore(inner, 10).putCheckpoint(checkpointOf({ payload: 'late' }))).rejects.toThrow(
    'within 10 ms',
  )
  await vi.waitFor(async () => expect(await inner.getCheckpoint('s1')).toEqual(before), { timeout: 1_000 })
  await sleep(60)
  expect(await inner.getCheckpoint('s1')).toEqual(before)
})
