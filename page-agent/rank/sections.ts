import type { Section } from '../../shared/observation.ts'
import { localNameOf } from '../dom/native.ts'

const BY_ROLE: Record<string, Section> = {
  navigation: 'navigation',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
  dialog: 'dialog',
  alertdialog: 'dialog',
  search: 'search',
  form: 'form',
  main: 'main',
}
const BY_TAG: Record<string, Section> = {
  nav: 'navigation',
  header: 'header',
  footer: 'footer',
  aside: 'aside',
  dialog: 'dialog',
  search: 'search',
  form: 'form',
  main: 'main',
}

/** The section that an element opens for what lies in it, given the one it stands in. Asked once per element, top down. */
export function sectionAt(element: Element, around: Section, role: string | null): Section {
  const tag = localNameOf(element)
  const opened = role ? BY_ROLE[role] : BY_TAG[tag]
  if (!opened) return around
  if (opened === 'form' && around !== 'main') return around
  if ((opened === 'header' || opened === 'footer') && !role && isPartOfContent(element)) return around
  return opened
}

const isPartOfContent = (element: Element) => element.closest('article, main, section, aside, nav') !== null
