import type { ElementObservation, ElementStates } from '../../shared/observation.ts'
import { localNameOf } from '../dom/native.ts'
import { absoluteUrl, effectsOf } from '../identity/effects.ts'
import { fingerprint } from '../identity/fingerprint.ts'
import type { Identities } from '../identity/ids.ts'
import { Names } from '../names/name.ts'
import { inputType } from '../names/role.ts'
import { statesOf } from '../names/states.ts'
import { constraintsOf, currentValue, optionsOf } from '../names/values.ts'
import type { Collected, Described, PageFacts } from './types.ts'

export interface DescribeLimits {
  maxValueChars: number
  maxOptions: number
}

/** What identifies an element, alone and outside any observation too. */
export function identify(element: Element, role: string, names: Names, document: Document) {
  const tag = localNameOf(element)
  const type = tag === 'input' ? inputType(element) : ''
  const name = names.of(element, role)
  const effects = effectsOf(element, document)
  return { name, effects, fingerprint: fingerprint(tag, role, type, name, effects) }
}

export function describe(
  items: readonly Collected[],
  page: PageFacts,
  identities: Identities,
  limits: DescribeLimits,
  modal: Element | undefined,
): Described[] {
  const names = new Names(page.layout)
  const { width, height } = page.layout.viewport()
  const focused = page.document.activeElement
  return items.map((item) => {
    const { element, role, box } = item
    const { name, effects, fingerprint } = identify(element, role, names, page.document)
    const states: ElementStates = statesOf(element, role)
    if (element === focused) states.focused = true
    if (box.x >= width || box.y >= height || box.x + box.width <= 0 || box.y + box.height <= 0) states.offscreen = true
    if (modal && item.dialog !== modal) states.blocked = true
    const rest: Described['rest'] = {}
    const description = names.description(element, name)
    if (description) rest.description = description
    const value = currentValue(element, role)
    if (value) {
      rest.value = value.slice(0, limits.maxValueChars)
      if (value.length > limits.maxValueChars) rest.valueTruncated = true
    }
    if (localNameOf(element) === 'select')
      Object.assign(rest, optionsOf(element as HTMLSelectElement, limits.maxOptions))
    const constraints = item.kind === 'link' || item.kind === 'button' ? undefined : constraintsOf(element)
    if (constraints) rest.constraints = constraints
    if (effects) rest.effects = effects
    const id = identities.meet(element, { fingerprint, role, ...(item.proxy && { proxy: item.proxy }) })
    return { ...item, id, name, states, href: hrefOf(element, item.kind, page.document), fingerprint, rest }
  })
}

function hrefOf(element: Element, kind: ElementObservation['kind'], document: Document): string {
  if (kind !== 'link') return ''
  const href = element.getAttribute('href') ?? element.getAttribute('xlink:href')
  return href === null ? '' : (absoluteUrl(href, document)?.href ?? '')
}
