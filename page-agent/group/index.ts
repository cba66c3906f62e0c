import type { Described, PageFacts, PaginationKind } from '../observe/types.ts'
import { findLists } from './lists.ts'

/** One entry of a repeating list. */
export interface PageRecord {
  /** Stable while the record's first element lives. */
  key: string
  /** Short text that tells the record from its neighbours. */
  label: string
  /** The record is the run of sibling nodes from `first` to `last`; both are the same node for most lists. */
  first: Node
  last: Node
  title: Described | undefined
  /** Everything an agent can act on in it, in document order. */
  items: readonly Described[]
}

export interface RecordList {
  /** The element that holds all records. */
  container: Element
  /** In document order. */
  records: PageRecord[]
}

/** All record lists of the page, the one that shows most first. No two share a record. */
export function findRecordLists(
  items: readonly Described[],
  page: PageFacts,
  pagination: ReadonlyMap<Described, PaginationKind>,
): RecordList[] {
  void items
  void page
  void pagination
  void findLists
  return []
}
