import { type Signals, untilAborted } from '../concurrency/settle.ts'
import { BrowserError } from '../errors/browser-error.ts'
import type { Environment } from './environment.ts'
import { Lease } from './lease.ts'
import type { Operations } from './operations.ts'
import { assertCompatible, assertServedBy, type EnvironmentSettings } from './settings.ts'

export interface OwnerSlotOptions {
  settings: EnvironmentSettings
  environment: Environment
  operations: Operations
  /** Runs once the environment is closed and nobody holds or awaits it. */
  gone: (slot: OwnerSlot) => void
}

type State = 'opening' | 'open' | 'ending' | 'gone'

/**
 * What one owner shares: a single opening, however many callers wait for it, and the leases upon the result. It ends
 * when nobody waits and nobody holds a lease.
 */
export class OwnerSlot {
  readonly settings: EnvironmentSettings
  readonly environment: Environment
  private readonly options: OwnerSlotOptions
  private readonly setup = new AbortController()
  private readonly opened: Promise<{ id: string; capabilities: Lease['capabilities'] }>
  private readonly held = new Set<Lease>()
  private awaited = 0
  private phase: State = 'opening'
  private ending: Promise<void> | undefined

  constructor(options: OwnerSlotOptions) {
    this.options = options
    this.settings = options.settings
    this.environment = options.environment
    this.opened = this.environment.open([this.setup.signal]).then(
      ({ registration: { provider } }) => {
        if (this.phase === 'opening') this.phase = 'open'
        return { id: provider.id, capabilities: provider.capabilities }
      },
      (error: unknown) => {
        void this.end(new BrowserError('BROWSER_CANCELLED', 'The environment did not open.')).catch(() => {})
        throw error
      },
    )
    // Whoever waits is told; with nobody waiting the failure concerns nobody.
    this.opened.catch(() => {})
  }

  get state(): State {
    return this.phase
  }

  get leases(): number {
    return this.held.size
  }

  get waiters(): number {
    return this.awaited
  }

  /** Settles once the slot is gone. Never rejects. */
  async over(): Promise<void> {
    await this.ending?.catch(() => {})
  }

  /** Waits for the one opening and gives a lease. A caller that leaves takes the opening with it only as the last one. */
  async join(asked: EnvironmentSettings, signals: Signals): Promise<Lease> {
    assertCompatible(this.settings, asked)
    this.awaited++
    try {
      const provider = await untilAborted(this.opened, signals)
      assertServedBy(asked, provider.id, provider.capabilities)
      if (this.ending) throw new BrowserError('BROWSER_RUNTIME_CLOSED', 'The environment is closing.')
      const lease = new Lease({
        environment: this.environment,
        operations: this.options.operations,
        provider,
        giveBack: (returned) => this.giveBack(returned),
      })
      this.held.add(lease)
      return lease
    } finally {
      this.awaited--
      // A cancelled last caller returns only when the opening it gave up has ended.
      await this.endIfUnused().catch(() => {})
    }
  }

  /** Closes the environment under every lease. Rejects where saving or closing failed. */
  end(reason: BrowserError): Promise<void> {
    this.ending ??= this.close(reason)
    return this.ending
  }

  private async giveBack(lease: Lease): Promise<void> {
    this.held.delete(lease)
    await this.endIfUnused()
  }

  private async endIfUnused(): Promise<void> {
    if (this.held.size > 0 || this.awaited > 0) return
    await this.end(new BrowserError('BROWSER_LEASE_RELEASED', 'Nobody needs this environment any more.'))
  }

  private async close(reason: BrowserError): Promise<void> {
    this.phase = 'ending'
    this.setup.abort(reason)
    try {
      await this.environment.close(reason)
    } finally {
      this.phase = 'gone'
      for (const lease of this.held) lease.revoke()
      this.options.gone(this)
    }
  }
}
