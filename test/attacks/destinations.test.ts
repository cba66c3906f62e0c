import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isBrowserError } from '../../host/errors/browser-error.ts'
import type { NetworkPolicy } from '../../host/network/policy.ts'
import { PlaywrightProvider } from '../../host/playwright/provider.ts'
import type { BrowserSessionId } from '../../host/provider/types.ts'

/** What each mode admits, asked in real Chromium of a server that listens everywhere. The table is for the reader. */
const MODES: Record<string, Partial<NetworkPolicy>> = {
  strict: { mode: 'strict' },
  allowlist: {
    mode: 'allowlist',
    allowHosts: ['wiki.internal', '127.0.0.1:PORT'],
    allowCidrs: ['10.1.0.0/16'],
    denyCidrs: ['10.1.9.0/24'],
  },
  'allowlist, publicHosts: []': { mode: 'allowlist', allowHosts: ['127.0.0.1:PORT'], publicHosts: [] },
  'unrestricted, denyCidrs': { mode: 'unrestricted', denyCidrs: ['169.254.0.0/16'] },
}

const NAMES: Record<string, string> = {
  'shop.example': '93.184.216.34',
  'wiki.internal': '10.9.9.9',
  'rebound.example': '10.0.0.1',
  'app.corp.example': '10.1.0.1',
}

// [destination, in each mode in the order above: `admitted` or the reason]
const TABLE: readonly [string, string, string, string, string][] = [
  ['shop.example', 'admitted', 'admitted', 'not-listed', 'admitted'],
  ['93.184.216.34', 'admitted', 'admitted', 'not-listed', 'admitted'],
  ['[2606:2800:220:1::1]', 'admitted', 'admitted', 'not-listed', 'admitted'],
  ['wiki.internal', 'local-name', 'admitted', 'local-name', 'admitted'],
  ['app.corp.example', 'private', 'admitted', 'not-listed', 'admitted'],
  ['rebound.example', 'private', 'private', 'not-listed', 'admitted'],
  ['127.0.0.1', 'loopback', 'admitted', 'admitted', 'admitted'],
  ['2130706433', 'loopback', 'admitted', 'admitted', 'admitted'],
  ['localhost', 'loopback', 'loopback', 'loopback', 'admitted'],
  ['[::1]', 'loopback', 'loopback', 'loopback', 'admitted'],
  ['10.0.0.1', 'private', 'private', 'private', 'admitted'],
  ['10.1.0.1', 'private', 'admitted', 'private', 'admitted'],
  ['10.1.9.1', 'private', 'deny-cidr', 'private', 'admitted'],
  ['[::ffff:10.1.9.1]', 'private', 'deny-cidr', 'private', 'admitted'],
  ['[fd00::1]', 'unique-local', 'unique-local', 'unique-local', 'admitted'],
  ['169.254.169.254', 'metadata', 'metadata', 'metadata', 'deny-cidr'],
  ['[::ffff:169.254.169.254]', 'metadata', 'metadata', 'metadata', 'deny-cidr'],
]

let server: Server
let port: number

beforeAll(async () => {
  server = createServer((_request, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
})

const columns = Object.keys(MODES)
const answers = new Map<string, string[]>(TABLE.map(([destination]) => [destination, []]))

it.each(columns)(
  '%s',
  async (mode) => {
    const text = JSON.stringify(MODES[mode]).replaceAll('PORT', String(port))
    const config = { network: JSON.parse(text), navigationTimeoutMs: 5_000, settle: { maxMs: 300 } }
    const provider = new PlaywrightProvider(config, undefined, async (name) => {
      const address = NAMES[name]
      if (!address) throw new Error(`ENOTFOUND ${name}`)
      return [{ address, family: 4 }]
    })
    const request = { sessionId: 'table' as BrowserSessionId, persistence: 'ephemeral' } as const
    const environment = await provider.open(request, AbortSignal.timeout(60_000))
    try {
      for (const [destination, ...expected] of TABLE) {
        let answer = 'admitted'
        try {
          await environment.act(
            { type: 'navigate', url: `http://${destination}:${port}/` },
            AbortSignal.timeout(20_000),
          )
        } catch (error) {
          if (!isBrowserError(error)) throw error
          answer = error.code === 'BROWSER_POLICY_DENIED' ? (error.reason ?? '') : error.code
        }
        answers.get(destination)!.push(answer)
        expect(`${destination}: ${answer}`).toBe(`${destination}: ${expected[columns.indexOf(mode)]}`)
      }
    } finally {
      await environment.close()
    }
  },
  180_000,
)

afterAll(() => {
  const rows = [...answers].map(([destination, cells]) => `| \`${destination}\` | ${cells.join(' | ')} |`)
  console.log(
    [`\n| Destination | ${columns.join(' | ')} |`, `|---${'|---'.repeat(columns.length)}|`, ...rows].join('\n'),
  )
})
