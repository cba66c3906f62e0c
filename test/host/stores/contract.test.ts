import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDomainStore } from '../../../host/stores/domain.ts'
import { GuardedStore } from '../../../host/stores/guarded.ts'
import { MemoryStore } from '../../../host/stores/memory.ts'
import { openSqliteStore } from '../../../host/stores/sqlite.ts'
import type { RuntimeStore } from '../../../host/stores/types.ts'
import { FakeDomainFacility } from '../support/fake-domain.ts'
import { checkpointOf, transitionOf } from '../support/rows.ts'

let folder = ''

interface Kind {
  open: () => Promise<RuntimeStore>
  /** Opens again what the first opening wrote; absent where nothing outlives a store. */
  reopen?: () => Promise<RuntimeStore>
}

const domain = () => {
  const facility = new FakeDomainFacility()
  const open = () => openDomainStore(facility)
  return { open, reopen: open }
}
const sqlite = () => {
  const open = () => openSqliteStore(join(folder, 'deep', 'store.sqlite'))
  return { open, reopen: open }
}
const KINDS: Record<string, () => Kind> = {
  memory: () => ({ open: async () => new MemoryStore() }),
  sqlite,
  domain,
  'guarded memory': () => ({ open: async () => new GuardedStore(new MemoryStore(), 1_000) }),
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe.each(Object.keys(KINDS))('the %s store', (name) => {
  let kind: Kind
  let store: RuntimeStore
  beforeEach(async () => {
    kind = KINDS[name]!()
    store = await kind.open()
  })
  afterEach(() => store.close())

  test('keeps one checkpoint per session and answers the one it replaces', async () => {
    const first = checkpointOf()
    const second = checkpointOf({ payload: 'payload-2', createdAt: 2_000 })
    expect(await store.getCheckpoint('s1')).toBeUndefined()
    expect(await store.putCheckpoint(first)).toBeUndefined()
    expect(await store.putCheckpoint(second)).toEqual(first)
    const other = checkpointOf({ sessionId: 's2', payload: 'payload-3' })
    await store.putCheckpoint(other)
    expect(await store.getCheckpoint('s1')).toEqual(second)
    expect(new Set(await store.listCheckpoints())).toEqual(new Set([second, other]))
  })

  test('deletes a checkpoint only while it names the payload that is meant', async () => {
    const record = checkpointOf()
    await store.putCheckpoint(record)
    expect(await store.deleteCheckpoint('s1', 'another')).toBe(false)
    expect(await store.getCheckpoint('s1')).toEqual(record)
    expect(await store.deleteCheckpoint('s1', record.payload)).toBe(true)
    expect(await store.deleteCheckpoint('s1', record.payload)).toBe(false)
    expect(await store.listCheckpoints()).toEqual([])
  })

  test.each(['', '../../etc/passwd', "'; DROP TABLE checkpoints; --", '__proto__', 'ключ\u0000\ud83d\ude00'])(
    'takes any text for a session id: %j',
    async (sessionId) => {
      const record = checkpointOf({ sessionId })
      await store.putCheckpoint(record)
      expect(await store.getCheckpoint(sessionId)).toEqual(record)
      expect(await store.deleteCheckpoint(sessionId, record.payload)).toBe(true)
    },
  )

  test('lists transitions newest first, filtered and cut, each id once', async () => {
    await store.putTransition(transitionOf('a', 1))
    await store.putTransition(transitionOf('c', 3, { environment: 'env-2', outcome: 'failed' }))
    await store.putTransition(transitionOf('b', 2, { sessionId: 's2' }))
    await store.putTransition(transitionOf('a', 1, { outcome: 'unknown' }))
    const ids = async (query: Parameters<RuntimeStore['listTransitions']>[0]) =>
      (await store.listTransitions(query)).map(({ id }) => id)
    expect(await ids({ limit: 10 })).toEqual(['c', 'b', 'a'])
    expect(await ids({ limit: 2 })).toEqual(['c', 'b'])
    expect(await ids({ sessionId: 's1', limit: 10 })).toEqual(['c', 'a'])
    expect(await ids({ environment: 'env-2', limit: 10 })).toEqual(['c'])
    expect((await store.listTransitions({ sessionId: 's1', limit: 10 }))[1]).toEqual(
      transitionOf('a', 1, { outcome: 'unknown' }),
    )
  })

  test('prunes the oldest transitions', async () => {
    for (let at = 1; at <= 5; at++) await store.putTransition(transitionOf(`t${at}`, at))
    expect(await store.pruneTransitions(2)).toBe(3)
    expect((await store.listTransitions({ limit: 10 })).map(({ id }) => id)).toEqual(['t5', 't4'])
    expect(await store.pruneTransitions(2)).toBe(0)
  })

  test('a session that is open here is none of another process', async () => {
    await store.enterSession('s1')
    await store.enterSession('s1')
    expect(await store.sessionsElsewhere()).toEqual([])
    await store.leaveSession('s1')
    await store.leaveSession('never entered')
    expect(await store.sessionsElsewhere()).toEqual([])
  })

  test('keeps what it was given when it is opened again', async (context) => {
    if (!kind.reopen) return context.expect(store.kind).toBe('memory')
    const transition = transitionOf('a', 1, {
      failure: { code: 'BROWSER_TARGET_STALE', message: 'gone', reason: 'gone' },
      action: { type: 'press', key: 'Enter', target: undefined },
    })
    await store.putCheckpoint(checkpointOf())
    await store.putTransition(transition)
    await store.close()
    store = await kind.reopen()
    expect(await store.getCheckpoint('s1')).toEqual(checkpointOf())
    expect(await store.listTransitions({ limit: 10 })).toEqual([JSON.parse(JSON.stringify(transition))])
  })

  test('closes twice', async () => {
    await store.close()
    await store.close()
  })
})
