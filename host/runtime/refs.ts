import type { Ref } from './types.ts'

/**
 * Labels for elements, `e1`, `e2` …, by the key their provider gives them. A label lives as long as its element and is
 * never given to another one, not even after the environment was opened anew.
 */
export class RefBook {
  private readonly labels = new Map<string, Ref>()
  private readonly maxLabels: number
  private counter = 0

  constructor(maxLabels: number) {
    this.maxLabels = maxLabels
  }

  get size(): number {
    return this.labels.size
  }

  /** Labels of one observation's elements, in their order. */
  assign(keys: readonly string[]): Ref[] {
    const refs = keys.map((key) => {
      const label = this.labels.get(key) ?? `e${++this.counter}`
      // The order of the map is that of the last sighting, so the cut below drops what was not seen for longest.
      this.labels.delete(key)
      this.labels.set(key, label)
      return label
    })
    let surplus = this.labels.size - Math.max(this.maxLabels, keys.length)
    for (const key of this.labels.keys()) {
      if (surplus-- <= 0) break
      this.labels.delete(key)
    }
    return refs
  }

  /** Forgets every element: the next environment's keys mean other ones. */
  renew(): void {
    this.labels.clear()
  }
}
