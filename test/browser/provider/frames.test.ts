import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browsing } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

let server: PageServer
let browsing: Browsing

beforeAll(async () => {
  const frame = (src: string, more = '') => `<iframe src="${src}" width="300" height="150" ${more}></iframe>`
  server = await servePages({
    '/same': `<button>Outer</button>${frame('/inner', 'name="kid"')}<p>outer text</p>`,
    '/inner': `<button onclick="out.textContent = 'inner clicked'">Inner</button><p id="out">inner text</p>`,
    '/cross': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><title>Cross</title><button>Outer</button>${frame(`${server.otherOrigin}/middle`)}`)
    },
    '/middle': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><button>Middle</button><input aria-label="Middle field">
        ${frame(`${server.origin}/inner`)}`)
    },
    '/hidden': `<button>Outer</button><iframe src="/inner" hidden></iframe>${frame('/inner', 'style="display:none"')}`,
    '/self': frame('/self?deeper'),
    '/many': Array.from({ length: 12 }, (_, index) => frame(`/inner?${index}`)).join(''),
    '/hung': `<button>Outer</button>${frame('/never')}`,
    '/never': () => {},
    '/busy': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><title>Busy</title><button>Outer</button>${frame(`${server.otherOrigin}/loop`)}`)
    },
    '/busy-at-once': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><title>Busy</title><button onclick="document.querySelector('iframe').remove()">Remove</button>
        ${frame(`${server.otherOrigin}/loop-at-once`)}`)
    },
    '/loop-at-once': '<script>for (;;);</script>',
    '/loop': '<button>Never seen</button><script>setTimeout(() => { for (;;); }, 200)</script>',
    '/leaving': `<button onclick="document.querySelector('iframe').remove()">Remove</button>${frame('/inner')}`,
  })
  browsing = await Browsing.open(server, {
    actionTimeoutMs: 8_000,
    maxFrames: 6,
    maxFrameDepth: 2,
    frameTimeoutMs: 1_000,
    settle: { maxMs: 1_500 },
  })
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
})

test('a frame of the same site is part of the observation, and its refs act in it', async () => {
  const seen = await browsing.goto(server.url('/same'))
  expect(seen.frames).toMatchObject([
    { parent: -1, status: 'observed' },
    { parent: 0, status: 'observed', name: 'kid', url: server.url('/inner') },
  ])
  expect(seen.elements.map(({ name, frame }) => [name, frame])).toEqual([
    ['Outer', 0],
    ['Inner', 1],
  ])
  expect(seen.text.indexOf('outer text')).toBeLessThan(seen.text.indexOf('inner text'))
  await browsing.click('Inner')
  expect((await browsing.observe()).text).toContain('inner clicked')
})

test('a cross-site frame, and one of the first site within it', async () => {
  const seen = await browsing.goto(server.url('/cross'))
  expect(seen.frames.map(({ parent, status }) => [parent, status])).toEqual([
    [-1, 'observed'],
    [0, 'observed'],
    [1, 'observed'],
  ])
  expect(seen.elements.map(({ name }) => name)).toEqual(['Outer', 'Middle', 'Middle field', 'Inner'])
  await browsing.act({ type: 'fill', target: browsing.target('Middle field'), value: 'typed' })
  await browsing.click('Inner')
  const after = await browsing.observe()
  expect(browsing.element('Middle field').value).toBe('typed')
  expect(after.text).toContain('inner clicked')
})

test('frames that nobody sees are left out, and said', async () => {
  const seen = await browsing.goto(server.url('/hidden'))
  expect(seen.frames.map(({ status }) => status)).toEqual(['observed', 'hidden', 'hidden'])
  expect(seen.elements.map(({ name }) => name)).toEqual(['Outer'])
})

test('depth and number are bounded, and what is beyond is said', async () => {
  const deep = await browsing.goto(server.url('/self'))
  expect(deep.frames.length).toBeLessThanOrEqual(4)
  const many = await browsing.goto(server.url('/many'))
  expect(many.frames).toHaveLength(13)
  expect(many.frames.filter(({ status }) => status === 'observed')).toHaveLength(7)
  expect(many.frames.filter(({ status }) => status === 'limit')).toHaveLength(6)
})

test('a frame that never answers costs its bound alone', async () => {
  const hung = await browsing.goto(server.url('/hung'))
  expect(hung.elements.map(({ name }) => name)).toContain('Outer')
  const busy = await browsing.goto(server.url('/busy'))
  await new Promise((resolve) => setTimeout(resolve, 400))
  const started = performance.now()
  const seen = await browsing.observe()
  expect(performance.now() - started).toBeLessThan(4_000)
  expect(busy.elements.length + seen.elements.length).toBeGreaterThan(0)
  expect(seen.frames[1]?.status).not.toBe('observed')
  expect(seen.elements.map(({ name }) => name)).toEqual(['Outer'])
})

test('an element of a frame that has gone is stale', async () => {
  await browsing.goto(server.url('/leaving'))
  const target = browsing.target('Inner')
  await browsing.click('Remove')
  await expect(browsing.act({ type: 'click', target })).rejects.toMatchObject({ code: 'BROWSER_TARGET_STALE' })
})

test('a cross-site frame that loops from its first moment is listed, until its element goes', async () => {
  const seen = await browsing.goto(server.url('/busy-at-once'))
  expect(seen.frames).toMatchObject([
    { parent: -1, status: 'observed' },
    { parent: 0, status: 'timeout', url: `${server.otherOrigin}/loop-at-once` },
  ])
  await browsing.click('Remove')
  expect((await browsing.observe()).frames).toHaveLength(1)
})
