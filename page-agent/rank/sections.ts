import type { Section } from '../../shared/observation.ts'
import { localNameOf, queryAll } from '../dom/native.ts'

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

/** The part that an element is by its role, or by its tag where it states none. */
export const partOf = (tag: string, role: string | null): Section | undefined => (role ? BY_ROLE[role] : BY_TAG[tag])

/** The section that an element opens for what lies in it, given the one it stands in. Asked once per element, top down. */
export function sectionAt(element: Element, around: Section, role: string | null): Section {
  const tag = localNameOf(element)
  const opened = partOf(tag, role)
  if (!opened) return around
  if (opened === 'form' && (around !== 'main' || (!role && wrapsPage(element)))) return around
  if ((opened === 'header' || opened === 'footer') && !role && isPartOfContent(element)) return around
  return opened
}

/** Links that a form about one thing may hold: terms, help, sign in instead. */
const FORM_LINKS = 20

/** Some frameworks put the whole page into one form, which then says nothing of what lies in it. */
const wrapsPage = (form: Element) =>
  queryAll(form, 'main, nav, header, footer, article').length > 0 || queryAll(form, 'a[href]').length > FORM_LINKS

const isPartOfContent = (element: Element) => element.closest('article, main, section, aside, nav') !== null
