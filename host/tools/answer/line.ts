import type { ElementStates } from '../../../shared/observation.ts'
import type { ElementView } from '../../runtime/types.ts'
import type { PageWords } from './neutralise.ts'

/** Columns of what one element may say. */
const NAME = 100
const VALUE = 80
const DETAIL = 60
const OPTIONS_SHOWN = 8

/** What tells one element from its like on the page; computed once for the whole list. */
export interface Lookalikes {
  /** Role and name that more than one element has. */
  repeated: ReadonlySet<string>
  /** Host of the page: links elsewhere say so. */
  host: string
}

export const likeness = (element: ElementView) => `${element.role}|${element.name}`

export function lookalikes(elements: readonly ElementView[], url: string): Lookalikes {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const element of elements) {
    const key = likeness(element)
    if (seen.has(key)) repeated.add(key)
    seen.add(key)
  }
  return { repeated, host: hostOf(url) }
}

/** `e3 searchbox "Search" ="lamp" required`: ref, role, quoted name, then only what differs from the usual. */
export function elementLine(element: ElementView, words: PageWords, alike: Lookalikes): string {
  const parts = [element.ref, roleWord(element)]
  if (element.name !== '' || element.value === undefined) parts.push(words.quote(element.name, NAME))
  if (element.value) parts.push(`=${words.quote(element.value, VALUE)}`)
  parts.push(...stateWords(element.states, words), ...effectWords(element, words), ...fieldWords(element, words))
  if (element.name === '' && element.testId) parts.push(`testid=${words.quote(element.testId, DETAIL)}`)
  if (element.paginationKind && !/[\p{L}\p{N}]/u.test(element.name)) parts.push(`page=${element.paginationKind}`)
  const destination = destinationWord(element, words, alike)
  if (destination) parts.push(destination)
  if (element.context && alike.repeated.has(likeness(element))) parts.push(`in ${words.quote(element.context, DETAIL)}`)
  return parts.join(' ')
}

/** Roles are page-made where the attribute is: only a plain word passes. */
function roleWord(element: ElementView): string {
  const role = element.role
  return /^[a-z]{2,30}$/.test(role) && role !== 'generic' && role !== 'none' ? role : element.kind
}

const FLAGS: readonly (readonly [keyof ElementStates, string])[] = [
  ['disabled', 'disabled'],
  ['readonly', 'readonly'],
  ['required', 'required'],
  ['invalid', 'invalid'],
  ['focused', 'focused'],
  ['multiple', 'multiple'],
  ['blocked', 'blocked'],
  ['draggable', 'draggable'],
]

function stateWords(states: ElementStates, words: PageWords): string[] {
  const out: string[] = []
  if (states.checked !== undefined)
    out.push(states.checked === 'mixed' ? 'mixed' : states.checked ? 'checked' : 'unchecked')
  if (states.selected) out.push('selected')
  if (states.pressed) out.push(states.pressed === 'mixed' ? 'half-pressed' : 'pressed')
  if (states.expanded !== undefined) out.push(states.expanded ? 'expanded' : 'collapsed')
  if (states.current)
    out.push(
      states.current === 'page' || states.current === 'true' ? 'current' : `current=${words.quote(states.current, 20)}`,
    )
  for (const [key, word] of FLAGS) if (states[key]) out.push(word)
  // `expanded` and `collapsed` already say that something opens.
  if (states.popup && states.expanded === undefined) out.push(`opens ${words.quote(states.popup, 20)}`)
  return out
}

function effectWords({ effects }: ElementView, words: PageWords): string[] {
  if (!effects) return []
  const out: string[] = []
  if (effects.newContext) out.push('new-tab')
  if (effects.download) out.push('download')
  if (effects.fileChooser) out.push('file-chooser')
  if (effects.externalProtocol) out.push(`external=${words.quote(effects.externalProtocol, 20)}`)
  return out
}

/** Input types whose role already says what they take. */
const TOLD_BY_ROLE = new Set(['text', 'search', 'checkbox', 'radio', 'submit', 'button', 'range', 'number', 'file'])

function fieldWords(element: ElementView, words: PageWords): string[] {
  const out: string[] = []
  const limits = element.constraints
  if (limits) {
    if (limits.type && /^[a-z-]{2,20}$/.test(limits.type) && !TOLD_BY_ROLE.has(limits.type))
      out.push(`type=${limits.type}`)
    if (limits.placeholder && limits.placeholder !== element.name && !element.value) {
      out.push(`placeholder=${words.quote(limits.placeholder, DETAIL)}`)
    }
    if (limits.min !== undefined) out.push(`min=${words.quote(limits.min, 20)}`)
    if (limits.max !== undefined) out.push(`max=${words.quote(limits.max, 20)}`)
    if (limits.maxLength !== undefined && limits.maxLength <= 40) out.push(`maxlength=${limits.maxLength}`)
    if (limits.pattern) out.push(`pattern=${words.quote(limits.pattern, DETAIL)}`)
    if (limits.accept) out.push(`accept=${words.quote(limits.accept, DETAIL)}`)
  }
  if (element.description) out.push(`(${words.quote(element.description, DETAIL)})`)
  const options = element.options
  if (options?.length) {
    const total = element.optionsTotal ?? options.length
    const shown = options.slice(0, OPTIONS_SHOWN).map((option) => words.quote(option.label, 40))
    out.push(`options: ${shown.join(', ')}${total > shown.length ? ` of ${total}` : ''}`)
  }
  return out
}

/** Where a link leads, when its name does not say: elsewhere, nameless, or named like another. */
function destinationWord(element: ElementView, words: PageWords, alike: Lookalikes): string | undefined {
  if (!element.href) return undefined
  const url = URL.parse(element.href)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const told = element.name !== '' && (element.pagination || !alike.repeated.has(likeness(element)))
  const elsewhere = url.host === alike.host ? '' : url.host
  const path = told ? '' : `${url.pathname}${url.search}${url.hash}`
  if (elsewhere === '' && path === '') return undefined
  return `→ ${words.url(elsewhere !== '' && path === '/' ? elsewhere : elsewhere + path, DETAIL)}`
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
