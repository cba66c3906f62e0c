import { tally } from '../maps.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { kindsIn, likenessOf } from './likeness.ts'
import type { Survey } from './survey.ts'
import { type Titles, titlesOf } from './title.ts'
import { type Unit, unitOf } from './units.ts'
import { isBare, isListing, isRecordList } from './verdict.ts'
import { isChrome, zoneOf } from './zones.ts'

/** Like units that do not overlap with those of another list. */
export interface List {
  readonly units: readonly Unit[]
  readonly titles: Titles
  /** Characters seen in a unit, on average. */
  readonly content: number
  readonly likeness: number
  /** Nothing in its units but links. */
  readonly bare: boolean
  readonly score: number
}

/** What a list of bare links counts for beside one whose entries hold more. */
const BARE = 0.3
/** How much more than any other list one of bare links has to show to be what the page is for. */
const RIVALS = 3
/** Most that clear titles add to a list's score. */
const BEST_TITLES = 1.5
/** Strength of titles beyond which a list is no clearer. */
const CLEAR = 100

/** The record lists of a page, the one that shows most first. */
export function listsOf(survey: Survey): List[] {
  const lists = cover(survey).filter(
    (list) => isRecordList(list, survey) && !isChrome(zoneOf(list.units[0]!.head, survey.parts)),
  )
  const rich = lists.filter((list) => !list.bare)
  const [first] = lists
  if (first?.bare && isListing(first, survey) && first.score > RIVALS * (rich[0]?.score ?? 0)) rich.unshift(first)
  return rich
}

/** Lists that do not overlap, each the best of what was still open. Candidates are measured no sooner than they lead. */
function cover(survey: Survey): List[] {
  const taken = new Uint8Array(survey.skeleton.items.length)
  const isTaken = ({ from, to }: Unit) => {
    for (let leaf = from; leaf < to; leaf++) if (taken[leaf]) return true
    return false
  }
  const open = new Ranking(candidatesOf(survey))
  const lists: List[] = []
  while (!survey.page.deadline?.passed()) {
    const leader = open.take()
    if (!leader || leader.worth <= 0) break
    const { candidate, likeness, list } = leader
    if (leader.besides < lists.length && candidate.units.some(isTaken)) continue
    if (likeness === undefined) {
      const found = likenessOf(candidate.units, survey.signatures)
      open.add({ ...leader, besides: lists.length, likeness: found, worth: worthOf(candidate, found) })
    } else if (!list) {
      const measured = measure(candidate, likeness, survey)
      open.add({ ...leader, besides: lists.length, list: measured, worth: measured.score })
    } else {
      const adopted = adopt(list, isTaken, survey)
      for (const { from, to } of adopted.units) taken.fill(1, from, to)
      lists.push(adopted)
    }
  }
  return lists
}

/** A candidate and what is known of it so far. */
interface Entry {
  readonly candidate: Candidate
  /** Decides between equals. */
  readonly place: number
  /** How many lists it was seen not to overlap with. */
  readonly besides: number
  readonly likeness: number | undefined
  readonly list: List | undefined
  /** The most that it can come to. */
  readonly worth: number
}

const worthOf = ({ weight }: Candidate, likeness: number) => weight * BEST_TITLES * likeness

/** Entries by worth, the best last. Nothing that is learned of an entry adds to its worth. */
class Ranking {
  readonly #entries: Entry[]

  /** `candidates`: the weightiest first. */
  constructor(candidates: readonly Candidate[]) {
    this.#entries = candidates.map((candidate, place) => ({
      candidate,
      place,
      besides: 0,
      likeness: undefined,
      list: undefined,
      worth: worthOf(candidate, 1),
    }))
    this.#entries.reverse()
  }

  take(): Entry | undefined {
    return this.#entries.pop()
  }

  add(entry: Entry): void {
    const { worth, place } = entry
    const below = this.#entries.findLastIndex((one) => one.worth < worth || (one.worth === worth && one.place > place))
    this.#entries.splice(below + 1, 0, entry)
  }
}

function measure({ units, content, weight }: Candidate, likeness: number, survey: Survey): List {
  const titles = titlesOf(units, survey)
  const bare = isBare(units, titles.strength, survey)
  const clarity = BEST_TITLES - 1 + Math.min(1, titles.strength / CLEAR)
  return { units, titles, content, likeness, bare, score: weight * likeness * clarity * (bare ? BARE : 1) }
}

/** Adds siblings of the units that are built like them but lack what the units were told by. */
function adopt(list: List, isTaken: (unit: Unit) => boolean, survey: Survey): List {
  const { units } = list
  if (units.some(({ head, first, last }) => !head.nested && (first !== head.element || last !== first))) return list
  const { looks } = survey.signatures
  const usual = tally(units.flatMap((unit) => [...kindsIn(unit, looks)]))
  const heads = new Set(units.map(({ head }) => head))
  const path = units[0]!.head.path
  const found: Unit[] = []
  for (const parent of new Set(units.map(({ head }) => head.parent)))
    for (const child of parent?.children ?? []) {
      if (child.path !== path || heads.has(child)) continue
      const unit = unitOf(child)
      const kinds = [...kindsIn(unit, looks)]
      const known = kinds.filter((look) => (usual.get(look) ?? 0) >= units.length * 0.4)
      if (known.length >= kinds.length / 2 && !isTaken(unit)) found.push(unit)
    }
  if (!found.length) return list
  const all = [...units, ...found].sort((a, b) => a.from - b.from)
  return { ...list, units: all, titles: titlesOf(all, survey) }
}
