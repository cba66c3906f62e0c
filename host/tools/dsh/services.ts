import type { Context } from '@deepseek-ai/cordis'
import type { ApprovalOutcome, BrowserCredentials } from '../credentials/source.ts'

/**
 * The host's optional services, as far as the tools use them. They are looked up when they are needed: at load time they
 * may not be there yet, and hosts differ in what they offer.
 */
export interface HostServices {
  attachments: { saveImage(input: { data: Uint8Array; mediaType: 'image/png'; name: string }): Promise<ImageRef> }
  llm: {
    resolveModelInfo(
      provider: string,
      model: string,
      signal?: AbortSignal,
    ): Promise<{ inputModalities?: readonly string[] }>
  }
  approval: {
    request(question: {
      agent: object
      toolName: string
      callId?: string
      reason?: string
      signal?: AbortSignal
    }): Promise<ApprovalOutcome>
  }
  credentials: { resolve(reference: string): Promise<{ value: string } | undefined> }
  browserCredentials: BrowserCredentials
}

/** Names a stored picture in the session's log. */
export interface ImageRef {
  attachmentId: string
  mediaType: string
  bytes: number
  width: number
  height: number
  name?: string
}

/** The caller, as far as the tools read it. */
export interface HostAgent {
  readonly id: string
  readonly options?: { provider?: string; model?: string }
  readonly session: {
    readonly id: string
    requestHeader?(): { config: { provider?: string; model?: string } } | undefined
  }
}

export function service<Name extends keyof HostServices>(ctx: Context, name: Name): HostServices[Name] | undefined {
  return ctx.get(name) as HostServices[Name] | undefined
}
