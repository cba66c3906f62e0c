import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import { CONFORMANCE_PAGES, providerConformance } from '../../host/provider/conformance.ts'
import { configFor } from '../support/browsing.ts'
import { servePages } from '../support/page-server.ts'
import { browserPid, browserProcesses } from '../support/processes.ts'
import { scratch } from '../support/scratch.ts'

const profileRoot = join(scratch, 'profiles')

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

providerConformance('the Chromium provider', async () => {
  const server = await servePages({ ...CONFORMANCE_PAGES, '/silent': () => {} })
  // A process for each environment, so that counting processes counts environments.
  const provider = new PlaywrightProvider(configFor(server, { isolation: 'process', profileRoot }))
  return {
    provider,
    origin: server.origin,
    live: () => browserProcesses().filter(({ command }) => !command.includes('--type=')).length,
    kill: async () => void process.kill(await browserPid(), 'SIGKILL'),
    dispose: async () => {
      await server.close()
      rmSync(profileRoot, { recursive: true, force: true })
    },
  }
})
