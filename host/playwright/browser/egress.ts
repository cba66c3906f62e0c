import { admitUrl } from '../../network/admit.ts'
import { compilePolicy, type NetworkPolicy, needsProxy } from '../../network/policy.ts'
import { startProxy } from '../../network/proxy/server.ts'
import type { PolicyProxy, ProxyDenial, ProxyLogEntry } from '../../network/proxy/types.ts'
import { admit, type Verdict } from '../../network/reasons.ts'
import type { Lookup } from '../../network/resolver.ts'

/** Made by the browser for itself; nothing is asked of the network. */
const BROWSER_OWNED = /^(about|blob|data):/i

/** The egress policy of one environment, with the proxy that enforces it. */
export interface Egress {
  /** Absent only where the policy denies nothing. */
  readonly proxy: PolicyProxy | undefined
  judge(url: string): Verdict
  close(): Promise<void>
}

export interface EgressObserver {
  denied(denial: ProxyDenial): void
  /** An admitted destination could not be reached. */
  failed(entry: ProxyLogEntry): void
}

export async function openEgress(policy: NetworkPolicy, observer: EgressObserver, lookup?: Lookup): Promise<Egress> {
  const compiled = compilePolicy(policy)
  const proxy = needsProxy(policy)
    ? await startProxy({
        policy,
        ...(lookup && { lookup }),
        onDenied: (denial) => observer.denied(denial),
        log: (entry) => {
          if (entry.outcome === 'failed' && entry.reason !== 'cancelled') observer.failed(entry)
        },
      })
    : undefined
  return {
    proxy,
    judge: (url) => (BROWSER_OWNED.test(url) ? admit('unrestricted') : admitUrl(url, compiled)),
    close: async () => proxy?.close(),
  }
}
