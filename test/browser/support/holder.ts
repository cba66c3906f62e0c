/**
 * Run as a program: holds an environment until it is killed. Prints one line once a page is shown. Takes its order as
 * one JSON argument.
 */
import type { PlaywrightConfig } from '../../../host/playwright/config.ts'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import type { ProviderOpenRequest } from '../../../host/provider/types.ts'
import { never, openRequest } from './browsing.ts'

export interface HolderOrder {
  config?: PlaywrightConfig
  request?: ProviderOpenRequest
  url?: string
}

const { config, request = openRequest, url } = JSON.parse(process.argv[2] ?? '{}') as HolderOrder
const provider = new PlaywrightProvider(config)
const environment = await provider.open(request, never())
if (url !== undefined) await environment.act({ type: 'navigate', url }, never())
await environment.observe({}, never())
process.stdout.write('held\n')
setInterval(() => {}, 60_000)
