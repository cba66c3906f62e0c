import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FrameObservation } from '../../shared/observation.ts'
import { AgentPage, launchChromium } from './support/agent-page.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

/** Counts what the agent asks anew of layout: nothing, where it tells again what it saw. */
const COUNT = `{
  const ask = getComputedStyle
  globalThis.asked = 0
  globalThis.getComputedStyle = (...args) => { asked++; return ask(...args) }
}`

/** An observation without the names that each agent gives by itself. */
function told({ document: _, ...seen }: FrameObservation): unknown {
  const names = new Map(seen.elements.map(({ id }, index) => [id, `#${index}`]))
  return {
    ...seen,
    elements: seen.elements.map((element) => ({ ...element, id: names.get(element.id) })),
    frames: seen.frames.map(({ id: __, ...frame }) => frame),
  }
}

const PAGE = `<!doctype html><title>Page</title><style>
    .later { display: none } .named::after { content: 'first' } #over { position: fixed; inset: 0; z-index: -1 }
    @media (width < 900px) { .narrow { visibility: hidden } }
    :checked + .mark::after { content: ' on' } #slide:popover-open { display: block }
  </style>
  <main><h1>Heading</h1><p id="text">Some text</p>
    <button class="named">Save </button><button class="narrow">Wide</button><button class="later">Later</button>
    <label><input type="checkbox" id="box"><span class="mark">Box</span></label>
    <label>Name <input id="name" value="Ada" required></label><label>Note <textarea id="note"></textarea></label>
    <label>Many <select id="many" multiple><option>a</option><option>b</option><option>c</option></select></label>
    <label>One <select id="one"><option>a</option><option>b</option></select></label>
    <input type="radio" name="r" id="r1" aria-label="r1" checked><input type="radio" name="r" id="r2" aria-label="r2">
    <form id="form"><input aria-label="Mail" type="email" id="mail"></form>
    <button popovertarget="slide">Slide</button><div id="slide" popover>Slid in</div>
    <dialog id="ask">Sure? <button>Yes</button></dialog>
    <div id="host"><span>light</span></div><div id="shady"></div><x-later>later</x-later>
    <div id="box2" style="position: absolute; left: 700px; top: 0; width: 100px; height: 40px; overflow: auto"><button>Inside</button><p style="height: 300px"></p></div>
    <div id="plain" style="position: absolute; left: 600px; top: 0; width: 80px; height: 20px">Plain</div>
    <div style="height: 3000px"></div><a href="/end">End</a></main>
  <script>shady.attachShadow({ mode: 'open' }).innerHTML = '<button id="inner">Inner</button>'</script>`

async function open(): Promise<AgentPage> {
  const page = await AgentPage.open(browser, PAGE)
  await page.run(COUNT)
  return page
}

test('a page that has not changed is not read again, and told the same', async () => {
  const page = await open()
  const first = await page.observe()
  await page.run('asked = 0')
  expect(await page.observe()).toEqual(first)
  expect(await page.run('asked')).toBe(0)
  expect(await page.observe({ maxElements: 3 })).toMatchObject({ elementsTruncated: true })
  expect(await page.run('asked')).toBeGreaterThan(0)
  await page.close()
})

test('neither acting nor extracting in between makes a difference', async () => {
  const page = await open()
  const first = await page.observe()
  await page.resolve(first.elements[0]!)
  await page.run(`__dshPageAgent.extract({ kind: 'links' })`)
  await page.run('asked = 0')
  expect(await page.observe()).toEqual(first)
  expect(await page.run('asked')).toBe(0)
  await page.close()
})

describe('a change is seen', () => {
  test.each([
    ['text', `text.firstChild.data = 'Other text'`],
    ['an attribute', `document.querySelector('.named').setAttribute('aria-label', 'Named')`],
    ['a new element', `document.querySelector('main').append(document.createElement('button'))`],
    ['the title', `document.title = 'Other'`],
    ['the language', `document.documentElement.lang = 'de'`],
    ['the address', `history.pushState(null, '', '/other')`],
    ['a checkbox', `box.checked = true`],
    ['a checkbox in between', `box.indeterminate = true`],
    ['a radio button', `r2.checked = true`],
    ['a value', `document.getElementById('name').value = 'Eve'`],
    ['a text', `note.value = 'Written'`],
    ['an option', `one.selectedIndex = 1`],
    ['one option more', `many.options[1].selected = true`],
    ['a value found wrong', `mail.value = 'x'; mail.value = ''; mail.setCustomValidity('no'); form.reportValidity()`],
    ['the focus', `note.focus()`],
    ['the focus within a shadow tree', `shady.shadowRoot.getElementById('inner').focus()`],
    ['a popover', `slide.showPopover()`],
    ['a dialog', `ask.showModal()`],
    ['a dialog that becomes modal', `ask.open = true; ask.close(); ask.showModal()`],
    ['the scroll position', `scrollTo(0, 500)`],
    ['a scrolled box', `box2.scrollTop = 100`],
    ['a rule', `document.styleSheets[0].insertRule('.later { display: inline-block !important }', 0)`],
    ['a rule’s own change', `document.styleSheets[0].cssRules[0].style.display = 'inline-block'`],
    ['what a rule writes', `document.styleSheets[0].cssRules[1].style.content = '"second"'`],
    ['a cursor by rule', `document.styleSheets[0].insertRule('#plain { cursor: pointer }', 0)`],
    ['a sheet turned off', `document.styleSheets[0].disabled = true`],
    [
      'an adopted sheet',
      `{ const sheet = new CSSStyleSheet(); sheet.replaceSync('h1 { display: none }'); document.adoptedStyleSheets = [sheet] }`,
    ],
    ['an animation', `text.animate([{ visibility: 'hidden' }, { visibility: 'hidden' }], 1e6)`],
    ['a shadow tree', `host.attachShadow({ mode: 'open' }).innerHTML = '<button>Shade</button><slot></slot>'`],
    ['a change within a shadow tree', `shady.shadowRoot.getElementById('inner').textContent = 'Deeper'`],
    [
      'an element that is defined',
      `customElements.define('x-later', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button>Defined</button>' } })`,
    ],
    ['what covers a page', `document.styleSheets[0].insertRule('h1 { content-visibility: hidden; width: 10px }', 0)`],
  ])('%s', async (_, change) => {
    const page = await open()
    const before = await page.observe()
    await page.page.evaluate(change)
    const after = await page.observe()
    const fresh = await page.freshly()
    expect(told(after)).toEqual(told(fresh))
    expect(told(after)).not.toEqual(told(before))
    await page.close()
  })

  test('the size of the window', async () => {
    const page = await open()
    const before = await page.observe()
    await page.page.setViewportSize({ width: 800, height: 600 })
    const after = await page.observe()
    expect(told(after)).toEqual(told(await page.freshly()))
    expect(told(after)).not.toEqual(told(before))
    await page.close()
  })

  test('an order of slots that only script knows', async () => {
    const page = await open()
    await page.page.evaluate(
      `host.attachShadow({ mode: 'open', slotAssignment: 'manual' }).innerHTML = '<slot></slot><p>fixed</p>'`,
    )
    const before = await page.observe()
    await page.page.evaluate(`host.shadowRoot.querySelector('slot').assign(host.firstElementChild)`)
    const after = await page.observe()
    expect(told(after)).toEqual(told(await page.freshly()))
    expect(after.text).toContain('light')
    expect(before.text).not.toContain('light')
    await page.close()
  })
})

test('changes by chance, one after the other, are each seen as by an agent that is new to the page', async () => {
  const page = await open()
  const CHANGES = [
    `box.checked = !box.checked`,
    `note.value += 'x'`,
    `text.firstChild.data += ' more'`,
    `scrollBy(0, 100)`,
    `one.selectedIndex ^= 1`,
    `document.styleSheets[0].insertRule('.later { display: ' + (Math.random() < 0.5 ? 'none' : 'block') + ' }', document.styleSheets[0].cssRules.length)`,
    `shady.shadowRoot.append(document.createElement('button'))`,
    `slide.togglePopover()`,
    `(document.activeElement === note ? document.body : note).focus(); document.activeElement?.blur()`,
    `0`,
  ]
  let seed = 20261130
  for (let step = 0; step < 60; step++) {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    await page.page.evaluate(CHANGES[(seed >> 8) % CHANGES.length]!)
    const seen = await page.observe()
    expect(told(seen), `step ${step}`).toEqual(told(await page.freshly()))
  }
  await page.close()
}, 120_000)
