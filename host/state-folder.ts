import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where what outlives a process is kept: beside the host's own state where there is a host. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { DSH_HOME, XDG_STATE_HOME } = env
  if (DSH_HOME) return join(DSH_HOME, 'browser-runtime')
  return join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'dsh-browser-runtime')
}
