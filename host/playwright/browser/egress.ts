import { admitUrl } from '../../network/admit.ts'
import { compilePolicy, type NetworkPolicy, needsProxy } from '../../network/policy.ts'
import { startProxy } from '../../network/proxy/server.ts'
import type { PolicyProxy, ProxyDenial, ProxyLogEntry } from '../../network/proxy/types.ts'
import { admit, type Verdict } from '../../network/reasons.ts'
import type { Lookup } from '../../network/resolver.ts'
import { DenialLog } from './denial-log.ts'

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

/** `log` is the operator's: it hears what was denied, and at the end how often what was admitted, denied and failed. */
export async function openEgress(
  policy: NetworkPolicy,
  observer: EgressObserver,
  log: (message: string) => void,
  lookup?: Lookup,
): Promise<Egress> {
  const compiled = compilePolicy(policy)
  const denials = new DenialLog(log)
  const proxy = needsProxy(policy)
    ? await startProxy({
        policy,
        ...(lookup && { lookup }),
        onDenied: (denial) => {
          denials.denied(`${denial.host}:${denial.port}`, denial.reason)
          observer.denied(denial)
        },
        log: (entry) => {
          if (entry.outcome === 'failed' && entry.reason !== 'cancelled') observer.failed(entry)
        },
      })
    : undefined
  let closing: Promise<void> | undefined
  return {
    proxy,
    judge: (url) => {
      if (BROWSER_OWNED.test(url)) return admit('unrestricted')
      const verdict = admitUrl(url, compiled)
      if (!verdict.admitted) denials.denied(withoutPath(url), verdict.reason)
      return verdict
    },
    close: () => {
      closing ??= end()
      return closing
    },
  }

  async function end(): Promise<void> {
    await proxy?.close()
    const { admitted, denied, failed } = proxy?.stats() ?? {}
    if (proxy) log(`egress closed: ${JSON.stringify({ admitted, denied, failed })}`)
  }
}

/** What a denial was about, without what a page may have written into the rest of the URL. */
function withoutPath(url: string): string {
  const { protocol = '', host = '' } = URL.parse(url) ?? {}
  return host === '' ? protocol || 'a malformed URL' : host
}
