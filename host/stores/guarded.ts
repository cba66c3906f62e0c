import { within } from '../concurrency/settle.ts'
import { BrowserError } from '../errors/browser-error.ts'
import type { CompactTransition, TransitionQuery } from '../runtime/types.ts'
import { messageOf } from '../text.ts'
import type { RuntimeStore, StoredCheckpoint } from './types.ts'

/** A store whose every call ends inside a bound, and whose every failure is `BROWSER_STORE_FAILED`. */
export class GuardedStore implements RuntimeStore {
  private readonly store: RuntimeStore
  private readonly timeoutMs: number

  constructor(store: RuntimeStore, timeoutMs: number) {
    this.store = store
    this.timeoutMs = timeoutMs
  }

  get kind(): RuntimeStore['kind'] {
    return this.store.kind
  }

  getCheckpoint(sessionId: string): Promise<StoredCheckpoint | undefined> {
    return this.guard('read a checkpoint', this.store.getCheckpoint(sessionId))
  }

  listCheckpoints(): Promise<StoredCheckpoint[]> {
    return this.guard('list checkpoints', this.store.listCheckpoints())
  }

  /** A record that is written after its bound is taken back: its caller has been told that it was not. */
  async putCheckpoint(record: StoredCheckpoint): Promise<StoredCheckpoint | undefined> {
    const writing = this.store.putCheckpoint(record)
    let late = false
    const undo = async (replaced: StoredCheckpoint | undefined) => {
      if (!late) return
      if (replaced) await this.store.putCheckpoint(replaced)
      else await this.store.deleteCheckpoint(record.sessionId, record.payload)
    }
    writing.then(undo).catch(() => {
      // The caller has its own rejection of the write; a failed undo leaves an entry whose payload is missing, which
      // the next opening drops.
    })
    try {
      return await this.guard('write a checkpoint', writing)
    } catch (error) {
      late = true
      throw error
    }
  }

  deleteCheckpoint(sessionId: string, payload: string): Promise<boolean> {
    return this.guard('delete a checkpoint', this.store.deleteCheckpoint(sessionId, payload))
  }

  enterSession(sessionId: string): Promise<void> {
    return this.guard('note an open session', this.store.enterSession(sessionId))
  }

  leaveSession(sessionId: string): Promise<void> {
    return this.guard('note a closed session', this.store.leaveSession(sessionId))
  }

  sessionsElsewhere(): Promise<string[]> {
    return this.guard('list open sessions', this.store.sessionsElsewhere())
  }

  putTransition(transition: CompactTransition): Promise<void> {
    return this.guard('write a transition', this.store.putTransition(transition))
  }

  listTransitions(query: TransitionQuery & { limit: number }): Promise<CompactTransition[]> {
    return this.guard('list transitions', this.store.listTransitions(query))
  }

  pruneTransitions(keep: number): Promise<number> {
    return this.guard('prune transitions', this.store.pruneTransitions(keep))
  }

  close(): Promise<void> {
    return this.guard('close', this.store.close())
  }

  private async guard<T>(what: string, work: Promise<T>): Promise<T> {
    const late = () => this.failed(`did not ${what} within ${this.timeoutMs} ms`)
    try {
      return await within(work, this.timeoutMs, late)
    } catch (error) {
      if (error instanceof BrowserError) throw error
      throw this.failed(`could not ${what}: ${messageOf(error)}`, error)
    }
  }

  private failed(what: string, cause?: unknown): BrowserError {
    return new BrowserError('BROWSER_STORE_FAILED', `The ${this.store.kind} store ${what}.`, { cause })
  }
}
