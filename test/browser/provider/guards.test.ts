import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Browsing, failure } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

let server: PageServer
let browsing: Browsing

/** Each a page with one button named "Go", and what clicking it is denied for. */
const VECTORS: readonly { name: string; page: string; reason: string; clean?: false }[] = [
  { name: 'window.open', page: go(`window.open('/popup')`), reason: 'new-context' },
  { name: 'window.open.call', page: go(`window.open.call(null, '/popup')`), reason: 'new-context' },
  { name: 'Reflect.apply of open', page: go(`Reflect.apply(open, window, ['/popup'])`), reason: 'new-context' },
  { name: 'self.open', page: go(`self['op' + 'en']('/popup', '_blank')`), reason: 'new-context' },
  { name: 'document.open with three arguments', page: go(`document.open('/popup', '', '')`), reason: 'new-context' },
  {
    name: 'open of a frame just made',
    page: go(`document.body.append(f = document.createElement('iframe')); f.contentWindow.open('/popup')`),
    reason: 'new-context',
  },
  {
    name: 'open of a sandboxed frame just made',
    page: go(`f = document.createElement('iframe'); f.sandbox = 'allow-scripts allow-popups allow-same-origin';
      document.body.append(f); f.contentWindow.open('/popup')`),
    reason: 'new-context',
  },
  {
    name: 'a target set in the last handler',
    page: `<a href="/popup" id="a">Go</a><script>a.onclick = () => { a.target = '_blank' }</script>`,
    reason: 'new-context',
  },
  {
    name: 'a target set where propagation ends',
    page: `<a href="/popup" id="a">Go</a>
      <script>a.addEventListener('click', (e) => { e.stopImmediatePropagation(); a.target = '_blank' })</script>`,
    reason: 'new-context',
  },
  {
    name: 'a target set in the window’s last listener',
    page: `<a href="/popup" id="a">Go</a><script>addEventListener('click', () => { a.target = '_blank' })</script>`,
    reason: 'new-context',
  },
  {
    name: 'a detached link clicked by script',
    page: go(`l = document.createElement('a'); l.href = '/popup'; l.target = '_blank'; l.click()`),
    reason: 'new-context',
  },
  {
    name: 'a detached link sent an event',
    page: go(`l = document.createElement('a'); l.href = '/popup'; l.target = '_blank';
      l.dispatchEvent(new MouseEvent('click'))`),
    reason: 'new-context',
  },
  {
    name: 'a link in a closed shadow root',
    page: `<div id="h"></div><button id="b">Go</button><script>
      r = h.attachShadow({ mode: 'closed' }); r.innerHTML = '<a href="/popup" target="_blank">x</a>'
      b.onclick = () => r.querySelector('a').click()</script>`,
    reason: 'new-context',
  },
  {
    name: 'base target',
    page: `<a href="/popup" id="a">Go</a>
      <script>a.onclick = () => document.head.insertAdjacentHTML('beforeend', '<base target="_blank">')</script>`,
    reason: 'new-context',
  },
  {
    name: 'form.submit()',
    page: `<form id="f" action="/popup" target="_blank"></form>${go('f.submit()')}`,
    reason: 'new-context',
  },
  {
    name: 'form.requestSubmit()',
    page: `<form id="f" action="/popup" target="_blank"></form>${go('f.requestSubmit()')}`,
    reason: 'new-context',
  },
  {
    name: 'formtarget set at submit',
    page: `<form id="f" action="/popup"><button id="b">Go</button></form>
      <script>f.onsubmit = () => { b.formTarget = '_blank' }</script>`,
    reason: 'new-context',
  },
  {
    name: 'a named context that does not exist',
    page: go(
      `l = document.createElement('a'); l.href = '/popup'; l.target = 'elsewhere'; document.body.append(l); l.click()`,
    ),
    reason: 'new-context',
  },
  {
    name: 'a modified click by script',
    page: `<a href="/popup" id="a">x</a>${go(`a.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true }))`)}`,
    reason: 'new-context',
  },
  {
    name: 'a target set where propagation ends by its old name',
    page: `<a href="/popup" id="a">Go</a>
      <script>a.addEventListener('click', (e) => { e.cancelBubble = true; a.target = '_blank' })</script>`,
    reason: 'new-context',
  },
  {
    name: 'a script’s click that its own handler keeps from the window',
    page: go(`l = document.createElement('a'); l.href = '/popup'; l.target = '_blank'; document.body.append(l)
      l.onclick = (e) => { e.cancelBubble = true }; l.click()`),
    reason: 'new-context',
  },
  {
    name: 'a connected link sent an event that does not bubble',
    page: `<a href="/popup" id="a" target="_blank">x</a>${go(`a.dispatchEvent(new MouseEvent('click'))`)}`,
    reason: 'new-context',
  },
  {
    name: 'a link of a document written anew',
    page: go(`document.open(); document.write('<a href="/popup" target="_blank" id="a">x</a>'); document.close()
      document.getElementById('a').click()`),
    reason: 'new-context',
  },
  {
    name: 'a link of another document’s making',
    page: go(`f = document.createElement('iframe'); document.body.append(f); l = f.contentDocument.createElement('a')
      l.href = '/popup'; l.target = '_blank'; document.body.append(l); l.click()`),
    reason: 'new-context',
  },
  {
    name: 'a detached link of another document’s making, by this one’s click()',
    page: go(`f = document.createElement('iframe'); document.body.append(f); l = f.contentDocument.createElement('a')
      l.href = '/popup'; l.target = '_blank'; HTMLElement.prototype.click.call(l)`),
    reason: 'new-context',
  },
  {
    name: 'a modified click of another window’s making',
    page: `<a href="/popup" id="a">x</a>${go(`f = document.createElement('iframe'); document.body.append(f)
      a.dispatchEvent(new f.contentWindow.MouseEvent('click', { ctrlKey: true, bubbles: true }))`)}`,
    reason: 'new-context',
  },
  {
    name: 'file input of a document written anew',
    page: go(`document.open(); document.write('<input type="file" id="i">'); document.close()
      document.getElementById('i').click()`),
    reason: 'file-chooser',
  },
  { name: 'file input click()', page: `<input type="file" id="i" hidden>${go('i.click()')}`, reason: 'file-chooser' },
  {
    name: 'detached file input click()',
    page: go(`i = document.createElement('input'); i.type = 'file'; i.click()`),
    reason: 'file-chooser',
  },
  {
    name: 'file input showPicker()',
    page: `<input type="file" id="i">${go('i.showPicker()')}`,
    reason: 'file-chooser',
  },
  {
    name: 'the label of a file input by script',
    page: `<input type="file" id="i" hidden><label for="i" id="l">x</label>${go('l.click()')}`,
    reason: 'file-chooser',
  },
  {
    name: 'a file input sent an event',
    page: `<input type="file" id="i" hidden>${go(`i.dispatchEvent(new MouseEvent('click'))`)}`,
    reason: 'file-chooser',
  },
  { name: 'showOpenFilePicker', page: go('window.showOpenFilePicker?.().catch(() => {})'), reason: 'file-chooser' },
  {
    name: 'mailto by a refresh',
    page: go(
      `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=mailto:a@b.c">')`,
    ),
    reason: 'external-protocol',
  },
  { name: 'a custom scheme by a redirect', page: `<a href="/redirect-away">Go</a>`, reason: 'external-protocol' },
  {
    name: 'a custom scheme by a redirect of a form',
    page: `<form action="/redirect-away" method="post"><button>Go</button></form>`,
    reason: 'external-protocol',
  },
  { name: 'mailto by location', page: go(`location.href = 'mailto:a@b.c'`), reason: 'external-protocol' },
  {
    name: 'a custom scheme by a link made by script',
    page: go(`l = document.createElement('a'); l.href = 'acme:x'; document.body.append(l); l.click()`),
    reason: 'external-protocol',
  },
  {
    name: 'a custom scheme by form.submit()',
    page: `<form id="f" action="acme:x"></form>${go('f.submit()')}`,
    reason: 'external-protocol',
  },
  {
    name: 'a custom scheme in a frame',
    page: go(`f = document.createElement('iframe'); f.src = 'acme:x'; document.body.append(f)`),
    reason: 'external-protocol',
  },
  {
    name: 'download attribute by script',
    page: go(
      `l = document.createElement('a'); l.href = '/popup'; l.download = 'x'; document.body.append(l); l.click()`,
    ),
    reason: 'download',
  },
  {
    name: 'download of a blob',
    page: go(
      `l = document.createElement('a'); l.href = URL.createObjectURL(new Blob(['x'])); l.download = 'x'; l.click()`,
    ),
    reason: 'download',
  },
  {
    name: 'download of a data URL',
    page: go(
      `l = document.createElement('a'); l.href = 'data:text/plain,x'; l.download = 'x'; document.body.append(l); l.click()`,
    ),
    reason: 'download',
  },
  {
    name: 'a data URL that no page can show',
    page: go(`location.href = 'data:application/octet-stream,x'`),
    reason: 'download',
  },
  {
    name: 'a blob that no page can show',
    page: go(`location.href = URL.createObjectURL(new Blob(['x'], { type: 'application/octet-stream' }))`),
    reason: 'download',
  },
  {
    name: 'a form whose answer is an attachment',
    page: `<form action="/attachment" method="post"><button>Go</button></form>`,
    reason: 'download',
  },
  {
    name: 'a script’s form whose answer is an attachment',
    page: `<form id="f" action="/attachment"></form>${go('f.submit()')}`,
    reason: 'download',
  },
  { name: 'an attachment', page: '<a href="/attachment">Go</a>', reason: 'download' },
  { name: 'an attachment by location', page: go(`location = '/attachment'`), reason: 'download' },
  {
    name: 'an attachment in a frame',
    page: go(`f = document.createElement('iframe'); f.src = '/attachment'; document.body.append(f)`),
    reason: 'download',
  },
]

/** A target that is set, or a frame that loses its name, once nobody is asked any more. */
const AROUND: readonly [name: string, page: string][] = [
  [
    'propagation ended by another window’s means',
    go(`f = document.createElement('iframe'); document.body.append(f); stop = f.contentWindow.Event.prototype.stopPropagation
      l = document.createElement('a'); l.href = '/popup'; document.body.append(l)
      l.onclick = (e) => { stop.call(e); l.target = '_blank' }; l.click()`),
  ],
  [
    'a form whose way ends within a script',
    go(`document.body.insertAdjacentHTML('beforeend', '<form id="f" action="/popup"></form>')
      f.onsubmit = (e) => { e.stopPropagation(); f.target = '_blank' }; f.requestSubmit()`),
  ],
  [
    'a frame that has another name than its element says',
    go(`document.body.insertAdjacentHTML('beforeend', '<iframe id="f" name="there"></iframe>'); f.contentWindow.name = 'gone'
      l = document.createElement('a'); l.href = '/popup'; l.target = 'there'; document.body.append(l); l.click()`),
  ],
]

function go(script: string): string {
  return `<button id="go">Go</button><script>document.getElementById('go').onclick = () => { ${script} }</script>`
}

beforeAll(async () => {
  const routes = Object.fromEntries(VECTORS.map(({ page }, index) => [`/${index}`, page]))
  server = await servePages({
    ...routes,
    ...Object.fromEntries(AROUND.map(([, page], index) => [`/around-${index}`, page])),
    '/popup': 'popup',
    '/attachment': (_, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename=x.bin' }).end('payload')
    },
    '/refresh-away': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', refresh: '0;url=acme:x' }).end('<p>away</p>')
    },
    '/framed-away': go(`f = document.createElement('iframe'); f.src = '/redirect-away'; document.body.append(f)`),
    '/file': go(`location.href = 'file:///etc/passwd'`),
    '/redirect-away': (_, response) => response.writeHead(302, { location: 'acme:x' }).end(),
    '/drag': `<div role="button" tabindex="0" draggable="true" id="item">Item</div>
      <div role="button" tabindex="0" id="zone">Zone</div><div role="button" tabindex="0">Elsewhere</div>
      <input type="file" aria-label="File" id="file"><p id="out"></p><script>
      item.ondragstart = ({ dataTransfer }) => {
        dataTransfer.setData('text/uri-list', 'file:///etc/passwd')
        dataTransfer.setData('DownloadURL', 'text/plain:x.txt:' + location.origin + '/popup')
      }
      zone.ondragover = (event) => event.preventDefault()
      const tell = ({ dataTransfer }) => { out.textContent = dataTransfer.files.length + ' files, ' + file.files.length + ' chosen' }
      zone.ondrop = (event) => { event.preventDefault(); tell(event) }
      file.onchange = () => tell({ dataTransfer: file })
    </script>`,
    '/print': go('window.print(); document.documentElement.requestFullscreen().catch(() => {})'),
    '/traces': `<p id="out"></p><script>
      const names = Object.getOwnPropertyNames(window).filter((name) => /dsh|guard|playwright/i.test(name))
      const odd = []
      if (window.open.toString() !== 'function open() { [native code] }' && !/native code/.test(window.open.toString())) odd.push('open')
      if (window.open.name !== 'open' || window.open.length !== 0) odd.push('name')
      if ('SharedWorker' in window) odd.push('SharedWorker')
      document.getElementById('out').textContent = JSON.stringify({ names, odd })
    </script>`,
  })
  browsing = await Browsing.open(server)
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
})

afterEach(() => {
  expect(server.requests.splice(0).filter((path) => path === '/popup')).toEqual([])
})

describe('an effect is stopped, and the click that set it off fails for it', () => {
  test.each(VECTORS.map(({ name, reason }, index) => ({ name, reason, path: `/${index}` })))(
    '$name',
    async ({ path, reason }) => {
      await browsing.goto(server.url(path))
      expect(await failure(browsing.click('Go'))).toMatchObject({ code: 'BROWSER_POLICY_DENIED', reason })
      expect((await browsing.observe()).url).toBe(server.url(path))
    },
  )
})

describe('where the guards are got around, the browser itself makes no page', () => {
  test.each(AROUND.map(([name], index) => ({ name, path: `/around-${index}` })))('$name', async ({ path }) => {
    await browsing.goto(server.url(path))
    expect(await failure(browsing.click('Go'))).toMatchObject({ reason: 'new-context' })
  })
})

test('a page that sends itself to another program is not opened in peace', async () => {
  const opening = browsing.goto(server.url('/refresh-away'))
  expect(await failure(opening)).toMatchObject({ code: 'BROWSER_POLICY_DENIED', reason: 'external-protocol' })
  expect((await browsing.observe()).text).toContain('away')
})

test('a frame that is redirected to another program stays empty', async () => {
  await browsing.goto(server.url('/framed-away'))
  expect(await failure(browsing.click('Go'))).toMatchObject({ reason: 'external-protocol' })
})

test('a script leads to no file of this machine', async () => {
  await browsing.goto(server.url('/file'))
  await browsing.click('Go')
  const { url, text } = await browsing.observe()
  expect([url, text.trim()]).toEqual([server.url('/file'), 'Go'])
})

test('a drag brings no file of this machine into the page, and starts no download', async () => {
  await browsing.goto(server.url('/drag'))
  for (const place of ['Zone', 'File', 'Elsewhere']) {
    const dragging = browsing.act({ type: 'drag', target: browsing.target('Item'), to: browsing.target(place) })
    if (place === 'File') expect(await failure(dragging)).toMatchObject({ reason: 'file-chooser' })
    else await dragging
    const { url, text } = await browsing.observe()
    expect(url).toBe(server.url('/drag'))
    expect(text).toContain('0 files, 0 chosen')
  }
})

test('what needs no refusal is stopped and told beside the result', async () => {
  await browsing.goto(server.url('/print'))
  const { events } = await browsing.click('Go')
  expect(events).toEqual([
    { type: 'denied', reason: 'print', url: 'window.print' },
    { type: 'denied', reason: 'capability', url: 'Element.requestFullscreen' },
  ])
})

test('the guards leave no name and look native', async () => {
  const { text } = await browsing.goto(server.url('/traces'))
  expect(JSON.parse(text)).toEqual({ names: [], odd: [] })
})
