import { KeyedSerial } from '../concurrency/serial.ts'
import { rejections, type Signals, supervise, throwTogether } from '../concurrency/settle.ts'
import { BrowserError, isBrowserError } from '../errors/browser-error.ts'
import { coded } from '../errors/coded.ts'
import { checkedCheckpoint } from '../provider/answers.ts'
import type { Registration } from '../provider/registration.ts'
import type { ProviderRegistry } from '../provider/registry.ts'
import type { BrowserProvider } from '../provider/types.ts'
import type { RuntimeStore, StoredCheckpoint } from '../stores/types.ts'
import { messageOf } from '../text.ts'
import type { LiveEnvironment } from './live.ts'
import { expendable } from './pruning.ts'
import type { CheckpointRecord } from './types.ts'

export interface CheckpointsDeps {
  store: () => RuntimeStore
  registry: ProviderRegistry
  retention: { maxCheckpoints: number; checkpointTtlMs: number }
  bounds: { cleanupTimeoutMs: number }
  /** Whether an environment of this session exists: its checkpoint is never pruned. */
  isLive: (sessionId: string) => boolean
  now: () => number
  warn: (message: string) => void
}

interface Source {
  live: LiveEnvironment
  sessionId: string
  generation: number
  url: string
}

/** Payloads belong to providers, the index to the store; this keeps the two in step, one session at a time. */
export class Checkpoints {
  private readonly deps: CheckpointsDeps
  private readonly serial = new KeyedSerial()
  private background: Promise<void> = Promise.resolve()

  constructor(deps: CheckpointsDeps) {
    this.deps = deps
  }

  /**
   * Payload, then metadata, then the payload it replaces. A failing index leaves the earlier checkpoint as it was and
   * takes the new payload back.
   */
  save(source: Source, signals: Signals, timeoutMs?: number): Promise<CheckpointRecord> {
    const { provider } = source.live.registration
    if (!provider.capabilities.checkpoint) {
      throw new BrowserError('BROWSER_CHECKPOINT_UNSUPPORTED', `Provider "${provider.id}" saves no checkpoints.`)
    }
    const saving = this.serial.run(source.sessionId, signals, async () => {
      const prior = await this.deps.store().getCheckpoint(source.sessionId)
      if (prior && prior.provider !== provider.id) {
        throw mismatch(
          `the checkpoint of this session was written by provider "${prior.provider}", not "${provider.id}"`,
        )
      }
      const { payload, bytes } = await this.createPayload(source, signals, timeoutMs)
      const record: StoredCheckpoint = {
        sessionId: source.sessionId,
        provider: provider.id,
        providerVersion: provider.version ?? '',
        generation: source.generation,
        createdAt: this.deps.now(),
        bytes,
        url: source.url,
        payload,
      }
      const replaced = await this.commit(record, provider)
      if (replaced && replaced.payload !== payload) await this.destroyQuietly(replaced, provider)
      this.pruneSoon()
      return publicRecord(record)
    })
    return source.live.registration.track(saving)
  }

  /**
   * Opens from the session's checkpoint where there is one, else fresh. A missing payload drops the index entry and
   * opens fresh; a payload of another provider or build is refused; any other failure of `restore` is the caller's.
   */
  open<T>(
    sessionId: string,
    provider: BrowserProvider,
    signals: Signals,
    open: { restore: (payload: string) => Promise<T>; fresh: () => Promise<T> },
  ): Promise<T> {
    return this.serial.run(sessionId, signals, async () => {
      await this.enter(sessionId)
      const record = await this.deps.store().getCheckpoint(sessionId)
      if (!record) return open.fresh()
      if (record.provider !== provider.id)
        throw mismatch(`provider "${record.provider}" wrote it, not "${provider.id}"`)
      if (record.providerVersion !== '' && record.providerVersion !== (provider.version ?? '')) {
        throw mismatch(`build ${record.providerVersion} wrote it, not ${provider.version ?? 'an unnamed one'}`)
      }
      try {
        return await open.restore(record.payload)
      } catch (error) {
        if (!isBrowserError(error, 'BROWSER_CHECKPOINT_PAYLOAD_MISSING')) throw error
        this.deps.warn(`The checkpoint of session "${sessionId}" has lost its payload; the session opens fresh.`)
        await this.deps.store().deleteCheckpoint(sessionId, record.payload)
        return open.fresh()
      }
    })
  }

  async list(): Promise<CheckpointRecord[]> {
    const records = await this.deps.store().listCheckpoints()
    return records.map(publicRecord)
  }

  /** Metadata first, so that no index entry names a payload that is gone. Answers whether there was one. */
  delete(sessionId: string): Promise<boolean> {
    return this.serial.run(sessionId, [], async () => {
      const record = await this.deps.store().getCheckpoint(sessionId)
      if (!record) return false
      const registration = this.deps.registry.find(record.provider)
      if (!registration) {
        throw new BrowserError(
          'BROWSER_PROVIDER_MISSING',
          `Only provider "${record.provider}" can delete this checkpoint's payload, and it is not registered.`,
        )
      }
      return registration.track(this.drop(record, registration))
    })
  }

  /**
   * Drops what is too old, then the oldest beyond the limit. Spared is what an absent provider owns, and what a live
   * session owns, of this process or of another one that the store knows.
   */
  async prune(): Promise<number> {
    const records = await this.deps.store().listCheckpoints()
    const elsewhere = new Set(await this.deps.store().sessionsElsewhere())
    const owner = ({ sessionId, provider }: StoredCheckpoint) =>
      this.deps.isLive(sessionId) || elsewhere.has(sessionId) ? undefined : this.deps.registry.find(provider)
    const mayDrop = (record: StoredCheckpoint) => owner(record) !== undefined
    const { maxCheckpoints: max, checkpointTtlMs: ttlMs } = this.deps.retention
    const dropped = await Promise.allSettled(
      expendable(records, { max, ttlMs }, this.deps.now(), mayDrop).map((record) =>
        this.serial.run(record.sessionId, [], async () => {
          // A session may have come alive, and a provider gone, while this waited for its turn.
          const registration = owner(record)
          return registration ? registration.track(this.drop(record, registration)) : false
        }),
      ),
    )
    throwTogether(rejections(dropped), 'Some checkpoints could not be pruned.')
    return dropped.filter((result) => result.status === 'fulfilled' && result.value).length
  }

  /** No environment of this session is left: other processes may prune what it saved. */
  leave(sessionId: string): void {
    this.background = this.background.then(async () => {
      if (this.deps.isLive(sessionId)) return
      await this.deps
        .store()
        .leaveSession(sessionId)
        .catch((error: unknown) => this.deps.warn(messageOf(error)))
    })
  }

  /** Removes the payloads of records that are in no index any more. */
  async abandon(records: readonly StoredCheckpoint[]): Promise<void> {
    for (const record of records) {
      const registration = this.deps.registry.find(record.provider)
      if (registration) await this.destroyQuietly(record, registration.provider)
    }
  }

  /** Prunes in the background; a failure only warns. */
  pruneSoon(): void {
    this.background = this.background
      .then(() => this.prune())
      .then(
        () => {},
        (error: unknown) => this.deps.warn(`Pruning checkpoints failed: ${messageOf(error)}`),
      )
  }

  /** Settles when no transaction is under way. */
  async idle(): Promise<void> {
    await this.background
    await this.serial.idle()
  }

  /** A session that others cannot see is one they may prune: worth a word, and no reason to refuse it. */
  private async enter(sessionId: string): Promise<void> {
    await this.deps
      .store()
      .enterSession(sessionId)
      .catch((error: unknown) => this.deps.warn(messageOf(error)))
  }

  private async createPayload(source: Source, signals: Signals, timeoutMs?: number) {
    const { live } = source
    try {
      const answer = await live.call((environment, signal) => environment.checkpoint!(signal), signals, {
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        late: async ({ payload }) => this.destroyPayload(live.registration.provider, payload),
      })
      return checkedCheckpoint(answer)
    } catch (error) {
      throw coded(error, 'BROWSER_CHECKPOINT_FAILED', { url: source.url })
    }
  }

  private async commit(record: StoredCheckpoint, provider: BrowserProvider): Promise<StoredCheckpoint | undefined> {
    try {
      return await this.deps.store().putCheckpoint(record)
    } catch (error) {
      const errors = [error]
      await this.destroyPayload(provider, record.payload).catch((failure: unknown) => errors.push(failure))
      const [first, second] = errors.map(messageOf)
      throw new BrowserError(
        'BROWSER_CHECKPOINT_METADATA_FAILED',
        `The checkpoint was not kept: ${first}${second === undefined ? '' : `; nor could its payload be removed: ${second}`}`,
        { cause: errors.length > 1 ? new AggregateError(errors) : error },
      )
    }
  }

  private async drop(record: StoredCheckpoint, { provider }: Registration): Promise<boolean> {
    const deleted = await this.deps.store().deleteCheckpoint(record.sessionId, record.payload)
    if (deleted) await this.destroyQuietly(record, provider)
    return deleted
  }

  private async destroyQuietly(record: StoredCheckpoint, provider: BrowserProvider): Promise<void> {
    try {
      await this.destroyPayload(provider, record.payload)
    } catch (error) {
      this.deps.warn(`A checkpoint payload of session "${record.sessionId}" was left behind: ${messageOf(error)}`)
    }
  }

  private destroyPayload(provider: BrowserProvider, payload: string): Promise<void> {
    const { cleanupTimeoutMs } = this.deps.bounds
    return supervise(async (signal) => provider.destroyCheckpoint?.(payload, signal), {
      signals: [],
      timeout: {
        ms: cleanupTimeoutMs,
        error: () => new BrowserError('BROWSER_PROVIDER_FAILED', `It was not removed within ${cleanupTimeoutMs} ms.`),
      },
      graceMs: 0,
    })
  }
}

const publicRecord = ({ payload: _payload, ...record }: StoredCheckpoint): CheckpointRecord => ({
  kind: 'checkpoint',
  ...record,
})

const mismatch = (why: string) => new BrowserError('BROWSER_CHECKPOINT_MISMATCH', `The checkpoint is refused: ${why}.`)
