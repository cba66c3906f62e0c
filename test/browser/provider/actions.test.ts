import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browsing, failure } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

let server: PageServer
let browsing: Browsing

beforeAll(async () => {
  server = await servePages({
    '/fields': `<form onsubmit="event.preventDefault(); out.textContent = 'sent ' + who.value">
        <label>Name <input id="who"></label></form>
      <label>Secret <input id="secret" type="password"></label>
      <label>Fixed <input value="x" readonly></label>
      <label>Colour <select id="colour"><option>Red</option><option value="g">Green</option></select></label>
      <label><input type="checkbox" id="box"> Agree</label>
      <style>.custom input { position: absolute; opacity: 0; width: 0; height: 0 } .custom span { display: inline-block; width: 20px; height: 20px; background: red }</style>
      <label class="custom"><input type="checkbox" id="hidden"><span></span> Styled</label>
      <p id="out"></p>`,
    '/pointer': `<button id="hover" onmouseenter="out.textContent = 'hovered'">Hover me</button>
      <button ondblclick="out.textContent = 'doubled'">Twice</button>
      <button oncontextmenu="event.preventDefault(); out.textContent = 'menu'">Right</button>
      <div style="position:relative;width:200px;height:40px"><button style="width:200px;height:40px">Under</button>
        <div id="cover" style="position:absolute;inset:0;background:#ccc">Cookie notice</div></div>
      <button disabled>Off</button>
      <div role="button" tabindex="0" draggable="true" ondragstart="event.dataTransfer.setData('text/plain', 'lamp')" aria-label="Item">Item</div>
      <div role="button" tabindex="0" ondragover="event.preventDefault()" ondrop="event.preventDefault(); out.textContent = 'dropped ' + event.dataTransfer.getData('text/plain')" aria-label="Basket">Basket</div>
      <p id="out"></p>`,
    '/cleared': `<button onclick="out.textContent = 'reached'">Under</button><p id="out"></p>
      <div id="veil" style="position:fixed;inset:0"></div><script>setTimeout(() => veil.remove(), 1_500)</script>`,
    '/moving': `<div id="box"><button>One</button><button id="two" onclick="out.textContent = 'two'">Two</button></div>
      <button id="shift" onclick="box.prepend(document.createElement('hr')); two.parentNode.append(two)">Shift</button>
      <button id="swap" onclick="two.outerHTML = '<button>Three</button>'">Swap</button>
      <p id="out"></p>`,
    '/scroll': `<div style="height:5000px">Top <p id="out">0</p></div><button>Bottom</button>
      <script>addEventListener('scroll', () => { out.textContent = 'at ' + Math.round(scrollY) })</script>`,
    '/inner-scroll': `<style>body { margin: 0; overflow: hidden } #pane { height: 100vh; overflow: auto } </style>
      <div id="pane"><div style="height:5000px"><p id="out" style="position:fixed;top:0">0</p></div></div>
      <script>pane.onscroll = () => { out.textContent = 'at ' + Math.round(pane.scrollTop) }</script>`,
    '/later': `<button id="go" onclick="setTimeout(() => { out.textContent = 'came'; last.disabled = false }, 400)">Start</button>
      <button id="last" disabled>Last</button><p id="out"></p>`,
    '/keys': `<input id="in" aria-label="Keys" onkeydown="out.textContent += event.key + ' '"><p id="out"></p>`,
    '/dynamic': `<button onclick="fetch('/slow').then((r) => r.text()).then((t) => { out.textContent = t })">Load</button><p id="out"></p>`,
    '/slow': (_, response) => {
      setTimeout(() => response.end('slow answer'), 300)
    },
  })
  browsing = await Browsing.open(server, { actionTimeoutMs: 2_500 })
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
})

const text = async () => (await browsing.observe()).text

describe('fields', () => {
  test('fill, submit, select, check', async () => {
    await browsing.goto(server.url('/fields'))
    await browsing.act({ type: 'fill', target: browsing.target('Name'), value: 'Ada', submit: true })
    expect(await text()).toContain('sent Ada')
    await browsing.act({ type: 'select', target: browsing.target('Colour'), options: ['Green'] })
    await browsing.act({ type: 'check', target: browsing.target('Agree'), checked: true })
    await browsing.act({ type: 'check', target: browsing.target('Styled'), checked: true })
    await browsing.observe()
    expect(browsing.element('Colour').value).toBe('Green')
    expect(browsing.element('Agree').states.checked).toBe(true)
    expect(browsing.element('Styled').states.checked).toBe(true)
    await browsing.act({ type: 'check', target: browsing.target('Styled'), checked: false })
    await browsing.observe()
    expect(browsing.element('Styled').states.checked).toBe(false)
  })

  test('a password takes a credential and no plain text', async () => {
    await browsing.goto(server.url('/fields'))
    const target = browsing.target('Secret')
    expect(await failure(browsing.act({ type: 'fill', target, value: 'x' }))).toMatchObject({
      code: 'BROWSER_POLICY_DENIED',
      reason: 'password',
    })
    await browsing.act({ type: 'fill-credential', target, value: 'hunter2', reference: 'site' })
    const seen = await browsing.observe()
    expect(JSON.stringify(seen)).not.toContain('hunter2')
  })

  test('an element that does not take the action says so', async () => {
    await browsing.goto(server.url('/fields'))
    const unsuitable = { code: 'BROWSER_TARGET_UNSUITABLE' }
    expect(await failure(browsing.act({ type: 'fill', target: browsing.target('Fixed'), value: 'y' }))).toMatchObject({
      ...unsuitable,
      reason: 'readonly',
    })
    expect(
      await failure(browsing.act({ type: 'select', target: browsing.target('Name'), options: ['x'] })),
    ).toMatchObject(unsuitable)
    expect(
      await failure(browsing.act({ type: 'select', target: browsing.target('Colour'), options: ['Blue'] })),
    ).toMatchObject(unsuitable)
    expect(
      await failure(browsing.act({ type: 'check', target: browsing.target('Name'), checked: true })),
    ).toMatchObject(unsuitable)
  })
})

describe('pointer', () => {
  test('hover, double and right click, drag', async () => {
    await browsing.goto(server.url('/pointer'))
    await browsing.act({ type: 'hover', target: browsing.target('Hover me') })
    expect(await text()).toContain('hovered')
    await browsing.act({ type: 'click', target: browsing.target('Twice'), clicks: 2 })
    expect(await text()).toContain('doubled')
    await browsing.act({ type: 'click', target: browsing.target('Right'), button: 'right' })
    expect(await text()).toContain('menu')
    await browsing.act({ type: 'drag', target: browsing.target('Item'), to: browsing.target('Basket') })
    expect(await text()).toContain('dropped lamp')
  })

  test('what covers the target is named', async () => {
    await browsing.goto(server.url('/pointer'))
    const error = await failure(browsing.click('Under'))
    expect(error).toMatchObject({ code: 'BROWSER_TARGET_COVERED' })
    expect(error.message).toContain('id="cover"')
    expect(await failure(browsing.click('Off'))).toMatchObject({
      code: 'BROWSER_TARGET_UNSUITABLE',
      reason: 'disabled',
    })
  })
})

describe('what lies above', () => {
  test('is told long before the action has used up its time', async () => {
    const patient = await Browsing.open(server, { actionTimeoutMs: 15_000 })
    try {
      await patient.goto(server.url('/pointer'))
      const started = performance.now()
      expect(await failure(patient.click('Under'))).toMatchObject({ code: 'BROWSER_TARGET_COVERED' })
      expect(performance.now() - started).toBeLessThan(7_500)
    } finally {
      await patient.close()
    }
  })

  test('may go away by itself', async () => {
    await browsing.goto(server.url('/cleared'))
    await browsing.click('Under')
    expect(await text()).toContain('reached')
  })
})

describe('identity', () => {
  test('an element that only moved is clicked; another in its place is refused', async () => {
    await browsing.goto(server.url('/moving'))
    await browsing.click('Shift')
    await browsing.click('Two')
    expect(await text()).toContain('two')
    await browsing.click('Swap')
    expect(await failure(browsing.click('Two'))).toMatchObject({ code: 'BROWSER_TARGET_STALE' })
  })

  test('a reference does not outlive its document', async () => {
    await browsing.goto(server.url('/moving'))
    const target = browsing.target('Two')
    await browsing.act({ type: 'reload' })
    expect(await failure(browsing.act({ type: 'click', target }))).toMatchObject({
      code: 'BROWSER_TARGET_STALE',
      reason: 'unknown',
    })
  })
})

describe('scrolling', () => {
  test('by viewports, to an end, to an element', async () => {
    await browsing.goto(server.url('/scroll'))
    await browsing.act({ type: 'scroll', direction: 'down', amount: 2 })
    expect(await text()).toContain('at 1600')
    await browsing.act({ type: 'scroll', direction: 'up' })
    expect(await text()).toContain('at 800')
    await browsing.act({ type: 'scroll', target: browsing.target('Bottom') })
    expect((await browsing.observe()).scroll.y).toBeGreaterThan(4000)
    await browsing.act({ type: 'scroll', to: 'top' })
    expect((await browsing.observe()).scroll.y).toBe(0)
  })

  test('a part that scrolls while the page stands still', async () => {
    await browsing.goto(server.url('/inner-scroll'))
    await browsing.act({ type: 'scroll', direction: 'down' })
    expect(await text()).toContain('at 800')
    await browsing.act({ type: 'scroll', to: 'bottom' })
    expect(await text()).toContain('at 4200')
  })
})

describe('waiting', () => {
  test('for text, an address, an element', async () => {
    await browsing.goto(server.url('/later'))
    await browsing.click('Start')
    await browsing.act({ type: 'wait', for: { kind: 'text', text: 'came' } })
    await browsing.act({ type: 'wait', for: { kind: 'element', target: browsing.target('Last'), state: 'enabled' } })
    await browsing.act({ type: 'wait', for: { kind: 'url', url: '/later' } })
    expect(
      await failure(browsing.act({ type: 'wait', for: { kind: 'text', text: 'never' }, timeoutMs: 300 })),
    ).toMatchObject({ code: 'BROWSER_ACTION_TIMEOUT', reason: 'condition' })
  })

  test('after a click, what it fetched is there', async () => {
    await browsing.goto(server.url('/dynamic'))
    await browsing.click('Load')
    expect(await text()).toContain('slow answer')
  })
})

test('keys go to an element, or to what has the focus', async () => {
  await browsing.goto(server.url('/keys'))
  await browsing.act({ type: 'press', key: 'a', target: browsing.target('Keys') })
  await browsing.act({ type: 'press', key: 'ArrowDown' })
  expect(await text()).toContain('a ArrowDown')
  expect(await failure(browsing.act({ type: 'press', key: 'Nonsense' }))).toMatchObject({
    code: 'BROWSER_INPUT_INVALID',
  })
})
