import type { ConsoleMessage, Page } from 'playwright-core'
import type { Diagnostics, DiagnosticsRequest } from '../provider/types.ts'
import { withoutSecrets } from './effects/operation.ts'

const MAX_TEXT_CHARS = 2000
/** Messages within a second whose values are let go. */
const CALM_PER_SECOND = 50
/** As many as are kept at all are a flood, if they are not very few … */
const LEAST_FLOOD = 100
/** … after which a page is not listened to for a while. */
const DEAF_MS = 5_000

interface Marked {
  mark: number
}

/** The newest entries, with the number of those that were pushed out. */
class Ring<Entry> {
  readonly #entries: (Entry & Marked)[] = []
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  push(entry: Entry & Marked) {
    this.#entries.push(entry)
    if (this.#entries.length > this.#size) this.#entries.shift()
  }

  /** The newest `limit` entries after a mark; `dropped` counts those after it that are not among them. */
  since(mark: number, limit: number, total: number): { entries: Entry[]; dropped: number } {
    const entries = this.#entries.filter((entry) => entry.mark > mark).slice(-limit)
    return {
      entries: entries.map(({ mark: _, ...entry }) => entry as unknown as Entry),
      dropped: total - entries.length,
    }
  }
}

type Kind = 'console' | 'errors' | 'requests'
type Entry<K extends Kind> = Diagnostics[K][number]

/** What the pages of an environment said, broke and failed to load: bounded, each entry with a mark that counts up. */
export class DiagnosticsLog {
  readonly #flood: number
  #mark = 0
  readonly #rings: { [K in Kind]: Ring<Entry<K>> }
  /** Marks of everything ever seen of each kind, as counts up to a mark: enough to say how many were dropped. */
  readonly #seen: Record<Kind, number> = { console: 0, errors: 0, requests: 0 }
  readonly #marks: { mark: number; seen: Record<Kind, number> }[] = []

  constructor(size: number) {
    this.#flood = Math.max(size, LEAST_FLOOD)
    this.#rings = { console: new Ring(size), errors: new Ring(size), requests: new Ring(size) }
  }

  follow(page: Page): void {
    this.#followConsole(page)
    page.on('pageerror', (error) => {
      this.#add('errors', {
        message: String(error.stack ?? error.message ?? error).slice(0, MAX_TEXT_CHARS),
        url: withoutSecrets(page.url()),
        time: Date.now(),
      })
    })
    page.on('requestfailed', (request) => {
      this.#add('requests', {
        url: withoutSecrets(request.url()),
        method: request.method(),
        status: 0,
        failure: request.failure()?.errorText ?? '',
        type: request.resourceType(),
        time: Date.now(),
      })
    })
    page.on('response', (response) => {
      if (response.status() < 400) return
      const request = response.request()
      this.#add('requests', {
        url: withoutSecrets(response.url()),
        method: request.method(),
        status: response.status(),
        failure: '',
        type: request.resourceType(),
        time: Date.now(),
      })
    })
  }

  read({ since = 0, limit = 100 }: DiagnosticsRequest): Diagnostics {
    const before = this.#marks.findLast((entry) => entry.mark <= since)?.seen
    const total = (kind: Kind) => this.#seen[kind] - (before?.[kind] ?? 0)
    const console = this.#rings.console.since(since, limit, total('console'))
    const errors = this.#rings.errors.since(since, limit, total('errors'))
    const requests = this.#rings.requests.since(since, limit, total('requests'))
    this.#marks.push({ mark: this.#mark, seen: { ...this.#seen } })
    if (this.#marks.length > MAX_MARKS) this.#marks.shift()
    return {
      mark: this.#mark,
      console: console.entries,
      errors: errors.entries,
      requests: requests.entries,
      dropped: { console: console.dropped, errors: errors.dropped, requests: requests.dropped },
    }
  }

  /**
   * A page that logs without end is listened to for a moment at a time: hearing a message costs what saying it costs.
   * Playwright keeps what was logged, here and in the page, for as long as nobody says that it is not needed; of a flood
   * nobody does, since a busy page takes long for each of these too, and what it is asked meanwhile waits behind them.
   */
  #followConsole(page: Page) {
    let heard = 0
    let second = 0
    const hear = (message: ConsoleMessage) => {
      this.#add('console', {
        level: message.type(),
        text: message.text().slice(0, MAX_TEXT_CHARS),
        url: withoutSecrets(message.location().url),
        time: Date.now(),
      })
      const now = Math.floor(performance.now() / 1_000)
      if (now !== second) [second, heard] = [now, 0]
      if (++heard <= CALM_PER_SECOND) for (const value of message.args()) value.dispose().catch(() => undefined)
      if (heard < this.#flood) return
      page.off('console', hear)
      this.#add('console', {
        level: 'warning',
        text: flooded(heard),
        url: withoutSecrets(page.url()),
        time: Date.now(),
      })
      setTimeout(() => !page.isClosed() && page.on('console', hear), DEAF_MS).unref()
    }
    page.on('console', hear)
  }

  #add<K extends Kind>(kind: K, entry: Entry<K>) {
    this.#mark++
    this.#seen[kind]++
    this.#rings[kind].push({ ...entry, mark: this.#mark })
  }
}

const flooded = (messages: number) =>
  `(${messages} messages within a second: what this page logs in the next ${DEAF_MS / 1_000} s is not told)`

const MAX_MARKS = 100
