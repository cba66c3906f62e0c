import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BrowserError } from '../../errors/browser-error.ts'
import { identify, lives, type ProcessIdentity } from '../../process-identity.ts'
import type { BrowserSessionId, ProviderProfile } from '../../provider/types.ts'
import { stateFolder } from '../../state-folder.ts'
import { Deadline, pause } from '../bounded.ts'
import { enterPrivateFolder } from '../checkpoint/private-folder.ts'
import { KernelLock } from './kernel-lock.ts'

/** Where profiles lie unless `profileRoot` says otherwise. */
export function defaultProfileRoot(env: NodeJS.ProcessEnv = process.env): string {
  return join(stateFolder(env), 'providers', 'playwright', 'v1', 'profiles')
}

/*
 * <root>/lock                  held while a profile is taken, listed or removed, and no longer
 * <root>/<hash of session>/
 *   lock                       held by the process whose browser uses the profile
 *   profile.json               what `list` answers
 *   browser.json               the process of the browser
 *   data/                      Chromium's own
 */
const FOLDER_NAME = /^[0-9a-f]{64}$/
const ROOT_LOCK_MS = 5_000
const LOCK_RETRY_MS = 20
/** For the browser of a host that was killed to follow it by itself; then it is ended. */
const ORPHAN_MS = 5_000
const ORPHAN_RETRY_MS = 50

interface Kept {
  sessionId: BrowserSessionId
  usedAt: number
  bytes: number
}

/** A profile in the hands of one browser. */
export interface HeldProfile {
  /** Chromium's user data directory. */
  readonly data: string
  /** Remembers whose process uses it, for the one who finds it after this process was killed. */
  sign(browserPid: number): Promise<void>
  /** For when the browser has ended. Idempotent. */
  release(): Promise<void>
}

/** Browser profiles in folders that this user alone can enter, one per session, each with one holder at a time. */
export class ProfileStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** Throws `BROWSER_SESSION_CONFLICT` while another browser, of this process or another, uses the profile. */
  async hold(sessionId: BrowserSessionId): Promise<HeldProfile> {
    const folder = this.#folderOf(sessionId)
    const lock = await this.#exclusively(async () => {
      await enterPrivateFolder(folder, true)
      return KernelLock.take(join(folder, 'lock'))
    })
    if (!lock) throw inUse(sessionId)
    const data = join(folder, 'data')
    try {
      await endOrphan(folder, sessionId)
      await enterPrivateFolder(data, true)
      await keep(folder, { sessionId, usedAt: Date.now(), bytes: await sizeOf(data) })
    } catch (error) {
      lock.release()
      throw error
    }
    const end = async () => {
      try {
        await rm(join(folder, 'browser.json'), { force: true })
        await keep(folder, { sessionId, usedAt: Date.now(), bytes: await sizeOf(data) })
      } finally {
        lock.release()
      }
    }
    let released: Promise<void> | undefined
    return {
      data,
      sign: async (pid) => writePrivate(join(folder, 'browser.json'), await identify(pid)),
      release: () => {
        released ??= end()
        return released
      },
    }
  }

  async list(): Promise<ProviderProfile[]> {
    if (!(await exists(this.#root))) return []
    return this.#exclusively(async () => {
      const profiles: ProviderProfile[] = []
      for (const name of (await readdir(this.#root)).filter((name) => FOLDER_NAME.test(name))) {
        const folder = join(this.#root, name)
        const kept = await readJson<Kept>(join(folder, 'profile.json'))
        if (!kept) continue
        const lock = await KernelLock.take(join(folder, 'lock'))
        lock?.release()
        profiles.push({ ...kept, inUse: lock === undefined })
      }
      return profiles
    })
  }

  /** Removing what is not there succeeds. Throws `BROWSER_SESSION_CONFLICT` while a browser uses it. */
  async destroy(sessionId: BrowserSessionId): Promise<void> {
    const folder = this.#folderOf(sessionId)
    if (!(await exists(folder))) return
    await this.#exclusively(async () => {
      await enterPrivateFolder(folder, true)
      const lock = await KernelLock.take(join(folder, 'lock'))
      if (!lock) throw inUse(sessionId)
      try {
        await endOrphan(folder, sessionId)
        await removeTree(join(folder, 'data'))
      } finally {
        // Nobody takes it meanwhile: that needs the lock of the root
        lock.release()
      }
      await removeTree(folder)
    })
  }

  #folderOf(sessionId: string): string {
    return join(this.#root, createHash('sha256').update(sessionId).digest('hex'))
  }

  /** Profiles come and go one at a time, so that nobody locks a file that another has just removed. */
  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    await enterPrivateFolder(this.#root, true)
    const patience = new Deadline(ROOT_LOCK_MS)
    for (;;) {
      const lock = await KernelLock.take(join(this.#root, 'lock'))
      if (lock) {
        try {
          return await work()
        } finally {
          lock.release()
        }
      }
      if (patience.passed) {
        throw new BrowserError('BROWSER_PROVIDER_FAILED', `the profiles in ${this.#root} stay locked`)
      }
      await pause(LOCK_RETRY_MS)
    }
  }
}

/** A browser outlives a killed host for a moment, and two must not write to one profile. */
async function endOrphan(folder: string, sessionId: string): Promise<void> {
  const browser = await readJson<ProcessIdentity>(join(folder, 'browser.json'))
  if (!browser) return
  const patience = new Deadline(ORPHAN_MS)
  const killed = new Deadline(2 * ORPHAN_MS)
  while (await lives(browser)) {
    if (killed.passed) throw inUse(sessionId)
    if (patience.passed) kill(browser.pid)
    await pause(ORPHAN_RETRY_MS)
  }
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // ended by itself in between
  }
}

const keep = (folder: string, kept: Kept) => writePrivate(join(folder, 'profile.json'), kept)

async function writePrivate(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(value), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch {
    return undefined // never written, or cut by a crash
  }
}

const removeTree = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) =>
        stat(join(parentPath, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ), // gone meanwhile
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const inUse = (sessionId: string) =>
  new BrowserError(
    'BROWSER_SESSION_CONFLICT',
    `The browser profile of session "${sessionId}" is in use by another browser: end that one first, or name another session.`,
  )
