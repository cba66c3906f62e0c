import type { CredentialMapping } from '../config.ts'

/** A secret with the origins it belongs to. */
export interface ResolvedCredential {
  value: string
  origins: readonly string[]
}

/**
 * A service, `ctx.browserCredentials`, that another plugin may mount: it resolves names of its own. Absent names answer
 * undefined; an absent or empty list of origins leaves the decision to the mapping of the same name.
 */
export interface BrowserCredentials {
  resolve(name: string, signal: AbortSignal): Promise<{ value: string; origins?: readonly string[] } | undefined>
}

export type ApprovalOutcome = 'allowed-once' | 'rejected' | 'cancelled' | 'unavailable'

/** What a call may do about secrets; the shell of each host provides it. */
export interface Credentials {
  resolve(name: string, signal: AbortSignal): Promise<ResolvedCredential | undefined>
  /** Asks a person; `unavailable` where nobody can be asked. */
  approve(reason: string, signal: AbortSignal): Promise<ApprovalOutcome>
}

/** The places a secret can come from. Each is looked up at the time of use. */
export interface CredentialPlaces {
  mappings: Readonly<Record<string, CredentialMapping>>
  env: Readonly<Record<string, string | undefined>>
  /** `ctx.browserCredentials` */
  service?: BrowserCredentials | undefined
  /** The host's own store, by reference. */
  store?: { resolve(reference: string): Promise<{ value: string } | undefined> } | undefined
}

/** The service first, then the host's store, then the environment. An empty value counts as none. */
export async function resolveCredential(
  name: string,
  places: CredentialPlaces,
  signal: AbortSignal,
): Promise<ResolvedCredential | undefined> {
  const mapping = Object.hasOwn(places.mappings, name) ? places.mappings[name] : undefined
  const served = await places.service?.resolve(name, signal)
  // The operator's list narrows what a service says, never widens it.
  if (served?.value) return { value: served.value, origins: narrow(served.origins, mapping?.origins) }
  if (!mapping) return undefined
  const stored = mapping.ref === undefined ? undefined : await places.store?.resolve(mapping.ref)
  const value = stored?.value || (mapping.env === undefined ? undefined : places.env[mapping.env])
  return value ? { value, origins: mapping.origins } : undefined
}

function narrow(served: readonly string[] = [], mapped: readonly string[] = []): readonly string[] {
  if (served.length === 0) return mapped
  return mapped.length === 0 ? served : served.filter((origin) => mapped.includes(origin))
}
