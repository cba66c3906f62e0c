import type { ExtractResult } from '../../shared/extraction.ts'
import { BrowserError } from '../errors/browser-error.ts'
import type { Diagnostics, DiagnosticsRequest, ProviderCapabilities, Screenshot } from '../provider/types.ts'
import type { Environment } from './environment.ts'
import type { Operations } from './operations.ts'
import type {
  BrowserAction,
  BrowserLease,
  BrowserTransition,
  CheckpointRecord,
  ExtractionRequest,
  MatchRequest,
  Observation,
  Ref,
  RuntimeObserveRequest,
  ScreenshotRequest,
} from './types.ts'

export interface LeaseOptions {
  environment: Environment
  operations: Operations
  provider: { id: string; capabilities: ProviderCapabilities }
  /** Takes the lease back; settles once the environment is closed, where it was the last one. */
  giveBack: (lease: Lease) => Promise<void>
}

/** One holder's right to an environment. */
export class Lease implements BrowserLease {
  readonly environment: string
  readonly sessionId: string
  readonly provider: string
  readonly capabilities: ProviderCapabilities
  private readonly options: LeaseOptions
  private readonly running = new Set<Promise<unknown>>()
  /** Resolves when the lease is over: released, well or not, or its environment closed for good. */
  readonly released: Promise<void>
  private settleReleased: () => void = () => {}
  private releasing: Promise<void> | undefined

  constructor(options: LeaseOptions) {
    this.options = options
    this.released = new Promise((resolve) => {
      this.settleReleased = resolve
    })
    this.environment = options.environment.id
    this.sessionId = options.environment.settings.sessionId
    this.provider = options.provider.id
    this.capabilities = Object.freeze({ ...options.provider.capabilities })
  }

  get current(): Observation | undefined {
    return this.releasing ? undefined : this.options.environment.current
  }

  observe(request: RuntimeObserveRequest = {}, signal?: AbortSignal): Promise<Observation> {
    return this.admit(() => this.options.operations.observe(request, [signal]))
  }

  act(action: BrowserAction, signal?: AbortSignal): Promise<BrowserTransition> {
    return this.admit(() => this.options.operations.act(action, [signal]))
  }

  extract(request: ExtractionRequest, signal?: AbortSignal): Promise<ExtractResult> {
    return this.admit(() => this.options.operations.extract(request, [signal]))
  }

  match(request: MatchRequest, signal?: AbortSignal): Promise<Ref[]> {
    return this.admit(() => this.options.operations.match(request, [signal]))
  }

  screenshot(request: ScreenshotRequest = {}, signal?: AbortSignal): Promise<Screenshot> {
    return this.admit(() => this.options.operations.screenshot(request, [signal]))
  }

  diagnostics(request: DiagnosticsRequest = {}, signal?: AbortSignal): Promise<Diagnostics> {
    return this.admit(() => this.options.operations.diagnostics(request, [signal]))
  }

  checkpoint(signal?: AbortSignal): Promise<CheckpointRecord> {
    return this.admit(() => this.options.environment.checkpoint([signal]))
  }

  /**
   * Ends this lease, once. The last one aborts what runs and closes the environment; another one's own operations end
   * by themselves first. Rejects where saving or closing failed; the environment is gone all the same.
   */
  release(): Promise<void> {
    this.releasing ??= this.end()
    return this.releasing
  }

  /** The environment is closed for good: there is nothing left to release. */
  revoke(): void {
    this.settleReleased()
  }

  private async end(): Promise<void> {
    try {
      await this.options.giveBack(this)
      await Promise.allSettled(this.running)
    } finally {
      this.settleReleased()
    }
  }

  private async admit<T>(operation: () => Promise<T>): Promise<T> {
    if (this.releasing) throw new BrowserError('BROWSER_LEASE_RELEASED', 'This lease was released.')
    const result = operation()
    this.running.add(result)
    try {
      return await result
    } finally {
      this.running.delete(result)
    }
  }
}
