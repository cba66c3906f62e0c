import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Browsing, failure } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

let server: PageServer
/** Listens where the policy admits nothing, and counts what reaches it. */
let canary: Server
let reached = 0
let forbidden: string
let browsing: Browsing

beforeAll(async () => {
  canary = createServer((_, response) => response.end('reached'))
  canary.on('connection', () => {
    reached++
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  forbidden = `127.0.0.1:${(canary.address() as AddressInfo).port}`
  const redirect = (to: () => string) => (_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(302, { location: to() }).end()
  }
  const page = (body: () => string) => (_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Page</title><body>${body()}`)
  }
  server = await servePages({
    '/link': page(() => `<a href="http://${forbidden}/">Go</a>`),
    '/script': page(() => `<button onclick="location.href = 'http://${forbidden}/'">Go</button>`),
    '/hop': redirect(() => '/hop2'),
    '/hop2': redirect(() => `http://${forbidden}/`),
    '/link-hop': page(() => '<a href="/hop">Go</a>'),
    '/refresh': page(() => `<meta http-equiv="refresh" content="0;url=http://${forbidden}/">`),
    '/subresources': page(
      () => `<link rel="stylesheet" href="http://${forbidden}/a.css"><img src="http://${forbidden}/b.png">
        <img src="/hop"><iframe src="http://${forbidden}/frame"></iframe><script src="http://${forbidden}/c.js"></script>
        <button id="b">Go</button><p id="out"></p><script>
          b.onclick = () => fetch('http://${forbidden}/d').catch((e) => { out.textContent = 'failed ' + e.name })
          navigator.sendBeacon('http://${forbidden}/e', 'x')
          new Worker(URL.createObjectURL(new Blob(["fetch('http://${forbidden}/f')"])))
        </script>`,
    ),
    '/socket': page(
      () => `<p id="out"></p><script>
        const s = new WebSocket('ws://${forbidden}/')
        s.onclose = (e) => { out.textContent = 'closed ' + e.code }
      </script>`,
    ),
    '/home': '<p>home</p>',
  })
  browsing = await Browsing.open(server)
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
  canary?.closeAllConnections()
  canary?.close()
})

afterEach(() => {
  expect(reached).toBe(0)
})

describe('a denied document fails what led to it, and leaves the page as it is', () => {
  test.each(['/link', '/script', '/link-hop'])('%s', async (path) => {
    await browsing.goto(server.url(path))
    expect(await failure(browsing.click('Go'))).toMatchObject({ code: 'BROWSER_POLICY_DENIED', reason: 'loopback' })
    expect((await browsing.observe()).url).toBe(server.url(path))
  })

  test('a redirect of a navigation', async () => {
    await browsing.goto(server.url('/home'))
    const error = await failure(browsing.act({ type: 'navigate', url: server.url('/hop') }))
    expect(error).toMatchObject({ code: 'BROWSER_POLICY_DENIED', reason: 'loopback' })
    expect((await browsing.observe()).text).toContain('home')
  })

  test('a refresh', async () => {
    expect(await failure(browsing.goto(server.url('/refresh')))).toMatchObject({
      code: 'BROWSER_POLICY_DENIED',
      reason: 'loopback',
    })
  })

  test('a name that the proxy alone can judge', async () => {
    expect(
      await failure(browsing.act({ type: 'navigate', url: `http://localhost:${forbidden.split(':')[1]}/` })),
    ).toMatchObject({ code: 'BROWSER_POLICY_DENIED' })
  })
})

test('denied subresources are left out, and the action goes on', async () => {
  const { events } = await browsing.act({ type: 'navigate', url: server.url('/subresources') })
  const urls = events.flatMap((event) => (event.type === 'denied' ? [event.url] : []))
  for (const path of ['a.css', 'b.png', 'frame', 'c.js', 'e', 'f'])
    expect(urls).toContain(`http://${forbidden}/${path}`)
  await browsing.observe()
  await browsing.click('Go')
  expect((await browsing.observe()).text).toContain('failed TypeError')
})

test('a denied socket closes as a violation of policy', async () => {
  await browsing.goto(server.url('/socket'))
  await browsing.act({ type: 'wait', for: { kind: 'text', text: 'closed' } })
  expect((await browsing.observe()).text).toContain('closed 1008')
})

test('unrestricted reaches everything but what is denied', async () => {
  const free = await Browsing.open(server, {
    network: { mode: 'unrestricted', allowHosts: [], denyCidrs: ['127.0.0.1/32'] },
  })
  try {
    expect(await failure(free.act({ type: 'navigate', url: server.url('/home') }))).toMatchObject({
      code: 'BROWSER_POLICY_DENIED',
      reason: 'deny-cidr',
    })
  } finally {
    await free.close()
  }
})

test('an unreachable server is a failure of the network, not of policy', async () => {
  const gone = await servePages({})
  const other = await Browsing.open(gone)
  await gone.close()
  try {
    expect(await failure(other.act({ type: 'navigate', url: gone.url('/') }))).toMatchObject({
      code: 'BROWSER_NAVIGATION_FAILED',
    })
  } finally {
    await other.close()
  }
})
