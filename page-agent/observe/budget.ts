import type { ElementObservation, RecordGroup, Tier } from '../../shared/observation.ts'
import { remember } from '../maps.ts'
import { tiersAmong } from '../rank/tiers.ts'
import type { Analysis, Described, Details } from './types.ts'

export interface BudgetLimits {
  maxElements: number
  maxNameChars: number
  maxUrlChars: number
}

const TIERS: Tier = 5

/** Tiers, order, cut: what of the described elements goes into the answer. */
export function budget(
  analysis: Analysis,
  limits: BudgetLimits,
  detailsOf: (item: Described) => Details,
): { elements: ElementObservation[]; groups: RecordGroup[] } {
  const { items, pagination, records } = analysis
  const groups = new Map<string, RecordGroup>()
  const tierOf = tiersAmong(analysis)
  // Items come in document order: a list for each tier keeps it, and what is blocked has lists after all others.
  const ranked: Described[][] = []
  for (const item of items) {
    const record = records.get(item)
    if (record) {
      const { groupKey: key, groupLabel: label } = record
      remember(groups, key, () => ({ key, label, elements: 0 })).elements++
    }
    const rank = tierOf(item) + (item.states.blocked ? TIERS : 0)
    const list = ranked[rank]
    if (list) list.push(item)
    else ranked[rank] = [item]
  }
  const elements = ranked
    .flat()
    .slice(0, limits.maxElements)
    .map((item): ElementObservation => {
      const record = records.get(item)
      const kind = pagination.get(item)
      const cut = item.name.length > limits.maxNameChars
      return {
        id: item.id,
        kind: item.kind,
        role: item.role,
        name: cut ? item.name.slice(0, limits.maxNameChars) : item.name,
        ...(cut && { nameTruncated: true }),
        states: item.states,
        tier: tierOf(item),
        section: item.section,
        pagination: kind !== undefined,
        ...(kind && { paginationKind: kind }),
        ...(record && { groupKey: record.groupKey, groupLabel: record.groupLabel.slice(0, limits.maxNameChars) }),
        ...(item.href && { href: item.href.slice(0, limits.maxUrlChars) }),
        ...(item.effects && { effects: item.effects }),
        ...detailsOf(item),
        ordinal: item.ordinal,
        fingerprint: item.identified.fingerprint,
      }
    })
  return { elements, groups: [...groups.values()] }
}
