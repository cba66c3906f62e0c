import { Command } from 'commander'
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
  .option('--clear', 'delete every checkpoint and browser profile')
  .option('--json', 'one JSON document')
  .action(async (options: Options) => {
    const { runtime, dispose } = await openBrowserRuntime({ runtime: { storePath: storePath() } })
    try {
      const kept = await runtime.listCheckpoints()
      if (options.clear) for (const { sessionId } of kept) await runtime.deleteCheckpoint(sessionId)
      if (options.json) printJson(options.clear ? { deleted: kept.length } : kept)
      else if (options.clear) print(`${kept.length} deleted`)
      else if (kept.length === 0) print('none')
      else {
        for (const { kind, sessionId, createdAt, bytes, url } of kept) {
          print(
            `${sessionId}  ${new Date(createdAt).toISOString()}  ${bytes} bytes  ${kind === 'profile' ? kind : url}`,
          )
        }
      }
    } finally {
      await dispose()
    }
  })
