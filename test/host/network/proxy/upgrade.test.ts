import { afterEach, describe, expect, it, vi } from 'vitest'
import { authorization, FORBIDDEN, Scene, sendRaw } from './harness.ts'

let scene = new Scene()
afterEach(async () => {
  await scene.close()
  scene = new Scene()
})

const upgrade = (url: string, lines: string[], { method = 'GET', protocol = 'websocket' } = {}) =>
  [
    `${method} ${url} HTTP/1.1`,
    'Host: elsewhere.test',
    'Connection: Upgrade',
    `Upgrade: ${protocol}`,
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...lines,
    '',
    '',
  ].join('\r\n')

describe('a WebSocket that does not tunnel', () => {
  it.each(['http', 'ws'])('is carried once the server has switched (%s)', async (scheme) => {
    const { port, seen } = await scene.tcp((socket) =>
      socket.once('data', () => {
        socket.write(
          'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Dsh-Policy: x\r\n\r\nfirst',
        )
        socket.on('data', (chunk) => socket.write(chunk))
      }),
    )
    const proxy = await scene.proxy({ limits: { lingerMs: 50 } })
    const { text } = await sendRaw(
      proxy,
      `${upgrade(`${scheme}://ok.test:${port}/s?a=1`, [authorization(proxy)])}frame`,
      {
        until: (answer) => answer.includes('frame'),
      },
    )
    expect(text).toBe('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirstframe')
    expect(seen.text).toContain(`GET /s?a=1 HTTP/1.1\r\nHost: ok.test:${port}\r\n`)
    expect(seen.text).not.toMatch(/proxy-authorization|elsewhere/i)
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
  })

  it('is denied with the reason', async () => {
    const canary = await scene.tcp(() => {}, FORBIDDEN)
    const proxy = await scene.proxy()
    const { text, ended } = await sendRaw(proxy, upgrade(`ws://secret.test:${canary.port}/`, [authorization(proxy)]))
    expect(text).toMatch(/^HTTP\/1\.1 403 [\s\S]*x-dsh-policy: loopback/)
    expect(ended).toBe(true)
    expect(scene.denials).toMatchObject([{ path: 'upgrade', reason: 'loopback', host: 'secret.test' }])
    expect(canary.seen.connections).toBe(0)
  })

  it.each([
    ['refuses', 'HTTP/1.1 426 X\r\nContent-Length: 4\r\n\r\nbody', 426],
    ['refuses in a broken body', 'HTTP/1.1 426 X\r\nTransfer-Encoding: chunked\r\n\r\nzz', 426],
    ['asks for credentials of a proxy', 'HTTP/1.1 407 X\r\nContent-Length: 0\r\n\r\n', 502, 'upstream-protocol'],
    ['says nothing', '', 502, 'upstream-closed'],
    ['talks no HTTP', 'hello\r\n\r\n', 502, 'upstream-protocol'],
    ['answers with no status', 'HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n', 502, 'upstream-protocol'],
    ['switches to nothing', 'HTTP/1.1 101 X\r\n\r\n', 502, 'upstream-protocol'],
    ['never stops saying 102', 'HTTP/1.1 102 X\r\n\r\n'.repeat(10_000), 502, 'upstream-protocol'],
  ])('a server that %s ends it', async (_what, bytes, status, reason?: string) => {
    const { port } = await scene.tcp((socket) => socket.once('data', () => socket.end(bytes)))
    const proxy = await scene.proxy()
    const { statuses, ended } = await sendRaw(proxy, upgrade(`ws://ok.test:${port}/`, [authorization(proxy)]))
    expect(statuses).toEqual([status])
    expect(ended).toBe(true)
    expect(proxy.stats().failed).toEqual(reason ? { [reason]: 1 } : {})
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
  })

  it.each([
    ['another protocol', { protocol: 'h2c' }, 'http://ok.test/'],
    ['another method', { method: 'POST' }, 'http://ok.test/'],
    ['another scheme', {}, 'wss://ok.test/'],
    ['origin form', {}, '/'],
  ])('%s is refused', async (_what, how, url) => {
    const proxy = await scene.proxy()
    const { statuses, ended } = await sendRaw(proxy, upgrade(url, [authorization(proxy)], how))
    expect(statuses).toEqual([400])
    expect(ended).toBe(true)
  })
})
