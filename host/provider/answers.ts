import { z } from 'zod'
import type { ExtractionKind, ExtractResult } from '../../shared/extraction.ts'
import { BrowserError } from '../errors/browser-error.ts'
import { cut } from '../text.ts'
import type {
  BrowserSessionId,
  Diagnostics,
  ProviderActionResult,
  ProviderObservation,
  ProviderObserveRequest,
  ProviderProfile,
  ProviderTarget,
  Screenshot,
} from './types.ts'

/*
 * The border between providers and the runtime. What a provider answers was shaped by a page, and the page may be
 * hostile: types are checked, unknown keys dropped, text cut to bounds. Identities are never cut: one that is too long
 * makes the answer invalid.
 */

const MAX_IDENTITY_CHARS = 8_192
const MAX_FRAMES = 1_000
const MAX_GROUPS = 20_000
const MAX_TABS = 100
const MAX_OPTIONS = 1_000
const MAX_EVENTS = 200
const MAX_PROFILES = 10_000

const text = (max: number) => z.string().transform((value) => cut(value, max))
const upTo = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess((value) => (Array.isArray(value) && value.length > max ? value.slice(0, max) : value), z.array(item))
const identity = z.string().min(1).max(MAX_IDENTITY_CHARS)
const target = identity.transform((value) => value as ProviderTarget)
const total = z.number().int().nonnegative()
const name = text(2_000)
const url = text(8_192)
const pixels = z.number().finite()
const optional = z.exactOptional
const yes = z.literal(true)

const states = z.object({
  disabled: optional(yes),
  readonly: optional(yes),
  required: optional(yes),
  invalid: optional(yes),
  focused: optional(yes),
  checked: optional(z.union([z.boolean(), z.literal('mixed')])),
  selected: optional(z.boolean()),
  pressed: optional(z.union([z.boolean(), z.literal('mixed')])),
  expanded: optional(z.boolean()),
  current: optional(text(100)),
  popup: optional(text(100)),
  multiple: optional(yes),
  offscreen: optional(yes),
  blocked: optional(yes),
  draggable: optional(yes),
})

const option = z.object({ label: name, value: name, selected: optional(yes), disabled: optional(yes) })

const constraints = z.object({
  type: optional(text(100)),
  min: optional(text(100)),
  max: optional(text(100)),
  step: optional(text(100)),
  minLength: optional(z.number()),
  maxLength: optional(z.number()),
  pattern: optional(text(1_000)),
  placeholder: optional(name),
  accept: optional(text(1_000)),
  autocomplete: optional(text(200)),
})

const effects = z.object({
  newContext: optional(yes),
  download: optional(yes),
  externalProtocol: optional(text(100)),
  fileChooser: optional(yes),
})

const element = z.object({
  key: identity,
  target,
  frame: total,
  kind: z.enum(['link', 'button', 'field', 'toggle', 'choice', 'option', 'range', 'file', 'clickable']),
  role: text(100),
  name,
  nameTruncated: optional(yes),
  description: optional(name),
  value: optional(text(10_000)),
  valueTruncated: optional(yes),
  states,
  tier: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  section: z.enum(['main', 'navigation', 'header', 'footer', 'aside', 'dialog', 'search', 'form']),
  context: optional(name),
  pagination: z.boolean(),
  paginationKind: optional(z.enum(['previous', 'next', 'page', 'first', 'last', 'more'])),
  groupKey: optional(identity),
  groupLabel: optional(name),
  href: optional(url),
  testId: optional(text(200)),
  options: optional(upTo(option, MAX_OPTIONS)),
  optionsTotal: optional(total),
  constraints: optional(constraints),
  effects: optional(effects),
  ordinal: total,
  fingerprint: identity,
})

const frame = z.object({
  parent: z.number().int().min(-1),
  url,
  title: name,
  name,
  status: z.enum(['observed', 'timeout', 'limit', 'failed', 'hidden']),
  elementsTotal: total,
  textTotalChars: total,
})

const dialog = z.object({
  type: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
  message: text(10_000),
  defaultValue: text(10_000),
})

const tab = z.object({ key: identity, url, title: name, active: z.boolean() })

const observation = z.object({
  page: identity,
  url,
  title: name,
  language: text(100),
  status: optional(z.number().int()),
  text: z.string(),
  textTotalChars: total,
  textTruncated: z.boolean(),
  elements: z.array(element),
  elementsTotal: total,
  elementsTruncated: z.boolean(),
  groups: upTo(z.object({ key: identity, label: name, elements: total }), MAX_GROUPS),
  frames: upTo(frame, MAX_FRAMES),
  closedShadowRoots: total,
  incomplete: optional(z.enum(['nodes', 'time'])),
  scroll: z.object({
    x: pixels,
    y: pixels,
    width: pixels,
    height: pixels,
    viewportWidth: pixels,
    viewportHeight: pixels,
  }),
  modal: optional(name),
  tabs: optional(upTo(tab, MAX_TABS)),
  dialog: optional(dialog),
})

const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('dialog'), dialog, answer: z.enum(['dismissed', 'accepted', 'pending']) }),
  z.object({ type: z.literal('tab-opened'), url, tab: identity }),
  z.object({ type: z.literal('denied'), reason: text(200), url: optional(url) }),
])

const actionResult = z.object({ events: upTo(event, MAX_EVENTS), navigated: z.boolean() })

const screenshot = z.object({
  png: z.instanceof(Uint8Array),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  url,
})

const count = z.number().int().nonnegative()
const diagnostics = (limit: number) =>
  z.object({
    mark: z.number(),
    console: upTo(z.object({ level: text(50), text: text(10_000), url, time: z.number() }), limit),
    errors: upTo(z.object({ message: text(10_000), url, time: z.number() }), limit),
    requests: upTo(
      z.object({
        url,
        method: text(50),
        status: z.number(),
        failure: text(1_000),
        type: text(50),
        time: z.number(),
      }),
      limit,
    ),
    dropped: z.object({ console: count, errors: count, requests: count }),
  })

const checkpoint = z.object({ payload: z.string().min(1).max(1_000), bytes: total })

const profiles = upTo(
  z.object({
    sessionId: z
      .string()
      .min(1)
      .max(200)
      .transform((value) => value as BrowserSessionId),
    usedAt: z.number(),
    bytes: total,
    inUse: z.boolean(),
  }),
  MAX_PROFILES,
)

function checked<Answer>(what: string, schema: z.ZodType<Answer>, answer: unknown): Answer {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue?.path.join('.') || 'the answer'
  throw new BrowserError(
    'BROWSER_PROVIDER_FAILED',
    cut(`The provider's ${what} is invalid at ${where}: ${issue?.message ?? 'unknown'}.`, 500),
    { reason: 'invalid-answer' },
  )
}

/** An observation inside the budgets of its request. Throws `BROWSER_PROVIDER_FAILED` where the answer is malformed. */
export function checkedObservation(
  answer: unknown,
  request: Required<Pick<ProviderObserveRequest, 'maxElements' | 'maxTextChars'>>,
): ProviderObservation {
  const raw = answer as { elements?: unknown } | null
  // Cut before the check: what is beyond the budget is not worth reading.
  const over = Array.isArray(raw?.elements) && raw.elements.length > request.maxElements
  const bounded = over ? { ...raw, elements: (raw.elements as unknown[]).slice(0, request.maxElements) } : answer
  const seen = checked<ProviderObservation>('observation', observation, bounded)
  const keys = new Set(seen.elements.map(({ key }) => key))
  if (keys.size < seen.elements.length) throw malformed('two elements have one key')
  if (seen.elements.some((one) => one.frame >= Math.max(1, seen.frames.length))) {
    throw malformed('an element names a frame that is not listed')
  }
  const kept = cut(seen.text, request.maxTextChars)
  return {
    ...seen,
    text: kept,
    textTruncated: seen.textTruncated || kept.length < seen.text.length,
    elementsTruncated: seen.elementsTruncated || over,
  }
}

export const checkedActionResult = (answer: unknown): ProviderActionResult =>
  checked<ProviderActionResult>('action result', actionResult, answer)

export const checkedScreenshot = (answer: unknown): Screenshot => checked<Screenshot>('screenshot', screenshot, answer)

export const checkedDiagnostics = (answer: unknown, limit: number): Diagnostics =>
  checked<Diagnostics>('diagnostics', diagnostics(limit), answer)

export const checkedCheckpoint = (answer: unknown): { payload: string; bytes: number } =>
  checked('checkpoint', checkpoint, answer)

export const checkedProfiles = (answer: unknown): ProviderProfile[] =>
  checked<ProviderProfile[]>('list of profiles', profiles, answer)

export const checkedTargets = (answer: unknown): ProviderTarget[] =>
  checked<ProviderTarget[]>('matches', z.array(target), answer)

const MAX_EXTRACTION_CHARS = 8_000_000

const extraction = z.object({ kind: z.string(), url: z.string(), title: z.string(), total, truncated: z.boolean() })

/** Plain JSON of the kind that was asked for. Throws `BROWSER_PROVIDER_FAILED` beyond 8,000,000 characters. */
export function checkedExtraction(answer: unknown, kind: ExtractionKind): ExtractResult {
  checked('extraction', extraction.extend({ kind: z.literal(kind) }), answer)
  const json = JSON.stringify(answer)
  if (json.length > MAX_EXTRACTION_CHARS) {
    throw new BrowserError(
      'BROWSER_PROVIDER_FAILED',
      `The provider's extraction has ${json.length} characters, above ${MAX_EXTRACTION_CHARS}.`,
      { reason: 'invalid-answer' },
    )
  }
  return JSON.parse(json)
}

const malformed = (why: string) =>
  new BrowserError('BROWSER_PROVIDER_FAILED', `The provider's observation is invalid: ${why}.`, {
    reason: 'invalid-answer',
  })
