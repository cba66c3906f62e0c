import { Limiter } from '../concurrency/limiter.ts'
import { rejections, settledWithin, throwIfAborted, throwTogether, untilAborted } from '../concurrency/settle.ts'
import { BrowserError } from '../errors/browser-error.ts'
import { ProviderRegistry } from '../provider/registry.ts'
import type { BrowserProvider } from '../provider/types.ts'
import { StoreSwitchboard } from '../stores/switchboard.ts'
import type { RuntimeStore } from '../stores/types.ts'
import { Checkpoints } from './checkpoints.ts'
import type { RuntimeConfig } from './config.ts'
import { Environment } from './environment.ts'
import type { Lease } from './lease.ts'
import { Opener } from './opener.ts'
import { Operations } from './operations.ts'
import { OwnerSlot } from './owner-slot.ts'
import { Profiles } from './profiles.ts'
import { type EnvironmentSettings, settingsOf } from './settings.ts'
import { TransitionLog } from './transition-log.ts'
import type {
  AcquireRequest,
  BrowserRuntimeApi,
  CheckpointRecord,
  CompactTransition,
  RuntimeStatus,
  TransitionQuery,
} from './types.ts'

export interface ControlPlaneOptions {
  config: RuntimeConfig
  warn: (message: string) => void
  now?: () => number
}

const MEMORY_TIMEOUT_MS = 1_000

/** The whole runtime without its host: who owns what, and what ends when. */
export class ControlPlane implements BrowserRuntimeApi {
  readonly stores: StoreSwitchboard
  private readonly options: Required<ControlPlaneOptions>
  /** Shared by reference with everything that waits: a shutdown tightens it. */
  private readonly bounds: { cleanupTimeoutMs: number; operationTimeoutMs: number; openTimeoutMs: number }
  private readonly registry: ProviderRegistry
  private readonly limiter: Limiter
  private readonly checkpoints: Checkpoints
  private readonly profiles: Profiles
  private readonly transitions: TransitionLog
  private readonly opener: Opener
  private readonly owners = new Map<object, OwnerSlot>()
  private closing: Promise<void> | undefined

  constructor(options: ControlPlaneOptions) {
    const { config, warn, now = Date.now } = options
    this.options = { config, warn, now }
    const { cleanupTimeoutMs, operationTimeoutMs, openTimeoutMs } = config
    const bounds = { cleanupTimeoutMs, operationTimeoutMs, openTimeoutMs }
    this.bounds = bounds
    this.stores = new StoreSwitchboard(config.storeTimeoutMs)
    const store = () => this.stores.current
    this.registry = new ProviderRegistry(bounds)
    this.limiter = new Limiter(config.maxEnvironments, config.queueWaitMs)
    this.checkpoints = new Checkpoints({
      store,
      registry: this.registry,
      retention: config,
      bounds,
      isLive: (sessionId) => [...this.owners.values()].some(({ settings }) => settings.sessionId === sessionId),
      now,
      warn,
    })
    this.profiles = new Profiles({ registry: this.registry, retention: config, bounds, now, warn })
    this.transitions = new TransitionLog({
      store,
      maxInMemory: config.maxTransitionsInMemory,
      maxDurable: config.maxTransitionsDurable,
      warn,
    })
    this.opener = new Opener({
      registry: this.registry,
      limiter: this.limiter,
      checkpoints: this.checkpoints,
      profileFreed: () => this.profiles.pruneSoon(),
      grants: { allowHosts: config.consumerAllowHosts, allowCidrs: config.consumerAllowCidrs },
      bounds,
      warn,
    })
  }

  async acquire(request: AcquireRequest): Promise<Lease> {
    const settings = settingsOf(request, this.options.config.provider)
    for (;;) {
      throwIfAborted([request.signal])
      this.assertOpen()
      const slot = this.owners.get(request.owner)
      if (!slot) return this.createSlot(request.owner, settings).join(settings, [request.signal])
      if (slot.state === 'opening' || slot.state === 'open') return slot.join(settings, [request.signal])
      await untilAborted(slot.over(), [request.signal])
    }
  }

  registerProvider(provider: BrowserProvider): () => Promise<void> {
    this.assertOpen()
    const unregister = this.registry.register(provider)
    this.checkpoints.pruneSoon()
    return unregister
  }

  async status(): Promise<RuntimeStatus> {
    const slots = [...this.owners.values()]
    return {
      providers: this.registry.list(),
      environments: await Promise.all(slots.map((slot) => slot.environment.status(slot.leases, MEMORY_TIMEOUT_MS))),
      opening: slots.filter(({ state }) => state === 'opening').length,
      waiting: this.limiter.waiting,
      checkpoints: (await this.stores.current.listCheckpoints()).length,
      transitions: this.transitions.size,
    }
  }

  listTransitions(query?: TransitionQuery): Promise<CompactTransition[]> {
    return this.transitions.list(query)
  }

  async listCheckpoints(): Promise<CheckpointRecord[]> {
    const records = await Promise.all([this.checkpoints.list(), this.profiles.list()])
    return records.flat().sort((left, right) => right.createdAt - left.createdAt)
  }

  async deleteCheckpoint(sessionId: string): Promise<boolean> {
    const deleted = await Promise.all([this.checkpoints.delete(sessionId), this.profiles.delete(sessionId)])
    return deleted.includes(true)
  }

  async pruneCheckpoints(): Promise<number> {
    const [checkpoints, profiles] = await Promise.all([this.checkpoints.prune(), this.profiles.prune()])
    return checkpoints + profiles
  }

  /** Ends everything inside `shutdownTimeoutMs`; what did not end by then, or not well, is in the rejection. */
  close(): Promise<void> {
    this.closing ??= this.shut()
    return this.closing
  }

  /** Uses a durable store from now on; its index is pruned, and payloads that nothing names any more are removed. */
  async mount(store: RuntimeStore): Promise<void> {
    await this.checkpoints.abandon(await this.stores.mount(store))
    this.checkpoints.pruneSoon()
  }

  /** The end of the runtime, once it has begun. */
  get ending(): Promise<void> | undefined {
    return this.closing
  }

  private assertOpen(): void {
    if (this.closing) throw new BrowserError('BROWSER_RUNTIME_CLOSED', 'The browser runtime is shutting down.')
  }

  private createSlot(owner: object, settings: EnvironmentSettings): OwnerSlot {
    const { config, now, warn } = this.options
    const environment = new Environment(settings, {
      open: (asked, signals) => this.opener.open(asked, signals),
      checkpoints: this.checkpoints,
      bounds: this.bounds,
      idleTimeoutMs: config.idleTimeoutMs,
      maxQueuedOperations: config.maxQueuedOperations,
      maxRefs: config.maxRefs,
      now,
      warn,
    })
    const operations = new Operations(environment, {
      transitions: this.transitions,
      maxElements: config.maxElements,
      maxTextChars: config.maxTextChars,
      now,
    })
    const slot = new OwnerSlot({
      settings,
      environment,
      operations,
      gone: (ended) => {
        if (this.owners.get(owner) === ended) this.owners.delete(owner)
        if (settings.persistence === 'resume') this.checkpoints.leave(settings.sessionId)
      },
    })
    this.owners.set(owner, slot)
    return slot
  }

  private async shut(): Promise<void> {
    const { shutdownTimeoutMs } = this.options.config
    // Two bounded steps follow each other below: closing environments, then disposing their providers.
    this.bounds.cleanupTimeoutMs = Math.min(this.bounds.cleanupTimeoutMs, shutdownTimeoutMs * 0.3)
    const errors: unknown[] = []
    const work = this.endAll(errors)
    if (!(await settledWithin(work, shutdownTimeoutMs))) {
      errors.push(
        new BrowserError('BROWSER_PROVIDER_FAILED', `The browser runtime did not end within ${shutdownTimeoutMs} ms.`),
      )
    }
    throwTogether(errors, 'The browser runtime did not end cleanly.')
  }

  private async endAll(errors: unknown[]): Promise<void> {
    const reason = new BrowserError('BROWSER_RUNTIME_CLOSED', 'The browser runtime is shutting down.')
    const slots = [...this.owners.values()]
    errors.push(...rejections(await Promise.allSettled(slots.map((slot) => slot.end(reason)))))
    errors.push(...rejections(await this.registry.dispose()))
    await this.checkpoints.idle()
    await this.profiles.idle()
    await this.transitions.flushed()
    await this.stores.close().catch((error: unknown) => errors.push(error))
  }
}
