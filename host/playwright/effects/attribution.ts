import type { ProxyDenial, ProxyLogEntry } from '../../network/proxy/types.ts'
import type { Egress } from '../browser/egress.ts'
import type { Tab } from '../page/tab.ts'
import type { Denial, Operation } from './operation.ts'

/** Endpoints that the proxy denied, kept to answer for sockets that close without a reason. */
const MAX_ENDPOINTS = 200

export interface Pages {
  tabs(): Iterable<Tab>
  operation(): Operation
  /** The operation fails where the page is the one it works with. */
  denied(tab: Tab, denial: Denial): void
}

/**
 * Says whose doing it was when the proxy, which knows addresses but no pages, denies or fails a destination. It is the
 * navigation's where a page is waiting for a document of that host, and a part of some page otherwise.
 */
export class Attribution {
  readonly #pages: Pages
  readonly #egress: Egress
  readonly #denied: { host: string; port: number }[] = []

  constructor(pages: Pages, egress: Egress) {
    this.#pages = pages
    this.#egress = egress
  }

  denied({ host, port, url, reason }: ProxyDenial): void {
    this.#denied.push({ host, port })
    if (this.#denied.length > MAX_ENDPOINTS) this.#denied.shift()
    const tab = this.#waiting(host, port)
    if (tab) {
      this.#pages.denied(tab, { reason, url: tab.navigationUrl ?? url ?? `//${host}:${port}` })
      tab.stopLoading()
    } else {
      this.#pages.operation().note({ reason, url: url ?? `//${host}:${port}` })
    }
  }

  failed({ host, port, reason }: ProxyLogEntry): void {
    if (host === undefined || port === undefined) return
    const tab = this.#waiting(host, port)
    if (!tab) return
    this.#pages.operation().unreachable ??= { reason, url: tab.navigationUrl ?? `//${host}:${port}` }
    tab.stopLoading()
  }

  /** Whether a socket that never opened was refused by the policy. */
  socketDenied(url: string): boolean {
    return !this.#egress.judge(url).admitted || this.#denied.some(({ host, port }) => sameEndpoint(url, host, port))
  }

  #waiting(host: string, port: number): Tab | undefined {
    for (const tab of this.#pages.tabs()) {
      if (tab.navigation.pending && sameEndpoint(tab.navigationUrl, host, port)) return tab
    }
    return undefined
  }
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 }

function sameEndpoint(url: string | undefined, host: string, port: number): boolean {
  const parsed = url === undefined ? null : URL.parse(url)
  if (!parsed) return false
  const known = parsed.port === '' ? DEFAULT_PORTS[parsed.protocol] : Number(parsed.port)
  return known === port && bare(parsed.hostname) === bare(host)
}

const bare = (name: string): string =>
  name
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
