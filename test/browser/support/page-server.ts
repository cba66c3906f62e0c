import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Route = string | ((request: IncomingMessage, response: ServerResponse) => void)

export interface PageServer {
  port: number
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** The same server under another site's name, for cross-site frames. */
  otherOrigin: string
  /** Paths asked for, in order. */
  requests: string[]
  url(path: string): string
  close(): Promise<void>
}

/** Serves pages on loopback. A route that is a string is the body of an HTML document. */
export async function servePages(routes: Record<string, Route>): Promise<PageServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]!
    requests.push(path)
    const route = routes[path]
    if (route === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('missing')
    } else if (typeof route === 'string') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(document(route))
    } else {
      route(request, response)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    port,
    origin,
    otherOrigin: `http://localhost:${port}`,
    requests,
    url: (path) => origin + path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const document = (body: string): string =>
  body.startsWith('<!doctype') ? body : `<!doctype html><meta charset="utf-8"><title>Test page</title><body>${body}`
