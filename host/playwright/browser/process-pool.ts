import type { Browser, BrowserContext } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import { BrowserProcess, type LaunchClass, type LaunchLimits, type LaunchProfile } from './process.ts'

/** One holder's right to a browser process. */
export interface ProcessLease {
  readonly browser: Browser
  /** The one context of a process that was launched with a profile. */
  readonly context: BrowserContext | undefined
  memory(): Promise<number | undefined>
  /** Ends the process under all of its holders, for when it cannot be trusted to close. */
  kill(): Promise<void>
  /** The last release ends the process. Idempotent. */
  release(): Promise<void>
}

interface Shared {
  key: string
  holders: number
  started: Promise<BrowserProcess>
}

/** Chromium processes, one per launch class, counted by their holders. */
export class ProcessPool {
  readonly #limits: LaunchLimits
  readonly #shared = new Map<string, Shared>()
  #alone = 0

  constructor(limits: LaunchLimits) {
    this.#limits = limits
  }

  /** `exclusive` gives a process that nobody shares, and so does a profile, which is the process's from now on. */
  async acquire(launch: LaunchClass, exclusive: boolean, profile?: LaunchProfile): Promise<ProcessLease> {
    const key = exclusive || profile ? `alone ${this.#alone++}` : JSON.stringify(launch)
    let shared = this.#shared.get(key)
    if (!shared) {
      shared = { key, holders: 0, started: BrowserProcess.start(launch, this.#limits, profile) }
      this.#shared.set(key, shared)
      this.#watch(shared)
    }
    shared.holders++
    try {
      const process = await shared.started
      if (!process.browser.isConnected()) {
        throw new BrowserError('BROWSER_ENVIRONMENT_LOST', 'the browser ended while it was starting')
      }
      return this.#lease(shared, process)
    } catch (error) {
      this.#forget(shared)
      shared.holders--
      if (shared.holders === 0) await shared.started.then((process) => process.end()).catch(() => undefined)
      throw error
    }
  }

  /** Ends every process, whoever holds it. */
  async dispose(): Promise<void> {
    const started = [...this.#shared.values()].map((shared) => shared.started)
    this.#shared.clear()
    await Promise.allSettled(started.map(async (process) => (await process).end()))
  }

  #lease(shared: Shared, process: BrowserProcess): ProcessLease {
    let released: Promise<void> | undefined
    const release = async () => {
      shared.holders--
      if (shared.holders > 0) return
      this.#forget(shared)
      await process.end()
    }
    return {
      browser: process.browser,
      context: process.context,
      memory: () => process.memory(),
      kill: () => {
        this.#forget(shared)
        return process.kill()
      },
      release: () => {
        released ??= release()
        return released
      },
    }
  }

  /** Once for each process: one listener a holder would be kept for as long as any other holds it. */
  #watch(shared: Shared) {
    shared.started.then(
      ({ browser }) => browser.once('disconnected', () => this.#forget(shared)),
      () => {}, // told to whoever acquires it
    )
  }

  #forget(shared: Shared) {
    if (this.#shared.get(shared.key) === shared) this.#shared.delete(shared.key)
  }
}
