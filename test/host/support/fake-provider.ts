import { BrowserError } from '../../../host/errors/browser-error.ts'
import { type NetworkPolicy, STRICT_POLICY } from '../../../host/network/policy.ts'
import type {
  BrowserProvider,
  BrowserProviderId,
  BrowserSessionId,
  EnvironmentLoss,
  ProviderAction,
  ProviderActionResult,
  ProviderCapabilities,
  ProviderElement,
  ProviderEnvironment,
  ProviderObservation,
  ProviderObserveRequest,
  ProviderOpenRequest,
  ProviderProfile,
  ProviderTarget,
} from '../../../host/provider/types.ts'

/** Where a fault can be put: before the named step does anything, or (`:after`) when it has taken effect. */
export type Step =
  | 'available'
  | 'open'
  | 'restore'
  | 'observe'
  | 'act'
  | 'act:after'
  | 'checkpoint'
  | 'destroyCheckpoint'
  | 'profiles'
  | 'destroyProfile'
  | 'close'
  | 'dispose'

export type Fault =
  /** Takes this long, and ends early when aborted. */
  | { delay: number }
  /** Never answers until aborted. */
  | 'hang'
  /** Never answers, abort or not. */
  | 'ignore'
  /** Answers this long after it was aborted, as if it had not been. */
  | { fulfilAfterAbort: number }
  | { fail: unknown }

export const FULL: ProviderCapabilities = {
  extract: true,
  screenshot: true,
  checkpoint: true,
  diagnostics: true,
  multiplePages: false,
  profile: false,
}

interface FakeElement {
  key: string
  role: 'button' | 'link' | 'textbox'
  name: string
  value?: string
  href?: string
  password?: boolean
}

interface SavedState {
  build: string
  cookie: string
}

export interface FakeOptions {
  id?: string
  version?: string
  capabilities?: Partial<ProviderCapabilities>
  /** Payloads outlive a provider, as files do. */
  disk?: Map<string, SavedState>
  /** Profiles outlive a provider as well; two that share them are two processes of one machine. */
  profileDisk?: Map<string, FakeProfile>
}

export interface FakeProfile {
  cookie: string
  usedAt: number
  inUse: boolean
}

/** A provider without a browser: pages are a few elements, faults come from a script, and everything open is counted. */
export class FakeProvider implements BrowserProvider {
  readonly id: BrowserProviderId
  readonly version: string
  readonly capabilities: ProviderCapabilities
  readonly disk: Map<string, SavedState>
  readonly profileDisk: Map<string, FakeProfile>
  readonly environments = new Set<FakeEnvironment>()
  readonly requests: ProviderOpenRequest[] = []
  network: NetworkPolicy = STRICT_POLICY
  readonly log: string[] = []
  isAvailable = true
  opened = 0
  /** The most environments that were open at one time. */
  peak = 0
  disposed = 0
  private readonly faults = new Map<Step, Fault[]>()

  constructor(options: FakeOptions = {}) {
    this.id = (options.id ?? 'fake') as BrowserProviderId
    this.version = options.version ?? '1'
    this.capabilities = { ...FULL, ...options.capabilities }
    this.disk = options.disk ?? new Map()
    this.profileDisk = options.profileDisk ?? new Map()
  }

  /** The next `times` runs of a step meet this fault. */
  inject(step: Step, fault: Fault, times = 1): void {
    this.faults.set(step, [...(this.faults.get(step) ?? []), ...Array<Fault>(times).fill(fault)])
  }

  heal(): void {
    this.faults.clear()
  }

  async meet(step: Step, signal?: AbortSignal): Promise<void> {
    this.log.push(step)
    const fault = this.faults.get(step)?.shift()
    if (!fault) return signal?.throwIfAborted()
    if (fault === 'ignore') return new Promise(() => {})
    if (fault === 'hang') return aborted(signal)
    if ('fail' in fault) throw fault.fail
    if ('delay' in fault) return Promise.race([sleep(fault.delay), aborted(signal)])
    await aborted(signal).catch(() => {})
    await sleep(fault.fulfilAfterAbort)
  }

  async available(signal: AbortSignal): Promise<boolean> {
    await this.meet('available', signal)
    return this.isAvailable
  }

  unavailableReason(): string {
    return 'run the installer'
  }

  async open(request: ProviderOpenRequest, signal: AbortSignal): Promise<ProviderEnvironment> {
    this.requests.push(request)
    await this.meet('open', signal)
    return request.persistence === 'profile' ? this.openProfile(request.sessionId) : this.create('')
  }

  async restore(_request: ProviderOpenRequest, payload: string, signal: AbortSignal): Promise<ProviderEnvironment> {
    await this.meet('restore', signal)
    const state = this.disk.get(payload)
    if (!state) throw new BrowserError('BROWSER_CHECKPOINT_PAYLOAD_MISSING', `Payload ${payload} is gone.`)
    if (state.build !== this.version) throw new BrowserError('BROWSER_CHECKPOINT_MISMATCH', 'Written by another build.')
    return this.create(state.cookie)
  }

  async destroyCheckpoint(payload: string, signal: AbortSignal): Promise<void> {
    await this.meet('destroyCheckpoint', signal)
    this.disk.delete(payload)
  }

  async profiles(signal: AbortSignal): Promise<ProviderProfile[]> {
    await this.meet('profiles', signal)
    return [...this.profileDisk].map(([sessionId, { usedAt, inUse }]) => ({
      sessionId: sessionId as BrowserSessionId,
      usedAt,
      bytes: 100,
      inUse,
    }))
  }

  async destroyProfile(sessionId: BrowserSessionId, signal: AbortSignal): Promise<void> {
    await this.meet('destroyProfile', signal)
    if (this.profileDisk.get(sessionId)?.inUse) throw profileInUse(sessionId)
    this.profileDisk.delete(sessionId)
  }

  async dispose(): Promise<void> {
    await this.meet('dispose')
    this.disposed++
  }

  private openProfile(sessionId: BrowserSessionId): FakeEnvironment {
    const profile = this.profileDisk.get(sessionId) ?? { cookie: '', usedAt: 0, inUse: false }
    if (profile.inUse) throw profileInUse(sessionId)
    this.profileDisk.set(sessionId, profile)
    Object.assign(profile, { inUse: true, usedAt: Date.now() })
    return this.create(profile.cookie, (cookie) => {
      Object.assign(profile, { inUse: false, usedAt: Date.now(), cookie })
    })
  }

  private create(cookie: string, ended: (cookie: string) => void = () => {}): FakeEnvironment {
    const environment = new FakeEnvironment(this, cookie, ended)
    this.environments.add(environment)
    this.opened++
    this.peak = Math.max(this.peak, this.environments.size)
    return environment
  }
}

export class FakeEnvironment implements ProviderEnvironment {
  readonly lost: Promise<EnvironmentLoss>
  /** Stands for whatever a session keeps: a checkpoint saves it, a restore brings it back. */
  cookie: string
  closed = 0
  /** Calls under way; more than one breaks the contract with the runtime. */
  private busy = 0
  overlapped = false
  /** A call was aborted: nobody may use this environment any more. */
  private tainted = false
  misused = false
  private readonly provider: FakeProvider
  private readonly ended: (cookie: string) => void
  private over = false
  private readonly history: string[] = ['about:blank']
  private place = 0
  private document = 0
  private clicks = 0
  /** What the page found in its cookie when it loaded. */
  private remembered = ''
  private elements: FakeElement[] = []
  private settleLost: (loss: EnvironmentLoss) => void = () => {}
  private readonly crashes = new Set<(error: Error) => void>()

  constructor(provider: FakeProvider, cookie: string, ended: (cookie: string) => void) {
    this.provider = provider
    this.cookie = cookie
    this.ended = ended
    this.lost = new Promise((resolve) => {
      this.settleLost = resolve
    })
    this.load()
  }

  /** The browser process dies: what runs fails in the words of a driver, not in ours. */
  crash(): void {
    this.provider.environments.delete(this)
    for (const fail of [...this.crashes]) fail(new Error('Target page, context or browser has been closed'))
    this.settleLost({ reason: 'browser-crashed', message: 'the process was killed' })
  }

  /** Puts another element at the place of the one named so. */
  replace(name: string, by: string): void {
    const index = this.elements.findIndex((element) => element.name === name)
    const old = this.elements[index]!
    this.elements[index] = { ...old, key: `${old.key}'`, name: by }
  }

  observe(request: ProviderObserveRequest, signal: AbortSignal): Promise<ProviderObservation> {
    return this.exclusively(signal, async () => {
      await this.provider.meet('observe', signal)
      const text = `clicked ${this.clicks}\nremembered ${this.remembered}\n${'lorem ipsum\n'.repeat(20)}`
      const max = request.maxElements ?? 100
      const maxText = request.maxTextChars ?? 12_000
      return {
        page: `p1:d${this.document}`,
        url: this.url(),
        title: this.url().endsWith('/other') ? 'Other' : 'Fixture',
        language: 'en',
        text: text.slice(0, maxText),
        textTotalChars: text.length,
        textTruncated: text.length > maxText,
        elements: this.elements.slice(0, max).map((element, ordinal) => this.describe(element, ordinal)),
        elementsTotal: this.elements.length,
        elementsTruncated: this.elements.length > max,
        groups: [],
        frames: [
          {
            parent: -1,
            url: this.url(),
            title: '',
            name: '',
            status: 'observed',
            elementsTotal: this.elements.length,
            textTotalChars: text.length,
          },
        ],
        closedShadowRoots: 0,
        scroll: { x: 0, y: 0, width: 800, height: 600, viewportWidth: 800, viewportHeight: 600 },
      }
    })
  }

  act(action: ProviderAction, signal: AbortSignal): Promise<ProviderActionResult> {
    return this.exclusively(signal, async () => {
      await this.provider.meet('act', signal)
      if (action.type === 'navigate' && action.url.endsWith('/silent')) await aborted(signal)
      const navigated = this.perform(action)
      await this.provider.meet('act:after', signal)
      return { events: [], navigated }
    })
  }

  async extract(): Promise<never> {
    return this.exclusively(undefined, async () => ({
      kind: 'metadata',
      url: this.url(),
      title: 'Fixture',
      total: 0,
      truncated: false,
      language: 'en',
      canonical: '',
      description: '',
      openGraph: {},
      jsonLd: [],
      microdata: [],
      feeds: [],
    })) as Promise<never>
  }

  screenshot() {
    return this.exclusively(undefined, async () => ({
      png: new Uint8Array([137, 80, 78, 71]),
      width: 800,
      height: 600,
      url: this.url(),
    }))
  }

  diagnostics() {
    return this.exclusively(undefined, async () => ({
      mark: 1,
      console: [],
      errors: [],
      requests: [],
      dropped: { console: 0, errors: 0, requests: 0 },
    }))
  }

  checkpoint(signal: AbortSignal): Promise<{ payload: string; bytes: number }> {
    return this.exclusively(signal, async () => {
      await this.provider.meet('checkpoint', signal)
      // A dead browser has no state to write, and a provider leaves no payload behind a rejection.
      if (!this.provider.environments.has(this)) throw new Error('Browser has been closed')
      const payload = `payload-${Math.random().toString(36).slice(2)}`
      this.provider.disk.set(payload, { build: this.provider.version, cookie: this.cookie })
      return { payload, bytes: this.cookie.length }
    })
  }

  url(): string {
    return this.history[this.place] ?? ''
  }

  async memory(): Promise<number> {
    return 1_000_000
  }

  async close(): Promise<void> {
    this.closed++
    await this.provider.meet('close')
    this.provider.environments.delete(this)
    if (!this.over) this.ended(this.cookie)
    this.over = true
  }

  private async exclusively<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (this.tainted) this.misused = true
    const taint = () => {
      this.tainted = true
    }
    signal?.addEventListener('abort', taint)
    if (!this.provider.environments.has(this)) throw new Error('Target page, context or browser has been closed')
    if (++this.busy > 1) this.overlapped = true
    let fail: (error: Error) => void = () => {}
    const crashed = new Promise<never>((_, reject) => {
      fail = reject
    })
    this.crashes.add(fail)
    try {
      return await Promise.race([work(), crashed])
    } finally {
      this.busy--
      signal?.removeEventListener('abort', taint)
      this.crashes.delete(fail)
    }
  }

  private perform(action: ProviderAction): boolean {
    switch (action.type) {
      case 'navigate':
        this.history.splice(this.place + 1)
        this.history.push(action.url)
        this.place++
        this.load()
        return true
      case 'back':
      case 'forward':
        this.place = Math.min(Math.max(this.place + (action.type === 'back' ? -1 : 1), 0), this.history.length - 1)
        this.load()
        return true
      case 'reload':
        this.load()
        return true
      case 'click': {
        const element = this.find(action.target)
        if (element.href) return this.perform({ type: 'navigate', url: element.href })
        this.clicks++
        this.cookie = `clicks=${this.clicks}`
        return false
      }
      case 'fill':
      case 'fill-credential':
        this.find(action.target).value = action.value
        return false
      default:
        return false
    }
  }

  private find({ target, fingerprint }: { target: ProviderTarget; fingerprint: string }): FakeElement {
    const element = this.elements.find(({ key }) => key === target)
    if (!element || this.fingerprint(element) !== fingerprint) {
      throw new BrowserError('BROWSER_TARGET_STALE', 'The element is not there any more.')
    }
    return element
  }

  private load(): void {
    this.document++
    this.clicks = 0
    this.remembered = /clicks=(\d+)/.exec(this.cookie)?.[1] ?? 'nothing'
    const key = (name: string) => `d${this.document}.${name}`
    const path = URL.canParse(this.url()) ? new URL(this.url()).pathname : ''
    this.elements = path === '/page' ? this.fixture(key) : path === '/other' ? [elsewhere(key)] : []
  }

  private fixture(key: (name: string) => string): FakeElement[] {
    return [
      { key: key('count'), role: 'button', name: 'Count' },
      { key: key('name'), role: 'textbox', name: 'Name', value: '' },
      { key: key('secret'), role: 'textbox', name: 'Secret', password: true },
      { key: key('other'), role: 'link', name: 'Other', href: new URL('/other', this.url()).href },
    ]
  }

  private describe(element: FakeElement, ordinal: number): ProviderElement {
    return {
      key: element.key,
      target: element.key as ProviderTarget,
      frame: 0,
      kind: element.role === 'textbox' ? 'field' : element.role,
      role: element.role,
      name: element.name,
      ...(element.value === undefined || element.password ? {} : { value: element.value }),
      states: {},
      tier: element.role === 'link' ? 4 : 1,
      section: 'main',
      pagination: false,
      ...(element.href ? { href: element.href } : {}),
      ...(element.password ? { constraints: { type: 'password' } } : {}),
      ordinal,
      fingerprint: this.fingerprint(element),
    }
  }

  private fingerprint(element: FakeElement): string {
    return `${element.role}|${element.name}`
  }
}

const elsewhere = (key: (name: string) => string): FakeElement => ({
  key: key('elsewhere'),
  role: 'button',
  name: 'Elsewhere',
})

const profileInUse = (sessionId: string) =>
  new BrowserError('BROWSER_SESSION_CONFLICT', `The profile of ${sessionId} is in use: end its browser first.`)

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
