import type { Page, Request } from 'playwright-core'

/** What the main frame of a page is doing, from the page's own events: nothing here waits for the renderer. */
export class NavigationState {
  /** A document that was asked for and has neither come nor failed. */
  pending: Request | undefined
  /** Counts every document that was committed. */
  commits = 0
  /** HTTP status of the present document, where it came over HTTP. */
  status: number | undefined
  /** Requests in flight, and sockets. */
  readonly #inflight = new Set<object>()
  /** Those among them that may still change what is seen. */
  readonly #content = new Set<Request>()
  #answered: number | undefined
  /** When the last few documents were asked for, the oldest first. */
  readonly #starts: number[] = []

  constructor(page: Page) {
    const isMain = (request: Request): boolean => {
      try {
        return request.isNavigationRequest() && request.frame() === page.mainFrame()
      } catch {
        return false // its frame has gone, or was never known: not the main one
      }
    }
    page.on('request', (request) => {
      if (isMain(request)) this.#started(request)
      keep(this.#inflight, request)
      if (CONTENT.has(request.resourceType())) keep(this.#content, request)
    })
    page.on('websocket', (socket) => {
      keep(this.#inflight, socket)
      socket.once('close', () => this.#inflight.delete(socket))
    })
    page.on('response', (response) => {
      if (this.pending && response.request() === this.pending) this.#answered = response.status()
    })
    const ended = (request: Request) => {
      this.#inflight.delete(request)
      this.#content.delete(request)
      if (this.pending === request) this.pending = undefined
    }
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
  }

  /** Another document is shown. */
  committed(): void {
    this.commits++
    this.status = this.pending ? this.#answered : undefined
    this.pending = undefined
    this.#answered = undefined
    this.#inflight.clear()
    this.#content.clear()
  }

  /** The page may hold every connection to its host, so that the next document from there would never be sent for. */
  get crowded(): boolean {
    return this.#inflight.size >= CONNECTIONS_PER_HOST
  }

  /** A document was asked for, and its server has not answered: no doing of the page that is there. */
  get atServer(): boolean {
    return this.pending !== undefined && this.#answered === undefined
  }

  /** The page goes from document to document faster than anyone reads: it would also leave the next one asked for. */
  get restless(): boolean {
    return this.#starts.length === RESTLESS.starts && performance.now() - this.#starts[0]! < RESTLESS.withinMs
  }

  #started(request: Request) {
    this.pending = request
    this.#answered = undefined
    if (request.redirectedFrom()) return
    this.#starts.push(performance.now())
    if (this.#starts.length > RESTLESS.starts) this.#starts.shift()
  }

  get busy(): boolean {
    return this.#content.size > 0
  }
}

/** More than a chain of sign-in pages that forward by script. */
const RESTLESS = { starts: 8, withinMs: 3_000 }

/** Images, media and fonts change no element; event streams and sockets never end. */
const CONTENT: ReadonlySet<string> = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch'])
const MAX_INFLIGHT = 1000
const keep = <T>(set: Set<T>, item: T): void => {
  if (set.size < MAX_INFLIGHT) set.add(item)
}
/** Of Chromium, for HTTP/1.1. */
const CONNECTIONS_PER_HOST = 6
