import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PolicyProxy } from '../../../../host/network/proxy/types.ts'
import type { Lookup } from '../../../../host/network/resolver.ts'
import { authorization, FORBIDDEN, get, Scene, sendRaw } from './harness.ts'

let scene = new Scene()
afterEach(async () => {
  await scene.close()
  scene = new Scene()
})

/** Requests whose end two parsers could see in different places, or whose target in two ways. */
describe('smuggling', () => {
  // `AUTH` and `URL` are filled in. The second request, where there is one, asks for the forbidden canary.
  const SECOND = 'GET http://secret.test:CANARY/smuggled HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'
  it.each<[string, string]>([
    [
      'length beside coding',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'coding beside length',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n'],
    ['two equal lengths', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n'],
    ['a list of lengths', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: 0, 5\r\n\r\n'],
    ['a signed length', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: +5\r\n\r\n'],
    ['a negative length', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: -1\r\n\r\n'],
    ['a hexadecimal length', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: 0x5\r\n\r\n'],
    ['a length beyond numbers', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: 99999999999999999999\r\n\r\n'],
    ['an empty length', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nContent-Length: \r\n\r\n'],
    ['space before a colon', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['an unknown coding', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    [
      'chunked not last',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ],
    [
      'chunked twice',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n',
    ],
    ['a bare line feed', 'GET URL HTTP/1.1\nHost: x\nAUTH\n\n'],
    ['a bare carriage return', 'GET URL HTTP/1.1\r\nHost: x\r\nX: a\rY: b\r\nAUTH\r\n\r\n'],
    ['a folded header', 'GET URL HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\nAUTH\r\n\r\n'],
    ['a NUL in a header', 'GET URL HTTP/1.1\r\nHost: x\r\nX: a\0b\r\nAUTH\r\n\r\n'],
    ['a header without a name', 'GET URL HTTP/1.1\r\nHost: x\r\n: a\r\nAUTH\r\n\r\n'],
    ['a header without a colon', 'GET URL HTTP/1.1\r\nHost: x\r\nnothing\r\nAUTH\r\n\r\n'],
    ['a space in the method', 'G ET URL HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['an unknown method', 'SMUGGLE URL HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['another version', 'GET URL HTTP/3.0\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['no version', 'GET URL\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['SOCKS', '\x05\x01\x00'],
    ['no host', 'GET URL HTTP/1.1\r\nAUTH\r\n\r\n'],
    ['two hosts', 'GET URL HTTP/1.1\r\nHost: x\r\nHost: y\r\nAUTH\r\n\r\n'],
    ['origin form', 'GET / HTTP/1.1\r\nHost: secret.test:CANARY\r\nAUTH\r\n\r\n'],
    ['asterisk form', 'OPTIONS * HTTP/1.1\r\nHost: secret.test:CANARY\r\nAUTH\r\n\r\n'],
    ['authority form without CONNECT', 'GET secret.test:CANARY HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['absolute form with CONNECT', 'CONNECT http://secret.test:CANARY/ HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['no authority', 'GET http:///path HTTP/1.1\r\nHost: secret.test:CANARY\r\nAUTH\r\n\r\n'],
    ['one slash', 'GET http:/secret.test:CANARY/ HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['three slashes', 'GET http:///secret.test:CANARY/ HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['a backslash', 'GET http:\\\\secret.test:CANARY\\ HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['a backslash before the host', 'GET http://ok.test\\@secret.test:CANARY/ HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['a fragment before the host', 'GET http://ok.test#@secret.test:CANARY/ HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['a tab in the host', 'GET http://sec\tret.test:CANARY/ HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['another scheme', 'GET https://secret.test:CANARY/ HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['the scheme of files', 'GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['FTP', 'GET ftp://secret.test:CANARY/ HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    ['gopher', 'GET gopher://secret.test:CANARY/_x HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n'],
    [
      'a bad chunk size',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n',
    ],
    [
      'a chunk size beyond numbers',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc',
    ],
    [
      'a chunk longer than it says',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n',
    ],
    [
      'a line feed after a chunk size',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n',
    ],
    ['a coding in quotes', 'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n'],
    [
      'a coding after a vertical tab',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a negative chunk size',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\na\r\n0\r\n\r\n',
    ],
    [
      'a chunk size in another notation',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n',
    ],
    [
      'a space after a chunk size',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\na\r\n0\r\n\r\n',
    ],
    [
      'a bare carriage return in an extension',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n1;a\rb\r\na\r\n0\r\n\r\n',
    ],
    [
      'a bare line feed in an extension',
      'POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n1;a\nb\r\na\r\n0\r\n\r\n',
    ],
    [
      'extensions without end',
      `POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(40_000)}\r\na\r\n0\r\n\r\n`,
    ],
    [
      'trailers without end',
      `POST URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'X: y\r\n'.repeat(50_000)}\r\n`,
    ],
    [
      'a chunked body of HTTP/1.0',
      'POST URL HTTP/1.0\r\nHost: x\r\nAUTH\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'one protocol of several',
      'GET URL HTTP/1.1\r\nHost: x\r\nAUTH\r\nConnection: Upgrade\r\nUpgrade: h2c, websocket\r\n\r\n',
    ],
  ])('%s: refused and closed, and what follows is not read', async (_what, bytes) => {
    const canary = await scene.tcp(() => {}, FORBIDDEN)
    const { port, requests } = await scene.origin((request, response) => {
      request.resume()
      request.on('end', () => response.end('ok'))
    })
    const proxy = await scene.proxy()
    const fill = (text: string) =>
      text
        .replaceAll('URL', `http://ok.test:${port}/`)
        .replaceAll('CANARY', String(canary.port))
        .replaceAll('AUTH', authorization(proxy))
    const { statuses, ended } = await sendRaw(proxy, fill(bytes) + fill(SECOND), { waitMs: 5_000 })
    expect(statuses.filter((status) => status < 400)).toEqual([])
    expect(statuses.length).toBeLessThanOrEqual(1)
    expect(ended).toBe(true)
    expect(scene.denials).toEqual([])
    expect(requests.some(({ url }) => url?.includes('smuggled'))).toBe(false)
    expect(canary.seen).toEqual({ connections: 0, bytes: 0, text: '' })
    expect((await get(proxy, proxy.canaryUrl)).statuses).toEqual([200])
  })

  const AFTER = {
    'a tunnel': 'CONNECT ok.test:80 HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n',
    'an upgrade': 'GET ws://ok.test/ HTTP/1.1\r\nHost: x\r\nAUTH\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  }
  it.each([
    ['origin form', 'a tunnel', 'GET / HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n', 400],
    ['origin form', 'an upgrade', 'GET / HTTP/1.1\r\nHost: x\r\nAUTH\r\n\r\n', 400],
    [
      'a body without credentials',
      'a tunnel',
      'POST http://ok.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na',
      407,
    ],
    [
      'a body without credentials',
      'an upgrade',
      'POST http://ok.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na',
      407,
    ],
  ] as const)('%s: what follows as %s is not read', async (_what, after, bytes, status) => {
    const lookup = vi.fn<Lookup>(async () => [])
    const proxy = await scene.proxy({ lookup })
    const sent = (bytes + AFTER[after]).replaceAll('AUTH', authorization(proxy))
    expect(await sendRaw(proxy, sent)).toMatchObject({ statuses: [status], ended: true })
    expect(lookup).not.toHaveBeenCalled()
    expect(proxy.stats()).toMatchObject({ connections: { client: 0, upstream: 0 }, failed: {} })
  })

  it('a body that looks like a request is a body', async () => {
    const canary = await scene.tcp(() => {}, FORBIDDEN)
    const { port, requests } = await scene.origin((request, response) => request.pipe(response))
    const proxy = await scene.proxy()
    const inner = `GET http://secret.test:${canary.port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\n\r\n`
    const { text } = await get(proxy, `http://ok.test:${port}/`, {
      method: 'POST',
      headers: [`Content-Length: ${inner.length}`],
      body: inner,
    })
    expect(text).toContain('GET http://secret.test')
    expect(requests).toHaveLength(1)
    expect(scene.denials).toEqual([])
  })

  it('line breaks written in percent encoding stay in the path', async () => {
    const { port, requests } = await scene.origin()
    const proxy = await scene.proxy()
    await get(proxy, `http://ok.test:${port}/%0d%0aX:%201%0d%0a%0d%0aGET%20/second?%0d%0a`)
    expect(requests.map(({ url }) => url)).toEqual(['/%0d%0aX:%201%0d%0a%0d%0aGET%20/second?%0d%0a'])
  })

  it('a length that Connection names still frames the body', async () => {
    const { port, requests } = await scene.origin((request, response) => request.pipe(response))
    const proxy = await scene.proxy()
    await sendRaw(
      proxy,
      `POST http://ok.test:${port}/ HTTP/1.1\r\nHost: x\r\n${authorization(proxy)}\r\nConnection: close, Content-Length\r\nContent-Length: 3\r\n\r\nabc`,
    )
    expect(requests[0]?.headers['content-length']).toBe('3')
  })
})

describe('fuzzed', () => {
  const seed = 20_261_130
  const token = fc.constantFrom(
    'GET ', 'POST ', 'CONNECT ', 'PRI * ', 'http://', 'ok.test', 'secret.test', FORBIDDEN, ':', 'PORT', 'CANARY', '/', '?a=1',
    ' HTTP/1.1', ' HTTP/1.0', '\r\n', '\n', '\r', '\r\n\r\n', 'Host: x\r\n', 'AUTH\r\n', 'Content-Length: 5\r\n',
    'Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: upgrade\r\nUpgrade: websocket\r\n', '0\r\n\r\n',
    '5\r\nabcde\r\n', '\0', '\t', ' ', '@', '#', '\\', '[::ffff:127.0.0.3]', '%0d%0a', 'ÿ',
  ) // biome-ignore format: one alphabet
  const pieces = fc.array(
    fc.oneof({ weight: 8, arbitrary: token }, fc.string({ unit: 'binary-ascii', maxLength: 8 })),
    {
      minLength: 1,
      maxLength: 24,
    },
  )
  /** A request that is right but for one cut, doubling, swap or foreign piece. */
  const bent = fc
    .record({
      line: fc.constantFrom(
        'GET http://HOST:PORT/ HTTP/1.1',
        'POST http://HOST:PORT/ HTTP/1.1',
        'CONNECT HOST:PORT HTTP/1.1',
      ),
      host: fc.constantFrom(
        'ok.test',
        'secret.test',
        FORBIDDEN,
        'mixed.test',
        '[::ffff:7f00:3]',
        'ok.test@secret.test',
      ),
      at: fc.nat(400),
      piece: token,
      how: fc.constantFrom('insert', 'delete', 'cut', 'none'),
    })
    .map(({ line, host, at, piece, how }) => {
      const whole = `${line.replace('HOST', host)}\r\nHost: x\r\nAUTH\r\nContent-Length: 5\r\n\r\nabcde`
      const place = at % whole.length
      const rest = whole.slice(how === 'delete' ? place + 1 : place)
      return how === 'cut' ? whole.slice(0, place) : how === 'none' ? whole : whole.slice(0, place) + piece + rest
    })

  async function survives(
    arbitrary: fc.Arbitrary<string>,
    numRuns: number,
    authenticated: boolean,
  ): Promise<PolicyProxy> {
    const { port, requests } = await scene.origin((request, response) => {
      request.resume()
      response.end('ok')
    })
    const canary = await scene.tcp(() => {}, FORBIDDEN, port)
    const proxy = await scene.proxy({ limits: { headerTimeoutMs: 1_000, idleMs: 1_000, lingerMs: 20 } })
    const auth = authenticated ? authorization(proxy) : 'Proxy-Authorization: Basic eDp5'
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrary, { minLength: 8, maxLength: 8 }), async (texts) => {
        await Promise.all(
          texts.map(async (text) => {
            const bytes = text
              .replaceAll('PORT', String(port))
              .replaceAll('CANARY', String(port))
              .replaceAll('AUTH', auth)
            const { text: answer } = await sendRaw(proxy, bytes, { end: true, waitMs: 300 })
            if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 [1-5]\d\d /)
          }),
        )
        expect(canary.seen).toEqual({ connections: 0, bytes: 0, text: '' })
        for (const { headers } of requests.splice(0)) expect(headers).not.toHaveProperty('proxy-authorization')
      }),
      { seed, numRuns, endOnFailure: true },
    )
    expect((await get(proxy, proxy.canaryUrl)).statuses).toEqual([200])
    await vi.waitFor(
      () => expect(proxy.stats()).toMatchObject({ connections: { client: 0, upstream: 0 }, resolving: 0 }),
      5_000,
    )
    return proxy
  }

  it('pieces of requests in any order', async () => {
    const proxy = await survives(
      pieces.map((parts) => parts.join('')),
      40,
      true,
    )
    expect(proxy.stats().refused.malformed).toBeGreaterThan(100)
  }, 60_000)

  it('requests bent in one place', async () => {
    const { admitted, denied, refused } = (await survives(bent, 40, true)).stats()
    expect(admitted['allow-cidr']).toBeGreaterThan(10)
    expect(denied.loopback).toBeGreaterThan(10)
    expect(refused.malformed).toBeGreaterThan(10)
  }, 60_000)

  it('requests without the right credentials', async () => {
    const { admitted, denied, refused } = (await survives(bent, 20, false)).stats()
    expect({ admitted, denied }).toEqual({ admitted: {}, denied: {} })
    expect(refused.authentication).toBeGreaterThan(10)
  }, 60_000)
})
