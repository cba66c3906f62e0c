import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowserRuntime, type Standalone } from '../../host/standalone/index.ts'
import { Caller } from '../support/call.ts'
import { type PageServer, servePages } from './support/page-server.ts'

let server: PageServer
let standalone: Standalone
let agent: Caller

beforeAll(async () => {
  const said = `<p id="said"></p><script>document.addEventListener('click', ({ target }) => {
    if (target.matches('button')) said.textContent = 'clicked ' + target.className
  })</script>`
  server = await servePages({
    '/': `${said}<button class="one" data-testid="pay">Go</button><button class="two" data-testid="pay-later">Go</button>
      <iframe src="/framed" width="300" height="100"></iframe><div id="host"></div>
      <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button class="shade" data-testid="shade">In the shade</button>'</script>`,
    '/framed': `${said}<button class="inner" data-qa="framed">Inside</button>`,
  })
  standalone = await openBrowserRuntime({ playwright: { network: { mode: 'allowlist', allowHosts: ['127.0.0.1'] } } })
  agent = new Caller(standalone.runtime, { cssTargets: true })
})
afterAll(async () => {
  await agent?.bindings.disposeAll()
  await standalone?.dispose()
  await server?.close()
})

const open = () => agent.answer('browser_open', { url: server.url('/') })

test.each([
  ['testid=pay', 'clicked one'],
  ['testid=pay-later', 'clicked two'],
  ['testid=framed', 'clicked inner'],
  ['css=button.two', 'clicked two'],
  ['css=body > [data-testid$="later"]', 'clicked two'],
  ['css=.inner', 'clicked inner'],
])('%s means one element', async (target, change) => {
  await open()
  expect((await agent.answer('browser_click', { target })).added).toContain(change)
})

test.each(['testid=shade', 'css=.shade'])('%s means one in a shadow tree', async (target) => {
  const { elements } = await open()
  const shade = elements.find(({ name }) => name === 'In the shade')!
  expect((await agent.call('browser_click', { target })).text).toMatch(new RegExp(`^click ${shade.ref}\\b`))
})

describe('a selector', () => {
  test('that matches several lists them', async () => {
    await open()
    const { elements, failure } = await agent.failure('browser_click', { target: 'css=button' })
    expect(failure).toMatchObject({ code: 'BROWSER_TARGET_AMBIGUOUS', refs: 'valid' })
    expect(elements.map(({ name }) => name)).toEqual(['Go', 'Go', 'In the shade', 'Inside'])
  })

  test.each([
    ['css=.nowhere', 'BROWSER_TARGET_NOT_FOUND'],
    ['css=p', 'BROWSER_TARGET_NOT_FOUND'],
    ['css=button:nth(', 'BROWSER_INPUT_INVALID'],
    ['css=', 'BROWSER_INPUT_INVALID'],
    [`css=${'a '.repeat(600)}`, 'BROWSER_INPUT_INVALID'],
  ])('%j is refused', async (target, code) => {
    await open()
    const { failure } = await agent.failure('browser_click', { target })
    expect(failure).toMatchObject({ code, lease: 'kept' })
  })

  test('is no target unless the operator says so', async () => {
    const plain = new Caller(standalone.runtime)
    try {
      await plain.call('browser_open', { url: server.url('/') })
      const { failure } = await plain.failure('browser_click', { target: 'css=button.two' })
      expect(failure).toMatchObject({ code: 'BROWSER_INPUT_INVALID', refs: 'valid' })
    } finally {
      await plain.bindings.disposeAll()
    }
  })
})
