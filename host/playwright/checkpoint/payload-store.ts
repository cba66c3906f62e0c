import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BrowserError } from '../../errors/browser-error.ts'
import { stateFolder } from '../../state-folder.ts'
import { enterPrivateFolder } from './private-folder.ts'

/** A payload is named by chance and by nothing else, so that a name can never lead out of its directory. */
const NAME = /^[0-9a-f]{32}\.json$/

/** Where payloads lie unless `checkpointRoot` says otherwise. */
export function defaultCheckpointRoot(env: NodeJS.ProcessEnv = process.env): string {
  return join(stateFolder(env), 'providers', 'playwright', 'v1', 'checkpoints')
}

/**
 * Files with what a session must remember, cookies among it: readable by this user alone, in a directory only this
 * user can enter, written whole or not at all. Symbolic links are refused wherever they could stand.
 */
export class PayloadStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** Answers the new payload's name and size. */
  async write(text: string): Promise<{ payload: string; bytes: number }> {
    await enterPrivateFolder(this.#root, true)
    const payload = `${randomBytes(16).toString('hex')}.json`
    const draft = join(this.#root, `${payload}.new`)
    let file: FileHandle | undefined
    try {
      file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NOFOLLOW, 0o600)
      await file.writeFile(text, 'utf8')
      await file.sync()
      await file.close()
      file = undefined
      await rename(draft, join(this.#root, payload))
    } catch (error) {
      await file?.close().catch(() => undefined) // the write's error is the one to tell
      await rm(draft, { force: true })
      throw new BrowserError('BROWSER_CHECKPOINT_FAILED', `the checkpoint was not written: ${messageOf(error)}`, {
        cause: error,
      })
    }
    return { payload, bytes: Buffer.byteLength(text) }
  }

  /** Throws `BROWSER_CHECKPOINT_PAYLOAD_MISSING` where there is none. */
  async read(payload: string): Promise<string> {
    const path = this.#pathOf(payload)
    let file: FileHandle | undefined
    try {
      await enterPrivateFolder(this.#root, false)
      file = await open(path, constants.O_RDONLY | NOFOLLOW)
      const stats = await file.stat()
      if (!stats.isFile()) throw new BrowserError('BROWSER_CHECKPOINT_FAILED', 'the checkpoint is no plain file')
      return await file.readFile('utf8')
    } catch (error) {
      if (error instanceof BrowserError) throw error
      if (codeOf(error) === 'ENOENT') {
        throw new BrowserError('BROWSER_CHECKPOINT_PAYLOAD_MISSING', 'the checkpoint has been removed', {
          cause: error,
        })
      }
      const what = codeOf(error) === 'ELOOP' ? 'the checkpoint is a symbolic link' : messageOf(error)
      throw new BrowserError('BROWSER_CHECKPOINT_FAILED', `the checkpoint was not read: ${what}`, { cause: error })
    } finally {
      await file?.close()
    }
  }

  /** Removing what is not there succeeds. A link is removed itself, never what it leads to. */
  async remove(payload: string): Promise<void> {
    await rm(this.#pathOf(payload), { force: true })
  }

  #pathOf(payload: string): string {
    if (!NAME.test(payload)) throw new BrowserError('BROWSER_INPUT_INVALID', 'this is no name of a checkpoint')
    return join(this.#root, payload)
  }
}

/** Absent on Windows. */
const NOFOLLOW = constants.O_NOFOLLOW ?? 0

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
