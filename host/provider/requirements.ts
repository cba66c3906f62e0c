import { BrowserError } from '../errors/browser-error.ts'
import type { BrowserProvider, ProviderCapabilities, ProviderEnvironment } from './types.ts'

/** Methods that a capability obliges a provider and its environments to have. */
const OBLIGATIONS: Record<keyof ProviderCapabilities, { provider: string[]; environment: string[] }> = {
  extract: { provider: [], environment: ['extract'] },
  screenshot: { provider: [], environment: ['screenshot'] },
  checkpoint: { provider: ['restore', 'destroyCheckpoint'], environment: ['checkpoint'] },
  diagnostics: { provider: [], environment: ['diagnostics'] },
  multiplePages: { provider: [], environment: [] },
  profile: { provider: ['profiles', 'destroyProfile'], environment: [] },
}

const PROVIDER_ID = /^[a-z][a-z0-9-]{0,63}$/
const CAPABILITIES = Object.keys(OBLIGATIONS) as (keyof ProviderCapabilities)[]

/** Throws `BROWSER_PROVIDER_INVALID` naming everything a provider lacks. */
export function assertProvider(provider: BrowserProvider): void {
  if (!PROVIDER_ID.test(String(provider.id))) {
    throw incomplete(`Provider id "${provider.id}" must match ${PROVIDER_ID.source}`)
  }
  const undeclared = CAPABILITIES.filter((name) => typeof provider.capabilities?.[name] !== 'boolean')
  if (undeclared.length > 0) {
    throw incomplete(`Provider "${provider.id}" does not declare the capabilities ${undeclared.join(', ')}`)
  }
  const lacking = missing(provider, ['available', 'open', ...owed(provider.capabilities, 'provider')])
  if (lacking.length > 0) throw incomplete(`Provider "${provider.id}" lacks ${lacking.join(', ')}`)
}

/** Throws `BROWSER_PROVIDER_INVALID` naming everything an opened environment lacks. */
export function assertEnvironment(provider: BrowserProvider, environment: ProviderEnvironment): void {
  const lacking = missing(environment, [
    'observe',
    'act',
    'url',
    'close',
    ...owed(provider.capabilities, 'environment'),
  ])
  if (typeof environment?.lost?.then !== 'function') lacking.push('lost')
  if (lacking.length > 0) throw incomplete(`An environment of provider "${provider.id}" lacks ${lacking.join(', ')}`)
}

/** The names required that a provider does not have. */
export function lackingCapabilities(
  require: Partial<ProviderCapabilities>,
  capabilities: ProviderCapabilities,
): string[] {
  return Object.entries(require).flatMap(([name, wanted]) =>
    wanted && !capabilities[name as keyof ProviderCapabilities] ? [name] : [],
  )
}

const owed = (capabilities: ProviderCapabilities, side: 'provider' | 'environment') =>
  CAPABILITIES.filter((name) => capabilities[name]).flatMap((name) => OBLIGATIONS[name][side])

const missing = (subject: object, methods: string[]) =>
  methods.filter((name) => typeof (subject as Record<string, unknown> | null)?.[name] !== 'function')

const incomplete = (message: string) => new BrowserError('BROWSER_PROVIDER_INVALID', `${message}.`)
