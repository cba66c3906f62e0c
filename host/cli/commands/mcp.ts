import { createRequire } from 'node:module'
import { Command } from 'commander'
import { wholeNumber } from '../number.ts'
import { pageOptions } from '../options.ts'
import { openRuntime, type PageOptions } from '../page-session.ts'

interface Options extends PageOptions {
  answerChars: number
}

export const mcpCommand = pageOptions(new Command('mcp'))
  .description('Serve the browser tools on stdin and stdout to a client of the Model Context Protocol.')
  .option('--answer-chars <n>', 'characters of page content in one answer', wholeNumber(1_000, 100_000), 6_000)
  .addHelpText(
    'after',
    `
Example, in a client's configuration:
  { "command": "npx", "args": ["dsh-browser-runtime", "mcp"] }`,
  )
  .action(async (options: Options) => {
    // The protocol's library takes longer to load than the other commands to run.
    const [{ serveStdio }, { Config }] = await Promise.all([
      import('../../mcp/stdio.ts'),
      import('../../tools/config.ts'),
    ])
    const ended = new AbortController()
    const end = () => ended.abort()
    process.once('SIGINT', end).once('SIGTERM', end).once('SIGHUP', end)
    const network = options.allowHost?.length
      ? { mode: 'allowlist' as const, allowHosts: options.allowHost }
      : undefined
    const { runtime, dispose } = await openRuntime(options, network)
    try {
      const { version } = createRequire(import.meta.url)('dsh-browser-runtime/package.json')
      const config = Config({
        answerChars: options.answerChars,
        persistence: options.session ? 'resume' : 'ephemeral',
      } as Parameters<typeof Config>[0])
      await serveStdio({
        runtime,
        config,
        version,
        signal: ended.signal,
        ...(options.session ? { sessionId: options.session } : {}),
      })
    } finally {
      await dispose()
      process.off('SIGINT', end).off('SIGTERM', end).off('SIGHUP', end)
    }
  })
