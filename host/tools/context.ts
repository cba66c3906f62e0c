import type { BrowserLease } from '../runtime/types.ts'
import type { ToolSettings } from './config.ts'
import type { Credentials } from './credentials/source.ts'
import type { View } from './view.ts'

/** What a tool answers: text, and at most one picture. */
export interface Answer {
  text: string
  image?: { png: Uint8Array; width: number; height: number }
}

/** What one call may use. */
export interface ToolContext {
  readonly lease: BrowserLease
  readonly view: View
  readonly settings: ToolSettings
  readonly credentials: Credentials
  /** Ends when the caller gives up or the call's time is over. */
  readonly signal: AbortSignal
}
