import type { PlaywrightConfig } from '../../../host/playwright/config.ts'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import { type RuntimeConfig, resolveRuntimeConfig } from '../../../host/runtime/config.ts'
import { ControlPlane } from '../../../host/runtime/control-plane.ts'
import { configFor } from './browsing.ts'
import type { PageServer } from './page-server.ts'

/** The runtime with Chromium behind it, admitted to one test server, and what it warned of. */
export function chromiumPlane(
  server: PageServer,
  options: { runtime?: Partial<RuntimeConfig>; playwright?: PlaywrightConfig } = {},
) {
  const warnings: string[] = []
  const plane = new ControlPlane({
    config: resolveRuntimeConfig({ idleTimeoutMs: 0, shutdownTimeoutMs: 20_000, ...options.runtime }),
    warn: (message) => warnings.push(message),
  })
  // How long things take under load is not what these tests are about
  const patient = { navigationTimeoutMs: 20_000, actionTimeoutMs: 15_000, observeTimeoutMs: 15_000 }
  const provider = new PlaywrightProvider(configFor(server, { ...patient, ...options.playwright }))
  const unregister = plane.registerProvider(provider)
  return { plane, provider, warnings, unregister }
}
