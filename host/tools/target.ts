import { BrowserError } from '../errors/browser-error.ts'
import type { ElementView, Observation } from '../runtime/types.ts'
import { fenced } from './answer/fence.ts'
import { elementLine, lookalikes } from './answer/line.ts'
import type { PageWords } from './answer/neutralise.ts'
import { TargetError } from './failure.ts'

/** A target as a model writes it. */
export type Target = { by: 'ref'; ref: string } | { by: 'css'; selector: string } | SemanticTarget

export interface SemanticTarget {
  by: 'role' | 'label' | 'text' | 'placeholder' | 'testid'
  role?: string
  /** Empty with `role` where any name will do. */
  text: string
}

const CANDIDATES_SHOWN = 10
const CSS = 'css='
const PREFIXED = /^(label|text|placeholder|testid|role)=(.*)$/s

/** With `css`, `css=SELECTOR` as well. Throws `BROWSER_INPUT_INVALID` for what is none. */
export function parseTarget(written: string, css = false): Target {
  const target = written.trim()
  if (/^e\d{1,9}$/.test(target)) return { by: 'ref', ref: target }
  if (css && target.startsWith(CSS)) return { by: 'css', selector: target.slice(CSS.length).trim() }
  const [, prefix, rest] = PREFIXED.exec(target) ?? []
  if (prefix !== undefined && prefix !== 'role') return { by: prefix as SemanticTarget['by'], text: unquote(rest!) }
  const [, role, name] = /^([\w-]{2,30})(?:\|(.*))?$/s.exec(prefix === 'role' ? rest! : target) ?? []
  if (role !== undefined && (prefix === 'role' || name !== undefined)) {
    return { by: 'role', role: role.toLowerCase(), text: unquote(name ?? '') }
  }
  throw new BrowserError(
    'BROWSER_INPUT_INVALID',
    `target: ${JSON.stringify(target.slice(0, 80))} is neither a ref (e12) nor role|name, label=, text=, placeholder= or testid=.`,
    { refsValid: true },
  )
}

const unquote = (text: string) => text.trim().replace(/^(["'])(.*)\1$/s, '$2')
const folded = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()

/** What of an element a kind of target is compared with; an empty list means that it cannot be meant. */
const COMPARED: Readonly<
  Record<SemanticTarget['by'], (element: ElementView, target: SemanticTarget) => readonly (string | undefined)[]>
> = {
  role: (element, { role }) => (element.role === role || element.kind === role ? [element.name] : []),
  label: (element) => (element.kind === 'link' || element.kind === 'button' ? [] : [element.name]),
  text: (element) => [element.name, element.value],
  placeholder: (element) => [element.constraints?.placeholder],
  testid: (element) => [element.testId],
}

/** Elements a target can mean, best first: those that match exactly hide those that only contain the text. */
export function matches(target: SemanticTarget, elements: readonly ElementView[]): ElementView[] {
  const wanted = target.by === 'testid' ? target.text : folded(target.text)
  const norm = target.by === 'testid' ? (text: string) => text : folded
  const ranked = elements.map((element) => {
    const texts = COMPARED[target.by](element, target)
      .filter((text) => text !== undefined)
      .map(norm)
    if (wanted === '') return target.by === 'role' && texts.length > 0 ? 2 : 0
    if (texts.includes(wanted)) return 2
    return target.by !== 'testid' && texts.some((text) => text.includes(wanted)) ? 1 : 0
  })
  const best = Math.max(0, ...ranked)
  if (best === 0) return []
  const found = elements.filter((_, index) => ranked[index] === best)
  // What lies under a modal cannot be acted on, so it is not what is meant where something else can be.
  const reachable = found.filter(({ states }) => !states.blocked)
  return reachable.length > 0 ? reachable : found
}

/** The one element of the observation that is meant, else an error that lists what could be. */
export function onlyOne(
  written: string,
  found: readonly ElementView[],
  observation: Observation,
  words: PageWords,
): ElementView {
  if (found.length === 1) return found[0]!
  if (found.length === 0) {
    throw new TargetError(
      'BROWSER_TARGET_NOT_FOUND',
      `No element of ${observation.id} matches ${written.trim().slice(0, 120)}.`,
    )
  }
  const alike = lookalikes(observation.elements, observation.url)
  const lines = found.slice(0, CANDIDATES_SHOWN).map((element) => elementLine(element, words, alike))
  const rest = found.length - lines.length
  throw new TargetError(
    'BROWSER_TARGET_AMBIGUOUS',
    `${found.length} elements match ${written.trim().slice(0, 120)}${rest > 0 ? `; the first ${lines.length} of them` : ''}:`,
    fenced(observation.id, lines),
  )
}
