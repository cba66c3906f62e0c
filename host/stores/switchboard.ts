import { GuardedStore } from './guarded.ts'
import { MemoryStore } from './memory.ts'
import type { RuntimeStore, StoredCheckpoint } from './types.ts'

const CARRIED_TRANSITIONS = 10_000

/**
 * The store in use: memory until a durable one is mounted, and again after that is unmounted. What memory holds is
 * carried into the durable store, unless that has something newer of the session.
 */
export class StoreSwitchboard {
  private readonly timeoutMs: number
  private memory = new MemoryStore()
  private mounted: RuntimeStore | undefined

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs
  }

  get current(): RuntimeStore {
    return this.mounted ?? this.memory
  }

  /** Answers the records that newer ones from memory replaced. */
  async mount(store: RuntimeStore): Promise<StoredCheckpoint[]> {
    const guarded = new GuardedStore(store, this.timeoutMs)
    const replaced: StoredCheckpoint[] = []
    for (const record of await this.memory.listCheckpoints()) {
      const stored = await guarded.getCheckpoint(record.sessionId)
      if (stored && stored.createdAt >= record.createdAt) continue
      replaced.push(...[await guarded.putCheckpoint(record)].filter((old) => old !== undefined))
    }
    for (const row of await this.memory.listTransitions({ limit: CARRIED_TRANSITIONS }))
      await guarded.putTransition(row)
    this.mounted = guarded
    this.memory = new MemoryStore()
    return replaced
  }

  /** Closes a mounted store; nothing happens where another one has taken its place. */
  async unmount(kind: RuntimeStore['kind']): Promise<void> {
    const { mounted } = this
    if (mounted?.kind !== kind) return
    this.mounted = undefined
    await mounted.close()
  }

  async close(): Promise<void> {
    if (this.mounted) await this.unmount(this.mounted.kind)
  }
}
