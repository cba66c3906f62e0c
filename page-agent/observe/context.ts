import type { ElementObservation } from '../../shared/observation.ts'
import { composedParent } from '../dom/composed.ts'
import { attributeOf, localNameOf, nodeTypeOf, previousSiblingOf, queryFirst } from '../dom/native.ts'
import { append, remember } from '../maps.ts'
import type { Names } from '../names/name.ts'
import { roleOf } from '../names/role.ts'
import { collapse, textOf } from '../names/text-tools.ts'
import { wordSet } from '../tables.ts'

/** Roles whose name tells what stands in them. */
const NAMED = wordSet(
  'group radiogroup region form dialog alertdialog navigation search complementary table grid tabpanel article toolbar menu listbox figure',
)
/** Units that are told by their heading or first cell where they have no name. */
const UNITS = wordSet('tr li article section details dialog fieldset form')
/** Ancestors looked at, characters kept, and levels above a field where its unmarked label is looked for. */
const MAX_CLIMB = 30
const MAX_CHARS = 80
const LABEL_CLIMB = 3

/**
 * Fills `context` where it is needed: for elements that share role and name, what they stand in, as far as that tells
 * them apart; for a field without a name, the text before it.
 */
export function addContext(
  elements: readonly ElementObservation[],
  elementOf: (id: string) => Element | undefined,
  names: Names,
): void {
  const surroundings = new Map<Element, string>()
  const alike = new Map<string, ElementObservation[]>()
  for (const element of elements) {
    append(alike, `${element.role} ${element.name}`, element)
  }
  for (const group of alike.values()) {
    const found = group.map((item) => {
      const element = elementOf(item.id)
      if (!element) return ''
      if (item.name === '' && item.kind !== 'link') return textBefore(element)
      return group.length > 1 && !item.groupLabel ? surroundingOf(element, item.name, surroundings, names) : ''
    })
    const tellsApart = group[0]!.name === '' || new Set(found).size > 1
    group.forEach((item, index) => {
      if (tellsApart && found[index]) item.context = found[index]
    })
  }
}

function surroundingOf(element: Element, name: string, known: Map<Element, string>, names: Names): string {
  let at = composedParent(element)
  for (let climbed = 0; at && climbed < MAX_CLIMB; climbed++, at = composedParent(at)) {
    const unit = at
    const text = remember(known, unit, () => describeUnit(unit, names))
    if (text !== '' && text !== name) return text
  }
  return ''
}

function describeUnit(unit: Element, names: Names): string {
  const tag = localNameOf(unit)
  const role = roleOf(unit)
  const name = NAMED.has(role) ? names.of(unit, role) : ''
  if (name !== '' || !UNITS.has(tag)) return name.slice(0, MAX_CHARS)
  const head = queryFirst(unit, tag === 'tr' ? 'th, td' : 'h1, h2, h3, h4, h5, h6, [role=heading], summary, legend')
  return head ? textOf(head).slice(0, MAX_CHARS) : ''
}

/** The last text that stands before an element, in its own line or table row. */
function textBefore(element: Element): string {
  let at: Element | null = element
  for (let climbed = 0; at && climbed < LABEL_CLIMB; climbed++, at = composedParent(at)) {
    for (let node = previousSiblingOf(at); node; node = previousSiblingOf(node)) {
      const type = nodeTypeOf(node)
      const text = type === 3 ? collapse((node as Text).data.slice(-400)) : type === 1 ? labelText(node as Element) : ''
      if (text !== '') return text.slice(-MAX_CHARS)
    }
  }
  return ''
}

/** Other controls and hidden content before a field are not its label. */
function labelText(element: Element): string {
  if (
    attributeOf(element, 'aria-hidden') === 'true' ||
    /^(script|style|template|select|textarea)$/.test(localNameOf(element))
  )
    return ''
  return queryFirst(element, 'input, select, textarea, button') ? '' : textOf(element)
}
