import { type Signals, supervise } from '../concurrency/settle.ts'
import { BrowserError } from '../errors/browser-error.ts'
import { messageOf } from '../text.ts'
import { Registration } from './registration.ts'
import { assertProvider, lackingCapabilities } from './requirements.ts'
import type { BrowserProvider, ProviderCapabilities } from './types.ts'

export interface Selection {
  /** Absent: the only one that is available and has what is required. */
  provider: string | undefined
  require: Partial<ProviderCapabilities>
}

/** Read at each use: a shutdown tightens them. */
export interface SelectionBounds {
  openTimeoutMs: number
  cleanupTimeoutMs: number
}

/** Availability of one candidate, with the reason where it is not. */
interface Candidate {
  registration: Registration
  unavailable?: string
}

/** The providers there are. The order of registration never decides which one is taken. */
export class ProviderRegistry {
  private readonly registrations = new Map<string, Registration>()
  /** Unloads under way: a provider may come back while its predecessor still ends. */
  private readonly ending = new Set<Promise<void>>()
  private readonly bounds: SelectionBounds

  constructor(bounds: SelectionBounds) {
    this.bounds = bounds
  }

  /** Registers a provider. The disposer settles once everything that came from it has ended. */
  register(provider: BrowserProvider): () => Promise<void> {
    assertProvider(provider)
    if (this.registrations.has(provider.id)) {
      throw new BrowserError('BROWSER_PROVIDER_DUPLICATE', `A provider "${provider.id}" is registered already.`)
    }
    const registration = new Registration(provider, this.bounds)
    this.registrations.set(provider.id, registration)
    return () => this.unregister(registration)
  }

  list(): { id: string; capabilities: ProviderCapabilities }[] {
    return [...this.registrations.values()].map(({ provider }) => ({
      id: provider.id,
      capabilities: { ...provider.capabilities },
    }))
  }

  find(id: string): Registration | undefined {
    return this.registrations.get(id)
  }

  /** Decides over the providers registered at the call; what registers later is not considered. */
  async select(selection: Selection, signals: Signals): Promise<Registration> {
    const chosen =
      selection.provider === undefined
        ? await this.selectOnly(selection.require, signals)
        : await this.selectNamed(selection.provider, selection.require, signals)
    if (chosen.signal.aborted) throw chosen.signal.reason
    return chosen
  }

  async dispose(): Promise<PromiseSettledResult<void>[]> {
    const unloads = [...this.registrations.values()].map((registration) => this.unregister(registration))
    return Promise.allSettled([...unloads, ...this.ending])
  }

  private async unregister(registration: Registration): Promise<void> {
    const { id } = registration.provider
    if (this.registrations.get(id) === registration) this.registrations.delete(id)
    const end = registration.end()
    const quiet = end.then(
      () => {},
      () => {},
    )
    this.ending.add(quiet)
    void quiet.then(() => this.ending.delete(quiet))
    return end
  }

  private async selectNamed(id: string, require: Selection['require'], signals: Signals): Promise<Registration> {
    const registration = this.registrations.get(id)
    if (!registration) throw this.missing(`No provider "${id}" is registered`)
    const lacking = lackingCapabilities(require, registration.provider.capabilities)
    if (lacking.length > 0) throw unsupported(`Provider "${id}" does not support ${lacking.join(', ')}.`)
    const { unavailable } = await this.probe(registration, signals)
    if (registration.signal.aborted) throw registration.signal.reason
    if (unavailable !== undefined) throw unavailableError([`Provider "${id}" is unavailable: ${unavailable}`])
    return registration
  }

  private async selectOnly(require: Selection['require'], signals: Signals): Promise<Registration> {
    const registered = [...this.registrations.values()]
    if (registered.length === 0) throw this.missing('No browser provider is registered')
    const capable = registered.filter(
      ({ provider }) => lackingCapabilities(require, provider.capabilities).length === 0,
    )
    if (capable.length === 0) {
      const names = Object.entries(require).flatMap(([name, wanted]) => (wanted ? [name] : []))
      throw unsupported(`No registered provider supports ${names.join(', ')}.`)
    }
    const candidates = await Promise.all(capable.map((registration) => this.probe(registration, signals)))
    const available = candidates.filter(
      ({ registration, unavailable }) => unavailable === undefined && !registration.signal.aborted,
    )
    if (available.length > 1) {
      const ids = available.map(({ registration }) => `"${registration.provider.id}"`).join(', ')
      throw new BrowserError('BROWSER_PROVIDER_AMBIGUOUS', `Several providers are available: ${ids}.`)
    }
    if (!available[0]) {
      throw unavailableError(
        candidates.map(
          ({ registration, unavailable }) => `"${registration.provider.id}": ${unavailable ?? 'unloaded'}`,
        ),
      )
    }
    return available[0].registration
  }

  private probe(registration: Registration, signals: Signals): Promise<Candidate> {
    return registration.track(this.ask(registration, signals))
  }

  private async ask(registration: Registration, signals: Signals): Promise<Candidate> {
    const { provider } = registration
    const timedOut = new BrowserError(
      'BROWSER_PROVIDER_UNAVAILABLE',
      `It did not say within ${this.bounds.openTimeoutMs} ms whether it is available`,
    )
    try {
      const available = await supervise((signal) => provider.available(signal), {
        signals: [...signals, registration.signal],
        timeout: { ms: this.bounds.openTimeoutMs, error: () => timedOut },
        graceMs: this.bounds.cleanupTimeoutMs,
      })
      if (available === true) return { registration }
      return { registration, unavailable: provider.unavailableReason?.() ?? 'it gives no reason' }
    } catch (error) {
      if (signals.some((signal) => signal?.aborted)) throw error
      return { registration, unavailable: messageOf(error) }
    }
  }

  private missing(message: string): BrowserError {
    const ids = [...this.registrations.keys()]
    const known = ids.length > 0 ? `; registered: ${ids.join(', ')}` : ''
    return new BrowserError('BROWSER_PROVIDER_MISSING', `${message}${known}.`)
  }
}

const unsupported = (message: string) => new BrowserError('BROWSER_CAPABILITY_UNSUPPORTED', message)

const unavailableError = (reasons: string[]) =>
  new BrowserError('BROWSER_PROVIDER_UNAVAILABLE', `${reasons.join('; ').replace(/\.$/, '')}.`)
