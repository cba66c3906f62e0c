import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Command } from 'commander'
import { BrowserError } from '../../errors/browser-error.ts'
import type { StandaloneConfig } from '../../standalone/index.ts'
import type { Config as ToolsConfig } from '../../tools/config.ts'
import { pageOptions } from '../options.ts'
import { openRuntime, type PageOptions } from '../page-session.ts'

interface Options extends PageOptions {
  config?: string
}

/** What `--config` holds: the settings of a host's rows. */
interface McpFile extends Pick<StandaloneConfig, 'runtime' | 'playwright'> {
  tools?: Partial<ToolsConfig>
}

export const mcpCommand = pageOptions(new Command('mcp'))
  .description('Serve the browser tools on stdin and stdout to a client of the Model Context Protocol.')
  .option('--config <file>', 'JSON with the settings of { runtime, playwright, tools }; the other options go before it')
  .addHelpText(
    'after',
    `
Example, in a client's configuration:
  { "command": "npx", "args": ["dsh-browser-runtime", "mcp"] }`,
  )
  .action(async (options: Options) => {
    // The protocol's library takes longer to load than the other commands to run.
    const [{ serveStdio }, { parseConfig }] = await Promise.all([
      import('../../mcp/stdio.ts'),
      import('../../tools/config.ts'),
    ])
    const ended = new AbortController()
    const end = () => ended.abort()
    process.once('SIGINT', end).once('SIGTERM', end).once('SIGHUP', end)
    const file = options.config === undefined ? {} : readConfig(options.config)
    const config = parseConfig({ ...file.tools, ...(options.session ? { persistence: 'resume' as const } : {}) })
    const network = options.allowHost?.length
      ? { mode: 'allowlist' as const, allowHosts: options.allowHost }
      : undefined
    const { runtime, dispose } = await openRuntime(options, network, file)
    try {
      const { version } = createRequire(import.meta.url)('dsh-browser-runtime/package.json')
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

function readConfig(file: string): McpFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new BrowserError('BROWSER_CONFIG_INVALID', `--config ${file}: ${message}`, { cause })
  }
}
