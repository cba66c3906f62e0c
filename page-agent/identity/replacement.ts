import { attributeOf, isConnected, localNameOf } from '../dom/native.ts'
import type { Collected, Place } from '../observe/types.ts'
import { wordSet } from '../tables.ts'

/** Tags and roles of units that repeat: equal controls in two of them mean two different things. */
const UNIT_TAGS = wordSet('li tr article dd option')
const UNIT_ROLES = wordSet('listitem row article option treeitem')
/** Characters of a unit's text that are compared. */
const MAX_UNIT = 2000

/**
 * The element that took the old one's place when the page was rendered anew: below the nearest ancestor that is still
 * there, reached by the same tags, in a unit with the same text. Of several like it, the one at the same indexes, if
 * there are as many as before.
 */
export function replacementFor(
  place: Place,
  twinsBefore: number,
  candidatesBelow: (root: Element) => readonly Collected[],
): Collected | 'gone' | 'ambiguous' {
  const steps: Place[] = []
  let anchor: Place | undefined = place
  while (anchor && !isConnected(anchor.element)) {
    steps.push(anchor)
    anchor = anchor.parent
  }
  if (!anchor) return 'gone'
  const root = anchor.element
  const alike = candidatesBelow(root).filter((item) => sameWay(steps, item.place, root, false))
  const same = alike.filter((item) => sameUnit(steps, item.place, root))
  if (same.length === 0) return alike.length > 1 ? 'ambiguous' : 'gone'
  if (same.length === 1 && (alike.length === 1 || alike.length === twinsBefore)) return same[0]!
  const exact = same.filter((item) => sameWay(steps, item.place, root, true))
  return exact.length === 1 && alike.length === twinsBefore ? exact[0]! : 'ambiguous'
}

function sameWay(steps: readonly Place[], place: Place, root: Element, indexes: boolean): boolean {
  let at: Place | undefined = place
  for (const step of steps) {
    if (!at || at.element === root || localNameOf(at.element) !== localNameOf(step.element)) return false
    if (indexes && at.index !== step.index) return false
    at = at.parent
  }
  return at?.element === root
}

/** Whether the nearest repeating unit around both says the same. */
function sameUnit(steps: readonly Place[], place: Place, root: Element): boolean {
  let at: Place | undefined = place
  for (const step of steps) {
    if (!at || at.element === root) return true
    if (isUnit(step.element)) return textOf(step.element) === textOf(at.element)
    at = at.parent
  }
  return true
}

const isUnit = (element: Element): boolean =>
  UNIT_TAGS.has(localNameOf(element)) || UNIT_ROLES.has(attributeOf(element, 'role') ?? '')

const textOf = (element: Element): string => (element.textContent ?? '').slice(0, MAX_UNIT).replace(/\s+/g, ' ').trim()
