import type { FindRecords } from '../observe/types.ts'
import { findLists } from './lists.ts'

export const findRecords: FindRecords = (items, page, pagination) => {
  const { skeleton, lists } = findLists(items, page, pagination)
  const found: ReturnType<FindRecords> = new Map()
  for (const list of lists)
    list.units.forEach((unit, place) => {
      const title = list.titles.get(place)
      const titleItem = title === undefined ? undefined : skeleton.items[title]
      const groupKey = `r${skeleton.items[unit.from]!.id}`
      for (let at = unit.from; at < unit.to; at++) {
        const item = skeleton.items[at]!
        found.set(item, { groupKey, groupLabel: titleItem?.name ?? '', title: item === titleItem })
      }
    })
  return found
}
