import { elementById, queryDocumentFirst } from '../dom/native.ts'
import { pageOf } from '../rank/page-url.ts'

/**
 * Where a link leads, as `pageOf`, but with the fragment where a script shows another view for it: where it is written as a
 * path, or names nothing that the link's own page could scroll to.
 */
export function viewOf(href: string, link: Element, here: string): string {
  const page = pageOf(href)
  if (page === href) return page
  const fragment = href.slice(page.length + 1)
  return /^!?\//.test(fragment) || (page === here && isNowhere(fragment, link)) ? href : page
}

/** HTML, "find a potential indicated element": an id, the name of an anchor, or the top of the document. */
function isNowhere(fragment: string, link: Element): boolean {
  if (fragment === '' || /^top$/i.test(fragment)) return false
  const name = decoded(fragment)
  const root = link.ownerDocument
  return !elementById(root, name) && !queryDocumentFirst(root, `a[name="${CSS.escape(name)}"]`)
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Host and first step, how many steps, and which parameters an address has: the kind of page it leads to. */
export function formOf(href: string, origin: string): string {
  if (!href) return ''
  const host = href.indexOf('/', href.indexOf('//') + 2)
  if (host < 0) return href.slice(0, 40)
  const hash = href.indexOf('#')
  const end = hash < 0 ? href.length : hash
  const mark = href.indexOf('?')
  const query = mark < 0 || mark > end ? end : mark
  const steps = href.slice(host + 1, query).split('/', 12)
  const first = steps.length > 1 && !/\d/.test(steps[0]!) ? steps[0] : ''
  const last = steps[steps.length - 1]!
  const dot = last.lastIndexOf('.')
  const names = href
    .slice(query + 1, end)
    .split('&', 12)
    .map((pair) => pair.split('=', 1)[0])
  const site = href.slice(0, host)
  return `${site === origin ? '' : 'elsewhere'}/${site === origin ? first : ''}/${steps.length}${dot < 0 ? '' : last.slice(dot, dot + 6)}?${names.join('&')}${hash < 0 ? '' : routeOf(href.slice(hash))}`
}

/** The first step of a fragment that is written as a path. */
const routeOf = (fragment: string) => /^#!?\/?[^\d/]*\//.exec(fragment)?.[0] ?? '#'
