import type { ElementEffects } from '../../shared/observation.ts'
import { attributeOf, closestOf, hasAttributeOf, localNameOf, namespaceOf, queryDocumentAll } from '../dom/native.ts'
import { inputType, SVG } from '../names/role.ts'

/** Schemes that stay inside the browser. */
const BROWSER_SCHEMES = new Set(['http:', 'https:', 'javascript:', 'blob:', 'data:', 'about:'])
/** Keywords that name a context which exists already. */
const SAME_CONTEXT = new Set(['', '_self', '_parent', '_top'])

/** What activating an element would do that policy can judge beforehand. */
export function effectsOf(element: Element, document: Document): ElementEffects | undefined {
  const tag = localNameOf(element)
  if (tag === 'a' || tag === 'area') return linkEffects(element, document)
  if (tag === 'input' || tag === 'button') return controlEffects(element, tag, document)
  if (tag === 'label') {
    const control = (element as HTMLLabelElement).control
    return control && control !== element ? effectsOf(control, document) : undefined
  }
  const link = closestOf(element, 'a[href]')
  return link ? linkEffects(link, document) : undefined
}

function linkEffects(link: Element, document: Document): ElementEffects | undefined {
  const href = attributeOf(link, 'href') ?? attributeOf(link, 'xlink:href')
  if (href === null) return undefined
  const download = namespaceOf(link) !== SVG && hasAttributeOf(link, 'download')
  return build(attributeOf(link, 'target'), absoluteUrl(href, document), download, document)
}

function controlEffects(element: Element, tag: string, document: Document): ElementEffects | undefined {
  const type = tag === 'button' ? (attributeOf(element, 'type') ?? 'submit').toLowerCase() : inputType(element)
  if (tag === 'input' && type === 'file') return { fileChooser: true }
  const submits = tag === 'button' ? type !== 'button' && type !== 'reset' : type === 'submit' || type === 'image'
  const form = submits ? (element as HTMLButtonElement).form : null
  if (!form) return undefined
  const action = attributeOf(element, 'formaction') ?? attributeOf(form, 'action') ?? ''
  const target = attributeOf(element, 'formtarget') ?? attributeOf(form, 'target')
  return build(target, absoluteUrl(action, document), false, document)
}

function build(
  target: string | null,
  url: URL | undefined,
  download: boolean,
  document: Document,
): ElementEffects | undefined {
  const effects: ElementEffects = {}
  if (opensContext(target ?? baseTarget(document), document)) effects.newContext = true
  if (download) effects.download = true
  if (url && !BROWSER_SCHEMES.has(url.protocol)) effects.externalProtocol = url.protocol.slice(0, -1)
  return Object.keys(effects).length ? effects : undefined
}

const baseTarget = (document: Document): string => {
  const base = queryDocumentAll(document, 'base[target]')[0]
  return base ? (attributeOf(base, 'target') ?? '') : ''
}

/** A name opens a new context unless a frame of this page carries it. */
function opensContext(target: string, document: Document): boolean {
  const name = target.trim()
  if (SAME_CONTEXT.has(name.toLowerCase())) return false
  if (name.toLowerCase() === '_blank') return true
  for (const frame of queryDocumentAll(document, 'iframe[name],frame[name],object[name]')) {
    if (attributeOf(frame, 'name') === name) return false
  }
  return document.defaultView?.name !== name
}

export function absoluteUrl(href: string, document: Document): URL | undefined {
  try {
    return new URL(href, document.baseURI)
  } catch {
    return undefined
  }
}
