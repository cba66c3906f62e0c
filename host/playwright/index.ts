import type { Context } from '@deepseek-ai/cordis'
import type { BrowserRuntimeApi } from '../runtime/types.ts'
import type { PlaywrightConfig } from './config.ts'
import { PlaywrightProvider } from './provider.ts'

export {
  type BrowserChoice,
  type BrowserWish,
  chooseBrowser,
  findBrowsers,
  missingBrowser,
} from './browser/executable.ts'
export { Config, type PlaywrightConfig, type ProviderSettings, parseConfig } from './config.ts'
export { PlaywrightProvider, PROVIDER_ID } from './provider.ts'

export const name = 'browser-playwright'
export const inject = ['browserRuntime']

/** Registers the provider for as long as the plugin lives. */
export function apply(ctx: Context, config: PlaywrightConfig = {}): void {
  const provider = new PlaywrightProvider(config, (message) => ctx.get('logger')?.(name)?.info?.(message))
  const { browserRuntime } = ctx as unknown as { browserRuntime: BrowserRuntimeApi }
  ctx.effect(() => browserRuntime.registerProvider(provider))
}
