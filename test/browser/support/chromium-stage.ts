import { existsSync, readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import type { Fault, Step } from '../../host/support/fake-provider.ts'
import type { Stage } from '../../host/support/stage.ts'
import { configFor } from './browsing.ts'
import type { PageServer, Route } from './page-server.ts'
import { browserProcesses } from './processes.ts'

const PAGE = `<button onclick="document.cookie = 'n=1; max-age=1000'; out.textContent = 'done'">Do</button><p id="out"></p>`
const LATE_MS = 300

/** Faults that the next request for the page meets. */
const faults: Fault[] = []

/** The page as its server answers it: late, never, or with a connection that breaks. */
export const STAGE_ROUTES: Record<string, Route> = {
  '/': (_, response) => {
    const fault = faults.shift()
    if (fault === undefined) answer(response)
    else if (typeof fault === 'string') return
    else if ('fail' in fault) response.destroy()
    else setTimeout(() => answer(response), LATE_MS)
  },
}

function answer(response: ServerResponse) {
  response.setHeader('content-type', 'text/html')
  response.end(PAGE)
}

/** Chromium, whose faults are those of its process and of the server it asks. */
export class ChromiumStage implements Stage {
  readonly provider: PlaywrightProvider
  readonly config = {
    queueWaitMs: 500,
    cleanupTimeoutMs: 10_000,
    shutdownTimeoutMs: 30_000,
    openTimeoutMs: 30_000,
    operationTimeoutMs: 30_000,
  }
  readonly home: string
  readonly turnMs = 20
  readonly settleMs = 15_000
  readonly #checkpointRoot: string

  /** Keeps what outlives a browser in `folder`. */
  constructor(server: PageServer, folder: string) {
    this.home = server.url('/')
    this.#checkpointRoot = join(folder, 'checkpoints')
    const roots = { checkpointRoot: this.#checkpointRoot, profileRoot: join(folder, 'profiles') }
    this.provider = new PlaywrightProvider(configFor(server, { ...roots, navigationTimeoutMs: 3_000 }))
  }

  crash(pick: number): void {
    const mains = browserProcesses().filter(({ command }) => !command.includes('--type='))
    const main = mains[pick % mains.length]
    if (main) process.kill(main.pid, 'SIGKILL')
  }

  fault(_step: Step, fault: Fault): void {
    faults.push(fault)
  }

  heal(): void {
    faults.length = 0
  }

  live(): number {
    return browserProcesses().length
  }

  payloads(): Iterable<string> {
    return existsSync(this.#checkpointRoot) ? readdirSync(this.#checkpointRoot) : []
  }
}
