import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { isBrowserError } from '../../../host/errors/browser-error.ts'
import type { PlaywrightConfig } from '../../../host/playwright/config.ts'
import type { RuntimeConfig } from '../../../host/runtime/config.ts'
import type { ControlPlane } from '../../../host/runtime/control-plane.ts'
import type { BrowserLease } from '../../../host/runtime/types.ts'
import { type PageServer, type Route, servePages } from './page-server.ts'
import { browserPid } from './processes.ts'
import { chromiumPlane } from './runtime.ts'
import { scratch } from './scratch.ts'

const ROUTES: Record<string, Route> = {
  '/': `<button onclick="document.cookie = 'n=1; max-age=1000'; out.textContent = 'done'">Do</button><p id="out"></p>`,
  '/hang': () => {},
}

interface Stage {
  plane: ControlPlane
  server: PageServer
}

/** The pages that cycles visit, and a runtime that may. */
export async function openStage(
  options: { runtime?: Partial<RuntimeConfig>; playwright?: PlaywrightConfig } = {},
): Promise<Stage & { warnings: string[]; close: () => Promise<void> }> {
  const server = await servePages(ROUTES)
  const checkpointRoot = join(scratch, 'checkpoints')
  const { plane, warnings } = chromiumPlane(server, {
    ...options,
    playwright: { checkpointRoot, ...options.playwright },
  })
  const close = async () => {
    await plane.close()
    await server.close()
    rmSync(scratch, { recursive: true, force: true })
  }
  return { plane, server, warnings, close }
}

type Ending = (lease: BrowserLease, stage: Stage) => Promise<void>

const hanging = (lease: BrowserLease, { server }: Stage, signal?: AbortSignal) =>
  lease.act({ type: 'navigate', url: server.url('/hang') }, signal).then(
    () => 'succeeded',
    (error: unknown) => (isBrowserError(error) ? error.code : Promise.reject(error)),
  )

/** How a cycle ends after its action. Each releases its lease. */
const ENDINGS: Record<string, Ending> = {
  release: (lease) => lease.release(),
  'cancelled call': async (lease, stage) => {
    const controller = new AbortController()
    const call = hanging(lease, stage, controller.signal)
    await arrival(stage.server)
    controller.abort()
    expect(await call).toBe('BROWSER_CANCELLED')
    await lease.release()
  },
  'killed browser': async (lease, stage) => {
    const call = hanging(lease, stage)
    await arrival(stage.server)
    process.kill(await browserPid(), 'SIGKILL')
    expect(await call).toBe('BROWSER_ENVIRONMENT_LOST')
    await lease.release()
  },
  'release under a call': async (lease, stage) => {
    const call = hanging(lease, stage)
    await arrival(stage.server)
    await lease.release()
    expect(await call).toMatch(/^BROWSER_(LEASE_RELEASED|CANCELLED)$/)
  },
}

export const ENDING_NAMES = Object.keys(ENDINGS)

/** Open, act, end in one of the ways, close. */
export async function cycle(stage: Stage, index: number): Promise<void> {
  const { plane, server } = stage
  const lease = await plane.acquire({
    owner: {},
    sessionId: `cycle-${index % 3}`,
    persistence: index % 2 === 0 ? 'resume' : 'ephemeral',
  })
  const { after } = await lease.act({ type: 'navigate', url: server.url('/') })
  const target = after!.elements.find(({ name }) => name === 'Do')!.ref
  const clicked = await lease.act({ type: 'click', target, observation: after!.id })
  expect(clicked.after!.text).toContain('done')
  server.requests.length = 0
  await Object.values(ENDINGS)[index % ENDING_NAMES.length]!(lease, stage)
}

async function arrival(server: PageServer): Promise<void> {
  const end = Date.now() + 10_000
  while (!server.requests.includes('/hang')) {
    if (Date.now() > end) throw new Error('the request never came')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
