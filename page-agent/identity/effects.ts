import type { ElementEffects } from '../../shared/observation.ts'
import {
  attributeOf,
  baseUriOf,
  closestOf,
  hasAttributeOf,
  localNameOf,
  namespaceOf,
  queryDocumentAll,
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
  private targets: { base: string; known: Set<string> } | undefined

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
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase()
    const external = scheme !== undefined && !BROWSER_SCHEMES.has(scheme)
    const newContext = this.opensContext(target)
    if (!external && !newContext && !download) return undefined
    return {
      ...(newContext && { newContext: true }),
      ...(download && { download: true }),
      ...(external && { externalProtocol: scheme }),
    }
  }

  /** The effective target is the element's own, else that of `base`; a name is new unless a frame here carries it. */
  private opensContext(own: string | null): boolean {
    this.targets ??= readTargets(this.document)
    const name = (own ?? this.targets.base).trim()
    const keyword = name.toLowerCase()
    if (SAME_CONTEXT.has(keyword)) return false
    return keyword === '_blank' || !this.targets.known.has(name)
  }
}

function readTargets(document: Document): { base: string; known: Set<string> } {
  const base = queryDocumentAll(document, 'base[target]')[0]
  const known = new Set<string>()
  const own = document.defaultView?.name
  if (own) known.add(own)
  for (const frame of queryDocumentAll(document, 'iframe[name],frame[name],object[name]')) {
    known.add(attributeOf(frame, 'name')!)
  }
  return { base: base ? attributeOf(base, 'target')! : '', known }
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
