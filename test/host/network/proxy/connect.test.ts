import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseAuthority } from '../../../../host/network/proxy/connect.ts'
import { authorization, FORBIDDEN, openTunnel, POLICY, Scene, sendRaw } from './harness.ts'

let scene = new Scene()
afterEach(async () => {
  await scene.close()
  scene = new Scene()
})

describe('a tunnel', () => {
  it('carries bytes both ways, those sent with the request included, and ends on both sides', async () => {
    const { port, seen } = await scene.tcp((socket) => socket.pipe(socket))
    const proxy = await scene.proxy()
    const { text } = await sendRaw(
      proxy,
      `CONNECT ok.test:${port} HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\nearly`,
      { end: true },
    )
    expect(text).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly')
    expect(seen.text).toBe('early')
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
    expect(proxy.stats()).toMatchObject({ admitted: { 'allow-cidr': 1 }, bytes: { sent: 5, received: 5 } })
  })

  it('lets a server speak on after the client has said all it had to say, and the other way round', async () => {
    const late = await scene.tcp((socket) => socket.once('end', () => setTimeout(() => socket.end('late'), 50)))
    const proxy = await scene.proxy()
    const { socket } = await openTunnel(proxy, `ok.test:${late.port}`)
    socket.resume().end('bye')
    const [chunk] = await once(socket, 'data')
    expect(String(chunk)).toBe('late')
    expect(late.seen.text).toBe('bye')

    const brief = await scene.tcp((connection) => connection.end('hello'))
    const second = await openTunnel(proxy, `ok.test:${brief.port}`, { allowHalfOpen: true })
    second.socket.resume()
    await once(second.socket, 'end')
    second.socket.end('after')
    await vi.waitFor(() => expect(brief.seen.text).toBe('after'))
  })

  it('dies with either side', async () => {
    const { port } = await scene.tcp()
    const proxy = await scene.proxy({ limits: { lingerMs: 50 } })
    const byClient = await openTunnel(proxy, `ok.test:${port}`)
    byClient.socket.destroy()
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))

    const resetting = await scene.tcp((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const byServer = await openTunnel(proxy, `ok.test:${resetting.port}`)
    byServer.socket.resume().write('x')
    await once(byServer.socket, 'close')
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
  })

  it.each([
    ['at once', 0],
    ['with pauses', 20],
  ])('loses and mixes up nothing of what a server that speaks first says, read %s', async (_how, pauseMs) => {
    const payload = randomBytes(16 * 1024 * 1024)
    const { port } = await scene.tcp((socket) => socket.end(payload))
    const proxy = await scene.proxy()
    const { socket } = await openTunnel(proxy, `ok.test:${port}`)
    const hash = createHash('sha256')
    let read = 0
    let rested = 0
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      hash.update(chunk)
      read += chunk.length
      if (read - rested < 1024 * 1024) continue
      rested = read
      await sleep(pauseMs)
    }
    expect(read).toBe(payload.length)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(payload).digest('hex'))
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
    expect(proxy.stats().bytes.received).toBe(payload.length)
  })

  it('keeps the pace of a side that does not read', async () => {
    let written = 0
    const { port } = await scene.tcp((socket) => {
      const chunk = Buffer.alloc(64 * 1024)
      const more = (): void => {
        while (written < 512 * 1024 * 1024) {
          written += chunk.length
          if (!socket.write(chunk)) return void socket.once('drain', more)
        }
      }
      more()
    })
    const proxy = await scene.proxy()
    const { socket } = await openTunnel(proxy, `ok.test:${port}`)
    scene.defer(() => void socket.destroy())
    await new Promise((resolve) => setTimeout(resolve, 500))
    const held = written
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(written).toBe(held)
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })
})

describe('what is denied', () => {
  it.each([
    ['secret.test:PORT', 'loopback'],
    ['mixed.test:PORT', 'loopback'],
    [`${FORBIDDEN}:PORT`, 'loopback'],
    ['[::ffff:127.0.0.3]:PORT', 'loopback'],
    ['2130706435:PORT', 'loopback'],
    ['localhost:PORT', 'loopback'],
    ['ok.test:25', 'unsafe-port'],
    ['ok.test:0', 'invalid-port'],
    ['ok.test:99999', 'invalid-port'],
    ['a..b:443', 'invalid-host'],
  ])('%s: %s', async (authority, reason) => {
    const canary = await scene.tcp(() => {}, FORBIDDEN)
    const proxy = await scene.proxy()
    const target = authority.replace('PORT', String(canary.port))
    const { status, head } = await openTunnel(proxy, target)
    expect(status).toBe(403)
    expect(head).toContain(`x-dsh-policy: ${reason}`)
    expect(scene.denials).toMatchObject([{ path: 'connect', reason }])
    expect(canary.seen.connections).toBe(0)
  })

  it('a tunnel to the proxy itself, whatever the policy says', async () => {
    const proxy = await scene.proxy({ policy: { ...POLICY, allowCidrs: ['127.0.0.0/8', '0.0.0.0/8', '::1/128'] } })
    for (const host of ['127.0.0.1', '127.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', '127.0.0.2']) {
      const { head } = await openTunnel(proxy, `${host}:${proxy.port}`)
      expect(`${host} ${head.match(/x-dsh-policy: \S+/)}`).toBe(`${host} x-dsh-policy: proxy-self`)
    }
    const { text } = await sendRaw(
      proxy,
      `GET http://127.0.0.1:${proxy.port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\nConnection: close\r\n\r\n`,
    )
    expect(text).toContain('x-dsh-policy: proxy-self')
    expect(proxy.stats().connections.upstream).toBe(0)
  })

  it('the name of the canary page', async () => {
    const proxy = await scene.proxy()
    expect((await openTunnel(proxy, `${new URL(proxy.canaryUrl).hostname}:443`)).status).toBe(502)
  })
})

describe('the authority', () => {
  it.each([
    ['shop.example:443', 'shop.example', 443],
    ['127.0.0.1:80', '127.0.0.1', 80],
    ['[::1]:443', '[::1]', 443],
    ['a:0', 'a', 0],
  ])('%s', (text, host, port) => expect(parseAuthority(text)).toEqual({ host, port }))

  it.each([
    '',
    'shop.example',
    'shop.example:',
    ':443',
    'shop.example:443:443',
    'shop.example:443/',
    'shop.example:443?q',
    'shop.example:+443',
    'shop.example:0x1bb',
    'shop.example:443 ',
    'user@shop.example:443',
    'http://shop.example:443',
    '::1:443',
    '[::1]443',
    '[fe80::1%25eth0]:443',
    '[::1]:443@x',
    'shop.example:999999',
    `${'a'.repeat(256)}:443`,
  ])('%j is none', async (text) => {
    expect(parseAuthority(text)).toBeUndefined()
  })

  it('never yields a port or host beyond what was written (fuzzed)', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab.:[]@/?#%\\ 0149x\t'), maxLength: 24 })
    fc.assert(
      fc.property(text, (authority) => {
        const parsed = parseAuthority(authority)
        if (!parsed) return
        expect(Number(authority.slice(authority.lastIndexOf(':') + 1))).toBe(parsed.port)
        expect(authority.slice(0, authority.lastIndexOf(':'))).toBe(parsed.host)
        expect(parsed.host).not.toMatch(/[@/?#\\\s]/)
      }),
      { seed: 20_261_130, numRuns: 20_000 },
    )
  })

  it('a malformed one is refused and closed', async () => {
    const proxy = await scene.proxy()
    const { statuses, ended } = await sendRaw(
      proxy,
      `CONNECT shop.example HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`,
    )
    expect(statuses).toEqual([400])
    expect(ended).toBe(true)
    expect(proxy.stats().refused.malformed).toBe(1)
  })
})
