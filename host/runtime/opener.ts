import type { Limiter } from '../concurrency/limiter.ts'
import { type Signals, supervise } from '../concurrency/settle.ts'
import { BrowserError } from '../errors/browser-error.ts'
import { coded } from '../errors/coded.ts'
import { narrowPolicy, type PolicyGrants } from '../network/narrow.ts'
import { STRICT_POLICY } from '../network/policy.ts'
import type { Registration } from '../provider/registration.ts'
import type { ProviderRegistry } from '../provider/registry.ts'
import { assertEnvironment } from '../provider/requirements.ts'
import type { ProviderEnvironment, ProviderOpenRequest } from '../provider/types.ts'
import { messageOf } from '../text.ts'
import type { Checkpoints } from './checkpoints.ts'
import { type LiveBounds, LiveEnvironment } from './live.ts'
import type { EnvironmentSettings } from './settings.ts'

export interface OpenerDeps {
  registry: ProviderRegistry
  limiter: Limiter
  checkpoints: Checkpoints
  /** A browser profile is in use no more. */
  profileFreed: () => void
  grants: PolicyGrants
  bounds: LiveBounds & { openTimeoutMs: number }
  warn: (message: string) => void
}

/** Turns settings into a live environment. Whatever is partial when it fails or is cancelled is closed here. */
export class Opener {
  private readonly deps: OpenerDeps
  /** Sessions whose browser profile is in use; a profile has one holder. */
  private readonly profiles = new Set<string>()

  constructor(deps: OpenerDeps) {
    this.deps = deps
  }

  async open(settings: EnvironmentSettings, signals: Signals): Promise<LiveEnvironment> {
    const { registry, limiter, grants } = this.deps
    const registration = await registry.select(settings, signals)
    const { provider } = registration
    const network = settings.network && narrowPolicy(provider.network ?? STRICT_POLICY, settings.network, grants)
    const freeProfile = this.holdProfile(settings, provider.id)
    try {
      const permit = await limiter.enter([...signals, registration.signal])
      const ended = () => {
        permit.release()
        freeProfile()
      }
      try {
        const request: ProviderOpenRequest = {
          sessionId: settings.sessionId,
          persistence: settings.persistence,
          ...(network ? { network } : {}),
        }
        return await registration.track(this.openLive(registration, request, signals, ended))
      } catch (error) {
        permit.release()
        throw error
      }
    } catch (error) {
      freeProfile()
      throw error
    }
  }

  private async openLive(
    registration: Registration,
    request: ProviderOpenRequest,
    signals: Signals,
    ended: () => void,
  ): Promise<LiveEnvironment> {
    const { bounds, warn } = this.deps
    const environment = await this.openWith(registration, request, signals)
    if (registration.signal.aborted) {
      await this.discard(environment)
      throw registration.signal.reason
    }
    return new LiveEnvironment({ registration, environment, bounds, warn, ended })
  }

  private async openWith(
    registration: Registration,
    request: ProviderOpenRequest,
    signals: Signals,
  ): Promise<ProviderEnvironment> {
    const { provider } = registration
    const fresh = () => this.begin(registration, signals, (signal) => provider.open(request, signal))
    if (request.persistence !== 'resume') return fresh()
    return this.deps.checkpoints.open(request.sessionId, provider, [...signals, registration.signal], {
      restore: (payload) => this.begin(registration, signals, (signal) => provider.restore!(request, payload, signal)),
      fresh,
    })
  }

  private async begin(
    registration: Registration,
    signals: Signals,
    open: (signal: AbortSignal) => Promise<ProviderEnvironment>,
  ): Promise<ProviderEnvironment> {
    const { provider } = registration
    const { openTimeoutMs, cleanupTimeoutMs } = this.deps.bounds
    const all = [...signals, registration.signal]
    try {
      const environment = await supervise(open, {
        signals: all,
        timeout: {
          ms: openTimeoutMs,
          error: () =>
            new BrowserError(
              'BROWSER_PROVIDER_FAILED',
              `Provider "${provider.id}" did not open an environment within ${openTimeoutMs} ms.`,
            ),
        },
        graceMs: cleanupTimeoutMs,
        late: (environment) => this.discard(environment),
        abandoned: () => this.deps.warn(`Provider "${provider.id}" ignores the abort of an opening.`),
      })
      try {
        assertEnvironment(provider, environment)
      } catch (error) {
        await this.discard(environment)
        throw error
      }
      return environment
    } catch (error) {
      throw coded(error, 'BROWSER_PROVIDER_FAILED')
    }
  }

  private async discard(environment: ProviderEnvironment): Promise<void> {
    try {
      await environment?.close?.()
    } catch (error) {
      this.deps.warn(`An environment that nobody wanted any more did not close: ${messageOf(error)}`)
    }
  }

  private holdProfile(settings: EnvironmentSettings, provider: string): () => void {
    if (settings.persistence !== 'profile') return () => {}
    const profile = JSON.stringify([provider, settings.sessionId])
    if (this.profiles.has(profile)) {
      throw new BrowserError(
        'BROWSER_SESSION_CONFLICT',
        `The browser profile of session "${settings.sessionId}" is in use by another owner: release that one first, or name another session.`,
      )
    }
    this.profiles.add(profile)
    return () => {
      if (this.profiles.delete(profile)) this.deps.profileFreed()
    }
  }
}
