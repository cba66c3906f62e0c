import type { Section } from '../../shared/observation.ts'
import { localNameOf, queryAll, queryFirst } from '../dom/native.ts'
import { wordMap } from '../tables.ts'

const BY_ROLE = wordMap<Section>({
  aside: 'complementary',
  dialog: 'dialog alertdialog',
  footer: 'contentinfo',
  form: 'form',
  header: 'banner',
  main: 'main',
  navigation: 'navigation',
  search: 'search',
})
const BY_TAG = wordMap<Section>({
  aside: 'aside',
  dialog: 'dialog',
  footer: 'footer',
  form: 'form',
  header: 'header',
  main: 'main',
  navigation: 'nav',
  search: 'search',
})

/** The part that an element is by its role, or by its tag where it states none. */
export const partOf = (tag: string, role: string | null): Section | undefined =>
  role ? BY_ROLE.get(role) : BY_TAG.get(tag)

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
  queryFirst(form, 'main, nav, header, footer, article') !== null || queryAll(form, 'a[href]').length > FORM_LINKS

const isPartOfContent = (element: Element) => element.closest('article, main, section, aside, nav') !== null
