import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Pointers } from './certificate.ts'

/** Where an attack can be aimed at, in this run's addresses. */
export interface Aim {
  /** A URL at the forbidden canary, by its address. */
  canary(path: string, scheme?: string): string
  /** The same by a name that resolves to it. */
  canaryNamed(path: string, scheme?: string): string
  /** A URL at the attacker's own server. */
  evil(path: string): string
  /** The attacker's own server by TLS, with the certificate of the vector whose path this is. */
  secure(path: string): string
  canaryAddress: string
  canaryPort: number
  evilPort: number
  /** Of the policy proxy; 0 where there is none. */
  proxyPort: number
}

export interface Vector {
  name: string
  /** Body of the attacker's page, or the whole of it where it begins with `<!doctype`. */
  page?: (aim: Aim, path: string) => string
  /** Headers of the attacker's page. */
  headers?: (aim: Aim, path: string) => Record<string, string | string[]>
  /** Further answers of the attacker's server, below the page's own path. */
  routes?: Record<string, (aim: Aim, path: string) => (request: IncomingMessage, response: ServerResponse) => void>
  /** What the certificate of the attacker's server by TLS points at. */
  certificate?: (aim: Aim, path: string) => Pointers
  /** Instead of a page: the URL that the agent is made to open. */
  open?: (aim: Aim, path: string) => string
  /** The accessible name of what the agent then clicks. */
  click?: string
  /** Milliseconds to watch; default 250. */
  watchMs?: number
  /**
   * Why nothing arrives even where everything is admitted: the browser, this product's guards or its launch
   * flags stop it, or the proxy keeps to the address it had resolved. Absent: the unrestricted run must see bytes at the canary, which proves that the vector works.
   */
  stoppedBy?: 'browser' | 'guard' | 'flags' | 'pinned' | undefined
  /** Whether a denial must be named; default true. Some are stopped before any request has a name. */
  unnamed?: boolean
}

export interface VectorGroup {
  group: string
  vectors: Vector[]
}

/** A vector whose page is one piece of script; `URL` is the canary's, `PATH` this vector's own. */
export const script = (name: string, source: string, more: Partial<Vector> = {}): Vector => ({
  name,
  page: (aim, path) => `<script type="module">${fill(source, aim, path)}</script>`,
  ...more,
})

/** A vector whose page is one piece of markup. */
export const markup = (name: string, source: string, more: Partial<Vector> = {}): Vector => ({
  name,
  page: (aim, path) => fill(source, aim, path),
  ...more,
})

export function fill(source: string, aim: Aim, path: string): string {
  const words: Record<string, string> = {
    WSURL: aim.canary(path, 'ws'),
    NAMED: aim.canaryNamed(path),
    URL: aim.canary(path),
    SELF: aim.evil(path),
    ADDRESS: aim.canaryAddress,
    CPORT: String(aim.canaryPort),
    PPORT: String(aim.proxyPort),
    PATH: path,
  }
  return source.replace(/\b(WSURL|NAMED|URL|SELF|ADDRESS|CPORT|PPORT|PATH)\b/g, (word) => words[word]!)
}
