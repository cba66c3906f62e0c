import { composedParent } from '../dom/composed.ts'
import type { Described, PageFacts, PaginationKind } from '../observe/types.ts'
import { labelOf } from './label.ts'
import { listsOf } from './lists.ts'
import { surveyOf } from './survey.ts'

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
  /** All that an agent can act on in it, in document order. */
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
  if (page.deadline?.passed()) return []
  const survey = surveyOf(items, page, pagination)
  const { skeleton } = survey
  return listsOf(survey).map(({ units, titles }) => ({
    container: holderOf(units[0]!.first, units[units.length - 1]!.last),
    records: units.map((unit, place) => {
      const leaf = titles.leaves.get(place)
      const title = leaf === undefined ? undefined : skeleton.items[leaf]
      return {
        key: `r-${skeleton.items[unit.from]!.id}`,
        label: labelOf(unit, title),
        first: unit.first,
        last: unit.last,
        title,
        items: skeleton.items.slice(unit.from, unit.to),
      }
    }),
  }))
}

function holderOf(first: Node, last: Node): Element {
  const above = new Set<Element>()
  for (let at = composedParent(first); at; at = composedParent(at)) above.add(at)
  let at = composedParent(last)
  while (at && !above.has(at)) at = composedParent(at)
  return at ?? (first as Element)
}
