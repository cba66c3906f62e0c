import type { ElementStates } from '../../shared/observation.ts'
import { deepFocus } from '../dom/composed.ts'
import { attributeNamesOf, localNameOf } from '../dom/native.ts'
import { Effects } from '../identity/effects.ts'
import type { Identities } from '../identity/ids.ts'
import type { Names } from '../names/name.ts'
import { isSecret } from '../names/secret.ts'
import { statesOf } from '../names/states.ts'
import type { Deadline } from './deadline.ts'
import { identify } from './identify.ts'
import type { Box, Collected, Described, PageFacts } from './types.ts'

/** Names, states and ids; what is left when the deadline passes stays undescribed. */
export function describe(
  items: readonly Collected[],
  blocked: ReadonlySet<Collected>,
  page: PageFacts,
  names: Names,
  identities: Identities,
  deadline: Deadline,
): Described[] {
  const effects = new Effects(page.document)
  const viewport = page.layout.viewport()
  const focused = deepFocus(page.document)
  const described: Described[] = []
  for (const item of items) {
    if (described.length % 64 === 63 && deadline.passed()) break
    const { element, role, kind } = item
    // A password field is remembered as one when it is met, whether or not it is answered with.
    if (kind === 'field') isSecret(element)
    const identified = identify(element, role, names, effects)
    // A walk over the few names an element has is cheaper than asking for each of a dozen it does not have.
    const aria = attributeNamesOf(element).some((name) => name.startsWith('aria-'))
    const states: ElementStates = statesOf(element, localNameOf(element), role, aria)
    if (element === focused) states.focused = true
    if (isOutside(item.box, viewport)) states.offscreen = true
    if (blocked.has(item)) states.blocked = true
    described.push({
      ...item,
      id: identities.meet(element, { identified, place: item.place, proxy: item.proxy }),
      name: identified.name,
      states,
      href: kind === 'link' ? (effects.hrefOf(element) ?? '') : '',
      identified,
      effects: identified.effects,
    })
  }
  return described
}

const isOutside = ({ x, y, width, height }: Box, viewport: { width: number; height: number }): boolean =>
  x >= viewport.width || y >= viewport.height || x + width < 0 || y + height < 0
