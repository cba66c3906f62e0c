import type { DatabaseSync } from 'node:sqlite'

/**
 * A file that one holder in all processes has. The system keeps the lock, through an SQLite transaction that writes
 * nothing, and frees it when its process ends, however that ends: there is no stale lock.
 */
export class KernelLock {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Undefined where somebody has it. */
  static async take(path: string): Promise<KernelLock | undefined> {
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(path, { timeout: 0 })
    try {
      database.exec('BEGIN EXCLUSIVE')
      return new KernelLock(database)
    } catch (error) {
      database.close()
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
      throw error
    }
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close()
  }
}

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5
