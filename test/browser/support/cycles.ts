import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import { isBrowserError } from '../../../host/errors/browser-error.ts'
import type { ControlPlane } from '../../../host/runtime/control-plane.ts'
import type { BrowserLease } from '../../../host/runtime/types.ts'
import type { PageServer, Route } from './page-server.ts'
import { browserPid } from './processes.ts'

export const CYCLE_ROUTES: Record<string, Route> = {
  '/': `<button onclick="document.cookie = 'n=1; max-age=1000'; out.textContent = 'done'">Do</button><p id="out"></p>`,
  '/hang': () => {},
}

interface Stage {
  plane: ControlPlane
  server: PageServer
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

let collect: (() => void) | undefined

/** Resident bytes of this process once its garbage is gone. */
export async function residentBytes(): Promise<number> {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  for (let round = 0; round < 5; round++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return process.memoryUsage.rss()
}
