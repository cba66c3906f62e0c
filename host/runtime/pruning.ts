import type { StoredCheckpoint } from '../stores/types.ts'

export interface Retention {
  maxCheckpoints: number
  /** 0 keeps a checkpoint at any age. */
  checkpointTtlMs: number
}

/**
 * What retention lets go: first whatever is too old, then the oldest until the rest fits. What may not be dropped counts
 * toward the limit and stays.
 */
export function expendable(
  records: readonly StoredCheckpoint[],
  retention: Retention,
  now: number,
  mayDrop: (record: StoredCheckpoint) => boolean,
): StoredCheckpoint[] {
  const oldestFirst = [...records].sort((left, right) => left.createdAt - right.createdAt)
  const expired = (record: StoredCheckpoint) =>
    retention.checkpointTtlMs > 0 && now - record.createdAt > retention.checkpointTtlMs
  const old = oldestFirst.filter((record) => expired(record) && mayDrop(record))
  const surplus = records.length - old.length - retention.maxCheckpoints
  const oldest = oldestFirst.filter((record) => !old.includes(record) && mayDrop(record))
  return [...old, ...oldest.slice(0, Math.max(0, surplus))]
}
