import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { authorization, FORBIDDEN, get, lookupOf, NAMES, POLICY, Scene, sendRaw } from './harness.ts'

let scene = new Scene()
afterEach(async () => {
  await scene.close()
  scene = new Scene()
})

describe('what is passed on', () => {
  it('writes the request anew: origin form, Host from the URL, nothing that was meant for the proxy', async () => {
    const { port, requests } = await scene.origin()
    const proxy = await scene.proxy()
    const answer = await sendRaw(
      proxy,
      [
        `GET http://OK.test:${port}/a%20b?q=1&r=%2F HTTP/1.1`,
        'Host: elsewhere.test',
        authorization(proxy),
        'Proxy-Connection: keep-alive',
        'Connection: close, X-Mine',
        'Keep-Alive: timeout=5',
        'X-Mine: hop',
        'TE: trailers',
        'Expect: 100-continue',
        'Cookie: a=1',
        'X-Kept: yes',
        'x-kept: twice',
        '',
        '',
      ].join('\r\n'),
    )
    expect(answer.text).toMatch(/\r\n\r\nhello$|hello\r\n0\r\n\r\n$/)
    expect(requests[0]?.url).toBe('/a%20b?q=1&r=%2F')
    expect(requests[0]?.rawHeaders).toEqual([
      'Host',
      `ok.test:${port}`,
      'Cookie',
      'a=1',
      'X-Kept',
      'yes',
      'x-kept',
      'twice',
      'Connection',
      'close',
    ])
  })

  it('writes the response anew, without what was meant for one hop and what only the proxy may say', async () => {
    const { port } = await scene.origin((_request, response) => {
      response.writeHead(
        299,
        'Fine',
        [
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
          ['X-Dsh-Policy', 'loopback'],
          ['X-Dsh-Failure', 'dns-failed'],
          ['Proxy-Authenticate', 'Basic'],
          ['Connection', 'close, x-hop'],
          ['X-Hop', '1'],
          ['Content-Length', '2'],
        ].flat(),
      )
      response.end('ok')
    })
    const { text } = await get(await scene.proxy(), `http://ok.test:${port}/`)
    expect(text).toMatch(/^HTTP\/1\.1 299 Fine\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n/)
    expect(text).not.toMatch(/x-dsh|proxy-authenticate|x-hop/i)
    expect(text).toMatch(/Content-Length: 2\r\n[\s\S]*\r\n\r\nok$/)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'])('%s carries a body of known length', async (method) => {
    const { port } = await scene.origin((request, response) => request.pipe(response))
    const { text } = await get(await scene.proxy(), `http://ok.test:${port}/`, {
      method,
      headers: ['Content-Length: 5'],
      body: 'abcde',
    })
    expect(text).toContain('abcde')
  })

  it('carries a chunked body, also of a GET', async () => {
    const { port, requests } = await scene.origin((request, response) => request.pipe(response))
    const { text } = await get(await scene.proxy(), `http://ok.test:${port}/`, {
      headers: ['Transfer-Encoding: chunked'],
      body: '3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n',
    })
    expect(text).toContain('\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n')
    expect(requests[0]?.headers['transfer-encoding']).toBe('chunked')
  })

  it.each([
    ['HEAD', 200, { 'content-length': '1000' }],
    ['GET', 204, {}],
    ['GET', 304, { 'content-length': '1000' }],
  ] as const)('%s with status %d has no body, and the connection goes on', async (method, status, headers) => {
    const { port } = await scene.origin((_request, response) => response.writeHead(status, headers).end())
    const proxy = await scene.proxy()
    const one = `${method} http://ok.test:${port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`
    const { statuses } = await sendRaw(proxy, one + one, { until: (text) => text.split('HTTP/1.1 ').length > 2 })
    expect(statuses).toEqual([status, status])
  })

  it('reads a response of HTTP/1.0 to the end of its connection', async () => {
    const { port } = await scene.tcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nuntil the end')),
    )
    const { text } = await get(await scene.proxy(), `http://ok.test:${port}/`)
    expect(text).toContain('until the end')
  })

  it('uses each upstream socket once', async () => {
    const { port, seen } = await scene.tcp((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok'),
      ),
    )
    const proxy = await scene.proxy()
    const one = `GET http://ok.test:${port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`
    const { statuses } = await sendRaw(proxy, one.repeat(3), { until: (text) => text.split('\r\nok').length > 3 })
    expect(statuses).toEqual([200, 200, 200])
    expect(seen.connections).toBe(3)
    await vi.waitFor(() => expect(proxy.stats().connections.upstream).toBe(0))
  })

  it('carries a large body both ways unchanged', async () => {
    const { port } = await scene.origin((request, response) => request.pipe(response))
    const proxy = await scene.proxy()
    const sent = randomBytes(8 * 1024 * 1024)
    const hash = await new Promise<string>((resolve, reject) => {
      const request = httpRequest({
        port: proxy.port,
        method: 'POST',
        path: `http://ok.test:${port}/`,
        headers: { 'proxy-authorization': authorization(proxy).split(': ')[1]! },
        agent: false,
      })
      request.on('error', reject)
      request.on('response', (response) => {
        const digest = createHash('sha256')
        response.on('data', (chunk) => digest.update(chunk)).on('end', () => resolve(digest.digest('hex')))
      })
      request.end(sent)
    })
    expect(hash).toBe(createHash('sha256').update(sent).digest('hex'))
    expect(proxy.stats().bytes.received).toBeGreaterThan(sent.length)
  })

  it('keeps the pace of a client that does not read', async () => {
    let written = 0
    const { port } = await scene.origin((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const more = (): void => {
        while (written < 512 * 1024 * 1024) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
      }
      more()
    })
    const proxy = await scene.proxy()
    const before = process.memoryUsage().rss
    const request = httpRequest({
      port: proxy.port,
      path: `http://ok.test:${port}/`,
      headers: { 'proxy-authorization': authorization(proxy).split(': ')[1]! },
      agent: false,
    })
    scene.defer(() => void request.destroy())
    request.on('error', () => {})
    await new Promise((resolve) => request.once('response', resolve).end())
    await new Promise((resolve) => setTimeout(resolve, 500))
    const held = written
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(written).toBe(held)
    expect(written).toBeLessThan(64 * 1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024)
  })
})

describe('what is denied', () => {
  it.each([
    ['http://secret.test:1234/', 'loopback'],
    ['http://mixed.test:1234/', 'loopback'],
    [`http://${FORBIDDEN}:1234/`, 'loopback'],
    ['http://10.0.0.1/', 'private'],
    ['http://0x7f.1/', 'loopback'],
    ['http://[::ffff:7f00:3]/', 'loopback'],
    ['http://169.254.169.254/latest/meta-data/', 'metadata'],
    ['http://ok.test:22/', 'unsafe-port'],
    ['http://user:pass@ok.test/', 'credentials'],
    ['http://a..b/', 'invalid-host'],
  ])('%s: %s, with status 403 and the reason in the header, the body, the log and the report', async (url, reason) => {
    const canary = await scene.tcp(() => {}, FORBIDDEN)
    const proxy = await scene.proxy()
    const { text } = await get(proxy, url.replace('1234', String(canary.port)))
    expect(text).toMatch(/^HTTP\/1\.1 403 /)
    expect(text).toContain(`x-dsh-policy: ${reason}\r\n`)
    expect(text).toMatch(new RegExp(`Denied by the network policy: ${reason}$`))
    expect(text).not.toContain('pass@')
    expect(scene.denials.at(-1)).toMatchObject({ path: 'forward', reason })
    expect(scene.denials.at(-1)?.url).not.toContain('pass')
    expect(scene.log.at(-1)).toMatchObject({ outcome: 'denied', reason })
    expect(proxy.stats().denied).toEqual({ [reason]: 1 })
    expect(canary.seen).toEqual({ connections: 0, bytes: 0, text: '' })
  })
})

describe('what fails is no denial', () => {
  it.each([
    ['a name that is not there', 'http://nowhere.test/', 502, 'dns-failed'],
    ['a port where nobody listens', 'http://ok.test:1234/', 502, 'connect-failed'],
  ])('%s', async (_what, url, status, reason) => {
    const free = await scene.tcp()
    await new Promise((resolve) => free.server.close(resolve))
    const proxy = await scene.proxy()
    const { text, statuses } = await get(proxy, url.replace('1234', String(free.port)))
    expect(statuses).toEqual([status])
    expect(text).toContain(`x-dsh-failure: ${reason}\r\n`)
    expect(proxy.stats()).toMatchObject({ failed: { [reason]: 1 }, denied: {} })
    expect(scene.log.some(({ outcome }) => outcome === 'denied')).toBe(false)
  })

  it.each([
    ['closes before it answers', '', 'upstream-closed', 502],
    ['answers no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'upstream-protocol', 502],
    [
      'asks for credentials of a proxy',
      'HTTP/1.1 407 X\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n',
      'upstream-protocol',
      502,
    ],
    [
      'switches protocols unasked',
      'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nxxx',
      'upstream-protocol',
      502,
    ],
    ['answers with no status', 'HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n', 'upstream-protocol', 502],
    ['answers below all statuses', 'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n', 'upstream-protocol', 502],
    ['answers above all classes', 'HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n', undefined, 999],
    ['has a NUL in its reason', 'HTTP/1.1 200 a\0b\r\nContent-Length: 0\r\n\r\n', undefined, 200],
    ['has letters in its reason', 'HTTP/1.1 200 \xe9\r\nContent-Length: 0\r\n\r\n', undefined, 200],
    ['breaks the line in its reason', 'HTTP/1.1 200 a\rX: b\r\nContent-Length: 0\r\n\r\n', 'upstream-protocol', 502],
    ['sends a control character', 'HTTP/1.1 200 X\r\nX: a\x01b\r\nContent-Length: 0\r\n\r\n', 'upstream-protocol', 502],
    ['sends an odd name', 'HTTP/1.1 200 X\r\nX\xe9: a\r\nContent-Length: 0\r\n\r\n', 'upstream-protocol', 502],
    ['speaks of another version', 'HTTP/1.2 200 X\r\nContent-Length: 0\r\n\r\n', 'upstream-protocol', 502],
    [
      'says 102 more often than may be, then answers',
      `${'HTTP/1.1 102 X\r\n\r\n'.repeat(17)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`,
      'upstream-protocol',
      502,
    ],
    ['never stops saying 100', 'HTTP/1.1 100 X\r\n\r\n'.repeat(50), 'upstream-protocol', 502],
    [
      'sends two lengths',
      'HTTP/1.1 200 X\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      'upstream-protocol',
      502,
    ],
    [
      'sends a length beside a coding',
      'HTTP/1.1 200 X\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'upstream-protocol',
      502,
    ],
    ['sends a negative length', 'HTTP/1.1 200 X\r\nContent-Length: -1\r\n\r\n', 'upstream-protocol', 502],
    ['folds a header', 'HTTP/1.1 200 X\r\nX-A: 1\r\n 2\r\nContent-Length: 0\r\n\r\n', 'upstream-protocol', 502],
    [
      'sends more headers than may be',
      `HTTP/1.1 200 X\r\nX-A: ${'a'.repeat(70_000)}\r\n\r\n`,
      'upstream-protocol',
      502,
    ],
    [
      'sends an early hint first',
      'HTTP/1.1 103 X\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      undefined,
      200,
    ],
    [
      'says more than its length',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged',
      undefined,
      200,
    ],
  ])('a server that %s', async (_what, bytes, reason, status) => {
    const { port } = await scene.tcp((socket) => socket.once('data', () => socket.end(bytes, 'latin1')))
    const proxy = await scene.proxy()
    const { text, statuses } = await get(proxy, `http://ok.test:${port}/`)
    expect(statuses).toEqual([status])
    expect(text).not.toContain('forged')
    expect(proxy.stats().failed).toEqual(reason ? { [reason]: 1 } : {})
  })

  it.each([
    ['a chunk of no size', 'zz\r\nab\r\n0\r\n\r\n'],
    ['extensions of a chunk without end', `2;${'x'.repeat(100_000)}\r\nab\r\n0\r\n\r\n`],
    ['trailers without end', `2\r\nab\r\n0\r\n${'X: y\r\n'.repeat(100_000)}\r\n`],
    ['a length among the trailers', '2\r\nab\r\n0\r\nContent-Length: 9\r\n\r\n'],
  ])('a body with %s ends the connection and is never whole', async (_what, body) => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    const { port } = await scene.tcp((socket) => socket.once('data', () => socket.end(head + body)))
    const proxy = await scene.proxy()
    const { text, ended } = await sendRaw(
      proxy,
      `GET http://ok.test:${port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`,
    )
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(ended).toBe(true)
    await vi.waitFor(() => expect(proxy.stats().failed).toEqual({ 'upstream-protocol': 1 }))
  })

  it('a body that ends too soon ends the connection, so that nobody takes it for whole', async () => {
    const { port } = await scene.tcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')),
    )
    const proxy = await scene.proxy()
    const one = `GET http://ok.test:${port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`
    const { text, ended } = await sendRaw(proxy, one)
    expect(text).toMatch(/Content-Length: 10\r\n[\s\S]*half$/)
    expect(ended).toBe(true)
    await vi.waitFor(() => expect(proxy.stats().failed).toEqual({ 'upstream-closed': 1 }))
  })
})

it('connects anew for each request and judges each answer of the resolver', async () => {
  const { port } = await scene.origin()
  const canary = await scene.tcp(() => {}, FORBIDDEN, port)
  const answers = [['127.0.0.2'], [FORBIDDEN]]
  const proxy = await scene.proxy({
    policy: POLICY,
    lookup: async () => answers.shift()!.map((address) => ({ address, family: 4 })),
    limits: { dnsCacheMs: 0 },
  })
  expect((await get(proxy, `http://rebind.test:${port}/`)).statuses).toEqual([200])
  expect((await get(proxy, `http://rebind.test:${port}/`)).statuses).toEqual([403])
  expect(canary.seen.connections).toBe(0)
})

it('tries the next address where one does not answer', async () => {
  const { port } = await scene.origin()
  const proxy = await scene.proxy({
    policy: { ...POLICY, allowCidrs: ['127.0.0.0/8', '::1/128'] },
    lookup: lookupOf({ ...NAMES, 'many.test': ['::1', '127.0.0.9', '127.0.0.2'] }),
  })
  expect((await get(proxy, `http://many.test:${port}/`)).statuses).toEqual([200])
})
