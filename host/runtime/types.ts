import type { ExtractRequest, ExtractResult } from '../../shared/extraction.ts'
import type { ElementObservation, ObserveRequest } from '../../shared/observation.ts'
import type { BrowserErrorCode } from '../errors/catalogue.ts'
import type { NetworkPolicy } from '../network/policy.ts'
import type {
  Diagnostics,
  DiagnosticsRequest,
  ElementAction,
  PageAction,
  PageTab,
  PendingDialog,
  Persistence,
  ProviderCapabilities,
  ProviderEvent,
  ProviderFrame,
  Screenshot,
} from '../provider/types.ts'

/** A ref: `e12`. Good while its element lives and the newest observation has it. */
export type Ref = string

export interface AcquireRequest {
  /** Identity is the key: the exact object shares an environment, an equal one does not. Never inspected. */
  owner: object
  /** Names the durable session, 1 to 200 characters. */
  sessionId: string
  persistence?: Persistence
  provider?: string
  require?: Partial<ProviderCapabilities>
  /** May narrow the operator's policy, and widen it only within `consumerAllowHosts` of the configuration. */
  network?: Partial<NetworkPolicy>
  signal?: AbortSignal
}

export interface ElementView extends Omit<ElementObservation, 'id' | 'groupKey'> {
  ref: Ref
  /** `g1` …, where the element belongs to a record. */
  group?: string
  /** Index into `frames`. */
  frame: number
}

export interface Observation {
  /** `o7`: counts up within the environment. */
  id: string
  environment: string
  /** Counts up whenever the environment is opened or restored anew. */
  generation: number
  page: string
  /** Counts up with each observation of the same page that differs from the one before. */
  revision: number
  /** SHA-256 of what was seen, hex. Equal digests mean that nothing changed. */
  digest: string
  takenAt: number
  url: string
  title: string
  language: string
  status?: number
  text: string
  textTotalChars: number
  textTruncated: boolean
  elements: ElementView[]
  elementsTotal: number
  elementsTruncated: boolean
  groups: { ref: string; label: string; elements: number }[]
  frames: ProviderFrame[]
  closedShadowRoots: number
  incomplete?: 'nodes' | 'time'
  scroll: { x: number; y: number; width: number; height: number; viewportWidth: number; viewportHeight: number }
  modal?: string
  tabs?: PageTab[]
  dialog?: PendingDialog
}

/** Actions as a consumer names them: `observation` is the id that the refs come from. */
export type BrowserAction =
  | (ElementAction<Ref> & { observation: string })
  | (PageAction<Ref> & { observation?: string })

/** An action with nothing secret in it. */
export type RedactedAction = { type: BrowserAction['type'] } & Record<string, string | number | boolean | undefined>

export interface ObservationChange {
  appeared: Ref[]
  gone: Ref[]
  changed: { ref: Ref; what: ('name' | 'value' | 'states')[] }[]
  /** Lines of text that were not there before, cut to a bound. */
  textAdded: string[]
  textRemoved: string[]
  /** Set where another document is shown. */
  navigated: boolean
}

export interface BrowserTransition {
  id: string
  environment: string
  generation: number
  sessionId: string
  action: RedactedAction
  outcome: 'succeeded' | 'failed' | 'unknown'
  failure?: { code: BrowserErrorCode; message: string; reason?: string }
  before?: Observation
  after?: Observation
  change?: ObservationChange
  events: ProviderEvent[]
  metrics: {
    startedAt: number
    totalMs: number
    actionMs: number
    observationMs: number
    textChars: number
    elements: number
    textTruncated: boolean
    elementsTruncated: boolean
  }
}

export interface ExtractionRequest extends Omit<ExtractRequest, 'region'> {
  region?: Ref
  observation?: string
}

export interface MatchRequest {
  /** A CSS selector; what lies in a frame or shadow root is matched within that tree. At most 1,000 characters. */
  selector: string
  observation: string
}

export interface ScreenshotRequest {
  /** Default `viewport`. */
  area?: 'viewport' | 'page' | { ref: Ref; observation: string }
  /** Draw the refs of the newest observation. */
  marks?: boolean
  maxSide?: number
  maxBytes?: number
}

/** What a session goes on with: a checkpoint, or the browser profile that it has instead. */
export interface CheckpointRecord {
  kind: 'checkpoint' | 'profile'
  sessionId: string
  provider: string
  providerVersion: string
  /** Of the environment that wrote it; 0 for a profile. */
  generation: number
  /** For a profile, when it was last opened or closed. */
  createdAt: number
  bytes: number
  url: string
}

export interface RuntimeObserveRequest extends Omit<ObserveRequest, 'region'> {
  region?: Ref
  observation?: string
}

export interface BrowserLease {
  readonly environment: string
  readonly sessionId: string
  readonly provider: string
  readonly capabilities: ProviderCapabilities
  /** The newest observation, without asking the page. */
  readonly current: Observation | undefined
  observe(request?: RuntimeObserveRequest, signal?: AbortSignal): Promise<Observation>
  act(action: BrowserAction, signal?: AbortSignal): Promise<BrowserTransition>
  extract(request: ExtractionRequest, signal?: AbortSignal): Promise<ExtractResult>
  /** Refs of the newest observation whose elements a selector matches. For operators: agents name what they see. */
  match(request: MatchRequest, signal?: AbortSignal): Promise<Ref[]>
  screenshot(request?: ScreenshotRequest, signal?: AbortSignal): Promise<Screenshot>
  diagnostics(request?: DiagnosticsRequest, signal?: AbortSignal): Promise<Diagnostics>
  checkpoint(signal?: AbortSignal): Promise<CheckpointRecord>
  release(): Promise<void>
}

export interface EnvironmentStatus {
  environment: string
  generation: number
  sessionId: string
  provider: string
  /** False between a close for idleness or a loss and the next operation. */
  open: boolean
  leases: number
  queued: number
  openedAt: number
  idleMs: number
  url: string
  memoryBytes?: number
}

export interface RuntimeStatus {
  providers: { id: string; capabilities: ProviderCapabilities }[]
  environments: EnvironmentStatus[]
  opening: number
  waiting: number
  checkpoints: number
  transitions: number
}

export interface TransitionQuery {
  sessionId?: string
  environment?: string
  limit?: number
}

/** A transition as the durable index keeps it: no page text, no targets. */
export interface CompactTransition extends Omit<BrowserTransition, 'before' | 'after' | 'change' | 'events'> {
  before?: { observation: string; url: string; digest: string; revision: number }
  after?: { observation: string; url: string; digest: string; revision: number }
}

export interface BrowserRuntimeApi {
  acquire(request: AcquireRequest): Promise<BrowserLease>
  registerProvider(provider: import('../provider/types.ts').BrowserProvider): () => Promise<void>
  status(): Promise<RuntimeStatus>
  listTransitions(query?: TransitionQuery): Promise<CompactTransition[]>
  /** Checkpoints and browser profiles, the newest first. */
  listCheckpoints(): Promise<CheckpointRecord[]>
  /** Deletes what the session goes on with. Rejects with `BROWSER_SESSION_CONFLICT` while a browser uses its profile. */
  deleteCheckpoint(sessionId: string): Promise<boolean>
  /** The number of checkpoints and browser profiles dropped. */
  pruneCheckpoints(): Promise<number>
}
