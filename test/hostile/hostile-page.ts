import type { IncomingMessage, ServerResponse } from 'node:http'

export type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => void

/** A page that means harm, or a server that does. */
export interface HostilePage {
  name: string
  /** Body of the document, or the whole of it where it begins with `<!doctype`; `PATH` is its own path. */
  page: string | Answer
  /** Further answers, below the page's own path. */
  also?: Record<string, string | Answer>
  /** The accessible name of what is clicked once the page has been observed. */
  click?: string
  /** What the page must come to; absent: an observation or any coded error. */
  must?: 'be-observed' | 'fail'
  /** May take the browser back after the next page has come, which is then gone to again. */
  takesBack?: true
  /** Also part of the run that every change gets. */
  always?: true
}

export interface HostileGroup {
  group: string
  pages: readonly HostilePage[]
}

type More = Omit<HostilePage, 'name' | 'page'>

/** A page whose harm is one piece of script, beside a button named "Press" that calls `press` where there is one. */
export const script = (name: string, source: string, more: More = {}): HostilePage => ({
  name,
  page: `<button onclick="globalThis.press?.(event)">Press</button><p>text</p><script>${source}</script>`,
  ...more,
})

/** A page whose harm comes when its button is pressed. */
export const pressed = (name: string, source: string, more: More = {}): HostilePage =>
  script(name, `globalThis.press = (event) => { ${source} }`, { click: 'Press', ...more })

/** A page whose harm is its markup, written once it is asked for; `OTHER` is the same server as another site. */
export const markup = (name: string, write: () => string, more: More = {}): HostilePage => ({
  name,
  page: ({ socket }, response, path) => {
    const body = write().replaceAll('OTHER', `http://localhost:${socket.localPort}`).replaceAll('PATH', path)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><meta charset="utf-8"><title>Hostile</title><body>${body}`)
  },
  ...more,
})

/** A document by the server alone. */
export const served = (name: string, page: Answer, more: More = {}): HostilePage => ({ name, page, ...more })

/** Sends the beginning of an answer and never its end. */
export const endless =
  (type: string, beginning: string): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type })
    response.write(beginning)
  }
