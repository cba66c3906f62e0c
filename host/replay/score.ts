/** Counts of a comparison; sums over cases give the micro average, means over cases the page average. */
export interface Counts {
  hit: number
  extra: number
  missed: number
}

export function countSets<Item>(found: ReadonlySet<Item>, truth: ReadonlySet<Item>): Counts {
  let hit = 0
  for (const item of found) if (truth.has(item)) hit++
  return { hit, extra: found.size - hit, missed: truth.size - hit }
}

export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (total, one) => ({ hit: total.hit + one.hit, extra: total.extra + one.extra, missed: total.missed + one.missed }),
    { hit: 0, extra: 0, missed: 0 },
  )
}

export function precision({ hit, extra }: Counts): number {
  return hit + extra === 0 ? 0 : hit / (hit + extra)
}

export function recall({ hit, missed }: Counts): number {
  return hit + missed === 0 ? 0 : hit / (hit + missed)
}

export function f1(counts: Counts): number {
  const both = precision(counts) + recall(counts)
  return both === 0 ? 0 : (2 * precision(counts) * recall(counts)) / both
}

export function mean(values: readonly number[]): number {
  return values.length ? values.reduce((total, value) => total + value, 0) / values.length : 0
}

/** Multiset of runs of four words, where a word is a run of letters or of digits (the article benchmark's metric). */
export function shingles(text: string): Map<string, number> {
  const words = text.match(/\p{L}+|\p{N}+/gu) ?? []
  const size = Math.min(4, words.length)
  const bag = new Map<string, number>()
  for (let start = 0; size > 0 && start + size <= words.length; start++) {
    const key = words.slice(start, start + size).join(' ')
    bag.set(key, (bag.get(key) ?? 0) + 1)
  }
  return bag
}

export function countBags(found: ReadonlyMap<string, number>, truth: ReadonlyMap<string, number>): Counts {
  const counts: Counts = { hit: 0, extra: 0, missed: 0 }
  for (const [key, times] of truth) {
    const shared = Math.min(times, found.get(key) ?? 0)
    counts.hit += shared
    counts.missed += times - shared
  }
  for (const [key, times] of found) counts.extra += Math.max(0, times - (truth.get(key) ?? 0))
  return counts
}
