import type { Signatures } from './signature.ts'
import type { Unit } from './units.ts'

/** Pairs of units that are compared. */
const SAMPLE = 40
/** How much more like the one after next than like its neighbour a part of a record is. */
const PERIODIC = 0.15
const PART_OF_RECORD = 0.6

/**
 * How alike neighbours are in what they are made of: 0 to 1. Less where each is more like the one after next, or the one
 * after that: these are parts of records rather than records.
 */
export function likenessOf(units: readonly Unit[], signatures: Signatures): number {
  const { paths, looks, parts } = signatures
  const kinds = [new Kinds(units, paths), new Kinds(units, looks), new Kinds(units, parts)] as const
  const near = overlap(units, 1, kinds)
  const farther = Math.max(overlap(units, 2, kinds), overlap(units, 3, kinds))
  return farther > near + PERIODIC ? near * PART_OF_RECORD : near
}

/** The kinds in each unit, gathered once although each unit is compared with several others. */
class Kinds {
  readonly #known: (ReadonlySet<number> | undefined)[]

  constructor(
    private readonly units: readonly Unit[],
    private readonly kinds: readonly number[],
  ) {
    this.#known = new Array(units.length)
  }

  at(place: number): ReadonlySet<number> {
    this.#known[place] ??= kindsIn(this.units[place]!, this.kinds)
    return this.#known[place]
  }
}

/** Ancestry counts for half; class names differ from entry to entry on many pages, and so do addresses. */
const overlap = (units: readonly Unit[], lag: number, [paths, looks, parts]: readonly [Kinds, Kinds, Kinds]): number =>
  shared(units, lag, paths) / 2 + shared(units, lag, looks) / 4 + shared(units, lag, parts) / 4

/** Share of kinds that units `lag` apart have in common, on average. */
function shared(units: readonly Unit[], lag: number, kinds: Kinds): number {
  const pairs = units.length - lag
  if (pairs < 2) return 0
  const step = Math.ceil(pairs / SAMPLE)
  let sum = 0
  let seen = 0
  for (let at = lag; at < units.length; at += step, seen++) {
    const here = kinds.at(at)
    const before = kinds.at(at - lag)
    let common = 0
    for (const kind of here) if (before.has(kind)) common++
    sum += common / (here.size + before.size - common)
  }
  return sum / seen
}

export function kindsIn(unit: Unit, kinds: readonly number[]): Set<number> {
  const found = new Set<number>()
  for (let leaf = unit.from; leaf < unit.to; leaf++) found.add(kinds[leaf]!)
  return found
}
