import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browsing, failure } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

let server: PageServer
let browsing: Browsing

beforeAll(async () => {
  server = await servePages({
    '/': `<h1>Lamps</h1><label>Search <input id="q"></label><button id="go">Search now</button><p id="out"></p>
      <a href="/second">Second page</a>
      <script>
        document.getElementById('go').onclick = () => {
          document.getElementById('out').textContent = 'searched ' + document.getElementById('q').value
        }
      </script>`,
    '/second': '<h1>Second</h1><a href="/">Home</a>',
  })
  browsing = await Browsing.open(server)
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
})

test('a page is opened, read, filled and clicked by reference', async () => {
  const seen = await browsing.goto(server.url('/'))
  expect(seen.title).toBe('Test page')
  expect(seen.status).toBe(200)
  expect(seen.elements.map((element) => element.name)).toEqual(['Search', 'Search now', 'Second page'])
  await browsing.act({ type: 'fill', target: browsing.target('Search'), value: 'brass' })
  const result = await browsing.click('Search now')
  expect(result).toEqual({ events: [], navigated: false })
  expect((await browsing.observe()).text).toContain('searched brass')
})

test('a link leads to another page, and the history back', async () => {
  await browsing.goto(server.url('/'))
  expect((await browsing.click('Second page')).navigated).toBe(true)
  expect((await browsing.observe()).text).toContain('Second')
  await browsing.act({ type: 'back' })
  expect((await browsing.observe()).text).toContain('Lamps')
  await browsing.act({ type: 'forward' })
  expect((await browsing.observe()).text).toContain('Second')
  expect(await failure(browsing.act({ type: 'forward' }))).toMatchObject({
    code: 'BROWSER_ACTION_FAILED',
    reason: 'no-history',
  })
})

test('what the policy does not admit is refused before it is asked for', async () => {
  expect(await failure(browsing.act({ type: 'navigate', url: 'http://127.0.0.1:9/' }))).toMatchObject({
    code: 'BROWSER_POLICY_DENIED',
    reason: 'unsafe-port',
  })
  expect(await failure(browsing.act({ type: 'navigate', url: 'http://10.0.0.1/' }))).toMatchObject({
    code: 'BROWSER_POLICY_DENIED',
    reason: 'private',
  })
})
