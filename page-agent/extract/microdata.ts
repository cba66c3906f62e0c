import { attributeOf, baseUriOf, hasAttributeOf, localNameOf } from '../dom/native.ts'
import { collapse } from '../names/text-tools.ts'
import { wordMap } from '../tables.ts'
import { absolute } from './address.ts'
import type { Allowance } from './walk.ts'

export interface Item {
  type: string[]
  id?: string
  properties: Record<string, (string | Item)[]>
}

const MAX_VALUE_CHARS = 2_000
const MAX_ITEMS = 2_000

const URL_ATTRIBUTES = wordMap({
  data: 'object',
  href: 'a area link',
  src: 'audio embed iframe img source track video',
})

/**
 * Microdata items (HTML §5.2) in document order. Unlike text it is read where it is not shown too: `meta` and `link` carry most of it.
 * Properties that an item takes from elsewhere (`itemref`) are not followed.
 */
export function readMicrodata(scopes: Iterable<Element>, allowance: Allowance): Item[] {
  const top: Item[] = []
  const items = new Map<Element, Item>()
  for (const element of scopes) {
    if (!allowance.spend()) break
    const owner = scopeAround(element, items)
    const item = hasAttributeOf(element, 'itemscope') && items.size < MAX_ITEMS ? newItem(element) : undefined
    if (item) items.set(element, item)
    const names = words(attributeOf(element, 'itemprop'))
    if (owner && names.length) for (const name of names) addTo(owner.properties, name, item ?? propertyValue(element))
    else if (item) top.push(item)
  }
  return top
}

/** Of the elements in document order, those around come first: the nearest of them that is an item owns the property. */
function scopeAround(element: Element, items: ReadonlyMap<Element, Item>): Item | undefined {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const item = items.get(at)
    if (item) return item
  }
  return undefined
}

function newItem(element: Element): Item {
  const id = attributeOf(element, 'itemid')
  return {
    type: words(attributeOf(element, 'itemtype')),
    ...(id && { id }),
    // A page may name a property `__proto__`.
    properties: Object.create(null),
  }
}

const words = (text: string | null): string[] => (text ?? '').split(/\s+/, 10).filter(Boolean)

function addTo(properties: Item['properties'], name: string, value: string | Item): void {
  const values = properties[name] ?? []
  properties[name] = values
  values.push(value)
}

function propertyValue(element: Element): string {
  const tag = localNameOf(element)
  const content = attributeOf(element, 'content')
  if (content !== null) return collapse(content.slice(0, MAX_VALUE_CHARS))
  const named = URL_ATTRIBUTES.get(tag)
  const address = named ? attributeOf(element, named) : null
  if (address !== null) return absolute(address, baseUriOf(element))
  const machine =
    tag === 'time'
      ? attributeOf(element, 'datetime')
      : tag === 'data' || tag === 'meter'
        ? attributeOf(element, 'value')
        : null
  return collapse((machine ?? element.textContent ?? '').slice(0, MAX_VALUE_CHARS))
}
