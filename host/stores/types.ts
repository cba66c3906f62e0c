import type { CheckpointRecord, CompactTransition, TransitionQuery } from '../runtime/types.ts'

/** A checkpoint with the name of its payload, which only its provider can read. */
export interface StoredCheckpoint extends Omit<CheckpointRecord, 'kind'> {
  payload: string
}

/**
 * Where metadata lives. One record per session, one row per transition. Writers in other processes are possible: what
 * was replaced or deleted is decided by the store, not by an earlier read.
 */
export interface RuntimeStore {
  readonly kind: 'memory' | 'sqlite' | 'domain'
  getCheckpoint(sessionId: string): Promise<StoredCheckpoint | undefined>
  listCheckpoints(): Promise<StoredCheckpoint[]>
  /** Answers the record that this one replaced. */
  putCheckpoint(record: StoredCheckpoint): Promise<StoredCheckpoint | undefined>
  /** Deletes the session's record if it still names this payload. Answers whether it did. */
  deleteCheckpoint(sessionId: string, payload: string): Promise<boolean>
  /** Says that this process has the session open, until it says otherwise or ends. */
  enterSession(sessionId: string): Promise<void>
  leaveSession(sessionId: string): Promise<void>
  /** Sessions that other processes have open. None where the store has one process, or cannot know. */
  sessionsElsewhere(): Promise<string[]>
  putTransition(transition: CompactTransition): Promise<void>
  /** Newest first. */
  listTransitions(query: TransitionQuery & { limit: number }): Promise<CompactTransition[]>
  /** Keeps the newest `keep`. Answers how many were dropped. */
  pruneTransitions(keep: number): Promise<number>
  close(): Promise<void>
}
