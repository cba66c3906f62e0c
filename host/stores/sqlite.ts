import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { BrowserError } from '../errors/browser-error.ts'
import { identify, lives, type ProcessIdentity } from '../process-identity.ts'
import type { CompactTransition, TransitionQuery } from '../runtime/types.ts'
import { messageOf } from '../text.ts'
import { checkpointRow, transitionRow } from './rows.ts'
import type { RuntimeStore, StoredCheckpoint } from './types.ts'

/** How long a write waits for one of another process. The calls are synchronous, so this also bounds a stall. */
const BUSY_TIMEOUT_MS = 2_000
const SCHEMA_VERSION = 1
/** Of a process in another container nobody here can say whether it lives: it is taken to, for this long. */
const UNKNOWN_LIVES_MS = 24 * 3_600_000

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS checkpoints (
    session_id TEXT PRIMARY KEY,
    payload TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS open_sessions (
    session_id TEXT NOT NULL,
    realm TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started TEXT NOT NULL,
    entered_at INTEGER NOT NULL,
    PRIMARY KEY (session_id, realm, pid, started)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS transitions (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    environment TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS transitions_by_time ON transitions (started_at DESC);
`

/**
 * Metadata in one SQLite file, which several processes may share. Its folder is made with mode 0700 where it is missing;
 * the file has mode 0600. Rejects with `BROWSER_STORE_FAILED` naming the file.
 */
export async function openSqliteStore(path: string): Promise<RuntimeStore> {
  let database: DatabaseSync | undefined
  try {
    const { DatabaseSync } = await import('node:sqlite')
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
    await chmod(path, 0o600)
    prepare(database)
    return new SqliteStore(database)
  } catch (error) {
    database?.close()
    throw new BrowserError('BROWSER_STORE_FAILED', `The store ${path} cannot be used: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

function prepare(database: DatabaseSync): void {
  // A reader never blocks the writer, and a killed process leaves a log that the next one replays.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
  atomically(database, () => {
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    if (version > SCHEMA_VERSION) {
      throw new Error(`it was written by a newer version (schema ${version}, this one reads ${SCHEMA_VERSION})`)
    }
    database.exec(SCHEMA)
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
  })
}

/** Takes the write lock first: a transaction that reads and then writes cannot lose to another one in between. */
function atomically<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

const isSame = (left: ProcessIdentity, right: ProcessIdentity): boolean =>
  left.realm === right.realm && left.pid === right.pid && left.started === right.started

type Row = Record<string, SQLOutputValue>

class SqliteStore implements RuntimeStore {
  readonly kind = 'sqlite'
  private readonly database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.database = database
  }

  async getCheckpoint(sessionId: string): Promise<StoredCheckpoint | undefined> {
    const row = this.database.prepare('SELECT record FROM checkpoints WHERE session_id = ?').get(sessionId)
    return row && parsed(row, checkpointRow)
  }

  async listCheckpoints(): Promise<StoredCheckpoint[]> {
    return this.database
      .prepare('SELECT record FROM checkpoints')
      .all()
      .flatMap((row) => parsed(row, checkpointRow) ?? [])
  }

  async putCheckpoint(record: StoredCheckpoint): Promise<StoredCheckpoint | undefined> {
    const { database } = this
    return atomically(database, () => {
      const replaced = database.prepare('SELECT record FROM checkpoints WHERE session_id = ?').get(record.sessionId)
      database
        .prepare('INSERT OR REPLACE INTO checkpoints (session_id, payload, record) VALUES (?, ?, ?)')
        .run(record.sessionId, record.payload, JSON.stringify(record))
      return replaced && parsed(replaced, checkpointRow)
    })
  }

  async deleteCheckpoint(sessionId: string, payload: string): Promise<boolean> {
    const { changes } = this.database
      .prepare('DELETE FROM checkpoints WHERE session_id = ? AND payload = ?')
      .run(sessionId, payload)
    return Number(changes) > 0
  }

  async enterSession(sessionId: string): Promise<void> {
    const { realm, pid, started } = await identify()
    this.database
      .prepare(
        'INSERT OR REPLACE INTO open_sessions (session_id, realm, pid, started, entered_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(sessionId, realm, pid, started, Date.now())
  }

  async leaveSession(sessionId: string): Promise<void> {
    this.leave(sessionId, await identify())
  }

  async sessionsElsewhere(): Promise<string[]> {
    const here = await identify()
    const rows = this.database
      .prepare('SELECT session_id, realm, pid, started, entered_at FROM open_sessions')
      .all()
      .map((row) => ({
        sessionId: String(row.session_id),
        identity: { realm: String(row.realm), pid: Number(row.pid), started: String(row.started) },
        enteredAt: Number(row.entered_at),
      }))
      .filter(({ identity }) => !isSame(identity, here))
    const open: string[] = []
    for (const { sessionId, identity, enteredAt } of rows) {
      if ((await lives(identity)) ?? Date.now() - enteredAt < UNKNOWN_LIVES_MS) open.push(sessionId)
      else this.leave(sessionId, identity)
    }
    return open
  }

  async putTransition(transition: CompactTransition): Promise<void> {
    this.database
      .prepare(
        'INSERT OR REPLACE INTO transitions (id, session_id, environment, started_at, record) VALUES (?, ?, ?, ?, ?)',
      )
      .run(
        transition.id,
        transition.sessionId,
        transition.environment,
        Math.trunc(transition.metrics.startedAt),
        JSON.stringify(transition),
      )
  }

  async listTransitions(query: TransitionQuery & { limit: number }): Promise<CompactTransition[]> {
    const { sessionId = null, environment = null, limit } = query
    return this.database
      .prepare(
        `SELECT record FROM transitions
         WHERE session_id = coalesce(?, session_id) AND environment = coalesce(?, environment)
         ORDER BY started_at DESC, rowid DESC LIMIT ?`,
      )
      .all(sessionId, environment, limit)
      .flatMap((row) => parsed(row, transitionRow) ?? [])
  }

  async pruneTransitions(keep: number): Promise<number> {
    const { changes } = this.database
      .prepare(
        `DELETE FROM transitions WHERE rowid IN
         (SELECT rowid FROM transitions ORDER BY started_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
      )
      .run(keep)
    return Number(changes)
  }

  async close(): Promise<void> {
    if (this.database.isOpen) this.database.close()
  }

  private leave(sessionId: string, { realm, pid, started }: ProcessIdentity): void {
    this.database
      .prepare('DELETE FROM open_sessions WHERE session_id = ? AND realm = ? AND pid = ? AND started = ?')
      .run(sessionId, realm, pid, started)
  }
}

/** A record of a shape that this version cannot read counts as absent. */
function parsed<T>(row: Row, schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } }) {
  try {
    const result = schema.safeParse(JSON.parse(String(row.record)))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}
