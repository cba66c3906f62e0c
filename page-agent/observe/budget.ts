import type { ElementObservation, RecordGroup } from '../../shared/observation.ts'
import { tiersAmong } from '../rank/tiers.ts'
import type { Analysis, Described, Details } from './types.ts'

export interface BudgetLimits {
  maxElements: number
  maxNameChars: number
  maxUrlChars: number
}

/** Tiers, order, cut: what of the described elements goes into the answer. */
export function budget(
  analysis: Analysis,
  limits: BudgetLimits,
  detailsOf: (item: Described) => Details,
): { elements: ElementObservation[]; groups: RecordGroup[] } {
  const { items, pagination, records } = analysis
  const groups = new Map<string, RecordGroup>()
  const tierOf = tiersAmong(analysis)
  const ranked = items.map((item) => {
    const record = records.get(item)
    const kind = pagination.get(item)
    if (record) {
      const group = groups.get(record.groupKey) ?? { key: record.groupKey, label: record.groupLabel, elements: 0 }
      group.elements++
      groups.set(record.groupKey, group)
    }
    return { item, record, kind, tier: tierOf(item) }
  })
  ranked.sort(
    (a, b) =>
      Number(a.item.states.blocked ?? false) - Number(b.item.states.blocked ?? false) ||
      a.tier - b.tier ||
      a.item.ordinal - b.item.ordinal,
  )
  const elements = ranked.slice(0, limits.maxElements).map(({ item, record, kind, tier }): ElementObservation => {
    const cut = item.name.length > limits.maxNameChars
    return {
      id: item.id,
      kind: item.kind,
      role: item.role,
      name: cut ? item.name.slice(0, limits.maxNameChars) : item.name,
      ...(cut && { nameTruncated: true }),
      states: item.states,
      tier,
      section: item.section,
      pagination: kind !== undefined,
      ...(kind && { paginationKind: kind }),
      ...(record && { groupKey: record.groupKey, groupLabel: record.groupLabel.slice(0, limits.maxNameChars) }),
      ...(item.href && { href: item.href.slice(0, limits.maxUrlChars) }),
      ...(item.effects && { effects: item.effects }),
      ...detailsOf(item),
      ordinal: item.ordinal,
      fingerprint: item.fingerprint,
    }
  })
  return { elements, groups: [...groups.values()] }
}
