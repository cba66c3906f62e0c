import type { FindRecords, RecordMembership } from '../observe/types.ts'

/** Each `article` or list item that holds more than one element and has two like siblings. */
export const findRecords: FindRecords = (items) => {
  const found: ReturnType<FindRecords> = new Map()
  const keys = new Map<Element, RecordMembership>()
  for (const item of items) {
    const record = item.element.closest('article, li, tr')
    const parent = record?.parentElement
    if (!record || !parent || parent.children.length < 3 || item.section !== 'main') continue
    const first = keys.get(record)
    if (!first) keys.set(record, { groupKey: `r${keys.size + 1}`, groupLabel: item.name, title: true })
    found.set(item, first ? { ...first, title: false } : keys.get(record)!)
  }
  return found
}
