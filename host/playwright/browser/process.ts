import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type LaunchOptions,
} from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import { settledWithin } from '../bounded.ts'
import type { HeldProfile } from '../profile/profile-store.ts'
import type { BrowserChoice } from './executable.ts'
import { launchEnvironment, launchFlags } from './flags.ts'
import { BrowserHome, sweepHomes } from './home.ts'

/** What decides whether two environments may share a process. */
export interface LaunchClass {
  choice: BrowserChoice
  headless: boolean
  proxied: boolean
  /** Pages may open others. */
  popups: boolean
}

export interface LaunchLimits {
  launchTimeoutMs: number
  closeTimeoutMs: number
}

/** A profile makes its process and its context one: the options of the context are those of the launch. */
export interface LaunchProfile {
  held: HeldProfile
  options: BrowserContextOptions
}

interface Parts {
  browser: Browser
  context: BrowserContext | undefined
  control: CDPSession
  pid: number | undefined
  home: BrowserHome
  profile: HeldProfile | undefined
  limits: LaunchLimits
}

/** One Chromium with all that is its own on this machine. */
export class BrowserProcess {
  readonly #parts: Parts
  #ended: Promise<void> | undefined

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  get browser(): Browser {
    return this.#parts.browser
  }

  /** Where it was launched with a profile. */
  get context(): BrowserContext | undefined {
    return this.#parts.context
  }

  /** The profile is released when the process has ended, or has not begun. */
  static async start(launch: LaunchClass, limits: LaunchLimits, own?: LaunchProfile): Promise<BrowserProcess> {
    const profile = own?.held
    let home: BrowserHome | undefined
    let browser: Browser | undefined
    let context: BrowserContext | undefined
    try {
      await sweepHomes().catch(() => undefined) // what could not be swept now waits for the next launch
      home = await BrowserHome.create()
      const options = launchOptions(launch, home, limits)
      if (own) {
        context = await chromium.launchPersistentContext(own.held.data, { ...options, ...own.options })
        browser = context.browser() ?? undefined
      } else {
        browser = await chromium.launch(options)
      }
      if (!browser) throw new Error('the browser of the profile cannot be reached')
      const control = await browser.newBrowserCDPSession()
      const { processInfo } = await control.send('SystemInfo.getProcessInfo')
      const pid = processInfo.find((info) => info.type === 'browser')?.id
      if (pid !== undefined) await profile?.sign(pid)
      const { commandLine } = await control.send('SystemInfo.getInfo')
      const temporary = profileOf(commandLine)
      if (temporary !== undefined) await home.adopt(temporary)
      return new BrowserProcess({ browser, context, control, pid, home, profile, limits })
    } catch (error) {
      await (browser ?? context)?.close().catch(() => undefined) // the launch error is the one to tell
      await home?.remove()
      await profile?.release().catch(() => undefined)
      const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
      throw new BrowserError('BROWSER_PROVIDER_UNAVAILABLE', `${launch.choice.path} did not start: ${reason}`, {
        cause: error,
      })
    }
  }

  /** Resident memory of all its processes in bytes, shared pages counted once; undefined where the system does not say. */
  async memory(): Promise<number | undefined> {
    const { processInfo } = await this.#parts.control.send('SystemInfo.getProcessInfo')
    const sizes = await Promise.all(processInfo.map((info) => proportionalSize(info.id)))
    const known = sizes.filter((size) => size !== undefined)
    return known.length > 0 ? known.reduce((sum, size) => sum + size, 0) : undefined
  }

  end(): Promise<void> {
    this.#ended ??= this.#end(async () => {
      const closed = this.browser.close()
      if (!(await settledWithin(this.#parts.limits.closeTimeoutMs, closed))) this.#signal()
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
      await this.#parts.home.remove()
      await this.#parts.profile?.release()
    }
  }

  #signal() {
    const { pid } = this.#parts
    if (pid === undefined || !this.browser.isConnected()) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // ended by itself in between
    }
  }
}

function launchOptions(launch: LaunchClass, home: BrowserHome, limits: LaunchLimits): LaunchOptions {
  return {
    executablePath: launch.choice.path,
    headless: launch.headless,
    // Chromium refuses its sandbox to root
    chromiumSandbox: process.getuid?.() !== 0,
    args: launchFlags(launch),
    // Playwright turns off what keeps a page that navigates without end from occupying the browser, and us with it
    ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
    env: launchEnvironment(home.path, process.env, launch.headless),
    artifactsDir: join(home.path, 'artifacts'),
    downloadsPath: join(home.path, 'downloads'),
    timeout: limits.launchTimeoutMs,
    // What a signal to this process means is for its host to say
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  }
}

/** Playwright makes the profile where none is given, and forgets it when the browser dies in the wrong moment. */
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
