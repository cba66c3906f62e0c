import { afterAll, beforeAll, expect, it } from 'vitest'
import { chooseBrowser } from '../../../host/playwright/browser/executable.ts'
import { readBundle } from '../../../host/playwright/page/bundles.ts'
import { type Replayer, type ReplayPage, startReplayer } from '../../../host/replay/page.ts'
import { EXTRACTION_KINDS, type ExtractResult } from '../../../shared/extraction.ts'

let replayer: Replayer
beforeAll(async () => {
  replayer = await startReplayer(chooseBrowser({}).path, readBundle('page-agent.js'))
})
afterAll(() => replayer?.close())

/** Milliseconds for one extraction on a busy machine: its own bound of three seconds, and the steps after the walk. */
const PATIENCE = 60_000

async function onPage<Value>(html: string, use: (page: ReplayPage) => Promise<Value>): Promise<Value> {
  const page = await replayer.open({
    id: 'hostile',
    set: 'hostile',
    url: 'http://fixture.example/hostile',
    answers: { base: 'a' },
    html: async () => html,
  })
  try {
    return await use(page)
  } finally {
    await page.close()
  }
}

interface Timed {
  answer: ExtractResult
  millis: number
  chars: number
}

/** In one task with what makes the page, so that Chromium's own layout of it is not waited for. */
const extractTimed = (page: ReplayPage, make: string, kinds: readonly string[]): Promise<Timed[]> =>
  page.evaluate(`(() => { ${make}
    return ${JSON.stringify(kinds)}.map((kind) => { const t = performance.now(); const answer = __dshPageAgent.extract({ kind, maxChars: 1000 });
      return { answer, millis: performance.now() - t, chars: JSON.stringify(answer).length } }) })()`)

const PAGES: Record<string, string> = {
  '300,000 nodes': `const box = document.body.appendChild(document.createElement('div'));
    for (let i = 0; i < 50000; i++) { const p = document.createElement('p'); const a = document.createElement('a'); a.href = '/' + i; a.textContent = 'link ' + i;
      p.append('some words here ', a, ' and more of them'); box.append(p) } 0`,
  'a text node of 50 MB': `document.body.append('word '.repeat(1e7));`,
  'forms in 1,500 levels': `let at = document.body; for (let i = 0; i < 1500; i++) at = at.appendChild(document.createElement(i % 2 ? 'article' : 'form'));
    at.innerHTML = '<p>bottom <input><a href="/x">x</a></p>';`,
  'tables in 300 levels': `let at = document.body; for (let i = 0; i < 300; i++) { const t = document.createElement('table'); const c = t.insertRow().insertCell(); t.insertRow().insertCell().append('x');
      at.append(t); at = c } 0`,
  'spans without end': `document.body.innerHTML = '<table>' + '<tr><td colspan=1000 rowspan=65534>a<td>b</tr>'.repeat(3000) + '</table>';`,
  'names that shadow the DOM': `document.body.innerHTML = '<form><input name=firstChild><input name=parentNode><input name=getAttribute><input name=children><input name=elements><input name=localName>' +
      '<p>' + 'A paragraph that has words enough to be taken for prose by anybody. '.repeat(5) + '</p></form><img name=title><img name=body><img name=baseURI><img name=querySelectorAll>';`,
  'microdata in itself': `document.body.innerHTML = '<div itemscope>'.repeat(400) + '<b itemprop="__proto__">x</b>';`,
}

/** Chromium lays these out for a minute by itself; kinds that ask for no box do not wait for that. */
const UNLAID = new Set(['a text node of 50 MB', 'spans without end'])
const BOXLESS = ['article', 'table', 'metadata']

it.each(Object.entries(PAGES))(
  '%s: every kind is bounded',
  async (name, make) => {
    const kinds = UNLAID.has(name) ? BOXLESS : EXTRACTION_KINDS
    const answers = await onPage('<body></body>', (page) => extractTimed(page, make, kinds))
    expect(answers.map(({ answer }) => answer.kind)).toEqual(kinds)
    for (const { answer, millis, chars } of answers) {
      expect(millis, answer.kind).toBeLessThan(PATIENCE)
      expect(chars, answer.kind).toBeLessThan(40_000)
    }
  },
  240_000,
)

it('says what it did not read', async () => {
  const article = (make: string) => onPage('<body></body>', (page) => extractTimed(page, make, ['article']))
  const [text] = await article(PAGES['a text node of 50 MB']!)
  expect(text!.answer).toMatchObject({ truncated: true, incomplete: 'text' })
  const [nodes] = await article(PAGES['300,000 nodes']!)
  expect(nodes!.answer).toMatchObject({ truncated: true, incomplete: expect.stringMatching(/nodes|time/) })
})

it('changes nothing on the page', async () => {
  const html =
    '<body><form><input value="x" autofocus></form><table><tr><th>A</th></tr><tr><td>1</td></tr></table></body>'
  const watch =
    'globalThis.records = 0; new MutationObserver((list) => (records += list.length)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })'
  const seen = await onPage(html, async (page) => {
    await extractTimed(page, watch, EXTRACTION_KINDS)
    return page.evaluate<number>('new Promise((done) => setTimeout(() => done(records), 50))')
  })
  expect(seen).toBe(0)
})
