import type { FindRecords } from '../observe/types.ts'
import { findRecordLists } from './index.ts'

export const findRecords: FindRecords = (items, page, pagination) => {
  const found: ReturnType<FindRecords> = new Map()
  for (const { records } of findRecordLists(items, page, pagination))
    for (const record of records)
      for (const item of record.items)
        found.set(item, { groupKey: record.key, groupLabel: record.label, title: item === record.title })
  return found
}
