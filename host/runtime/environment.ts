import { randomBytes } from 'node:crypto'
import { Fifo } from '../concurrency/fifo.ts'
import { type Signals, settledWithin, throwTogether } from '../concurrency/settle.ts'
import { BrowserError } from '../errors/browser-error.ts'
import { messageOf } from '../text.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { LiveBounds, LiveEnvironment } from './live.ts'
import { ObservationBook } from './observation-book.ts'
import { Secrets } from './secrets.ts'
import type { EnvironmentSettings } from './settings.ts'
import type { CheckpointRecord, EnvironmentStatus, Observation } from './types.ts'

export interface EnvironmentDeps {
  /** Selects a provider and opens or restores; owns whatever is partial until it fulfils. */
  open(settings: EnvironmentSettings, signals: Signals): Promise<LiveEnvironment>
  checkpoints: Checkpoints
  bounds: LiveBounds
  idleTimeoutMs: number
  maxQueuedOperations: number
  maxRefs: number
  now: () => number
  warn: (message: string) => void
}

/** One operation's time upon the environment. */
export interface Turn {
  signal: AbortSignal
  /** The open browser; opened anew where the one before was closed, lost or given up. */
  open(): Promise<LiveEnvironment>
}

/**
 * What an owner's leases share: one queue of operations, the identity of what was seen, and the browser behind it,
 * which may be replaced between two operations. Each replacement is a new generation.
 */
export class Environment {
  readonly id = `env-${randomBytes(6).toString('hex')}`
  readonly settings: EnvironmentSettings
  readonly book: ObservationBook
  readonly secrets = new Secrets()
  private readonly deps: EnvironmentDeps
  private readonly fifo: Fifo
  private live: LiveEnvironment | undefined
  private providerId: string
  private opened = 0
  private openedAt = 0
  private usedAt: number
  private idleTimer: NodeJS.Timeout | undefined
  private closing: Promise<void> | undefined
  /** Whether anything was asked of the browser since it was last saved. */
  private unsaved = false
  private readonly lastSaves = new WeakMap<LiveEnvironment, Promise<void>>()

  constructor(settings: EnvironmentSettings, deps: EnvironmentDeps) {
    this.settings = settings
    this.deps = deps
    this.fifo = new Fifo(deps.maxQueuedOperations)
    this.book = new ObservationBook(this.id, deps)
    this.usedAt = deps.now()
    this.providerId = settings.provider ?? ''
  }

  get generation(): number {
    return this.opened
  }

  get current(): Observation | undefined {
    return this.live && !this.live.verdict ? this.book.current : undefined
  }

  /** The browser as it stands, without opening one. */
  get browser(): LiveEnvironment | undefined {
    return this.live
  }

  /** Opens the first browser, so that acquiring fails where opening does. */
  open(signals: Signals): Promise<LiveEnvironment> {
    return this.run((turn) => turn.open(), signals)
  }

  /**
   * Runs one operation at its turn. A loss that no operation has met yet is told to the first one that depends on what
   * was there before; `startsAnew` says that this one does not.
   */
  run<T>(operation: (turn: Turn) => Promise<T>, signals: Signals, startsAnew = false): Promise<T> {
    return this.fifo.run(async (signal) => {
      clearTimeout(this.idleTimer)
      const untold = this.dropDead()
      try {
        if (untold && !startsAnew) throw untold
        this.unsaved = true
        return await operation({ signal, open: () => this.ensureOpen([signal]) })
      } finally {
        this.dropDead()
        this.usedAt = this.deps.now()
        this.armIdleTimer()
      }
    }, signals)
  }

  /** Saves a checkpoint, at a turn of its own. */
  checkpoint(signals: Signals): Promise<CheckpointRecord> {
    return this.run(async ({ signal, open }) => this.save(await open(), [signal]), signals)
  }

  /** Admits nothing more, aborts and drains what was admitted, checkpoints where asked, closes. */
  close(reason: BrowserError): Promise<void> {
    this.closing ??= this.shut(reason)
    return this.closing
  }

  async status(leases: number, memoryTimeoutMs: number): Promise<EnvironmentStatus> {
    const { live } = this
    let memoryBytes: number | undefined
    if (live && !live.verdict) {
      const asked = live.memory().then((bytes) => {
        memoryBytes = bytes
      })
      await settledWithin(asked, memoryTimeoutMs)
    }
    return {
      environment: this.id,
      generation: this.opened,
      sessionId: this.settings.sessionId,
      provider: this.providerId,
      open: live !== undefined && !live.verdict,
      leases,
      queued: this.fifo.depth,
      openedAt: this.openedAt,
      idleMs: this.fifo.depth > 0 ? 0 : this.deps.now() - this.usedAt,
      url: live?.url ?? '',
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
    }
  }

  private async ensureOpen(signals: Signals): Promise<LiveEnvironment> {
    if (this.live) return this.live
    const live = await this.deps.open(this.settings, signals)
    this.live = live
    live.beforeUnload = () => this.saveBeforeUnload(live)
    this.providerId = live.registration.provider.id
    this.openedAt = this.deps.now()
    this.book.renew(++this.opened)
    return live
  }

  private dropDead(): BrowserError | undefined {
    const verdict = this.live?.verdict
    if (!verdict) return undefined
    this.live = undefined
    this.book.forget()
    return verdict
  }

  private async save(live: LiveEnvironment, signals: Signals, timeoutMs?: number): Promise<CheckpointRecord> {
    const record = await this.deps.checkpoints.save(
      { live, sessionId: this.settings.sessionId, generation: this.opened, url: live.url },
      signals,
      timeoutMs,
    )
    this.unsaved = false
    return record
  }

  private armIdleTimer(): void {
    clearTimeout(this.idleTimer)
    if (this.deps.idleTimeoutMs === 0 || this.closing || !this.live) return
    this.idleTimer = setTimeout(() => {
      this.suspend().catch((error: unknown) => this.deps.warn(`An idle browser did not close: ${messageOf(error)}`))
    }, this.deps.idleTimeoutMs)
    this.idleTimer.unref()
  }

  /** Closes the browser and keeps the environment: its next operation opens another. */
  private async suspend(): Promise<void> {
    if (this.fifo.depth > 0) return
    await this.fifo.run(async () => {
      const { live } = this
      if (!live) return
      this.live = undefined
      this.book.forget()
      await this.end(live, new BrowserError('BROWSER_CANCELLED', 'The browser was closed after its idle time.'))
    })
  }

  private async shut(reason: BrowserError): Promise<void> {
    clearTimeout(this.idleTimer)
    const before = this.live
    this.fifo.close(reason)
    // Each running operation is bounded by its own supervision; this only guards against a defect there.
    await settledWithin(this.fifo.drained(), 2 * this.deps.bounds.cleanupTimeoutMs)
    // An aborted operation has given its browser up; how that closed is still part of this end.
    const live = this.live ?? before
    this.live = undefined
    this.book.forget()
    if (live) await this.end(live, reason)
  }

  private async end(live: LiveEnvironment, reason: BrowserError): Promise<void> {
    const errors: unknown[] = []
    await this.saveLast(live).catch((error: unknown) => errors.push(error))
    await live.close(reason).catch((error: unknown) => errors.push(error))
    throwTogether(errors, 'The environment did not close cleanly.')
  }

  /** A host that ends unloads its plugins together: the provider may go before the leases are given back. */
  private async saveBeforeUnload(live: LiveEnvironment): Promise<void> {
    // A turn later it is known whether the whole runtime ends, which tightens the bounds
    await new Promise((resolve) => setImmediate(resolve))
    if (this.closing) return void (await this.closing.catch(() => {})) // told to whoever closes
    // An operation that is under way is aborted, and what it leaves behind is not worth keeping
    if (this.fifo.depth > 0 || live.verdict) return
    // At a turn of its own: what is asked meanwhile waits, and then meets the browser's end
    await this.fifo
      .run(() => this.saveLast(live))
      .catch((error: unknown) => this.deps.warn(`An unloaded browser was not saved: ${messageOf(error)}`))
  }

  /** The checkpoint that ends a resumable browser, taken once whoever asks. */
  private saveLast(live: LiveEnvironment): Promise<void> {
    if (this.settings.persistence !== 'resume' || live.verdict) return Promise.resolve()
    const known = this.lastSaves.get(live)
    if (known) return known
    const saving = this.save(live, [], this.deps.bounds.cleanupTimeoutMs).then(
      () => {},
      (error: unknown) => {
        // A host's storage ends together with its plugins; the checkpoint of before then has all that was asked for.
        if (this.unsaved) throw error
      },
    )
    this.lastSaves.set(live, saving)
    return saving
  }
}
