import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PageServer, servePages } from '../browser/support/page-server.ts'
import { ensureHost, makeProfile, type Profile, pack } from './support/host.ts'
import { lastToolText, type MockModel, type Reply, startMockModel } from './support/mock-model.ts'

const SECRET = 'correct horse battery'

const PAGES = {
  '/': `<title>Sign in</title><form action="/shop">
    <label>User <input name="user"></label> <label>Password <input type="password" name="password"></label>
    <button>Sign in</button></form>`,
  '/shop': `<title>Shop</title><h1>Shop</h1>
    <label>Sort by <select id="sort"><option>Name</option><option>Price</option></select></label>
    <label><input type="checkbox" id="stock"> In stock</label>
    <label>Amount <input id="amount" type="number" value="1"></label>
    <button id="add">Add</button> <a href="/account">Account</a> <output id="cart">nothing</output>
    <script>
      const value = (id) => document.getElementById(id)
      value('add').onclick = () => {
        value('cart').textContent = value('amount').value + ' by ' + value('sort').value + (value('stock').checked ? ', in stock' : '')
      }
    </script>`,
  '/account': `<title>Account</title><h1>Account</h1><label>Confirm password <input type="password"></label>`,
}

let folder: string
let server: PageServer
let profile: Profile
let model: MockModel | undefined

beforeAll(async () => {
  await ensureHost()
  folder = await mkdtemp(join(tmpdir(), 'dsh-browser-pack-'))
  server = await servePages(PAGES)
  const plugin = await pack(folder)
  const answerer = await pack(await mkdtemp(join(folder, 'answerer-')), 'test/dsh/answerer')
  profile = await makeProfile(
    [plugin, answerer],
    `- id: browser-playwright
  config:
    network: { mode: allowlist, allowHosts: ['127.0.0.1:${server.port}'] }
- id: tool-browser
  config:
    credentials: { shop: { env: SHOP_PASSWORD, origins: ['${server.origin}'] } }
`,
  )
})

afterAll(async () => {
  await model?.close()
  await server?.close()
  await profile?.remove()
  await rm(folder, { recursive: true, force: true })
})

it('takes ten steps, with one approval answered and one refused, and the secret in no log', async () => {
  const seen: string[] = []
  /** The ref of a named element in any answer so far, newest first. */
  const ref = (line: string) => {
    const found = seen.toReversed().map((text) => new RegExp(`(e\\d+) ${line}`).exec(text)?.[1])
    return found.find((one) => one !== undefined) ?? `no ${line}`
  }
  const steps: (() => Reply)[] = [
    () => ({ call: 'browser_open', args: { url: server.url('/') } }),
    () => ({ call: 'browser_fill', args: { target: ref('textbox "User"'), value: 'ada' } }),
    () => ({ call: 'browser_fill_credential', args: { target: ref('textbox "Password"'), credential: 'shop' } }),
    () => ({ call: 'browser_click', args: { target: ref('button "Sign in"') } }),
    () => ({ call: 'browser_select', args: { target: ref('combobox "Sort by"'), options: ['Price'] } }),
    () => ({ call: 'browser_check', args: { target: ref('checkbox "In stock"') } }),
    () => ({ call: 'browser_fill', args: { target: ref('spinbutton "Amount"'), value: '3' } }),
    () => ({ call: 'browser_click', args: { target: ref('button "Add"') } }),
    () => ({ call: 'browser_click', args: { target: ref('link "Account"') } }),
    () => ({
      call: 'browser_fill_credential',
      args: { target: ref('textbox "Confirm password"'), credential: 'shop' },
    }),
  ]
  model = await startMockModel((request, turn) => {
    if (turn > 0) seen.push(lastToolText(request))
    return steps[turn]?.() ?? { say: 'Done.' }
  })
  const result = await profile.dsh(['Order three.'], {
    env: {
      DEEPSEEK_BASE_URL: model.baseUrl,
      DEEPSEEK_API_KEY: model.key,
      SHOP_PASSWORD: SECRET,
      APPROVAL_ANSWERS: 'allowed-once,rejected',
    },
  })
  expect(model.failure()).toBeUndefined()
  expect(result.stdout.trim(), result.stderr + seen.join('\n\n')).toBe('Done.')
  expect(seen, seen.join('\n\n')).toHaveLength(steps.length)

  const [, , filled, signedIn, , , , added, , refused] = seen as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  expect(filled).not.toContain('browser_failure')
  expect(signedIn).toContain('Shop')
  expect(added).toContain('3 by Price, in stock')
  expect(refused).toMatch(/browser_failure \{.*"code":"BROWSER_CREDENTIAL_DENIED"/)
  // The first approval let the secret reach the page, and nothing but the page.
  expect(server.requests).toContain('/shop')
  expect(seen.join('\n') + (await profile.log()) + result.stderr).not.toContain(SECRET)
})
