import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NetworkMode } from '../../host/network/policy.ts'
import { findBrowsers } from '../../host/playwright/browser/executable.ts'
import { PlaywrightProvider } from '../../host/playwright/provider.ts'
import type { BrowserSessionId, ProviderEnvironment } from '../../host/provider/types.ts'

/** Updates of components, of safe browsing and of field trials are asked for within the first two minutes. */
const IDLE_MS = 120_000
const PAGE_ADDRESS = '93.184.216.34'
const OTHER_ADDRESS = '93.184.216.40'
/** Web, DNS, the push service of Chromium, multicast discovery, STUN. */
const PORTS = { tcp: [80, 443, 853, 5228, 8080], udp: [53, 80, 443, 1900, 3478, 5353, 19302] }

/** What a browser would talk about to its maker: passwords, forms, languages, spelling, links, icons. */
const PAGE = `<!doctype html><html lang="fr"><title>Bonjour</title><link rel="icon" href="/icon.png">
<p>Ceci est une page que l'on pourrait vouloir traduire.
<form action="/"><input name="user" autocomplete="username" aria-label="User"><input type="password" aria-label="Password">
<input autocomplete="cc-number"><textarea spellcheck="true">mispeled wrods</textarea><button>Go</button></form>
<a href="/other" ping="/ping">link</a>`

/** Everything that leaves for any address in the world, which is all here: each ends in one line. */
const arrivals: string[] = []
const closers: (() => void)[] = []

beforeAll(async () => {
  for (const [family, all] of [
    ['-4', '0.0.0.0/0'],
    ['-6', '::/0'],
  ] as const) {
    execFileSync('ip', [family, 'route', 'add', 'local', all, 'dev', 'lo'])
  }
  await Promise.all([...PORTS.tcp.map(listen), ...PORTS.udp.map(receive)])
})

afterAll(() => {
  for (const close of closers) close()
})

const cases = findBrowsers({}).flatMap(({ path }) =>
  (['strict', 'unrestricted'] as const).map((mode): [string, NetworkMode] => [path, mode]),
)

describe('a browser that is left alone', () => {
  let environments: ProviderEnvironment[] = []
  const asked: string[] = []
  const log: string[] = []
  let refusedBefore: number

  beforeAll(async () => {
    expect(cases).not.toHaveLength(0)
    refusedBefore = refused()
    environments = await Promise.all(
      cases.map(async ([executablePath, mode]) => {
        const lookup = async (name: string) => {
          asked.push(name)
          return [{ address: OTHER_ADDRESS, family: 4 }]
        }
        const config = { network: { mode }, executablePath, settle: { maxMs: 500 } }
        const provider = new PlaywrightProvider(config, (message) => log.push(message), lookup)
        const request = { sessionId: 'idle' as BrowserSessionId, persistence: 'ephemeral' } as const
        return provider.open(request, AbortSignal.timeout(60_000))
      }),
    )
    for (const environment of environments) {
      await environment.act({ type: 'navigate', url: `http://${PAGE_ADDRESS}/` }, AbortSignal.timeout(20_000))
      await signIn(environment)
    }
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  }, 300_000)

  afterAll(async () => {
    await Promise.all(environments.map((environment) => environment.close()))
  })

  it('speaks to nobody but the page that was opened', () => {
    const own = new RegExp(`^tcp ${PAGE_ADDRESS}:80: GET /(\\?user=ann|icon\\.png|favicon\\.ico)? HTTP/1\\.1$`)
    expect(arrivals.filter((line) => !own.test(line))).toEqual([])
    for (const path of ['/', '/?user=ann']) {
      expect(arrivals.filter((line) => line.includes(`GET ${path} `))).toHaveLength(cases.length)
    }
    expect(asked).toEqual([])
    expect(log.filter((message) => !message.startsWith('environment opened'))).toEqual([])
    expect(refused()).toBe(refusedBefore)
  })

  it.each(cases)('is heard when it does speak: %s, %s', async (...each) => {
    const index = cases.findIndex((other) => other.join() === each.join())
    const environment = environments[index]!
    const path = `/heard-${index}`
    const url = `http://${OTHER_ADDRESS}${path}`
    await environment.act({ type: 'navigate', url }, AbortSignal.timeout(20_000))
    expect(arrivals).toContain(`tcp ${OTHER_ADDRESS}:80: GET ${path} HTTP/1.1`)
  })
})

/** Fills a form with a password and sends it. */
async function signIn(environment: ProviderEnvironment): Promise<void> {
  const { elements } = await environment.observe({}, AbortSignal.timeout(20_000))
  const targetOf = (name: string) => {
    const { target, fingerprint } = elements.find((element) => element.name === name)!
    return { target, fingerprint }
  }
  const user = { type: 'fill', target: targetOf('User'), value: 'ann' } as const
  await environment.act(user, AbortSignal.timeout(20_000))
  const secret = { value: 'hunter2', reference: 'credential:idle' }
  const password = { type: 'fill-credential', target: targetOf('Password'), ...secret } as const
  await environment.act(password, AbortSignal.timeout(20_000))
  await environment.act({ type: 'click', target: targetOf('Go') }, AbortSignal.timeout(20_000))
}

function listen(port: number): Promise<void> {
  const server = createServer((socket) => {
    const to = `tcp ${socket.localAddress?.replace('::ffff:', '')}:${port}`
    socket.on('error', () => {})
    socket.once('data', (chunk) => {
      arrivals.push(`${to}: ${printable(chunk)}`)
      const length = Buffer.byteLength(PAGE)
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: ${length}`
      socket.end(`${head}\r\n\r\n${PAGE}`)
    })
  })
  closers.push(() => server.close())
  return new Promise((resolve, reject) => server.once('error', reject).listen(port, '::', resolve))
}

function receive(port: number): Promise<void> {
  const socket = createSocket('udp6')
  socket.on('message', (chunk) => arrivals.push(`udp :${port}: ${printable(chunk)}`))
  closers.push(() => socket.close())
  return new Promise((resolve) => socket.bind(port, '::', resolve))
}

/** The first line of a request, or what of a datagram can be read. */
function printable(chunk: Buffer): string {
  const [line = ''] = chunk.toString('latin1').split('\r\n')
  return line.replaceAll(/[^ -~]+/g, '.').slice(0, 200)
}

/** Connections and datagrams of this namespace to ports where nobody listens. */
function refused(): number {
  const rows = readFileSync('/proc/net/snmp', 'utf8').split('\n')
  const count = (protocol: string, field: string) => {
    const [names, values] = rows.filter((row) => row.startsWith(`${protocol}: `)).map((row) => row.split(' '))
    return Number(values?.[names?.indexOf(field) ?? -1])
  }
  return count('Tcp', 'OutRsts') + count('Udp', 'NoPorts')
}
