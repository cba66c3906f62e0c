import type { Section } from '../../shared/observation.ts'
import { composedParent } from '../dom/composed.ts'
import { attributeOf, localNameOf } from '../dom/native.ts'
import type { Branch } from './skeleton.ts'

const ROLES: Record<string, Section> = {
  navigation: 'navigation',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
  main: 'main',
  article: 'main',
  feed: 'main',
}
const TAGS: Record<string, Section> = {
  nav: 'navigation',
  header: 'header',
  footer: 'footer',
  aside: 'aside',
  main: 'main',
  article: 'main',
}

/** The part of the page that a list stands in. A record's own header and footer lie below its head and do not count. */
export function zoneOf(head: Branch, parts: ReadonlyMap<Element, Section>): Section {
  for (let at = composedParent(head.element); at; at = composedParent(at)) {
    const role = attributeOf(at, 'role')
    const zone = (role ? ROLES[role] : TAGS[localNameOf(at)]) ?? parts.get(at)
    if (zone) return zone
  }
  return 'main'
}

export const isChrome = (zone: Section) => zone === 'navigation' || zone === 'header' || zone === 'footer'
