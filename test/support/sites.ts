import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../fixtures/sites')
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export interface Sites {
  origin: string
  host: string
  /** What pages have reported since it was last cleared, in order. */
  reports: string[]
  close(): Promise<void>
}

/** Serves `fixtures/sites` on loopback, under whatever host name it is asked by. A page posts its outcome to `/report`. */
export async function serveSites(): Promise<Sites> {
  const reports: string[] = []
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://sites')
    if (request.method === 'POST' && pathname === '/report') {
      let body = ''
      for await (const chunk of request) body += chunk
      reports.push(body)
      return void response.writeHead(204).end()
    }
    const file = /^\/[\w-]+\.(html|js|css)$/.test(pathname)
      ? await readFile(join(ROOT, pathname)).catch(() => undefined)
      : undefined
    if (!file) return void response.writeHead(404).end('not found')
    response
      .writeHead(200, { 'content-type': `${TYPES[extname(pathname)]}; charset=utf-8`, 'cache-control': 'no-store' })
      .end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    reports,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
