import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, extname, join, sep } from 'node:path'
import { BrowserError } from '../errors/browser-error.ts'

/** Everything but 127.0.0.0/8, as the smallest set of ranges. */
const ALL_BUT_LOOPBACK = [
  '0.0.0.0/2',
  '64.0.0.0/3',
  '96.0.0.0/4',
  '112.0.0.0/5',
  '120.0.0.0/6',
  '124.0.0.0/7',
  '126.0.0.0/8',
  '128.0.0.0/1',
  '::/0',
]

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export interface ServedFile {
  url: string
  /** Admits this server's origin and nothing else. */
  network: { mode: 'allowlist'; allowHosts: string[]; denyCidrs: string[] }
  close(): Promise<void>
}

/**
 * Serves one file, and what lies beside it in its folder, on an ephemeral loopback port. Names that begin with a dot
 * and links that lead out of the folder are not found.
 */
export async function serveFile(file: string): Promise<ServedFile> {
  const path = await realpath(file).catch((cause) => {
    throw new BrowserError('BROWSER_INPUT_INVALID', `There is no file ${file}.`, { cause })
  })
  if (!(await stat(path)).isFile()) throw new BrowserError('BROWSER_INPUT_INVALID', `${file} is not a file.`)
  const root = dirname(path)

  async function locate(requested: string): Promise<string | undefined> {
    const parts = decodeURIComponent(requested).split('/').filter(Boolean)
    if (parts.some((part) => part.startsWith('.') || part.includes(sep) || part.includes('\0'))) return undefined
    const found = await realpath(join(root, ...parts))
    return found.startsWith(root + sep) && (await stat(found)).isFile() ? found : undefined
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    locate(pathname)
      .catch(() => undefined) // a name that cannot be decoded or found is not found
      .then((found) => {
        if (!found) {
          response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
          return
        }
        response.writeHead(200, { 'content-type': TYPES[extname(found).toLowerCase()] ?? 'application/octet-stream' })
        createReadStream(found)
          .on('error', () => response.destroy())
          .pipe(response)
      })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/${encodeURIComponent(basename(path))}`,
    network: { mode: 'allowlist', allowHosts: [`127.0.0.1:${port}`], denyCidrs: ALL_BUT_LOOPBACK },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
