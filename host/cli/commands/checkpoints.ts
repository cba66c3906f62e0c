import { Command } from 'commander'
import { isBrowserError } from '../../errors/browser-error.ts'
import type { BrowserRuntimeApi } from '../../runtime/types.ts'
import { openBrowserRuntime } from '../../standalone/index.ts'
import { print, printJson } from '../output.ts'
import { storePath } from '../store-path.ts'

interface Options {
  clear?: boolean
  json?: boolean
}

export const checkpointsCommand = new Command('checkpoints')
  .description(
    'List the sessions whose cookies and storage, or browser profiles, are kept (see --session), or forget them.',
  )
  .option('--clear', 'delete every checkpoint and browser profile that no browser uses')
  .option('--json', 'one JSON document')
  .action(async (options: Options) => {
    const { runtime, dispose } = await openBrowserRuntime({ runtime: { storePath: storePath() } })
    try {
      if (options.clear) {
        const deleted = await clear(runtime)
        if (options.json) printJson({ deleted })
        else print(`${deleted} deleted`)
        return
      }
      const kept = await runtime.listCheckpoints()
      if (options.json) return printJson(kept)
      if (kept.length === 0) print('none')
      for (const { kind, sessionId, createdAt, bytes, url } of kept) {
        const what = kind === 'profile' ? 'browser profile' : url
        print(`${sessionId}  ${new Date(createdAt).toISOString()}  ${bytes} bytes  ${what}`)
      }
    } finally {
      await dispose()
    }
  })

async function clear(runtime: BrowserRuntimeApi): Promise<number> {
  const kept = await runtime.listCheckpoints()
  let deleted = 0
  for (const sessionId of new Set(kept.map((record) => record.sessionId))) {
    try {
      await runtime.deleteCheckpoint(sessionId)
      deleted += kept.filter((record) => record.sessionId === sessionId).length
    } catch (error) {
      if (!isBrowserError(error, 'BROWSER_SESSION_CONFLICT')) throw error
      process.stderr.write(`kept: ${error.message}\n`)
    }
  }
  return deleted
}
