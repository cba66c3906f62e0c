import { readFileSync } from 'node:fs'
import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import { BrowserError, isBrowserError } from '../errors/browser-error.ts'
import type { NetworkPolicy } from '../network/policy.ts'
import type { Lookup } from '../network/resolver.ts'
import type {
  BrowserProvider,
  BrowserProviderId,
  BrowserSessionId,
  ProviderCapabilities,
  ProviderEnvironment,
  ProviderOpenRequest,
  ProviderProfile,
} from '../provider/types.ts'
import { settledWithin } from './bounded.ts'
import { proveProxy } from './browser/canary.ts'
import { type Egress, type EgressObserver, openEgress } from './browser/egress.ts'
import { type BrowserChoice, chooseBrowser } from './browser/executable.ts'
import { type ProcessLease, ProcessPool } from './browser/process-pool.ts'
import { defaultCheckpointRoot, PayloadStore } from './checkpoint/payload-store.ts'
import { parseState, type SessionState } from './checkpoint/session-state.ts'
import { type PlaywrightConfig, type ProviderSettings, parseConfig } from './config.ts'
import { PlaywrightEnvironment } from './environment.ts'
import { registerEngine } from './page/selector-engine.ts'
import { defaultProfileRoot, ProfileStore } from './profile/profile-store.ts'

export const PROVIDER_ID = 'playwright' as BrowserProviderId

/** Chromium behind the provider contract. */
export class PlaywrightProvider implements BrowserProvider {
  readonly id = PROVIDER_ID
  readonly version: string
  readonly capabilities: ProviderCapabilities
  readonly settings: ProviderSettings
  readonly #pool: ProcessPool
  readonly #payloads: PayloadStore
  readonly #profiles: ProfileStore
  readonly #log: (message: string) => void
  readonly #lookup: Lookup | undefined
  #unavailable: string | undefined

  /**
   * Throws `BROWSER_CONFIG_INVALID`. `log` hears which browser was taken and what was denied; `lookup` replaces the system's resolver.
   */
  constructor(config: PlaywrightConfig = {}, log: (message: string) => void = () => {}, lookup?: Lookup) {
    this.settings = parseConfig(config)
    this.#log = log
    this.#lookup = lookup
    this.#pool = new ProcessPool(this.settings)
    this.#payloads = new PayloadStore(this.settings.checkpointRoot ?? defaultCheckpointRoot())
    this.#profiles = new ProfileStore(this.settings.profileRoot ?? defaultProfileRoot())
    this.version = `1/${playwrightVersion()}`
    this.capabilities = {
      extract: true,
      screenshot: true,
      checkpoint: true,
      diagnostics: true,
      multiplePages: this.settings.pages === 'multiple',
      profile: true,
    }
  }

  /** What the operator chose; the runtime narrows consumers' requests from it. */
  get network(): NetworkPolicy {
    return this.settings.network
  }

  async available(): Promise<boolean> {
    try {
      this.browser()
      this.#unavailable = undefined
      return true
    } catch (error) {
      if (!isBrowserError(error, 'BROWSER_PROVIDER_UNAVAILABLE')) throw error
      this.#unavailable = error.message
      return false
    }
  }

  unavailableReason(): string | undefined {
    return this.#unavailable
  }

  /** The browser this configuration takes on this machine. */
  browser(): BrowserChoice {
    return chooseBrowser(this.settings)
  }

  open(request: ProviderOpenRequest, signal: AbortSignal): Promise<ProviderEnvironment> {
    return this.#open(request, undefined, signal)
  }

  async restore(request: ProviderOpenRequest, payload: string, signal: AbortSignal): Promise<ProviderEnvironment> {
    const state = parseState(await this.#payloads.read(payload), this.version)
    return this.#open(request, state, signal)
  }

  destroyCheckpoint(payload: string): Promise<void> {
    return this.#payloads.remove(payload)
  }

  profiles(): Promise<ProviderProfile[]> {
    return this.#profiles.list()
  }

  destroyProfile(sessionId: BrowserSessionId): Promise<void> {
    return this.#profiles.destroy(sessionId)
  }

  /** Ends what is still running, for when the environments were not closed one by one. */
  dispose(): Promise<void> {
    return this.#pool.dispose()
  }

  async #open(
    request: ProviderOpenRequest,
    state: SessionState | undefined,
    signal: AbortSignal,
  ): Promise<PlaywrightEnvironment> {
    const { settings } = this
    const choice = this.browser()
    const owned = new Owned(settings.closeTimeoutMs)
    // A page that is being made when its context closes may never answer: the closing itself ends the wait.
    const stopped = Promise.withResolvers<never>()
    stopped.promise.catch(() => undefined)
    const abort = () => void owned.stop().then(() => stopped.reject(signal.reason))
    signal.addEventListener('abort', abort, { once: true })
    try {
      await registerEngine()
      signal.throwIfAborted()
      let environment: PlaywrightEnvironment | undefined
      const observer: EgressObserver = {
        denied: (denial) => environment?.attribution.denied(denial),
        failed: (entry) => environment?.attribution.failed(entry),
      }
      const egress = await openEgress(request.network ?? settings.network, observer, this.#log, this.#lookup)
      owned.egress = egress
      const launch = {
        choice,
        headless: settings.headless,
        proxied: egress.proxy !== undefined,
        popups: settings.pages === 'multiple',
      }
      const options = contextOptions(settings, egress)
      const profile = request.persistence === 'profile' ? await this.#profiles.hold(request.sessionId) : undefined
      const process = await this.#pool.acquire(
        launch,
        settings.isolation === 'process',
        profile && { held: profile, options },
      )
      owned.process = process
      signal.throwIfAborted()
      const context =
        process.context ??
        (await process.browser.newContext({ ...options, ...(state && { storageState: state.storage }) }))
      owned.context = context
      signal.throwIfAborted()
      await Promise.race([stopped.promise, proveProxy(context, egress, settings.navigationTimeoutMs)])
      const opening = PlaywrightEnvironment.open({
        settings,
        process,
        egress,
        context,
        payloads: this.#payloads,
        version: this.version,
        ...(state?.session && { session: state.session }),
      })
      environment = await Promise.race([stopped.promise, opening])
      signal.throwIfAborted()
      this.#log(`environment opened in ${choice.name} (${choice.source}) ${choice.path}`)
      return environment
    } catch (error) {
      await owned.dispose()
      if (signal.aborted) throw new BrowserError('BROWSER_CANCELLED', 'opening was cancelled', { cause: error })
      if (error instanceof BrowserError) throw error
      const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
      throw new BrowserError('BROWSER_PROVIDER_FAILED', `the environment did not open: ${message}`, { cause: error })
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
}

/** What an environment owns while it is being opened: all of it goes when that fails. */
class Owned {
  process: ProcessLease | undefined
  egress: Egress | undefined
  context: BrowserContext | undefined
  readonly #closeTimeoutMs: number

  constructor(closeTimeoutMs: number) {
    this.#closeTimeoutMs = closeTimeoutMs
  }

  /** Ends the context and whatever waits in it; with its process, where it does not end in time. */
  async stop(): Promise<void> {
    if (this.context && !(await settledWithin(this.#closeTimeoutMs, this.context.close()))) await this.process?.kill()
  }

  async dispose(): Promise<void> {
    await this.egress?.close()
    await this.stop()
    await this.process?.release()
  }
}

function contextOptions(settings: ProviderSettings, { proxy }: Egress): BrowserContextOptions {
  const { width, height, deviceScaleFactor } = settings.viewport
  return {
    ...(proxy && { proxy: { server: proxy.url } }),
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
    viewport: { width, height },
    deviceScaleFactor,
    locale: settings.locale,
    ...(settings.timezone !== undefined && { timezoneId: settings.timezone }),
  }
}

function playwrightVersion(): string {
  const manifest = new URL(import.meta.resolve('playwright-core/package.json'))
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
