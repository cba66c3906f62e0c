import type { FindPagination } from '../observe/types.ts'

/** Links that say `next` or `prev` in their `rel`, the one sign that needs no judgement. */
export const findPagination: FindPagination = (items) => {
  const found: ReturnType<FindPagination> = new Map()
  for (const item of items) {
    const rel = item.kind === 'link' ? item.element.getAttribute('rel') : null
    if (rel && /\bnext\b/i.test(rel)) found.set(item, 'next')
    else if (rel && /\bprev(ious)?\b/i.test(rel)) found.set(item, 'previous')
  }
  return found
}
