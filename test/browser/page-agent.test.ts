import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentPage, inDocumentOrder, launchChromium, lineOf, linesOf } from './support/agent-page.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

const withPage = async <Result>(html: string, work: (page: AgentPage) => Promise<Result>): Promise<Result> => {
  const page = await AgentPage.open(browser, html)
  try {
    return await work(page)
  } finally {
    await page.close()
  }
}

const lines = (html: string) => withPage(html, async (page) => linesOf(await page.observe()))

describe('what counts as an element', () => {
  test.each<[string, string, string[]]>([
    [
      'links and buttons',
      '<a href="/a">One</a><a>No address</a><button>Two</button>',
      ['link link "One"', 'button button "Two"'],
    ],
    [
      'input types',
      `<input aria-label="t" value="v"><input type="password" aria-label="p" value="secret"><input type="hidden" value="h">
       <input type="date" aria-label="d" value="2024-02-01"><input type="range" aria-label="r" min="1" max="9" value="3">
       <input type="color" aria-label="c" value="#ff0000"><input type="file" aria-label="f"><input type="submit">`,
      [
        'field textbox "t" = "v"',
        'field textbox "p"',
        'field textbox "d" = "2024-02-01"',
        'range slider "r" = "3"',
        'field textbox "c" = "#ff0000"',
        'file button "f"',
        'button button "Submit"',
      ],
    ],
    [
      'states',
      `<input aria-label="a" required readonly><button disabled>b</button><input type="checkbox" aria-label="c" checked>
       <button aria-pressed="mixed" aria-expanded="false" aria-haspopup="true">d</button><a href="#" aria-current="page">e</a>
       <div role="tab" aria-selected="true" tabindex="0">f</div><input aria-label="g" aria-invalid="true">`,
      [
        'field textbox "a" required readonly',
        'button button "b" disabled',
        'toggle checkbox "c" checked',
        'button button "d" pressed:mixed expanded:false popup:menu',
        'link link "e" current:page',
        'button tab "f" selected',
        'field textbox "g" invalid',
      ],
    ],
    [
      'widgets by role',
      `<div role="switch" aria-checked="false" tabindex="0">s</div><div role="slider" aria-valuenow="4" aria-label="v" tabindex="0">&nbsp;</div>
       <div role="treeitem" aria-expanded="true">t</div><div role="menuitemradio" aria-checked="true">m</div>
       <div contenteditable aria-label="note">text</div><details><summary>More</summary><a href="/in">hidden</a></details>`,
      [
        'toggle switch "s" checked:false',
        'range slider "v" = "4"',
        'option treeitem "t" expanded',
        'toggle menuitemradio "m" checked',
        'field textbox "note" = "text"',
        'button button "More" expanded:false',
      ],
    ],
    [
      'a pointer cursor that begins here',
      `<div style="cursor:pointer">Open <b>card</b></div><div style="cursor:pointer"><a href="/x">Only this</a></div>
       <ul style="cursor:pointer"><li><a href="/1">1</a><li><a href="/2">2</a></ul>`,
      ['clickable generic "Open card"', 'link link "Only this"', 'link link "1"', 'link link "2"'],
    ],
    [
      'onclick and a card with buttons of its own',
      `<span onclick="1">Act</span><div onclick="1">Story <button>Like</button><button>Share</button></div>
       <div onclick="1"><button>A</button><button>B</button></div>`,
      [
        'clickable generic "Act"',
        'clickable generic "Story Like Share"',
        'button button "Like"',
        'button button "Share"',
        'button button "A"',
        'button button "B"',
      ],
    ],
    [
      'hidden controls behind their labels',
      `<label><input type="checkbox" style="display:none">Agree</label>
       <input type="radio" id="r" style="position:absolute;width:1px;height:1px;clip:rect(0 0 0 0)" checked><label for="r">Red</label>
       <label style="cursor:pointer">Upload<input type="file" hidden></label>
       <input type="checkbox" id="lost" style="display:none">`,
      ['toggle checkbox "Agree" checked:false', 'toggle radio "Red" checked', 'file button "Upload"'],
    ],
    [
      'pictures',
      `<button><img alt="Save" src="data:,"></button><button aria-label="Close"><svg width="9" height="9"></svg></button>
       <svg width="90" height="20"><a href="/svg"><text y="15">Vector</text></a></svg>
       <img usemap="#m" width="50" height="50" alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name="m"><area href="/area" alt="Region" coords="0,0,9,9" shape="rect"></map>`,
      ['button button "Save"', 'button button "Close"', 'link link "Vector"', 'link link "Region"'],
    ],
    [
      'what is not shown is out',
      `<a href="/1" style="display:none">1</a><a href="/2" style="visibility:hidden">2</a><div inert><a href="/3">3</a></div>
       <div aria-hidden="true"><a href="/4">4</a></div><div style="height:0;overflow:hidden"><a href="/5">5</a></div>
       <a href="/6"></a><div style="visibility:hidden"><a href="/7" style="visibility:visible">7</a></div>
       <div hidden="until-found"><a href="/8">8</a></div><div style="content-visibility:hidden"><a href="/9">9</a></div>`,
      ['link link "7"'],
    ],
    ['off the screen is in', '<div style="height:3000px"></div><a href="/far">Far</a>', ['link link "Far" offscreen']],
    [
      'grid parts that act, and drag handles',
      `<div role="grid"><div role="row"><div role="gridcell">plain</div><div role="gridcell" tabindex="-1">acts</div></div></div>
       <div draggable="true">Handle</div><span style="cursor:grab">Grip</span>`,
      ['clickable gridcell "acts"', 'clickable generic "Handle" draggable', 'clickable generic "Grip"'],
    ],
    [
      'a link without a box of its own',
      '<a href="/float"><span style="float:left">Floated</span></a><a href="/c" style="display:contents">Contents</a>',
      ['link link "Floated"', 'link link "Contents"'],
    ],
  ])('%s', async (_name, html, expected) => {
    expect(await lines(html)).toEqual(expected)
  })

  test('select, datalist and combobox tell their options, cut and with totals', async () => {
    const options = Array.from(
      { length: 30 },
      (_, i) => `<option value="${i}" ${i === 2 ? 'selected' : ''}>Item ${i}</option>`,
    )
    const html = `<select aria-label="s">${options.join('')}</select><input list="l" aria-label="d"><datalist id="l"><option value="x"></datalist>
      <div role="combobox" aria-label="c" aria-controls="b" tabindex="0">Two</div><div role="listbox" id="b" aria-label="b"><div role="option" aria-selected="true">Two</div></div>`
    const [select, datalist, combobox] = inDocumentOrder(
      await withPage(html, (page) => page.observe({ maxOptions: 3 })),
    )
    expect(select).toMatchObject({ value: 'Item 2', optionsTotal: 30 })
    expect(select!.options).toEqual([
      { label: 'Item 0', value: '0' },
      { label: 'Item 1', value: '1' },
      { label: 'Item 2', value: '2', selected: true },
    ])
    expect(datalist).toMatchObject({ role: 'combobox', optionsTotal: 1, options: [{ label: 'x', value: 'x' }] })
    expect(combobox).toMatchObject({ value: 'Two', optionsTotal: 1 })
  })

  test('listeners are known where the guards answer', async () => {
    const html = `<div id="d">Listens</div><div>Silent</div>
      <script>performance.addEventListener('secret?', () => document.getElementById('d').dispatchEvent(new Event('secret!')))</script>`
    await withPage(html, async (page) => {
      expect(linesOf(await page.observe())).toEqual([])
      expect(linesOf(await page.observe({ listenerProbe: 'secret' }))).toEqual(['clickable generic "Listens"'])
    })
  })
})

describe('shadow trees and frames', () => {
  const html = `<x-host><b slot="s"><a href="/slotted">Slotted</a></b><a href="/unslotted">Nowhere</a></x-host><x-closed></x-closed>
    <iframe name="inner" title="Inner" src="about:blank"></iframe><button>After</button>
    <script>
      customElements.define('x-host', class extends HTMLElement { constructor() { super()
        this.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button><slot name="s"></slot><x-deep></x-deep>' } })
      customElements.define('x-deep', class extends HTMLElement { constructor() { super()
        this.attachShadow({ mode: 'open' }).innerHTML = '<p>Deep text</p><input aria-label="Deep">' } })
      customElements.define('x-closed', class extends HTMLElement { constructor() { super()
        this.attachShadow({ mode: 'closed' }).innerHTML = '<button>Secret</button>' } })
    </script>`

  test('open roots and slots are walked as they are shown; frames and closed roots are named', async () => {
    await withPage(html, async (page) => {
      const seen = await page.observe()
      expect(linesOf(seen)).toEqual([
        'button button "Inside"',
        'link link "Slotted"',
        'field textbox "Deep"',
        'button button "After"',
      ])
      expect(seen.text).toContain('Deep text')
      expect(seen.text).not.toContain('Nowhere')
      expect(seen.closedShadowRoots).toBe(1)
      expect(seen.frames).toMatchObject([{ name: 'Inner', url: 'about:blank', visible: true, ordinal: 3 }])
    })
  })

  test('a path leads through shadow roots and back', async () => {
    await withPage(html, async (page) => {
      const deep = inDocumentOrder(await page.observe()).find(({ name }) => name === 'Deep')!
      const found = (await page.resolve(deep)) as { status: string; path: string }
      expect(found).toMatchObject({ status: 'ok', how: 'live', id: deep.id })
      const same = `__dshPageAgent.locate(${JSON.stringify(found.path)}) === __dshPageAgent.element('${deep.id}')`
      expect(await page.run(same)).toBe(true)
      expect(await page.run('__dshPageAgent.locate("0/999/~1")')).toBeUndefined()
    })
  })
})

describe('an open modal', () => {
  test('what lies under it is blocked and ranked last', async () => {
    const html = `<a href="/under">Under</a><button>Also under</button>
      <dialog aria-label="Confirm"><button>Yes</button></dialog><script>document.querySelector('dialog').showModal()</script>`
    await withPage(html, async (page) => {
      const seen = await page.observe()
      expect(seen.modal).toBe('Confirm')
      expect(seen.elements[0]!.name).toBe('Yes')
      expect(seen.elements.slice(1).every(({ states }) => states.blocked)).toBe(true)
    })
  })

  test('a popup that a claimed modal renders beside itself is not blocked', async () => {
    const html = `<button style="position:fixed;top:200px">Under</button>
      <div role="dialog" aria-modal="true" aria-label="Pick" style="position:fixed;inset:0;background:#fff"><button>In</button></div>
      <div style="position:fixed;top:300px;z-index:9"><button>Popup</button></div>`
    const seen = await withPage(html, (page) => page.observe())
    const blocked = inDocumentOrder(seen).map(({ name, states }) => [name, states.blocked ?? false])
    expect(blocked).toEqual([
      ['Under', true],
      ['In', false],
      ['Popup', false],
    ])
  })
})

describe('text', () => {
  test('blocks are kept apart, content comes before what surrounds it', async () => {
    const html = `<header>Shop <nav><a href="/">Home</a> <a href="/help">Help</a></nav></header>
      <main><h1>Lamps</h1><p>Two   lines<br>here.</p><ul><li>Brass</li><li>Glass <b>new</b></li></ul>
      <table><tr><th>Name</th><th>Price</th></tr><tr><td><p>Brass</p></td><td>49 €</td></tr></table>
      <pre>a
  b</pre><p style="display:none">hidden</p><script>1</script></main><footer>Imprint</footer>`
    const seen = await withPage(html, (page) => page.observe())
    expect(seen.text).toBe(
      '# Lamps\n\nTwo lines\nhere.\n\n- Brass\n- Glass new\n\nName | Price\nBrass | 49 €\n\na\nb\n\nShop\n\nHome Help\n\nImprint',
    )
    expect(seen).toMatchObject({ textTotalChars: seen.text.length, textTruncated: false })
  })

  test('the cut is made in the page, and the total says what is missing', async () => {
    const html = `<main>${'<p>word word</p>'.repeat(100)}</main>`
    const [cut, full] = await withPage(html, async (page) => [
      await page.observe({ maxTextChars: 50 }),
      await page.observe(),
    ])
    expect(cut.text).toBe(full.text.slice(0, 50))
    expect(cut).toMatchObject({ textTruncated: true, textTotalChars: full.text.length })
  })
})

const SAMPLE = `<main><h1>Sample</h1><form><input name="firstChild" aria-label="First"><input name="getAttribute" aria-label="Second">
  <button>Send</button></form><img name="querySelectorAll" alt=""><img name="body" alt=""><ul>${'<li><a href="/x">Entry</a> <button>Delete</button></li>'.repeat(4)}</ul></main>`

describe('a hostile page', () => {
  test('patched prototypes and getters change nothing', async () => {
    const patches = `<script>
      const fail = () => { throw new Error('patched') }
      Document.prototype.querySelectorAll = fail; Document.prototype.querySelector = fail; Array.prototype.map = fail
      Array.prototype.filter = fail; Element.prototype.getAttribute = fail; Element.prototype.matches = fail
      Map.prototype.get = fail; Set.prototype.has = fail; Function.prototype.call = fail
      for (const key of ['status', 'id', 'get', 'value', 'kind', 'maxElements']) Object.defineProperty(Object.prototype, key, { get: fail, set: fail, configurable: true })
      Object.defineProperty(Node.prototype, 'firstChild', { get: fail })
    </script>`
    const plain = await withPage(SAMPLE, (page) => page.observe())
    const patched = await withPage(SAMPLE + patches, (page) => page.observe())
    expect(plain.elements).toHaveLength(11)
    expect({ ...patched, document: plain.document }).toEqual(plain)
  })

  test('an observation leaves no trace', async () => {
    const watch = `<script>
      const trace = globalThis.trace = []
      new MutationObserver((records) => trace.push(...records.map((r) => r.type))).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      for (const type of ['focus', 'blur', 'scroll', 'click', 'mouseover', 'selectionchange', 'input', 'change', 'invalid', 'toggle', 'slotchange'])
        addEventListener(type, () => trace.push(type), true)
    </script>`
    await withPage(SAMPLE + watch, async (page) => {
      const before = await page.page.evaluate(
        '[document.documentElement.outerHTML, scrollX, scrollY, document.activeElement.tagName]',
      )
      await page.page.evaluate('trace.length = 0')
      const seen = await page.observe()
      await page.resolve(seen.elements[0]!)
      await page.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))')
      expect(await page.page.evaluate('trace')).toEqual([])
      const after = await page.page.evaluate(
        '[document.documentElement.outerHTML, scrollX, scrollY, document.activeElement.tagName]',
      )
      expect(after).toEqual(before)
      expect(await page.page.evaluate('"__dshPageAgent" in globalThis')).toBe(false)
    })
  })

  test('the same page observed twice gives the same bytes, with the ids it had', async () => {
    await withPage(SAMPLE, async (page) => {
      const once = JSON.stringify(await page.observe())
      expect(JSON.stringify(await page.observe())).toBe(once)
    })
  })

  // Laid out in blocks: on one line of that length the time is Chromium's own, which no script can bound.
  test.each<[string, string]>([
    ['200,000 nodes', `document.body.insertAdjacentHTML('beforeend', '<p><a href="/x">n</a> word</p>'.repeat(50_000))`],
    ['a text node of 5 MB', `document.body.append('x '.repeat(2_500_000))`],
    [
      'nesting 5,000 deep',
      `let at = document.body
       for (let i = 0; i < 5000; i++) at = at.appendChild(document.createElement('span'))
       at.innerHTML = '<a href="/deep">Deep</a>'`,
    ],
    ['a name of 5 MB', `document.querySelector('button').setAttribute('aria-label', 'y'.repeat(5_000_000))`],
    [
      'names that lead to names',
      `document.body.innerHTML = '<button id="b0" aria-owns="b0 b1" aria-labelledby="b0 b1">a</button><button id="b1" aria-owns="b0" aria-labelledby="b1 b0">b</button>'`,
    ],
  ])('%s cost a bound', async (_name, script) => {
    await withPage('<button>First</button>', async (page) => {
      await page.page.evaluate(script)
      await page.page.evaluate('document.body.offsetHeight')
      const seen = await page.observe({ maxMillis: 1_000 })
      expect(JSON.stringify(seen).length).toBeLessThan(200_000)
      expect(seen.elementsTotal).toBeGreaterThan(0)
      expect(seen.textTruncated || seen.incomplete !== undefined || seen.textTotalChars === seen.text.length).toBe(true)
    })
  })

  test('what is left out at a bound is said', async () => {
    const html = `${'<p>text</p>'.repeat(500)}<a href="/end">End</a>`
    const seen = await withPage(html, (page) => page.observe({ maxNodes: 200 }))
    expect(seen).toMatchObject({ incomplete: 'nodes', elementsTotal: 0 })
  })
})

describe('identity', () => {
  const list = (names: string[]) => names.map((name) => `<li>${name} <button>Delete</button></li>`).join('')
  const render = (names: string[]) => `document.querySelector('ul').innerHTML = ${JSON.stringify(list(names))}`

  test.each<[string, string, object]>([
    [
      'the node moved',
      'document.body.prepend(document.querySelectorAll("li")[1].lastChild)',
      { status: 'ok', how: 'live' },
    ],
    [
      'its name changed',
      'document.querySelectorAll("button")[1].textContent = "Remove"',
      { status: 'stale', reason: 'changed' },
    ],
    ['it is gone', 'document.querySelectorAll("button")[1].remove()', { status: 'stale', reason: 'gone' }],
    [
      'it was hidden',
      'document.querySelectorAll("button")[1].style.display = "none"',
      { status: 'stale', reason: 'hidden' },
    ],
    ['the list was rendered anew', render(['Ann', 'Bob', 'Cid']), { status: 'ok', how: 'replaced' }],
    [
      'rendered anew, one entry added before',
      render(['Zoe', 'Ann', 'Bob', 'Cid']),
      { status: 'stale', reason: 'ambiguous' },
    ],
    [
      'rendered anew with another entry in its place',
      render(['Ann', 'Eve', 'Cid']),
      { status: 'stale', reason: 'ambiguous' },
    ],
    [
      'another button in its place',
      'document.querySelectorAll("button")[1].outerHTML = "<button>Archive</button>"',
      { status: 'stale', reason: 'gone' },
    ],
  ])('%s', async (_name, script, expected) => {
    await withPage(`<ul>${list(['Ann', 'Bob', 'Cid'])}</ul>`, async (page) => {
      const second = inDocumentOrder(await page.observe())[1]!
      await page.page.evaluate(script)
      expect(await page.resolve(second)).toMatchObject(expected)
    })
  })

  test('a replaced node answers to an id of its own, at a path that leads to it', async () => {
    await withPage(`<ul>${list(['Ann', 'Bob', 'Cid'])}</ul>`, async (page) => {
      const second = inDocumentOrder(await page.observe())[1]!
      await page.page.evaluate(render(['Ann', 'Bob', 'Cid']))
      const found = (await page.resolve(second)) as { id: string; path: string }
      expect(found.id).not.toBe(second.id)
      expect(await page.run(`__dshPageAgent.locate('${found.path}').closest('li').textContent`)).toBe('Bob Delete')
      expect(inDocumentOrder(await page.observe())[1]).toMatchObject({ id: found.id })
    })
  })

  test('an id that no observation gave is unknown', async () => {
    expect(await withPage('<p>', (page) => page.resolve({ id: 'n99', fingerprint: 'x' }))).toEqual({
      status: 'stale',
      reason: 'unknown',
    })
  })

  test('ids stay while elements live', async () => {
    await withPage('<button>A</button><button>B</button>', async (page) => {
      const [a, b] = inDocumentOrder(await page.observe())
      await page.page.evaluate(
        'document.body.prepend(Object.assign(document.createElement("button"), { textContent: "New" }))',
      )
      const again = inDocumentOrder(await page.observe())
      expect(again.map(({ name }) => name)).toEqual(['New', 'A', 'B'])
      expect(again.slice(1).map(({ id }) => id)).toEqual([a!.id, b!.id])
    })
  })

  test.each<[string, string, string | undefined]>([
    ['a link in a new context', '<a href="/x" target="_blank">x</a>', 'new-context'],
    ['by the target of base', '<base target="other"><a href="/x">x</a>', 'new-context'],
    ['into a frame of the page', '<iframe name="f"></iframe><a href="/x" target="f">x</a>', undefined],
    ['a form that opens one', '<form target="_blank"><button>x</button></form>', 'new-context'],
    [
      'a submitter that keeps to this one',
      '<form target="_blank"><button formtarget="_self">x</button></form>',
      undefined,
    ],
    ['a download', '<a href="/x" download>x</a>', 'download'],
    ['another protocol', '<a href="mailto:a@b.test">x</a>', 'external-protocol'],
    ['a form to another protocol', '<form action="tel:1"><button>x</button></form>', 'external-protocol'],
    ['a file chooser', '<input type="file" aria-label="x">', 'file-chooser'],
    ['javascript stays here', '<a href="javascript:void 0">x</a>', undefined],
  ])('effects: %s', async (_name, html, reason) => {
    await withPage(html, async (page) => {
      const [element] = inDocumentOrder(await page.observe())
      const expected = reason ? { status: 'denied', reason } : { status: 'ok' }
      expect(await page.resolve(element!)).toMatchObject(expected)
      if (reason) expect(await page.resolve(element!, [reason])).toMatchObject({ status: 'ok' })
    })
  })

  test('a fingerprint is the same in another world, a hidden control leads to its label', async () => {
    const html = '<label><input type="checkbox" hidden>Agree</label><div onclick="1">Card</div>'
    await withPage(html, async (page) => {
      for (const element of inDocumentOrder(await page.observe())) {
        const found = (await page.resolve(element)) as { path: string; proxyPath?: string }
        expect(await page.run(`__dshPageAgent.fingerprint(__dshPageAgent.locate('${found.path}'))`)).toBe(
          element.fingerprint,
        )
        if (element.kind === 'toggle') {
          expect(await page.run(`__dshPageAgent.locate('${found.proxyPath}').localName`)).toBe('label')
        }
      }
    })
  })
})

test('a password never leaves the page, in whatever form', async () => {
  const html = `<label>Password <input type="password" value="hunter2"></label><input id="p" type="password" value="hunter2" aria-label="p">
    <button aria-labelledby="p">Go</button>`
  await withPage(html, async (page) => {
    expect(JSON.stringify(await page.observe())).not.toContain('hunter2')
    await page.page.evaluate('document.getElementById("p").type = "text"')
    expect(JSON.stringify(await page.observe())).not.toContain('hunter2')
  })
})

test('a region keeps to the part of the page that an element stands in', async () => {
  const html = '<nav><a href="/1">One</a></nav><form aria-label="f"><input aria-label="q"><button>Go</button></form>'
  await withPage(html, async (page) => {
    const field = inDocumentOrder(await page.observe()).find(({ name }) => name === 'q')!
    const part = await page.observe({ region: field.id })
    expect(inDocumentOrder(part).map(lineOf)).toEqual(['field textbox "q"', 'button button "Go"'])
    expect(inDocumentOrder(part)[0]!.id).toBe(field.id)
  })
})
