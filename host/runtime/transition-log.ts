import { matches, newestFirst } from '../stores/selection.ts'
import type { RuntimeStore } from '../stores/types.ts'
import { messageOf } from '../text.ts'
import type { CompactTransition, TransitionQuery } from './types.ts'

export interface TransitionLogOptions {
  store: () => RuntimeStore
  maxInMemory: number
  maxDurable: number
  warn: (message: string) => void
}

const DEFAULT_LIMIT = 100
/** Rows written between two cuts of the durable table. */
const PRUNE_EVERY = 100

/**
 * Evidence in memory, bounded, and a durable index beside it. The index is written in the background and may fail: then
 * it warns, and nothing else changes.
 */
export class TransitionLog {
  private readonly options: TransitionLogOptions
  private readonly recent: CompactTransition[] = []
  private writing: Promise<void> = Promise.resolve()
  private unwritten = 0
  private written = 0

  constructor(options: TransitionLogOptions) {
    this.options = options
  }

  get size(): number {
    return this.recent.length
  }

  add(transition: CompactTransition): void {
    this.recent.push(transition)
    if (this.recent.length > this.options.maxInMemory) this.recent.shift()
    if (this.unwritten >= this.options.maxInMemory) {
      this.options.warn(`Transition ${transition.id} was not indexed: ${this.unwritten} wait for the store already.`)
      return
    }
    this.unwritten++
    this.writing = this.writing.then(() => this.write(transition))
  }

  /** Newest first, from memory and the index, each transition once. */
  async list(query: TransitionQuery = {}): Promise<CompactTransition[]> {
    const { limit = DEFAULT_LIMIT } = query
    const merged = new Map<string, CompactTransition>()
    try {
      const rows = await this.options.store().listTransitions({ ...query, limit })
      for (const row of rows.reverse()) merged.set(row.id, row)
    } catch (error) {
      this.options.warn(`The transition index could not be read: ${messageOf(error)}`)
    }
    for (const row of this.recent) {
      if (!matches(row, query)) continue
      // What this process remembers is the later word.
      merged.delete(row.id)
      merged.set(row.id, row)
    }
    return newestFirst(merged.values()).slice(0, limit)
  }

  /** Settles when everything added so far was written or given up. */
  flushed(): Promise<void> {
    return this.writing
  }

  private async write(transition: CompactTransition): Promise<void> {
    try {
      const store = this.options.store()
      await store.putTransition(transition)
      if (++this.written % PRUNE_EVERY === 0) await store.pruneTransitions(this.options.maxDurable)
    } catch (error) {
      this.options.warn(`Transition ${transition.id} was not indexed: ${messageOf(error)}`)
    } finally {
      this.unwritten--
    }
  }
}
