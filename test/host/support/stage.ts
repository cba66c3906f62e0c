import type { BrowserProvider } from '../../../host/provider/types.ts'
import type { RuntimeConfig } from '../../../host/runtime/config.ts'
import { FakeProvider, type Fault, type Step } from './fake-provider.ts'
import { HOME } from './plane.ts'

/** What a random history is played on: a provider, the faults it can meet, and what it must not leave behind. */
export interface Stage {
  readonly provider: BrowserProvider
  readonly config: Partial<RuntimeConfig>
  /** A page whose first element is a button. */
  readonly home: string
  /** For a step to get under way; 0 is a turn of the event loop. */
  readonly turnMs: number
  /** At most, for what was asked for to be done. */
  readonly settleMs: number
  /** Ends one browser. */
  crash(pick: number): void
  fault(step: Step, fault: Fault): void
  /** Takes back faults that nobody has met. */
  heal(): void
  /** Browsers that run. */
  live(): number
  /** Payloads of checkpoints that lie on the disk. */
  payloads(): Iterable<string>
}

/** Pages and browsers of the fake provider, which is quick. */
export class FakeStage implements Stage {
  readonly provider = new FakeProvider({ capabilities: { profile: true } })
  readonly config = {
    queueWaitMs: 8,
    cleanupTimeoutMs: 500,
    shutdownTimeoutMs: 2_000,
    openTimeoutMs: 30,
    operationTimeoutMs: 10,
  }
  readonly home = HOME
  readonly turnMs = 0
  readonly settleMs = 2

  crash(pick: number): void {
    const environments = [...this.provider.environments]
    environments[pick % environments.length]?.crash()
  }

  fault(step: Step, fault: Fault): void {
    this.provider.inject(step, fault)
  }

  heal(): void {
    this.provider.heal()
  }

  live(): number {
    return this.provider.environments.size
  }

  payloads(): Iterable<string> {
    return this.provider.disk.keys()
  }
}
