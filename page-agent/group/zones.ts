import type { Section } from '../../shared/observation.ts'
import { composedParent } from '../dom/composed.ts'
import { localNameOf } from '../dom/native.ts'
import { explicitRole } from '../names/role.ts'
import { partOf } from '../rank/sections.ts'
import type { Branch } from './branch.ts'

/** These say what is done with a list, not where in the page it stands. */
const ANYWHERE: ReadonlySet<Section> = new Set(['dialog', 'search', 'form'])
const CONTENT = new Set(['article', 'feed'])

/** The part of the page that a list stands in. A record's own header and footer lie below its head and do not count. */
export function zoneOf(head: Branch, parts: ReadonlyMap<Element, Section>): Section {
  for (let at = composedParent(head.element); at; at = composedParent(at)) {
    const tag = localNameOf(at)
    const role = explicitRole(at)
    const zone = CONTENT.has(role ?? tag) ? 'main' : (partOf(tag, role) ?? parts.get(at))
    if (zone && !ANYWHERE.has(zone)) return zone
  }
  return 'main'
}

export const isChrome = (zone: Section) => zone === 'navigation' || zone === 'header' || zone === 'footer'
