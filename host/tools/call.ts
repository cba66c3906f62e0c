import { BrowserError } from '../errors/browser-error.ts'
import { PageWords } from './answer/neutralise.ts'
import type { Binding } from './binding.ts'
import type { ToolSettings } from './config.ts'
import type { Answer } from './context.ts'
import type { Credentials } from './credentials/source.ts'
import { describeIssues, type ToolDefinition } from './definition.ts'
import { asBrowserError, renderFailure } from './failure.ts'

export interface ToolCall {
  binding: Binding
  settings: ToolSettings
  credentials: Credentials
  signal: AbortSignal
}

/** A failed call as its reader gets it; `message` ends in the machine-readable line. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  readonly code: string

  constructor(message: string, cause: BrowserError) {
    super(message, { cause })
    this.code = cause.code
  }
}

/** Checks the arguments, runs the tool within its time in the agent's environment, and words what fails. */
export async function callTool(tool: ToolDefinition, args: unknown, call: ToolCall): Promise<Answer> {
  const parsed = tool.parameters.safeParse(args ?? {})
  if (!parsed.success) {
    const error = new BrowserError('BROWSER_INPUT_INVALID', `invalid arguments: ${describeIssues(parsed.error)}`, {
      refsValid: true,
    })
    throw new ToolFailure(renderFailure(error, { hasObservation: true }, new PageWords()), error)
  }

  const { settings, credentials, binding } = call
  const late = AbortSignal.timeout(settings.timeoutMs)
  const signal = AbortSignal.any([call.signal, late])
  let situation: { url?: string; hasObservation: boolean } = { hasObservation: false }
  try {
    return await binding.run(signal, async (lease, view, running) => {
      try {
        return await tool.execute(parsed.data, { lease, view, settings, credentials, signal: running })
      } finally {
        const current = lease.current
        situation = { ...(current ? { url: current.url } : {}), hasObservation: current !== undefined }
      }
    })
  } catch (cause) {
    const error = late.aborted && !call.signal.aborted ? overdue(cause, settings.timeoutMs) : asBrowserError(cause)
    throw new ToolFailure(renderFailure(error, situation, binding.view.words), error)
  }
}

function overdue(cause: unknown, timeoutMs: number): BrowserError {
  const known = asBrowserError(cause)
  if (known.code !== 'BROWSER_CANCELLED') return known
  return new BrowserError('BROWSER_ACTION_TIMEOUT', `The call took longer than ${timeoutMs} ms.`, {
    leaseDiscarded: known.leaseDiscarded,
    cause,
  })
}
