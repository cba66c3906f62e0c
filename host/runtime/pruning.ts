export interface Retention {
  max: number
  /** 0 keeps a record at any age. */
  ttlMs: number
}

/**
 * What retention lets go: first whatever is too old, then the oldest until the rest fits. What may not be dropped counts
 * toward the limit and stays.
 */
export function expendable<Record extends { createdAt: number }>(
  records: readonly Record[],
  retention: Retention,
  now: number,
  mayDrop: (record: Record) => boolean,
): Record[] {
  const oldestFirst = [...records].sort((left, right) => left.createdAt - right.createdAt)
  const expired = (record: Record) => retention.ttlMs > 0 && now - record.createdAt > retention.ttlMs
  const old = oldestFirst.filter((record) => expired(record) && mayDrop(record))
  const surplus = records.length - old.length - retention.max
  const oldest = oldestFirst.filter((record) => !old.includes(record) && mayDrop(record))
  return [...old, ...oldest.slice(0, Math.max(0, surplus))]
}
