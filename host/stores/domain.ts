import type { z } from 'zod'
import type { CompactTransition, TransitionQuery } from '../runtime/types.ts'
import { checkpointRow, transitionRow } from './rows.ts'
import { matches, newestFirst } from './selection.ts'
import type { RuntimeStore, StoredCheckpoint } from './types.ts'

/** The part of a host's `ctx.storageDomain` that is used here, by shape: no host package is imported at run time. */
export interface DomainFacility {
  open(spec: DomainSpec): Promise<OpenDomain>
}

export interface DomainSpec {
  name: string
  version: number
  tables: Record<string, { valueSchema: z.ZodType }>
}

export interface OpenDomain {
  table(name: string): DomainTable
  close(): Promise<void>
}

/** Reads answer from memory; writes resolve when they are durable. */
export interface DomainTable {
  get(key: string): unknown
  entries(): IterableIterator<[string, unknown]>
  put(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<boolean>
}

/** A domain has no migrations: raise the version only with a reader for the one before. */
const SPEC: DomainSpec = {
  name: 'browser_runtime',
  version: 1,
  tables: { checkpoints: { valueSchema: checkpointRow }, transitions: { valueSchema: transitionRow } },
}

/** Metadata in the host's storage domain `browser_runtime`, which one process has at a time. */
export async function openDomainStore(facility: DomainFacility): Promise<RuntimeStore> {
  return new DomainStore(await facility.open(SPEC))
}

class DomainStore implements RuntimeStore {
  readonly kind = 'domain'
  private readonly domain: OpenDomain
  private readonly checkpoints: DomainTable
  private readonly transitions: DomainTable

  constructor(domain: OpenDomain) {
    this.domain = domain
    this.checkpoints = domain.table('checkpoints')
    this.transitions = domain.table('transitions')
  }

  async getCheckpoint(sessionId: string): Promise<StoredCheckpoint | undefined> {
    return this.checkpoints.get(sessionId) as StoredCheckpoint | undefined
  }

  async listCheckpoints(): Promise<StoredCheckpoint[]> {
    return [...this.checkpoints.entries()].map(([, record]) => record as StoredCheckpoint)
  }

  async putCheckpoint(record: StoredCheckpoint): Promise<StoredCheckpoint | undefined> {
    const replaced = await this.getCheckpoint(record.sessionId)
    await this.checkpoints.put(record.sessionId, record)
    return replaced
  }

  async deleteCheckpoint(sessionId: string, payload: string): Promise<boolean> {
    const record = await this.getCheckpoint(sessionId)
    return record?.payload === payload && this.checkpoints.delete(sessionId)
  }

  async enterSession(): Promise<void> {}

  async leaveSession(): Promise<void> {}

  async sessionsElsewhere(): Promise<string[]> {
    return []
  }

  async putTransition(transition: CompactTransition): Promise<void> {
    await this.transitions.put(transition.id, JSON.parse(JSON.stringify(transition)))
  }

  async listTransitions(query: TransitionQuery & { limit: number }): Promise<CompactTransition[]> {
    return this.newestTransitions()
      .filter((row) => matches(row, query))
      .slice(0, query.limit)
  }

  async pruneTransitions(keep: number): Promise<number> {
    const surplus = this.newestTransitions().slice(keep)
    for (const { id } of surplus) await this.transitions.delete(id)
    return surplus.length
  }

  close(): Promise<void> {
    return this.domain.close()
  }

  private newestTransitions(): CompactTransition[] {
    return newestFirst([...this.transitions.entries()].map(([, row]) => row as CompactTransition))
  }
}
