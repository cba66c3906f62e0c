import type { Config } from './config.ts'
import type { Feature } from './definition.ts'

/** What the configuration says can work. */
export function configuredFeatures(config: Config): Feature[] {
  return [
    'diagnostics',
    'extract',
    'screenshot',
    ...(config.tabs ? (['tabs'] as const) : []),
    ...(config.dialogs ? (['dialogs'] as const) : []),
    ...(Object.keys(config.credentials).length > 0 ? (['credentials'] as const) : []),
  ]
}
