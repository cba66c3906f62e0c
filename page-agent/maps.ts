/** What a map keeps under a key; made and kept where it is asked for first. */
export function remember<Key, Value extends {}>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let known = map.get(key)
  if (known === undefined) {
    known = make()
    map.set(key, known)
  }
  return known
}

/** Adds to the list that a map keeps under a key. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** How often each key is met. */
export function tally<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
