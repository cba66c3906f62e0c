import { chmod, lstat, mkdir } from 'node:fs/promises'
import { BrowserError } from '../../errors/browser-error.ts'

/**
 * Makes sure that a folder is one that this user alone can enter, made anew with `create`. A symbolic link is refused,
 * for whoever put it there chooses where it leads.
 */
export async function enterPrivateFolder(path: string, create: boolean): Promise<void> {
  if (create) await mkdir(path, { recursive: true, mode: 0o700 })
  const stats = await lstat(path)
  const refused = (why: string) =>
    new BrowserError('BROWSER_CHECKPOINT_FAILED', `the folder ${path} ${why}`, { reason: 'root' })
  if (stats.isSymbolicLink()) throw refused('is a symbolic link')
  if (!stats.isDirectory()) throw refused('is no directory')
  const user = process.getuid?.()
  if (user === undefined) return // no owners and modes on this system
  if (stats.uid !== user) throw refused('belongs to another user')
  if ((stats.mode & 0o077) !== 0) await chmod(path, 0o700)
}
