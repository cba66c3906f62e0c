import type { Described, Layout } from '../observe/types.ts'
import { composedParent } from '../dom/composed.ts'
import { attributeOf, localNameOf } from '../dom/native.ts'
import type { Unit } from './boundaries.ts'
import type { Skeleton } from './skeleton.ts'
import type { Signatures } from './signature.ts'

/** Which leaf of each unit is its title, by the unit's place; absent where it has none. */
export type Titles = Map<number, number>

interface Part {
  look: number
  /** First leaf of this look in each unit. */
  at: Map<number, number>
  extra: number
}

const addressOf = (href: string) => {
  const cut = href.indexOf('#')
  return cut < 0 ? href : href.slice(0, cut)
}

export function titlesOf(skeleton: Skeleton, signatures: Signatures, units: Unit[], layout: Layout, here: string): { titles: Titles; strength: number } {
  const parts = new Map<number, Part>()
  units.forEach((unit, place) => {
    for (let leaf = unit.from; leaf < unit.to; leaf++) {
      const item = skeleton.items[leaf]!
      if (item.kind !== 'link' && item.kind !== 'clickable') continue
      const look = signatures.looks[leaf]!
      let part = parts.get(look)
      if (!part) parts.set(look, (part = { look, at: new Map(), extra: 0 }))
      if (part.at.has(place)) part.extra++
      else part.at.set(place, leaf)
    }
  })
  // How often each address is linked within a unit: the record's own page is linked more than once.
  const weights = new Map<number, number>()
  units.forEach((unit) => {
    const counts = new Map<string, number>()
    for (let leaf = unit.from; leaf < unit.to; leaf++) {
      const href = addressOf(skeleton.items[leaf]!.href)
      if (href) counts.set(href, (counts.get(href) ?? 0) + 1)
    }
    for (let leaf = unit.from; leaf < unit.to; leaf++) {
      const href = addressOf(skeleton.items[leaf]!.href)
      weights.set(leaf, href ? counts.get(href)! : 0)
    }
  })
  let best: { part: Part; score: number } | undefined
  const scored: { part: Part; score: number }[] = []
  for (const part of parts.values()) {
    const score = worth(part, skeleton, units, layout, weights, addressOf(here))
    if (score > 0) scored.push({ part, score })
    if (score > (best?.score ?? 0)) best = { part, score }
  }
  const titles: Titles = new Map()
  if (!best) return { titles, strength: 0 }
  scored.sort((a, b) => b.score - a.score)
  for (const { part, score } of scored) {
    if (score < best.score * 0.3) break
    for (const [place, leaf] of part.at) if (!titles.has(place)) titles.set(place, leaf)
  }
  return { titles, strength: best.score }
}

function worth(part: Part, skeleton: Skeleton, units: Unit[], layout: Layout, weights: Map<number, number>, here: string): number {
  const leaves = [...part.at.values()]
  const items = leaves.map((leaf) => skeleton.items[leaf]!)
  const named = items.filter((item) => item.name)
  const addresses = new Set(items.map((item) => addressOf(item.href) || item.name))
  const names = new Set(named.map((item) => item.name))
  const n = items.length
  const presence = n / units.length
  const distinct = addresses.size / n
  const distinctNames = names.size / n
  if (n > 2 && distinct < 0.7) return 0
  if (n > 2 && distinctNames < 0.5) return 0
  if (items.filter((item) => addressOf(item.href) === here).length > n / 2 && emphasis(items[0]!, layout) < 1.5) return 0
  const length = items.reduce((sum, item) => sum + Math.min(item.name.length, 60), 0) / n
  const tied = leaves.reduce((sum, leaf) => sum + Math.min(3, weights.get(leaf)!), 0) / n
  const text = items.filter((item) => hasText(item)).length / n
  let score = (5 + length) * emphasis(items[0]!, layout) * (0.4 + 0.6 * presence) * distinctNames * (0.6 + 0.4 * tied) * (0.3 + 0.7 * text)
  score /= 1 + part.extra / n
  return score
}

const hasText = (item: Described) => /\S/.test(item.element.textContent ?? '')

/** How much larger or bolder than running text a link stands out. */
function emphasis(item: Described, layout: Layout): number {
  let factor = 1
  let at: Element | null = item.element
  for (let step = 0; at && step < 4; step++, at = composedParent(at)) {
    const tag = localNameOf(at)
    if (/^h[1-6]$/.test(tag) || attributeOf(at, 'role') === 'heading') factor = Math.max(factor, 2.5)
  }
  if (item.element.querySelector('h1,h2,h3,h4,h5,h6')) factor = Math.max(factor, 2.5)
  const rel = attributeOf(item.element, 'rel') ?? ''
  if (/\bbookmark\b/.test(rel)) factor *= 1.3
  if (/\b(author|tag)\b/.test(rel)) factor *= 0.3
  const style = layout.style(item.element)
  if (Number.parseInt(style.fontWeight, 10) >= 600 || style.fontWeight === 'bold') factor *= 1.2
  factor *= Math.min(2, Math.max(0.7, Number.parseFloat(style.fontSize) / 16 || 1))
  return factor
}
