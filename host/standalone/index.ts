import { Context, type Exporter, Logger } from '@deepseek-ai/cordis'
import BrowserRuntime, { type RuntimeConfig } from '../index.ts'
import type { PlaywrightConfig } from '../playwright/config.ts'
import * as playwright from '../playwright/index.ts'

export { openToolset, type Toolset } from './toolset.ts'

export interface StandaloneConfig {
  /** The runtime's settings; `docs/configuration.md` lists them. */
  runtime?: Partial<RuntimeConfig>
  /** The Chromium provider's settings. */
  playwright?: PlaywrightConfig
  /** Receives what the plugins log; by default warnings and errors go to stderr. */
  log?: (line: { level: 'error' | 'warn' | 'info' | 'debug'; name: string; text: string }) => void
}

export interface Standalone {
  runtime: BrowserRuntime
  /** Closes every environment, then the browser; settles when nothing is left. May be called again. */
  dispose(): Promise<void>
}

const LEVELS = { error: 0, warn: 1, info: 2, debug: 3 } as const

function toStderr({ level, name, text }: Parameters<NonNullable<StandaloneConfig['log']>>[0]): void {
  if (LEVELS[level] <= LEVELS.warn) process.stderr.write(`${level} ${name}: ${text}\n`)
}

/**
 * Mounts the runtime and the Chromium provider in a Cordis Context of their own. No browser starts before the first
 * `acquire`.
 *
 * @throws BrowserError `BROWSER_CONFIG_INVALID` naming the setting.
 */
export async function openBrowserRuntime(config: StandaloneConfig = {}): Promise<Standalone> {
  const root = new Context()
  const log = config.log ?? toStderr
  let disposing: Promise<void> | undefined
  const dispose = () => (disposing ??= root.fiber.dispose())
  let mounted = false
  const exporter: Exporter = {
    colors: false,
    levels: { default: LEVELS.debug },
    export(message) {
      // What fails before everything is mounted is thrown: it need not be logged as well.
      if (mounted) log({ level: message.type, name: message.name, text: Logger.format(exporter, message) })
    },
  }
  root.logger.exporter(exporter)
  try {
    await root.plugin(BrowserRuntime, config.runtime ?? {})
    await root.plugin(playwright, config.playwright ?? {})
    mounted = true
    return { runtime: root.get('browserRuntime') as BrowserRuntime, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}
