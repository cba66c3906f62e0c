import type { PlaywrightConfig } from '../../../host/playwright/config.ts'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import type {
  BrowserSessionId,
  ProviderAction,
  ProviderActionResult,
  ProviderActionTarget,
  ProviderElement,
  ProviderEnvironment,
  ProviderObservation,
  ProviderObserveRequest,
} from '../../../host/provider/types.ts'
import type { PageServer } from './page-server.ts'
import { rendererPids } from './processes.ts'

/** A configuration that admits one test server and is quick to give up. */
export const configFor = (server: PageServer, more: PlaywrightConfig = {}): PlaywrightConfig => ({
  navigationTimeoutMs: 4_000,
  actionTimeoutMs: 3_000,
  observeTimeoutMs: 4_000,
  ...more,
  network: {
    mode: 'allowlist',
    allowHosts: [`127.0.0.1:${server.port}`, `localhost:${server.port}`],
    ...more.network,
  },
})

export const openRequest = { sessionId: 'test' as BrowserSessionId, persistence: 'ephemeral' } as const

export const never = (): AbortSignal => new AbortController().signal

/** An environment with the calls a test makes, in few words. */
export class Browsing {
  readonly provider: PlaywrightProvider
  readonly environment: ProviderEnvironment
  seen: ProviderObservation | undefined

  constructor(provider: PlaywrightProvider, environment: ProviderEnvironment) {
    this.provider = provider
    this.environment = environment
  }

  static async open(server: PageServer, more: PlaywrightConfig = {}): Promise<Browsing> {
    const provider = new PlaywrightProvider(configFor(server, more))
    return new Browsing(provider, await provider.open(openRequest, never()))
  }

  async goto(url: string): Promise<ProviderObservation> {
    await this.act({ type: 'navigate', url })
    return this.observe()
  }

  async observe(request: ProviderObserveRequest = {}): Promise<ProviderObservation> {
    this.seen = await this.environment.observe(request, never())
    return this.seen
  }

  act(action: ProviderAction): Promise<ProviderActionResult> {
    return this.environment.act(action, never())
  }

  /** The one element with this name in the newest observation. */
  element(name: string): ProviderElement {
    const found = (this.seen?.elements ?? []).filter((element) => element.name === name)
    if (found.length !== 1) {
      const names = this.seen?.elements.map((element) => `${element.role} "${element.name}"`).join(', ')
      throw new Error(`${found.length} elements are named "${name}" among: ${names}`)
    }
    return found[0]!
  }

  target(name: string): ProviderActionTarget {
    const { target, fingerprint } = this.element(name)
    return { target, fingerprint }
  }

  click(name: string): Promise<ProviderActionResult> {
    return this.act({ type: 'click', target: this.target(name) })
  }

  /** Ends every renderer of the browser, as running out of memory would. */
  async crashRenderer(): Promise<void> {
    for (const pid of rendererPids()) process.kill(pid, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }

  close(): Promise<void> {
    return this.environment.close()
  }
}

/** The error that a call fails with; fails itself where the call succeeds. */
export async function failure(call: Promise<unknown>): Promise<{ code: string; reason?: string; message: string }> {
  try {
    await call
  } catch (error) {
    return error as { code: string; reason?: string; message: string }
  }
  throw new Error('the call succeeded')
}
