import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browsing } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

let server: PageServer
let browsing: Browsing

/** A page that shows, as JSON, what an asynchronous function of it answers. */
const probe = (body: string) => `<p id="out"></p><script>
  (async () => { ${body} })().then(
    (answer) => { out.textContent = JSON.stringify(answer) },
    (error) => { out.textContent = JSON.stringify(String(error)) },
  )
</script>`

beforeAll(async () => {
  server = await servePages({
    '/listeners': `<div id="a">By listener</div><div id="b">By property</div><div id="c">Taken away</div>
      <div id="d">Never</div><span id="e">Pressed down</span><script>
      a.addEventListener('click', () => { document.title = 'clicked a' })
      b.onclick = () => {}
      const f = () => {}; c.addEventListener('click', f); c.removeEventListener('click', f)
      c.onclick = f; c.onclick = null
      d.addEventListener('mouseover', f)
      e.addEventListener('mousedown', f)
    </script>`,
    '/anew': `<script>onload = () => {
      document.open(); document.write('<div id="a">By listener</div><button id="b">Print</button>'); document.close()
      a.addEventListener('click', () => {}); b.onclick = () => print()
    }</script>`,
    '/swapping': `<script>
      const swap = () => { sessionStorage.swapped = 'yes' }
      addEventListener('pageswap', swap); onpageswap = swap
      onload = () => { document.open(); document.write('<p>anew</p>'); document.close(); addEventListener('pageswap', swap, true) }
    </script>`,
    '/swapped': probe(`return sessionStorage.swapped ?? 'no'`),
    '/spying': `<button id="go">Go</button><p id="out"></p><script>
      const calls = []
      const note = (call) => { calls[calls.length] = call }
      const call = Reflect.apply
      const spy = (holder, name) => {
        const native = holder[name]
        holder[name] = function (...args) { note(name); return call(native, this, args) }
      }
      for (const [holder, names] of [
        [EventTarget.prototype, ['dispatchEvent', 'addEventListener']],
        [JSON, ['stringify']], [Reflect, ['apply', 'construct']], [Array.prototype, ['push', 'slice']],
        [String.prototype, ['slice', 'trim', 'toLowerCase']], [WeakMap.prototype, ['get', 'set']], [Map.prototype, ['get', 'set']],
        [Element.prototype, ['getAttribute', 'hasAttribute']], [Document.prototype, ['querySelectorAll']],
      ]) for (const name of names) spy(holder, name)
      for (const name of ['detail', 'bubbles', 'cancelable', 'composed', 'kind', 'get', 'apply']) {
        Object.defineProperty(Object.prototype, name, { get() { note('getter ' + name) }, configurable: true })
      }
      for (const name of ['Event', 'CustomEvent', 'Proxy', 'URL']) window[name] = new Proxy(window[name], { construct(t, a) { note('new ' + name); return new t(...a) } })
      calls.length = 0
      go.onclick = () => { window.open('/x'); out.textContent = 'seen: ' + calls }
    </script>`,
    '/workers': probe(`
      const registered = await navigator.serviceWorker?.register('/sw.js').catch((e) => e.name)
      return { registered: registered ?? null, shared: 'SharedWorker' in window,
        controllers: (await navigator.serviceWorker?.getRegistrations())?.length ?? 0 }`),
    '/sw.js': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('self.skipWaiting()')
    },
  })
  browsing = await Browsing.open(server, { actionTimeoutMs: 8_000 })
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
})

const answer = async (path: string) => {
  await browsing.goto(server.url(path))
  await browsing.act({ type: 'wait', for: { kind: 'text', text: '"' } })
  return JSON.parse((await browsing.observe()).text)
}

test('elements that only a script makes clickable are seen, others are not', async () => {
  const seen = await browsing.goto(server.url('/listeners'))
  expect(seen.elements.map(({ name }) => name)).toEqual(['By listener', 'By property', 'Pressed down'])
  await browsing.click('By listener')
  expect((await browsing.observe()).title).toBe('clicked a')
})

test('a document that is written anew is watched as the one before', async () => {
  const seen = await browsing.goto(server.url('/anew'))
  expect(seen.elements.map(({ name }) => name)).toEqual(['Print', 'By listener'])
  const { events } = await browsing.click('Print')
  expect(events).toEqual([{ type: 'denied', reason: 'print', url: 'window.print' }])
})

test('a page has no script between itself and the next one, where none could be ended', async () => {
  await browsing.goto(server.url('/swapping'))
  expect((await browsing.goto(server.url('/swapped'))).text).toBe('"no"')
})

test('a page that watches every built-in learns nothing from a guard at work', async () => {
  await browsing.goto(server.url('/spying'))
  await expect(browsing.click('Go')).rejects.toMatchObject({ code: 'BROWSER_POLICY_DENIED', reason: 'new-context' })
  expect((await browsing.observe()).text.trim()).toMatch(/seen:$/)
})

test('workers that outlive a page or are shared between pages do not start', async () => {
  expect(await answer('/workers')).toEqual({ registered: null, shared: false, controllers: 0 })
})
