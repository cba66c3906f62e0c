import { BrowserError } from '../errors/browser-error.ts'
import type { NetworkPolicy } from '../network/policy.ts'
import { lackingCapabilities } from '../provider/requirements.ts'
import type { BrowserSessionId, Persistence, ProviderCapabilities } from '../provider/types.ts'
import type { AcquireRequest } from './types.ts'

/** What an owner's environment was asked to be. Later calls of the owner must ask for the same. */
export interface EnvironmentSettings {
  sessionId: BrowserSessionId
  persistence: Persistence
  /** The provider named by the caller, else by the configuration; undefined where neither does. */
  provider: string | undefined
  require: Partial<ProviderCapabilities>
  network: Partial<NetworkPolicy> | undefined
}

const PERSISTENCE: readonly Persistence[] = ['ephemeral', 'resume', 'profile']
const MAX_SESSION_CHARS = 200

/** What a kind of persistence asks of a provider. */
const IMPLIED: Record<Persistence, Partial<ProviderCapabilities>> = {
  ephemeral: {},
  resume: { checkpoint: true },
  profile: { profile: true },
}

/** Checks what a caller passed. Throws `BROWSER_INPUT_INVALID` naming the argument. */
export function settingsOf(request: AcquireRequest, defaultProvider: string | undefined): EnvironmentSettings {
  const { owner, sessionId, persistence = 'ephemeral' } = request
  if ((typeof owner !== 'object' || owner === null) && typeof owner !== 'function') {
    throw invalid('owner', 'must be an object: its identity is the key')
  }
  if (typeof sessionId !== 'string' || sessionId.length < 1 || sessionId.length > MAX_SESSION_CHARS) {
    throw invalid('sessionId', `must be a string of 1 to ${MAX_SESSION_CHARS} characters`)
  }
  if (!PERSISTENCE.includes(persistence)) throw invalid('persistence', `must be one of ${PERSISTENCE.join(', ')}`)
  return {
    sessionId: sessionId as BrowserSessionId,
    persistence,
    provider: request.provider ?? defaultProvider,
    require: { ...request.require, ...IMPLIED[persistence] },
    network: request.network,
  }
}

/** Refuses a call whose settings differ from those its owner's environment was asked for. */
export function assertCompatible(current: EnvironmentSettings, asked: EnvironmentSettings): void {
  if (current.sessionId !== asked.sessionId) throw conflict('sessionId', current.sessionId, asked.sessionId)
  if (current.persistence !== asked.persistence) throw conflict('persistence', current.persistence, asked.persistence)
  if (current.provider !== undefined && asked.provider !== undefined && current.provider !== asked.provider) {
    throw conflict('provider', current.provider, asked.provider)
  }
  const [here, there] = [canonicalNetwork(current.network), canonicalNetwork(asked.network)]
  if (here !== there) throw conflict('network', here, there)
}

/** Refuses a call that the provider chosen for its owner cannot serve. */
export function assertServedBy(asked: EnvironmentSettings, provider: string, capabilities: ProviderCapabilities): void {
  if (asked.provider !== undefined && asked.provider !== provider) throw conflict('provider', provider, asked.provider)
  const lacking = lackingCapabilities(asked.require, capabilities)
  if (lacking.length > 0) throw conflict('require', `${provider} without ${lacking.join(', ')}`, lacking.join(', '))
}

/** One spelling for equal requests: order and repetition in a list of rules mean nothing. */
function canonicalNetwork(network: Partial<NetworkPolicy> | undefined): string {
  if (!network) return 'the default'
  const entries = Object.entries(network)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, Array.isArray(value) ? [...new Set(value)].sort() : value])
    .sort(([left], [right]) => (String(left) < String(right) ? -1 : 1))
  return JSON.stringify(Object.fromEntries(entries))
}

const invalid = (argument: string, message: string) =>
  new BrowserError('BROWSER_INPUT_INVALID', `${argument} ${message}.`, { reason: argument })

const conflict = (setting: string, current: string, asked: string) =>
  new BrowserError(
    'BROWSER_OWNER_CONFLICT',
    `This owner's environment differs in ${setting}: it has ${current}, the call asks for ${asked}.`,
    { reason: setting },
  )
