import type { CompactTransition, TransitionQuery } from '../runtime/types.ts'

/** Rows in the order of their writing, newest first; the later written of two of one millisecond comes first. */
export const newestFirst = (rows: Iterable<CompactTransition>): CompactTransition[] =>
  [...rows].reverse().sort((left, right) => right.metrics.startedAt - left.metrics.startedAt)

export const matches = (row: CompactTransition, { sessionId, environment }: TransitionQuery): boolean =>
  (sessionId === undefined || row.sessionId === sessionId) &&
  (environment === undefined || row.environment === environment)
