import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identify } from '../../../host/process-identity.ts'
import { openSqliteStore } from '../../../host/stores/sqlite.ts'
import { checkpointOf, transitionOf } from '../support/rows.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
  path = join(folder, 'private', 'store.sqlite')
})
afterEach(() => rm(folder, { recursive: true }))

test('its file and folder are the owner’s alone', async () => {
  const store = await openSqliteStore(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'private'))).mode & 0o777).toBe(0o700)
  await store.close()
})

test.each([
  [
    'a file that is no database',
    () => writeFile(join(folder, 'broken'), 'not a database, long enough to be read as one'.repeat(20)),
  ],
  [
    'a database of a newer version',
    async () => {
      const database = new DatabaseSync(join(folder, 'broken'))
      database.exec('PRAGMA user_version = 99')
      database.close()
    },
  ],
])('%s is refused, naming the file', async (_what, make) => {
  await make()
  await expect(openSqliteStore(join(folder, 'broken'))).rejects.toMatchObject({
    code: 'BROWSER_STORE_FAILED',
    message: expect.stringContaining(join(folder, 'broken')),
  })
})

test('a record this version cannot read counts as absent, the others load', async () => {
  const store = await openSqliteStore(path)
  await store.putCheckpoint(checkpointOf())
  const database = new DatabaseSync(path)
  const insert = database.prepare('INSERT INTO checkpoints VALUES (?, ?, ?)')
  insert.run('broken', 'p', '{"sessionId":')
  insert.run('other', 'p', '{"sessionId":"other"}')
  insert.run('old', 'p', JSON.stringify({ sessionId: 'old', provider: 'fake', createdAt: 1, payload: 'p' }))
  database.close()
  expect(await store.getCheckpoint('broken')).toBeUndefined()
  expect(await store.getCheckpoint('other')).toBeUndefined()
  // Written before the provider's build was recorded.
  expect(await store.getCheckpoint('old')).toMatchObject({ providerVersion: '', bytes: 0 })
  expect((await store.listCheckpoints()).map(({ sessionId }) => sessionId).sort()).toEqual(['old', 's1'])
  await store.close()
})

/** Another process that replaces one session's checkpoint and adds transitions, printing what it replaced. */
const WRITER = `
  const [modulePath, path, name, rounds] = process.argv.slice(1)
  const { openSqliteStore } = await import(modulePath)
  const store = await openSqliteStore(path)
  const replaced = []
  for (let round = 0; round < Number(rounds); round++) {
    const record = { sessionId: 'shared', provider: 'fake', providerVersion: '1', generation: 1, createdAt: round,
      bytes: 0, url: '', payload: name + round }
    replaced.push((await store.putCheckpoint(record))?.payload ?? 'none')
    await store.putTransition({ id: name + round, environment: 'env', generation: 1, sessionId: 'shared',
      action: { type: 'reload' }, outcome: 'succeeded', metrics: { startedAt: round, totalMs: 0, actionMs: 0,
      observationMs: 0, textChars: 0, elements: 0, textTruncated: false, elementsTruncated: false } })
  }
  await store.close()
  console.log(JSON.stringify(replaced))
`

const writer = (name: string, rounds: number) =>
  new Promise<string[]>((resolve, reject) => {
    const module = new URL('../../../host/stores/sqlite.ts', import.meta.url).href
    const child = spawn(
      process.execPath,
      ['--no-warnings', '--input-type=module', '--eval', WRITER, '--', module, path, name, String(rounds)],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (err += chunk))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`${name} exited ${code}: ${err}`)),
    )
  })

test('two processes write one store: nothing is lost, and each payload is replaced exactly once', async () => {
  const rounds = 100
  const replaced = (await Promise.all([writer('a', rounds), writer('b', rounds)])).flat()
  const store = await openSqliteStore(path)
  const last = await store.getCheckpoint('shared')
  const written = ['a', 'b'].flatMap((name) => Array.from({ length: rounds }, (_, round) => `${name}${round}`))
  expect([...replaced, last?.payload].sort()).toEqual([...written, 'none'].sort())
  expect((await store.listTransitions({ limit: 1_000 })).map(({ id }) => id).sort()).toEqual(written.sort())
  await store.close()
  const database = new DatabaseSync(path)
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
}, 60_000)

test('a full disk refuses the write and keeps what was there', async () => {
  const store = await openSqliteStore(path)
  await store.putCheckpoint(checkpointOf())
  await store.close()
  const limited = await openSqliteStore(path)
  const { database } = limited as unknown as { database: DatabaseSync }
  database.exec('PRAGMA max_page_count = 1')
  const big = transitionOf('big', 1, { action: { type: 'navigate', url: 'x'.repeat(1_000_000) } })
  await expect(limited.putTransition(big)).rejects.toThrow(/full/)
  expect(await limited.getCheckpoint('s1')).toEqual(checkpointOf())
  await limited.close()
})

test('a session that another process has open is known until that ends, however it ends', async () => {
  const store = await openSqliteStore(path)
  const other = spawn('sleep', ['60'])
  const database = new DatabaseSync(path)
  const enter = database.prepare('INSERT INTO open_sessions VALUES (?, ?, ?, ?, ?)')
  const { realm, pid, started } = await identify(other.pid)
  enter.run('theirs', realm, pid, started, Date.now())
  enter.run('of a number used again', realm, pid, '1', Date.now())
  enter.run('of another container', 'elsewhere', pid, started, Date.now())
  enter.run('of another container, long ago', 'elsewhere', pid, started, Date.now() - 25 * 3_600_000)
  expect(await store.sessionsElsewhere()).toEqual(['theirs', 'of another container'])
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(await store.sessionsElsewhere()).toEqual(['of another container'])
  expect(database.prepare('SELECT count(*) AS rows FROM open_sessions').get()).toEqual({ rows: 1 })
  database.close()
  await store.close()
})
