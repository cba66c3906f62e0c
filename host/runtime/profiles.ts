import { rejections, supervise, throwTogether } from '../concurrency/settle.ts'
import { BrowserError, isBrowserError } from '../errors/browser-error.ts'
import { checkedProfiles } from '../provider/answers.ts'
import type { Registration } from '../provider/registration.ts'
import type { ProviderRegistry } from '../provider/registry.ts'
import type { BrowserSessionId, ProviderProfile } from '../provider/types.ts'
import { messageOf } from '../text.ts'
import { expendable } from './pruning.ts'
import type { CheckpointRecord } from './types.ts'

export interface ProfilesDeps {
  registry: ProviderRegistry
  retention: { maxProfiles: number; checkpointTtlMs: number }
  bounds: { operationTimeoutMs: number; cleanupTimeoutMs: number }
  now: () => number
  warn: (message: string) => void
}

type Kept = ProviderProfile & { registration: Registration; createdAt: number }

/**
 * Browser profiles of sessions. Providers keep them and know which are in use, in other processes too; what is kept how
 * long is decided here, as it is for checkpoints.
 */
export class Profiles {
  private readonly deps: ProfilesDeps
  private background: Promise<void> = Promise.resolve()

  constructor(deps: ProfilesDeps) {
    this.deps = deps
  }

  async list(): Promise<CheckpointRecord[]> {
    return (await this.kept()).map(({ sessionId, registration: { provider }, usedAt, bytes }) => ({
      kind: 'profile',
      sessionId,
      provider: provider.id,
      providerVersion: provider.version ?? '',
      generation: 0,
      createdAt: usedAt,
      bytes,
      url: '',
    }))
  }

  /** Answers whether there was one. */
  async delete(sessionId: string): Promise<boolean> {
    const found = (await this.kept()).filter((profile) => profile.sessionId === sessionId)
    await Promise.all(found.map((profile) => this.destroy(profile)))
    return found.length > 0
  }

  /** Drops what was not used for too long, then the longest unused beyond the limit; what is in use is spared. */
  async prune(): Promise<number> {
    const { maxProfiles: max, checkpointTtlMs: ttlMs } = this.deps.retention
    const dropped = await Promise.allSettled(
      expendable(await this.kept(), { max, ttlMs }, this.deps.now(), ({ inUse }) => !inUse).map(async (profile) => {
        try {
          await this.destroy(profile)
          return true
        } catch (error) {
          // A browser has opened it in between
          if (isBrowserError(error, 'BROWSER_SESSION_CONFLICT')) return false
          throw error
        }
      }),
    )
    throwTogether(rejections(dropped), 'Some browser profiles could not be pruned.')
    return dropped.filter((result) => result.status === 'fulfilled' && result.value).length
  }

  /** Prunes in the background; a failure only warns. */
  pruneSoon(): void {
    this.background = this.background
      .then(() => this.prune())
      .then(
        () => {},
        (error: unknown) => this.deps.warn(`Pruning browser profiles failed: ${messageOf(error)}`),
      )
  }

  /** Settles when no pruning is under way. */
  idle(): Promise<void> {
    return this.background
  }

  private async kept(): Promise<Kept[]> {
    const { registry, bounds } = this.deps
    const providers = registry.list().filter(({ capabilities }) => capabilities.profile)
    const lists = providers.map(async ({ id }) => {
      const registration = registry.find(id)
      if (!registration) return []
      const asked = this.ask(registration, bounds.operationTimeoutMs, (signal) =>
        registration.provider.profiles!(signal),
      )
      const answer = checkedProfiles(await registration.track(asked))
      return answer.map((profile) => ({ ...profile, registration, createdAt: profile.usedAt }))
    })
    return (await Promise.all(lists)).flat()
  }

  private destroy({ registration, sessionId }: Kept): Promise<void> {
    const { operationTimeoutMs } = this.deps.bounds
    const { provider } = registration
    return registration.track(
      this.ask(registration, operationTimeoutMs, (signal) =>
        provider.destroyProfile!(sessionId as BrowserSessionId, signal),
      ),
    )
  }

  private ask<T>(registration: Registration, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = () =>
      new BrowserError(
        'BROWSER_PROVIDER_FAILED',
        `Provider "${registration.provider.id}" did not answer within ${ms} ms.`,
      )
    return supervise(work, {
      signals: [registration.signal],
      timeout: { ms, error: late },
      graceMs: this.deps.bounds.cleanupTimeoutMs,
    })
  }
}
