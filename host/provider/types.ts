import type { ExtractRequest, ExtractResult } from '../../shared/extraction.ts'
import type { ElementObservation, FrameObservation, ObserveRequest } from '../../shared/observation.ts'
import type { NetworkPolicy } from '../network/policy.ts'

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type BrowserProviderId = Branded<'BrowserProviderId'>
export type BrowserSessionId = Branded<'BrowserSessionId'>
/** Opaque to everyone but the provider that made it. */
export type ProviderTarget = Branded<'ProviderTarget'>

export interface ProviderCapabilities {
  extract: boolean
  screenshot: boolean
  checkpoint: boolean
  diagnostics: boolean
  multiplePages: boolean
  profile: boolean
}

/** `resume` keeps a checkpoint between environments, `profile` a whole browser profile. */
export type Persistence = 'ephemeral' | 'resume' | 'profile'

export interface ProviderOpenRequest {
  sessionId: BrowserSessionId
  persistence: Persistence
  /** Already narrowed and validated; absent means the provider's own default. */
  network?: NetworkPolicy
}

/**
 * Opens environments. `open()` and `restore()` own every partial resource until they fulfil: a rejection leaves
 * nothing running. Cancellation must not return while ignored work continues.
 */
export interface BrowserProvider {
  readonly id: BrowserProviderId
  /** Recorded with each checkpoint; a restore by another version is refused. */
  readonly version?: string
  readonly capabilities: ProviderCapabilities
  /** The operator's policy for this provider: consumers narrow it. Absent means `STRICT_POLICY`. */
  readonly network?: NetworkPolicy
  available(signal: AbortSignal): Promise<boolean>
  /** Why it is unavailable, naming the remedy. Quoted by selection errors. */
  unavailableReason?(): string | undefined
  open(request: ProviderOpenRequest, signal: AbortSignal): Promise<ProviderEnvironment>
  /** Throws `BROWSER_CHECKPOINT_PAYLOAD_MISSING` where the payload is gone. Required with `checkpoint`. */
  restore?(request: ProviderOpenRequest, payload: string, signal: AbortSignal): Promise<ProviderEnvironment>
  /** Removing what is not there succeeds. Required with `checkpoint`. */
  destroyCheckpoint?(payload: string, signal: AbortSignal): Promise<void>
  /** The browser profiles that are kept, whether in use or not. Required with `profile`. */
  profiles?(signal: AbortSignal): Promise<ProviderProfile[]>
  /**
   * Removing what is not there succeeds. Throws `BROWSER_SESSION_CONFLICT` while a browser uses it. Required with
   * `profile`.
   */
  destroyProfile?(sessionId: BrowserSessionId, signal: AbortSignal): Promise<void>
  dispose?(): Promise<void>
}

/** A browser profile of its own that one session has. */
export interface ProviderProfile {
  sessionId: BrowserSessionId
  /** When it was last opened or closed. */
  usedAt: number
  /** Size on disk when it was last opened or closed. */
  bytes: number
  /** Whether a browser uses it, of this process or another. */
  inUse: boolean
}

/** Why an environment ended without being asked to. */
export interface EnvironmentLoss {
  reason: 'browser-crashed' | 'browser-disconnected' | 'page-lost'
  message: string
}

/**
 * One isolated browser context. The runtime calls one method at a time (but `close()` at any time, repeatedly).
 * After an abort the environment is unusable and the runtime closes it.
 */
export interface ProviderEnvironment {
  observe(request: ProviderObserveRequest, signal: AbortSignal): Promise<ProviderObservation>
  act(action: ProviderAction, signal: AbortSignal): Promise<ProviderActionResult>
  extract?(request: ProviderExtractRequest, signal: AbortSignal): Promise<ExtractResult>
  /** Those of the targets whose elements a CSS selector matches, in their order. */
  match?(request: ProviderMatchRequest, signal: AbortSignal): Promise<ProviderTarget[]>
  screenshot?(request: ProviderScreenshotRequest, signal: AbortSignal): Promise<Screenshot>
  diagnostics?(request: DiagnosticsRequest, signal: AbortSignal): Promise<Diagnostics>
  /** Writes a payload and answers its opaque name. */
  checkpoint?(signal: AbortSignal): Promise<{ payload: string; bytes: number }>
  /** Last URL known of the active page, without waiting for anything. */
  url(): string
  /** Settles when the environment ends by itself; never rejects. */
  readonly lost: Promise<EnvironmentLoss>
  /** Memory of the browser processes in bytes where it can be known. */
  memory?(): Promise<number | undefined>
  close(): Promise<void>
}

export interface ProviderObserveRequest extends Omit<ObserveRequest, 'region'> {
  region?: ProviderTarget
}

export interface ProviderElement extends Omit<ElementObservation, 'id'> {
  /** Names the element while it lives, unique within the environment. The runtime keeps its ref by this. */
  key: string
  target: ProviderTarget
  /** Index into `frames`; 0 is the main frame. */
  frame: number
}

export interface ProviderFrame {
  /** Index of the parent frame; -1 for the main frame. */
  parent: number
  url: string
  title: string
  name: string
  status: 'observed' | 'timeout' | 'limit' | 'failed' | 'hidden'
  elementsTotal: number
  textTotalChars: number
}

export interface PageTab {
  /** Provider's name for the page, stable while it is open. */
  key: string
  url: string
  title: string
  active: boolean
}

export interface PendingDialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload'
  message: string
  defaultValue: string
}

export interface ProviderObservation
  extends Omit<FrameObservation, 'protocol' | 'document' | 'elements' | 'frames' | 'groups'> {
  /** Names the page and document: changes with each navigation. */
  page: string
  elements: ProviderElement[]
  frames: ProviderFrame[]
  groups: { key: string; label: string; elements: number }[]
  /** HTTP status of the main document where it is known. */
  status?: number
  tabs?: PageTab[]
  dialog?: PendingDialog
}

export type MouseButton = 'left' | 'right' | 'middle'
export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift'

/** Actions upon one element. `Target` is a ref to consumers and an opaque target to providers. */
export type ElementAction<Target> =
  | { type: 'click'; target: Target; button?: MouseButton; clicks?: 1 | 2 | 3; modifiers?: Modifier[] }
  | { type: 'fill'; target: Target; value: string; submit?: boolean }
  /** `value` reaches the page only; evidence keeps `reference`. */
  | { type: 'fill-credential'; target: Target; value: string; reference: string; submit?: boolean }
  | { type: 'select'; target: Target; options: string[] }
  | { type: 'check'; target: Target; checked: boolean }
  | { type: 'hover'; target: Target }
  | { type: 'drag'; target: Target; to: Target }

/** Actions upon the page, or upon an element where one is named. */
export type PageAction<Target> =
  | { type: 'navigate'; url: string }
  /** A key or a chord such as `Enter` or `Control+a`; goes to the focused element where no target is named. */
  | { type: 'press'; key: string; target?: Target }
  /** Whole viewports, or to the element or an end of the page. */
  | {
      type: 'scroll'
      target?: Target
      direction?: 'up' | 'down' | 'left' | 'right'
      amount?: number
      to?: 'top' | 'bottom'
    }
  | { type: 'back' }
  | { type: 'forward' }
  | { type: 'reload' }
  | { type: 'wait'; for: WaitCondition<Target>; timeoutMs?: number }
  | { type: 'dialog'; accept: boolean; text?: string }
  | { type: 'tab'; do: 'select' | 'close'; tab: string }
  | { type: 'tab'; do: 'open'; url: string }

export type WaitCondition<Target> =
  | { kind: 'settled' }
  | { kind: 'time'; ms: number }
  | { kind: 'text'; text: string; gone?: boolean }
  /** A substring of the URL. */
  | { kind: 'url'; url: string }
  | { kind: 'element'; target: Target; state: 'visible' | 'hidden' | 'enabled' | 'disabled' }

/** A target with what the runtime knew of it when it was observed. */
export interface ProviderActionTarget {
  target: ProviderTarget
  fingerprint: string
}

export type ProviderAction = ElementAction<ProviderActionTarget> | PageAction<ProviderActionTarget>

export interface ProviderActionResult {
  /** What happened beside the action: dialogs dismissed, popups and downloads stopped, navigation taken. */
  events: ProviderEvent[]
  navigated: boolean
}

export type ProviderEvent =
  | { type: 'dialog'; dialog: PendingDialog; answer: 'dismissed' | 'accepted' | 'pending' }
  | { type: 'tab-opened'; url: string; tab: string }
  | { type: 'denied'; reason: string; url?: string }

export interface ProviderExtractRequest extends Omit<ExtractRequest, 'region'> {
  region?: ProviderTarget
}

export interface ProviderMatchRequest {
  /** Throws `BROWSER_INPUT_INVALID` where it is none. */
  selector: string
  targets: ProviderTarget[]
}

export interface ProviderScreenshotRequest {
  area: 'viewport' | 'page' | ProviderActionTarget
  /** Draws these labels at their elements, in the picture only. */
  marks?: { target: ProviderTarget; label: string }[]
  /** Scale the picture down until it fits; never up. */
  maxSide?: number
  maxBytes?: number
}

export interface Screenshot {
  png: Uint8Array
  /** Device pixels. */
  width: number
  height: number
  url: string
}

export interface DiagnosticsRequest {
  /** Only what came after this mark. */
  since?: number
  /** Default 100 of each kind. */
  limit?: number
}

export interface Diagnostics {
  /** Pass as `since` to see only what comes later. */
  mark: number
  console: { level: string; text: string; url: string; time: number }[]
  errors: { message: string; url: string; time: number }[]
  requests: { url: string; method: string; status: number; failure: string; type: string; time: number }[]
  /** What was cut of each kind. */
  dropped: { console: number; errors: number; requests: number }
}
