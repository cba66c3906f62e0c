import { type Context, Service } from '@deepseek-ai/cordis'
import { onAbort } from '../concurrency/settle.ts'
import { BrowserError } from '../errors/browser-error.ts'
import type { BrowserProvider } from '../provider/types.ts'
import { type DomainFacility, openDomainStore } from '../stores/domain.ts'
import { openSqliteStore } from '../stores/sqlite.ts'
import { messageOf } from '../text.ts'
import { RuntimeConfig, resolveRuntimeConfig } from './config.ts'
import { ControlPlane } from './control-plane.ts'
import type { Lease } from './lease.ts'
import type {
  AcquireRequest,
  BrowserLease,
  BrowserRuntimeApi,
  CheckpointRecord,
  CompactTransition,
  RuntimeStatus,
  TransitionQuery,
} from './types.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    browserRuntime: BrowserRuntime
  }
}

/**
 * `ctx.browserRuntime`: gives each owner a browser environment of its own. Leases and registrations belong to the plugin
 * that asked for them and end with it.
 */
export class BrowserRuntime extends Service implements BrowserRuntimeApi {
  static readonly inject: string[] = []
  static readonly Config = RuntimeConfig

  private readonly config: RuntimeConfig
  private readonly warn: (message: string) => void
  private readonly plane: ControlPlane

  constructor(ctx: Context, config: Partial<RuntimeConfig> = {}) {
    super(ctx, 'browserRuntime')
    this.config = resolveRuntimeConfig(config)
    const logger = ctx.logger('browser-runtime')
    this.warn = (message) => logger.warn(message)
    this.plane = new ControlPlane({ config: this.config, warn: this.warn })
  }

  async *[Service.init](): AsyncGenerator<() => Promise<void>, void, void> {
    yield () => this.plane.close()
    const { storePath } = this.config
    if (storePath === undefined) this.followStorageDomain()
    else await this.plane.mount(await openSqliteStore(storePath))
  }

  /**
   * Waits for the owner's environment and gives a lease upon it. Rejects with `BROWSER_OWNER_CONFLICT` where the owner
   * has one of other settings, with `BROWSER_ENVIRONMENT_LIMIT` where none came free in time, and with the codes of
   * selecting, opening and restoring.
   */
  async acquire(request: AcquireRequest): Promise<BrowserLease> {
    const wait = new AbortController()
    const stop = onAbort([request.signal], (reason) => wait.abort(reason))
    let pending: Promise<Lease> | undefined
    const disown = this.ctx.effect(
      () => async () => {
        wait.abort(new BrowserError('BROWSER_CANCELLED', 'The plugin that asked for this lease was unloaded.'))
        const lease = await pending?.catch(() => undefined)
        await lease?.release()
      },
      'ctx.browserRuntime.acquire()',
    )
    try {
      pending = this.plane.acquire({ ...request, signal: wait.signal })
      const lease = await pending
      // The holder has the outcome of its own release; here it only ends the effect.
      void lease.released.then(disown).catch(() => {})
      return lease
    } catch (error) {
      await disown()
      throw error
    } finally {
      stop()
    }
  }

  /**
   * Registers a provider until the disposer is called or the plugin unloads. The disposer settles once everything that
   * came from the provider has ended, the provider's own `dispose()` last.
   */
  registerProvider(provider: BrowserProvider): () => Promise<void> {
    return this.ctx.effect(() => this.plane.registerProvider(provider), `ctx.browserRuntime.registerProvider()`)
  }

  status(): Promise<RuntimeStatus> {
    return this.plane.status()
  }

  listTransitions(query?: TransitionQuery): Promise<CompactTransition[]> {
    return this.plane.listTransitions(query)
  }

  listCheckpoints(): Promise<CheckpointRecord[]> {
    return this.plane.listCheckpoints()
  }

  deleteCheckpoint(sessionId: string): Promise<boolean> {
    return this.plane.deleteCheckpoint(sessionId)
  }

  pruneCheckpoints(): Promise<number> {
    return this.plane.pruneCheckpoints()
  }

  /** The host's storage may come and go while the runtime lives, or never come. */
  private followStorageDomain(): void {
    this.ctx.inject(['storageDomain'], (inner) => {
      inner.effect(async () => {
        try {
          await this.plane.mount(await openDomainStore(inner.get('storageDomain') as DomainFacility))
        } catch (error) {
          this.warn(`The host's storage is not used, checkpoints last as long as this process: ${messageOf(error)}`)
        }
        return async () => {
          // Sibling effects end together. A turn later it is known whether the whole runtime ends, whose last
          // checkpoints still need the store; it then closes the store itself.
          await new Promise((resolve) => setImmediate(resolve))
          if (!this.plane.ending) await this.plane.stores.unmount('domain')
          await this.plane.ending?.catch(() => {})
        }
      }, 'browser-runtime: storage domain')
    })
  }
}
