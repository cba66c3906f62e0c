import { attributeOf, baseUriOf } from '../dom/native.ts'

/** A longer address is answered by none: a cut one would lead elsewhere. */
const MAX_URL_CHARS = 2_000

/** The absolute URL in an attribute, empty where there is none or where it names no place (`javascript:`, `data:`). */
export function addressIn(element: Element, attribute: string): string {
  return absolute(attributeOf(element, attribute) ?? '', baseUriOf(element))
}

export function absolute(address: string, base: string): string {
  const trimmed = address.trim()
  if (!trimmed || trimmed.length > MAX_URL_CHARS) return ''
  try {
    const url = new URL(trimmed, base)
    return url.protocol === 'javascript:' || url.protocol === 'data:' ? '' : url.href
  } catch {
    return ''
  }
}

/** The last labels of a host name: three where the second level is as short as `co.uk`, else two. */
export function siteOf(url: string): string {
  const labels = new URL(url).hostname.split('.')
  return labels.slice((labels.at(-2)?.length ?? 0) <= 3 ? -3 : -2).join('.')
}
