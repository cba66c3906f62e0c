import { randomUUID } from 'node:crypto'
import type { BrowserError } from '../errors/browser-error.ts'
import type { ProviderEvent } from '../provider/types.ts'
import { describeChange } from './change.ts'
import { redactAction } from './redaction.ts'
import type { Secrets } from './secrets.ts'
import type { BrowserAction, BrowserTransition, CompactTransition, Observation } from './types.ts'

interface Outset {
  environment: string
  generation: number
  sessionId: string
  action: BrowserAction
  before: Observation | undefined
  secrets: Secrets
  now: () => number
}

/** Collects the evidence of one admitted action while it runs. */
export class ActionEvidence {
  private readonly outset: Outset
  private readonly startedAt: number
  private readonly clock = performance.now()
  private actionMs = 0
  private observedAfterMs = 0
  private events: ProviderEvent[] = []

  constructor(outset: Outset) {
    this.outset = outset
    this.startedAt = outset.now()
  }

  /** The provider's action is over, whatever came of it. */
  acted(events: ProviderEvent[] = []): void {
    this.actionMs = performance.now() - this.clock
    this.events = events
  }

  observed(): void {
    this.observedAfterMs = performance.now() - this.clock - this.actionMs
  }

  succeeded(after: Observation): BrowserTransition {
    const { before } = this.outset
    return {
      ...this.base('succeeded', after),
      after,
      ...(before && before.generation === after.generation ? { change: describeChange(before, after) } : {}),
    }
  }

  /** `failed`: the provider refused or failed. `unknown`: it may have acted, and nobody saw the result. */
  ended(outcome: 'failed' | 'unknown', failure: BrowserError): BrowserTransition {
    return {
      ...this.base(outcome, undefined),
      failure: {
        code: failure.code,
        message: failure.message,
        ...(failure.reason === undefined ? {} : { reason: failure.reason }),
      },
    }
  }

  private base(outcome: BrowserTransition['outcome'], after: Observation | undefined): BrowserTransition {
    const { environment, generation, sessionId, action, before, secrets } = this.outset
    return {
      id: randomUUID(),
      environment,
      generation,
      sessionId,
      action: secrets.scrub(redactAction(action)),
      outcome,
      ...(before ? { before } : {}),
      events: this.events,
      metrics: {
        startedAt: this.startedAt,
        totalMs: rounded(performance.now() - this.clock),
        actionMs: rounded(this.actionMs),
        observationMs: rounded(this.observedAfterMs),
        textChars: after?.text.length ?? 0,
        elements: after?.elements.length ?? 0,
        textTruncated: after?.textTruncated ?? false,
        elementsTruncated: after?.elementsTruncated ?? false,
      },
    }
  }
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

/** What the index keeps: no page text, no elements. */
export function compact(transition: BrowserTransition): CompactTransition {
  const { before, after, change: _change, events: _events, ...rest } = transition
  return {
    ...rest,
    ...(before ? { before: trace(before) } : {}),
    ...(after ? { after: trace(after) } : {}),
  }
}

const trace = ({ id, url, digest, revision }: Observation) => ({ observation: id, url, digest, revision })
