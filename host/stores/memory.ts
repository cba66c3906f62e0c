import type { CompactTransition, TransitionQuery } from '../runtime/types.ts'
import { matches, newestFirst } from './selection.ts'
import type { RuntimeStore, StoredCheckpoint } from './types.ts'

/** Metadata for as long as the process runs. */
export class MemoryStore implements RuntimeStore {
  readonly kind = 'memory'
  private readonly checkpoints = new Map<string, StoredCheckpoint>()
  private readonly transitions = new Map<string, CompactTransition>()

  async getCheckpoint(sessionId: string): Promise<StoredCheckpoint | undefined> {
    return this.checkpoints.get(sessionId)
  }

  async listCheckpoints(): Promise<StoredCheckpoint[]> {
    return [...this.checkpoints.values()]
  }

  async putCheckpoint(record: StoredCheckpoint): Promise<StoredCheckpoint | undefined> {
    const replaced = this.checkpoints.get(record.sessionId)
    this.checkpoints.set(record.sessionId, record)
    return replaced
  }

  async deleteCheckpoint(sessionId: string, payload: string): Promise<boolean> {
    if (this.checkpoints.get(sessionId)?.payload !== payload) return false
    return this.checkpoints.delete(sessionId)
  }

  async enterSession(): Promise<void> {}

  async leaveSession(): Promise<void> {}

  async sessionsElsewhere(): Promise<string[]> {
    return []
  }

  async putTransition(transition: CompactTransition): Promise<void> {
    this.transitions.set(transition.id, transition)
  }

  async listTransitions(query: TransitionQuery & { limit: number }): Promise<CompactTransition[]> {
    return newestFirst(this.transitions.values())
      .filter((row) => matches(row, query))
      .slice(0, query.limit)
  }

  async pruneTransitions(keep: number): Promise<number> {
    const surplus = newestFirst(this.transitions.values()).slice(keep)
    for (const { id } of surplus) this.transitions.delete(id)
    return surplus.length
  }

  async close(): Promise<void> {}
}
