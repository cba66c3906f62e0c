import type { ElementEffects } from '../../shared/observation.ts'
import {
  attributeOf,
  baseUriOf,
  closestOf,
  hasAttributeOf,
  localNameOf,
  namespaceOf,
  queryDocumentAll,
  queryDocumentFirst,
} from '../dom/native.ts'
import { inputType, SVG } from '../names/role.ts'
import { wordSet } from '../tables.ts'

/** Schemes that stay inside the browser. */
const BROWSER_SCHEMES = wordSet('http https javascript blob data about')
/** Keywords that name a context which exists already. */
const SAME_CONTEXT = new Set(['', '_self', '_parent', '_top'])

/** What activating an element would do that policy can judge beforehand. Lives for one call. */
export class Effects {
  private readonly hrefs = new Map<Element, string | undefined>()
  private baseTarget: string | undefined
  private contexts: Set<string> | undefined

  constructor(private readonly document: Document) {}

  of(element: Element): ElementEffects | undefined {
    const tag = localNameOf(element)
    if (tag === 'a' || tag === 'area') return this.ofLink(element)
    if (tag === 'input' || tag === 'button') return this.ofControl(element, tag)
    if (tag === 'label') {
      const { control } = element as HTMLLabelElement
      return control && localNameOf(control) === 'input' ? this.of(control) : undefined
    }
    const link = closestOf(element, 'a')
    return link ? this.ofLink(link) : undefined
  }

  /** See `hrefOf`; resolved once, as both the effects and the address of a link are asked for. */
  hrefOf(link: Element): string | undefined {
    if (this.hrefs.has(link)) return this.hrefs.get(link)
    const href = hrefOf(link, this.document)
    this.hrefs.set(link, href)
    return href
  }

  private ofLink(link: Element): ElementEffects | undefined {
    const href = this.hrefOf(link)
    if (href === undefined) return undefined
    const download = namespaceOf(link) !== SVG && hasAttributeOf(link, 'download')
    return this.build(attributeOf(link, 'target'), href, download)
  }

  private ofControl(element: Element, tag: string): ElementEffects | undefined {
    const type = tag === 'button' ? (attributeOf(element, 'type') ?? 'submit').toLowerCase() : inputType(element)
    if (tag === 'input' && type === 'file') return { fileChooser: true }
    const submits = tag === 'button' ? type !== 'button' && type !== 'reset' : type === 'submit' || type === 'image'
    const form = submits ? (element as HTMLButtonElement).form : null
    if (!form) return undefined
    const method = attributeOf(element, 'formmethod') ?? attributeOf(form, 'method')
    if (method?.toLowerCase() === 'dialog') return undefined
    const action = attributeOf(element, 'formaction') ?? attributeOf(form, 'action') ?? ''
    const target = attributeOf(element, 'formtarget') ?? attributeOf(form, 'target')
    return this.build(target, absoluteUrl(action, this.document) ?? '', false)
  }

  private build(target: string | null, url: string, download: boolean): ElementEffects | undefined {
    const external = externalScheme(url)
    const newContext = this.opensContext(target)
    if (!external && !newContext && !download) return undefined
    return {
      ...(newContext && { newContext: true }),
      ...(download && { download: true }),
      ...(external && { externalProtocol: external }),
    }
  }

  /** The effective target is the element's own, else that of `base`; a name is new unless a frame here carries it. */
  private opensContext(own: string | null): boolean {
    this.baseTarget ??= baseTargetOf(this.document)
    const name = (own ?? this.baseTarget).trim()
    const keyword = name.toLowerCase()
    if (SAME_CONTEXT.has(keyword)) return false
    if (keyword === '_blank') return true
    this.contexts ??= contextNames(this.document)
    return !this.contexts.has(name)
  }
}

/** The scheme of an address that leaves the browser. Nearly all are HTTP(S), which one test tells. */
function externalScheme(url: string): string | undefined {
  if (/^https?:/.test(url)) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
  return scheme === undefined || BROWSER_SCHEMES.has(scheme) ? undefined : scheme
}

function baseTargetOf(document: Document): string {
  const base = queryDocumentFirst(document, 'base[target]')
  return base ? attributeOf(base, 'target')! : ''
}

/** Names of this window and of the frames in it. */
function contextNames(document: Document): Set<string> {
  const names = new Set<string>()
  const own = document.defaultView?.name
  if (own) names.add(own)
  for (const frame of queryDocumentAll(document, 'iframe[name],frame[name],object[name]')) {
    names.add(attributeOf(frame, 'name')!)
  }
  return names
}

/** Where a link leads, absolute where it can be made so; undefined where the element is no link. */
export function hrefOf(link: Element, document: Document): string | undefined {
  if (namespaceOf(link) === SVG) {
    const href = attributeOf(link, 'href') ?? attributeOf(link, 'xlink:href')
    return href === null ? undefined : (absoluteUrl(href, document) ?? href)
  }
  return hasAttributeOf(link, 'href') ? (link as HTMLAnchorElement).href : undefined
}

export function absoluteUrl(href: string, document: Document): string | undefined {
  try {
    return new URL(href, baseUriOf(document)).href
  } catch {
    return undefined
  }
}
