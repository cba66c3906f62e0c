import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Lookup } from '../../../../host/network/resolver.ts'
import { ADMITTED, authorization, get, openHandles, openTunnel, POLICY, Scene, sendRaw } from './harness.ts'

let scene = new Scene()
afterEach(async () => {
  await scene.close()
  scene = new Scene()
})

const idle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('credentials', () => {
  it.each<[string, (right: string) => string[]]>([
    ['none', () => []],
    ['empty', () => ['Proxy-Authorization:']],
    ['another scheme', (right) => [`Proxy-Authorization: Bearer ${right}`]],
    ['no scheme', (right) => [`Proxy-Authorization: ${right}`]],
    ['the right ones as those of a server', (right) => [`Authorization: Basic ${right}`]],
    ['one character less', (right) => [`Proxy-Authorization: Basic ${right.slice(0, -1)}`]],
    ['one character more', (right) => [`Proxy-Authorization: Basic ${right}A`]],
    ['another last character', (right) => [`Proxy-Authorization: Basic ${right.slice(0, -4)}AAA=`]],
    ['the right ones and more', (right) => [`Proxy-Authorization: Basic ${right}, Basic x`]],
    [
      'wrong ones before the right ones',
      (right) => ['Proxy-Authorization: Basic eDp5', `Proxy-Authorization: Basic ${right}`],
    ],
    ['of great length', () => [`Proxy-Authorization: Basic ${'A'.repeat(10_000)}`]],
    ['a user without a password', () => [`Proxy-Authorization: Basic ${Buffer.from('user').toString('base64')}`]],
  ])('%s: 407 on every path, and nothing is reached', async (_what, lines) => {
    const { port, seen } = await scene.tcp()
    const proxy = await scene.proxy()
    const headers = lines(Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64'))
    const ask = (line: string, ...more: string[]) =>
      sendRaw(proxy, [line, 'Host: x', 'Connection: close', ...headers, ...more, '', ''].join('\r\n'))
    const answers = [
      await ask(`GET http://ok.test:${port}/ HTTP/1.1`),
      await ask(`CONNECT ok.test:${port} HTTP/1.1`),
      await ask(`GET http://ok.test:${port}/ HTTP/1.1`, 'Connection: upgrade', 'Upgrade: websocket'),
      await ask(`GET ${proxy.canaryUrl} HTTP/1.1`),
    ]
    for (const { text, statuses } of answers) {
      expect(statuses).toEqual([407])
      expect(text).toMatch(/proxy-authenticate: Basic realm=/i)
      expect(text).not.toContain(proxy.canaryToken)
    }
    expect(seen.connections).toBe(0)
    expect(proxy.stats()).toMatchObject({ refused: { authentication: 4 }, admitted: {}, denied: {} })
  })

  it('are different for each proxy, and one does not accept those of another', async () => {
    const [one, other] = [await scene.proxy(), await scene.proxy()]
    expect(one.password).not.toBe(other.password)
    expect(one.password.length).toBeGreaterThanOrEqual(43)
    const { statuses } = await sendRaw(
      one,
      `GET ${one.canaryUrl} HTTP/1.1\r\nHost: x\r\n${authorization(other)}\r\nConnection: close\r\n\r\n`,
    )
    expect(statuses).toEqual([407])
  })

  it('are needed by each request of a connection', async () => {
    const { port, requests } = await scene.origin()
    const proxy = await scene.proxy()
    const first = `GET http://ok.test:${port}/1 HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`
    const { statuses } = await sendRaw(proxy, `${first}GET http://ok.test:${port}/2 HTTP/1.1\r\nHost: x\r\n\r\n`, {
      until: (text) => text.includes(' 407 '),
    })
    expect(statuses).toEqual([200, 407])
    expect(requests.map(({ url }) => url)).toEqual(['/1'])
  })

  it('a body without them ends the connection', async () => {
    const proxy = await scene.proxy()
    const { statuses, ended } = await sendRaw(
      proxy,
      'POST http://ok.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nabc',
    )
    expect(statuses).toEqual([407])
    expect(ended).toBe(true)
  })

  it('the scheme is read without case', async () => {
    const proxy = await scene.proxy()
    const header = authorization(proxy).replace('Basic', 'bASIC')
    const { text } = await sendRaw(
      proxy,
      `GET ${proxy.canaryUrl} HTTP/1.1\r\nHost: x\r\n${header}\r\nConnection: close\r\n\r\n`,
    )
    expect(text).toContain(proxy.canaryToken)
  })
})

describe('the canary page', () => {
  it('is answered by the proxy, at no other URL, and by no other proxy', async () => {
    const lookup = vi.fn<Lookup>(async () => [{ address: ADMITTED, family: 4 }])
    const [proxy, other] = [await scene.proxy({ lookup }), await scene.proxy()]
    const { text } = await get(proxy, proxy.canaryUrl)
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*cache-control: no-store[\s\S]*\r\n\r\n[0-9a-f]{32}$/)
    expect(text.endsWith(proxy.canaryToken)).toBe(true)
    for (const path of ['/favicon.ico', '/', proxy.canaryUrl.slice(proxy.canaryUrl.lastIndexOf('/'), -1)]) {
      const elsewhere = await get(proxy, new URL(path, proxy.canaryUrl).href)
      expect(elsewhere.statuses).toEqual([404])
      expect(elsewhere.text).not.toContain(proxy.canaryToken)
    }
    expect(lookup).not.toHaveBeenCalled()
    expect((await get(other, proxy.canaryUrl)).statuses).toEqual([502])
    expect(proxy.canaryUrl).not.toBe(other.canaryUrl)
  })
})

describe('limits', () => {
  it('header bytes of a request', async () => {
    const proxy = await scene.proxy({ limits: { maxHeaderBytes: 8_192 } })
    const ask = (bytes: number) =>
      sendRaw(
        proxy,
        `GET ${proxy.canaryUrl} HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\nConnection: close\r\nX: ${'a'.repeat(bytes)}\r\n\r\n`,
      )
    expect((await ask(7_000)).statuses).toEqual([200])
    expect((await ask(8_192)).statuses).toEqual([431])
    expect(proxy.stats().refused.malformed).toBe(1)
  })

  it('connections', async () => {
    const proxy = await scene.proxy({ limits: { maxConnections: 3 } })
    const sockets = Array.from({ length: 3 }, () => connect(proxy.port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    await vi.waitFor(() => expect(proxy.stats().connections.client).toBe(3))
    const refused = await sendRaw(proxy, 'GET / HTTP/1.1\r\n\r\n')
    expect(refused).toMatchObject({ text: '', ended: true })
    expect(proxy.stats().refused.connections).toBe(1)
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(() => expect(proxy.stats().connections.client).toBe(0))
    expect((await get(proxy, proxy.canaryUrl)).statuses).toEqual([200])
  })

  it('requests in hand of one connection', async () => {
    const { port, requests } = await scene.origin(() => {})
    const proxy = await scene.proxy({ limits: { maxPipelined: 4 } })
    const one = `GET http://ok.test:${port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`
    const { text, ended } = await sendRaw(proxy, one.repeat(5))
    expect({ text, ended }).toEqual({ text: '', ended: true })
    expect(requests.length).toBeLessThanOrEqual(4)
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
  })

  it('pipelined requests are answered in their order', async () => {
    const { port } = await scene.origin((request, response) => {
      setTimeout(() => response.end(`[${request.url}]`), request.url === '/1' ? 100 : 0)
    })
    const proxy = await scene.proxy()
    const one = (path: string) =>
      `GET http://ok.test:${port}${path} HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`
    const { text } = await sendRaw(proxy, one('/1') + one('/2') + one('/3'), { until: (all) => all.includes('[/3]') })
    expect(text.match(/\[\/\d\]/g)).toEqual(['[/1]', '[/2]', '[/3]'])
  })

  it('time to a complete header block', async () => {
    const proxy = await scene.proxy({ limits: { headerTimeoutMs: 200 } })
    const begun = performance.now()
    const { statuses, ended } = await sendRaw(proxy, 'GET http://ok.test/ HTTP/1.1\r\nHost: x\r\n', { waitMs: 5_000 })
    expect({ statuses, ended }).toEqual({ statuses: [408], ended: true })
    expect(performance.now() - begun).toBeLessThan(3_000)
  })

  it('time of a lookup', async () => {
    const proxy = await scene.proxy({ lookup: () => new Promise(() => {}), limits: { dnsTimeoutMs: 50 } })
    const { text, statuses } = await get(proxy, 'http://slow.test/')
    expect(statuses).toEqual([504])
    expect(text).toContain('x-dsh-failure: dns-timeout')
  })

  it('time of a connection that is never made', async () => {
    const { port } = await fullBacklog()
    const proxy = await scene.proxy({ limits: { connectTimeoutMs: 300 } })
    const { text, statuses } = await get(proxy, `http://ok.test:${port}/`)
    expect(statuses).toEqual([504])
    expect(text).toContain('x-dsh-failure: connect-timeout')
    await vi.waitFor(() => expect(proxy.stats().connections.upstream).toBe(0))
  })

  it('an address that never answers costs a head start and no more', async () => {
    const { port } = await fullBacklog()
    await scene.tcp((socket) => socket.end('there'), '127.0.0.5', port)
    const proxy = await scene.proxy({
      policy: { ...POLICY, allowCidrs: ['127.0.0.0/8'] },
      lookup: async () => [ADMITTED, '127.0.0.5'].map((address) => ({ address, family: 4 })),
      limits: { connectAttemptMs: 100, connectTimeoutMs: 5_000 },
    })
    const { socket, status } = await openTunnel(proxy, `two.test:${port}`)
    expect(status).toBe(200)
    expect(String((await once(socket.resume(), 'data'))[0])).toBe('there')
    await vi.waitFor(() => expect(proxy.stats().connections.upstream).toBeLessThanOrEqual(1))
    socket.destroy()
  })

  it('silence of a server', async () => {
    const { port } = await scene.tcp()
    const proxy = await scene.proxy({ limits: { idleMs: 100 } })
    const { text, statuses } = await get(proxy, `http://ok.test:${port}/`)
    expect(statuses).toEqual(text === '' ? [] : [504])
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
  })

  it('silence in a tunnel, and of a client that asks nothing', async () => {
    const { port } = await scene.tcp()
    const proxy = await scene.proxy({ limits: { idleMs: 100 } })
    const { socket } = await openTunnel(proxy, `ok.test:${port}`)
    await once(socket.resume(), 'close')
    expect((await sendRaw(proxy, '')).ended).toBe(true)
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
  })

  it('bytes in either direction keep a tunnel open', async () => {
    const { port } = await scene.tcp()
    const proxy = await scene.proxy({ limits: { idleMs: 400 } })
    const { socket } = await openTunnel(proxy, `ok.test:${port}`)
    socket.resume()
    for (let count = 0; count < 8; count += 1) {
      socket.write('x')
      await idle(100)
    }
    expect(proxy.stats().connections).toEqual({ client: 1, upstream: 1 })
    socket.destroy()
  })
})

describe('nothing connects', () => {
  const pendingLookup = () => {
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const lookup = vi.fn<Lookup>(async () => {
      await answered
      return [{ address: ADMITTED, family: 4 }]
    })
    return { lookup, answer }
  }

  it.each(['GET http://late.test:PORT/', 'CONNECT late.test:PORT'])(
    'after close, also not %s with a lookup in hand',
    async (line) => {
      const { port, seen } = await scene.tcp()
      const { lookup, answer } = pendingLookup()
      const proxy = await scene.proxy({ lookup })
      const asked = sendRaw(
        proxy,
        `${line.replace('PORT', `${port}`)} HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`,
      )
      await vi.waitFor(() => expect(lookup).toHaveBeenCalled())
      expect(proxy.stats().resolving).toBe(1)
      const closed = proxy.close()
      answer()
      await closed
      expect(await asked).toMatchObject({ ended: true })
      await idle(50)
      expect(seen.connections).toBe(0)
      expect(proxy.stats()).toMatchObject({
        connections: { client: 0, upstream: 0 },
        resolving: 0,
        failed: { cancelled: 1 },
      })
    },
  )

  it.each(['GET http://late.test:PORT/', 'CONNECT late.test:PORT'])('after the client went away: %s', async (line) => {
    const { port, seen } = await scene.tcp()
    const { lookup, answer } = pendingLookup()
    const proxy = await scene.proxy({ lookup })
    const client = connect(proxy.port, '127.0.0.1')
    client.write(`${line.replace('PORT', `${port}`)} HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`)
    await vi.waitFor(() => expect(lookup).toHaveBeenCalled())
    client.resetAndDestroy()
    await vi.waitFor(() => expect(proxy.stats()).toMatchObject({ connections: { client: 0 }, resolving: 0 }))
    answer()
    await idle(50)
    expect(seen.connections).toBe(0)
    expect(proxy.stats()).toMatchObject({ connections: { upstream: 0 }, failed: { cancelled: 1 } })
  })

  it('a client that goes away while its request is with the server takes the upstream socket along', async () => {
    const { port, server } = await scene.origin(() => {})
    const proxy = await scene.proxy()
    const asked = once(server, 'request')
    const client = connect(proxy.port, '127.0.0.1')
    client.write(`GET http://ok.test:${port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`)
    await asked
    client.destroy()
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
    expect(proxy.stats().failed).toEqual({ cancelled: 1 })
  })

  it('after close at all: the port is closed, and close settles twice', async () => {
    const proxy = await scene.proxy()
    await Promise.all([proxy.close(), proxy.close()])
    expect(await sendRaw(proxy, 'GET / HTTP/1.1\r\n\r\n')).toMatchObject({ text: '', ended: true })
  })
})

describe('what is left behind', () => {
  it('no handle of hundreds of exchanges of every kind', async () => {
    const { port } = await scene.origin((request, response) => request.pipe(response))
    const silent = await scene.tcp()
    const proxy = await scene.proxy({ limits: { lingerMs: 50, idleMs: 2_000 } })
    const exchange = async (index: number) => {
      const url = `http://ok.test:${port}/`
      switch (index % 6) {
        case 0:
          return get(proxy, url)
        case 1:
          return get(proxy, url, { method: 'POST', headers: ['Content-Length: 3'], body: 'abc' })
        case 2:
          return get(proxy, `http://secret.test:${port}/`)
        case 3:
          return get(proxy, 'http://nowhere.test/')
        case 4:
          return sendRaw(
            proxy,
            `GET http://ok.test:${silent.port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`,
            {
              waitMs: 30,
            },
          )
        default:
          return openTunnel(proxy, `ok.test:${silent.port}`).then(({ socket }) => socket.destroy())
      }
    }
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 30 }, (_, index) => exchange(index)))
    }
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 0, upstream: 0 }))
    expect(proxy.stats()).toMatchObject({ resolving: 0, denied: { loopback: 50 } })
    expect(proxy.stats().admitted['allow-cidr']).toBeGreaterThanOrEqual(150)
    await proxy.close()
    await scene.close()
    await vi.waitFor(() => expect(openHandles()).toBe(0))
  }, 30_000)

  it('no handle of a proxy closed amid everything', async () => {
    const { port } = await scene.origin(() => {})
    const proxy = await scene.proxy({
      lookup: async (name) => {
        if (name === 'never.test') await new Promise(() => {})
        return [{ address: ADMITTED, family: 4 }]
      },
    })
    const asked = [
      ...Array.from({ length: 10 }, () => get(proxy, `http://ok.test:${port}/`)),
      ...Array.from({ length: 10 }, () => get(proxy, 'http://never.test/')),
      ...Array.from({ length: 10 }, () => openTunnel(proxy, `ok.test:${port}`)),
      ...Array.from({ length: 10 }, () => sendRaw(proxy, 'GET http://')),
    ]
    await vi.waitFor(() => expect(proxy.stats().connections).toEqual({ client: 40, upstream: 20 }))
    await proxy.close()
    expect(proxy.stats()).toMatchObject({ connections: { client: 0, upstream: 0 }, resolving: 0 })
    await Promise.allSettled(asked)
    await scene.close()
    await vi.waitFor(() => expect(openHandles()).toBe(0))
  })
})

it('an observer that throws costs its connection and nothing else', async () => {
  const proxy = await scene.proxy({
    onDenied: () => {
      throw new Error('observer')
    },
  })
  expect(await get(proxy, 'http://10.0.0.1/')).toMatchObject({ text: '', ended: true })
  expect((await get(proxy, proxy.canaryUrl)).statuses).toEqual([200])
})

/**
 * A port on which the kernel drops what arrives: the process that listens is stopped and its queue is full, so that a
 * connection is neither made nor refused.
 */
async function fullBacklog(): Promise<{ port: number }> {
  const listening = `
    const server = require('node:net').createServer()
    server.listen({ port: 0, host: '${ADMITTED}', backlog: 1 }, () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', listening], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  scene.defer(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const [line] = await once(child.stdout!, 'data')
  const port = Number(String(line))
  child.kill('SIGSTOP')
  const fillers = Array.from({ length: 4 }, () => connect(port, ADMITTED).on('error', () => {}))
  scene.defer(() => {
    for (const filler of fillers) filler.destroy()
  })
  await vi.waitFor(() => expect(fillers.filter(({ connecting }) => !connecting).length).toBe(2))
  return { port }
}
