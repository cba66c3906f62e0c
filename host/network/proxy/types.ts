import type { NetworkPolicy } from '../policy.ts'
import type { Admission, Denial, Failure } from '../reasons.ts'
import type { Lookup } from '../resolver.ts'
import type { ProxyLimits } from './limits.ts'

/** How a request came to the proxy. */
export type ProxyPath = 'forward' | 'connect' | 'upgrade'

export interface ProxyDenial {
  path: ProxyPath
  /** As the client named it, in canonical form where it has one; at most 255 characters. */
  host: string
  port: number
  /** Known for `forward` and `upgrade`; without credentials and fragment. */
  url?: string
  reason: Denial
}

export interface ProxyLogEntry {
  path: ProxyPath | 'auth' | 'client'
  outcome: 'admitted' | 'denied' | 'failed' | 'refused'
  reason: string
  host?: string
  port?: number
}

export interface ProxyOptions {
  policy: NetworkPolicy
  /** Replaces the system's resolver. */
  lookup?: Lookup
  limits?: Partial<ProxyLimits>
  /** Called for each denied destination, before the client is told. Must not throw. */
  onDenied?: (denial: ProxyDenial) => void
  log?: (entry: ProxyLogEntry) => void
}

export interface ProxyStats {
  /** Open at this moment. */
  connections: { client: number; upstream: number }
  /** Pending at this moment. */
  resolving: number
  admitted: Partial<Record<Admission, number>>
  denied: Partial<Record<Denial, number>>
  failed: Partial<Record<Failure, number>>
  /** Turned away before a destination was read. */
  refused: { authentication: number; connections: number; malformed: number }
  /** Towards servers and from them, headers and tunnelled bytes included. */
  bytes: { sent: number; received: number }
}

/** The egress policy as a process-local HTTP proxy. One per environment. */
export interface PolicyProxy {
  /** `http://127.0.0.1:<port>`, without credentials. */
  readonly url: string
  readonly host: '127.0.0.1'
  readonly port: number
  readonly username: string
  readonly password: string
  /**
   * Answered by this proxy itself and by nothing else (its name never resolves). Loading it through a browser puts
   * the credentials into the browser's cache, and a body equal to `canaryToken` proves that the browser obeys the proxy.
   */
  readonly canaryUrl: string
  readonly canaryToken: string
  stats(): ProxyStats
  /** Stops admission, destroys every socket, and settles when the listener is gone. Idempotent. */
  close(): Promise<void>
}
