import {
  attribute,
  baseUri,
  each,
  hasAttribute,
  inputType,
  labelControl,
  localName,
  NativeUrl,
  namespace,
  ownerDocument,
  page,
  queryAll,
  toLower,
  trim,
  view,
} from './natives.ts'
import type { ReportKind } from './report.ts'

/** An effect that is to be stopped. */
export interface Effect {
  kind: ReportKind
  detail: string
}

const XHTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'

/** Following a link, where that would leave this page's own browsing contexts. */
export function linkEffect(link: Element, popups: boolean, newContext: boolean): Effect | undefined {
  const href = attribute(link, 'href') ?? attribute(link, 'xlink:href')
  if (href === null) return undefined
  const url = resolveUrl(href, link)
  if (!url) return undefined
  if (isExternal(url)) return { kind: 'external-protocol', detail: url.href }
  if (namespace(link) === XHTML && hasAttribute(link, 'download')) return { kind: 'download', detail: url.href }
  if (popups) return undefined
  if (newContext || opensContext(attribute(link, 'target') ?? baseTarget(link))) {
    return { kind: 'new-context', detail: url.href }
  }
  return undefined
}

/** Submitting a form, where that would leave this page's own browsing contexts. */
export function formEffect(form: Element, submitter: Element | null, popups: boolean): Effect | undefined {
  const said = (name: string, override: string) =>
    (submitter && attribute(submitter, override)) ?? attribute(form, name)
  if (toLower(said('method', 'formmethod') ?? '') === 'dialog') return undefined
  const url = resolveUrl(said('action', 'formaction') ?? '', form)
  if (!url) return undefined
  if (isExternal(url)) return { kind: 'external-protocol', detail: url.href }
  if (!popups && opensContext(said('target', 'formtarget') ?? baseTarget(form))) {
    return { kind: 'new-context', detail: url.href }
  }
  return undefined
}

export const isLink = (element: Element): boolean => {
  const name = localName(element)
  const space = namespace(element)
  return (space === XHTML && (name === 'a' || name === 'area')) || (space === SVG && name === 'a')
}

/** A file input, or the label of one. */
export function isFileControl(element: Element): boolean {
  if (namespace(element) !== XHTML) return false
  const name = localName(element)
  if (name === 'input') return inputType(element) === 'file'
  if (name !== 'label') return false
  const control = labelControl(element)
  return control !== null && localName(control) === 'input' && inputType(control) === 'file'
}

/** Schemes that stay within the browser. */
const isExternal = ({ protocol }: { protocol: string }): boolean =>
  protocol !== 'http:' &&
  protocol !== 'https:' &&
  protocol !== 'javascript:' &&
  protocol !== 'blob:' &&
  protocol !== 'data:' &&
  protocol !== 'about:'

function resolveUrl(href: string, element: Element): { protocol: string; href: string } | undefined {
  try {
    const url = new NativeUrl(href, baseUri(element))
    return { protocol: protocolOf(url), href: hrefOf(url) }
  } catch {
    return undefined // no URL: following it does nothing
  }
}

const urlGetter = (name: 'protocol' | 'href') => {
  const get = Object.getOwnPropertyDescriptor(URL.prototype, name)?.get
  const call = Reflect.apply
  return (url: URL): string => (get ? (call(get, url, []) as string) : '')
}
const protocolOf = urlGetter('protocol')
const hrefOf = urlGetter('href')

function baseTarget(element: Element): string {
  let target = ''
  let found = false
  each(queryAll(ownerDocument(element) ?? page, 'base[target]') as NodeListOf<Element>, (base) => {
    if (!found) target = attribute(base, 'target') ?? ''
    found = true
  })
  return target
}

/** A name that no frame within reach carries makes a new context; so does `_blank` in any spelling. */
function opensContext(target: string): boolean {
  const name = trim(target)
  const keyword = toLower(name)
  if (name === '' || keyword === '_self' || keyword === '_parent' || keyword === '_top') return false
  if (keyword === '_blank') return true
  return view.name !== name && !frameNamed(name)
}

function frameNamed(name: string): boolean {
  let found = false
  let at: Window = view
  for (let depth = 0; depth < 20; depth++) {
    try {
      each(queryAll(at.document, 'iframe[name],frame[name],object[name]') as NodeListOf<Element>, (frame) => {
        if (attribute(frame, 'name') === name) found = true
      })
      if (at !== view && at.name === name) found = true
    } catch {
      return found // another origin's document cannot be looked into
    }
    if (found || at.parent === at) return found
    at = at.parent
  }
  return found
}
