import type { Tier } from '../../shared/observation.ts'
import type { Described, PaginationKind, RecordMembership } from '../observe/types.ts'

/** How soon an element is shown; see `Tier`. */
export function tierOf(
  item: Described,
  pagination: PaginationKind | undefined,
  record: RecordMembership | undefined,
): Tier {
  if (pagination) return 1
  if (item.kind !== 'link' && item.kind !== 'clickable') return 1
  if (record) return record.title ? 3 : 5
  return item.section === 'main' ? 4 : 2
}
