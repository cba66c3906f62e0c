import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identify, lives, type ProcessIdentity } from '../../process-identity.ts'

/** As `mkdtemp` names them: the prefix and six characters. */
const HOME_NAME = /^dsh-browser-[A-Za-z0-9]{6}$/
const OWNER_FILE = 'owner.json'
/** Homes removed before one launch; the rest wait for the next. */
const MAX_SWEPT = 20

interface Owner extends ProcessIdentity {
  /** What lies outside the home and goes with it. */
  beside: string[]
}

/** A directory for one browser process alone, which says whose it is, so that it is found when its owner was killed. */
export class BrowserHome {
  readonly path: string
  readonly #beside: string[] = []

  private constructor(path: string) {
    this.path = path
  }

  static async create(): Promise<BrowserHome> {
    // mkdtemp makes the directory for its owner alone (0700)
    const home = new BrowserHome(await mkdtemp(join(tmpdir(), 'dsh-browser-')))
    await home.#sign()
    return home
  }

  /** Counts a directory that the browser has made elsewhere as part of this home. */
  async adopt(directory: string): Promise<void> {
    this.#beside.push(directory)
    await this.#sign()
  }

  async remove(): Promise<void> {
    for (const directory of [...this.#beside, this.path]) await removeTree(directory)
  }

  async #sign(): Promise<void> {
    const owner: Owner = { ...(await identify()), beside: this.#beside }
    await writeFile(join(this.path, OWNER_FILE), JSON.stringify(owner), { mode: 0o600 })
  }
}

/**
 * Removes homes whose owners ended without doing so themselves. What belongs to another user, another machine or
 * container, or a living process is left alone, and so is what says nothing of its owner.
 */
export async function sweepHomes(): Promise<void> {
  let swept = 0
  for (const name of (await readdir(tmpdir())).filter((name) => HOME_NAME.test(name))) {
    if (swept === MAX_SWEPT) return
    const path = join(tmpdir(), name)
    const owner = await ownerOf(path)
    if (!owner || (await lives(owner)) !== false) continue
    // Another process may be sweeping too, and helpers of a browser that has just died may still be writing
    await Promise.allSettled([...owner.beside.filter(isProfile), path].map(removeTree))
    swept++
  }
}

async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    const stats = await lstat(path)
    if (!stats.isDirectory() || stats.uid !== (process.getuid?.() ?? stats.uid)) return undefined
    return JSON.parse(await readFile(join(path, OWNER_FILE), 'utf8')) as Owner
  } catch {
    return undefined // gone meanwhile, not ours, or not signed yet
  }
}

/** What a home may name beside itself: nothing but a profile that Playwright made in the same temporary directory. */
const isProfile = (path: string): boolean =>
  path.startsWith(join(tmpdir(), 'playwright_chromiumdev_profile-')) && !path.includes('..')

const removeTree = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
