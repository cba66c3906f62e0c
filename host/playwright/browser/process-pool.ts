import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import { settledWithin } from '../bounded.ts'
import type { BrowserChoice } from './executable.ts'
import { launchEnvironment, launchFlags } from './flags.ts'
import { BrowserHome, sweepHomes } from './home.ts'

/** What decides whether two environments may share a process. */
export interface LaunchClass {
  choice: BrowserChoice
  headless: boolean
  proxied: boolean
}

export interface LaunchLimits {
  launchTimeoutMs: number
  closeTimeoutMs: number
}

/** One holder's right to a browser process. */
export interface ProcessLease {
  readonly browser: Browser
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

  constructor(limits: LaunchLimits) {
    this.#limits = limits
  }

  /** `exclusive` gives a process that nobody shares. */
  async acquire(launch: LaunchClass, exclusive: boolean): Promise<ProcessLease> {
    const key = exclusive ? Symbol().toString() + performance.now() : JSON.stringify(launch)
    let shared = this.#shared.get(key)
    if (!shared) {
      shared = { key, holders: 0, started: BrowserProcess.start(launch, this.#limits) }
      this.#shared.set(key, shared)
    }
    shared.holders++
    try {
      const process = await shared.started
      if (!process.browser.isConnected()) {
        throw new BrowserError('BROWSER_ENVIRONMENT_LOST', 'the browser ended while it was starting')
      }
      process.browser.once('disconnected', () => this.#forget(shared))
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

  #forget(shared: Shared) {
    if (this.#shared.get(shared.key) === shared) this.#shared.delete(shared.key)
  }
}

class BrowserProcess {
  readonly browser: Browser
  readonly #home: BrowserHome
  readonly #limits: LaunchLimits
  readonly #control: CDPSession
  readonly #pid: number | undefined
  #ended: Promise<void> | undefined

  private constructor(
    browser: Browser,
    control: CDPSession,
    pid: number | undefined,
    home: BrowserHome,
    limits: LaunchLimits,
  ) {
    this.browser = browser
    this.#control = control
    this.#pid = pid
    this.#home = home
    this.#limits = limits
  }

  static async start(launch: LaunchClass, limits: LaunchLimits): Promise<BrowserProcess> {
    await sweepHomes().catch(() => undefined) // what could not be swept now waits for the next launch
    const home = await BrowserHome.create()
    let browser: Browser | undefined
    try {
      browser = await chromium.launch({
        executablePath: launch.choice.path,
        headless: launch.headless,
        // Chromium refuses its sandbox to root
        chromiumSandbox: process.getuid?.() !== 0,
        args: launchFlags(launch.proxied),
        env: launchEnvironment(home.path, process.env, launch.headless),
        artifactsDir: join(home.path, 'artifacts'),
        downloadsPath: join(home.path, 'downloads'),
        timeout: limits.launchTimeoutMs,
        // What a signal to this process means is for its host to say
        handleSIGHUP: false,
        handleSIGINT: false,
        handleSIGTERM: false,
      })
      const control = await browser.newBrowserCDPSession()
      const { processInfo } = await control.send('SystemInfo.getProcessInfo')
      const pid = processInfo.find((info) => info.type === 'browser')?.id
      const { commandLine } = await control.send('SystemInfo.getInfo')
      const profile = profileOf(commandLine)
      if (profile !== undefined) await home.adopt(profile)
      return new BrowserProcess(browser, control, pid, home, limits)
    } catch (error) {
      await browser?.close().catch(() => undefined) // the launch error is the one to tell
      await home.remove()
      const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
      throw new BrowserError('BROWSER_PROVIDER_UNAVAILABLE', `${launch.choice.path} did not start: ${reason}`, {
        cause: error,
      })
    }
  }

  /** Resident memory of all its processes in bytes, shared pages counted once; undefined where the system does not say. */
  async memory(): Promise<number | undefined> {
    const { processInfo } = await this.#control.send('SystemInfo.getProcessInfo')
    const sizes = await Promise.all(processInfo.map((info) => proportionalSize(info.id)))
    const known = sizes.filter((size) => size !== undefined)
    return known.length > 0 ? known.reduce((sum, size) => sum + size, 0) : undefined
  }

  end(): Promise<void> {
    this.#ended ??= this.#end(async () => {
      const closed = this.browser.close()
      if (!(await settledWithin(this.#limits.closeTimeoutMs, closed))) this.#signal()
      await closed.catch(() => undefined) // gone is what was asked for
    })
    return this.#ended
  }

  kill(): Promise<void> {
    this.#ended ??= this.#end(async () => {
      this.#signal()
      await this.browser.close().catch(() => undefined) // gone is what was asked for
    })
    return this.#ended
  }

  async #end(stop: () => Promise<void>): Promise<void> {
    try {
      await stop()
    } finally {
      // Chromium's helpers may still be writing when its main process has gone
      await this.#home.remove()
    }
  }

  #signal() {
    if (this.#pid === undefined || !this.browser.isConnected()) return
    try {
      process.kill(this.#pid, 'SIGKILL')
    } catch {
      // ended by itself in between
    }
  }
}

/** Playwright makes the profile, and forgets it when the browser dies in the wrong moment. */
function profileOf(commandLine: string): string | undefined {
  return /--user-data-dir=(\S*playwright_chromiumdev_profile-\w+)/.exec(commandLine)?.[1]
}

async function proportionalSize(pid: number): Promise<number | undefined> {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined // no such system, or no such process any more
  }
}
