/**
 * Times one observation against Playwright's aria snapshot and against a bare walk of the same page in the same run, its
 * growth with the page, and the size of the bundle. Figures are ratios: the machine's speed cancels out. A page is observed
 * both as it was and after a change, since the agent remembers what it saw while nothing changes.
 *
 *   npm run bench [-- --corpus DIR] [--executable FILE] [--rounds N]
 *
 * Without a corpus the pages are made here: lists, forms and prose of several sizes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { rollup } from 'rollup'
import rollupConfig from '../rollup.config.mjs'

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    executable: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    agent: { type: 'string', default: 'lib/page-agent.js' },
  },
})
const executablePath =
  values.executable ??
  ['/usr/lib/chromium/chromium-headless-shell', '/usr/lib/chromium/chromium'].find((path) => existsSync(path)) ??
  chromium.executablePath()
const agent = readFileSync(values.agent, 'utf8')
const rounds = Number(values.rounds)
const request = JSON.stringify({ maxElements: 100, maxTextChars: 12_000 })

const kibibytes = (text) => `${(Buffer.byteLength(text) / 1024).toFixed(1)} KiB`

/** The bundle as it is built, but for the extraction of articles: made in memory, to be weighed only. */
async function buildWithoutArticle() {
  const { output, plugins, ...input } = rollupConfig({ configPage: true }).find(({ input }) => /agent\.ts$/.test(input))
  const stub = {
    name: 'no-article',
    load: (id) => (id.endsWith('/extract/article/index.ts') ? 'export const extractArticle = () => ({})' : null),
  }
  const bundle = await rollup({ ...input, plugins: [stub, ...plugins] })
  const { output: chunks } = await bundle.generate(output)
  await bundle.close()
  return chunks[0].code
}
const withoutArticle = await buildWithoutArticle()

/** A listing of `count` elements in records of five. */
function listing(count) {
  const record = (n) =>
    `<li><h3><a href="/item/${n}">Item number ${n}</a></h3><p>Some words about it, <em>${n}</em>.</p><button>Add</button></li>`
  return `<!doctype html><title>${count}</title><nav><a href="/">Home</a></nav><main><ul>${Array.from(
    { length: Math.ceil(count / 6) },
    (_, n) => record(n),
  ).join('')}</ul></main>`
}

function pages() {
  if (!values.corpus)
    return [200, 600, 2000, 5000].map((count) => ({ url: `http://bench.example/${count}`, html: listing(count) }))
  const folder = join(values.corpus, 'pagination')
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).map((row) => ({
    url: row.url,
    html: gunzipSync(readFileSync(join(folder, row.file))).toString('utf8'),
  }))
}

const quantile = (list, part) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))]
const median = (list) => quantile(list, 0.5)
const total = (list) => list.reduce((sum, value) => sum + value, 0)

const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })

  async function open({ url, html }) {
    const page = await context.newPage()
    await page.route('**/*', (route) =>
      route.request().isNavigationRequest() && route.request().frame() === page.mainFrame()
        ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
        : route.abort(),
    )
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    const session = await context.newCDPSession(page)
    const { frameTree } = await session.send('Page.getFrameTree')
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'bench',
    })
    const run = async (expression) => {
      const answer = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true })
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description)
      return answer.result.value
    }
    await run(agent)
    return { page, run }
  }

  const time = async (work) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  /** Undoes what the agent remembers of the page. */
  const change = `document.body.toggleAttribute('data-bench')`

  /** Milliseconds inside the page: a bare walk, then an observation. */
  const inside = (before = '') => `(() => {
    ${before}
    let start = performance.now()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
    for (let element = walker.nextNode(); element; element = walker.nextNode())
      if (element.getBoundingClientRect().width) void getComputedStyle(element).visibility
    void document.body.innerText.length
    const walk = performance.now() - start
    start = performance.now()
    __dshPageAgent.observe(${request})
    return { walk, observe: performance.now() - start }
  })()`

  const times = { unchanged: [], changed: [] }
  const walks = { unchanged: [], changed: [] }
  const theirs = []
  for (const item of pages()) {
    const { page, run } = await open(item)
    const observe = () => run(`__dshPageAgent.observe(${request})`)
    const snapshot = () => page.ariaSnapshot({ mode: 'ai' })
    await observe()
    await snapshot()
    const mine = { unchanged: [], changed: [] }
    const walk = { unchanged: [], changed: [] }
    const peer = []
    for (let round = 0; round < rounds; round++) {
      for (const [kind, before] of Object.entries({ unchanged: '', changed: change })) {
        await run(before)
        mine[kind].push(await time(observe))
        const spent = await run(inside(before))
        walk[kind].push(spent.observe / Math.max(spent.walk, 0.2))
      }
      peer.push(await time(snapshot))
    }
    for (const kind of Object.keys(times)) {
      times[kind].push(median(mine[kind]))
      walks[kind].push(median(walk[kind]))
    }
    theirs.push(median(peer))
    await page.close()
  }

  /** Milliseconds an element inside the page, for a small and a large page. */
  const perElement = []
  for (const count of [1_000, 20_000]) {
    const { page, run } = await open({ url: `http://bench.example/growth/${count}`, html: listing(count) })
    await run(inside())
    const spent = []
    for (let round = 0; round < rounds; round++) spent.push((await run(inside(change))).observe)
    perElement.push(median(spent) / count)
    await page.close()
  }

  const rows = [
    ['pages', theirs.length, ''],
    ...Object.entries(times).flatMap(([kind, ours]) => {
      const ratios = ours.map((value, index) => value / theirs[index])
      const sums = total(ours) / total(theirs)
      return [
        [
          `${kind} page: observation, median`,
          `${median(ours).toFixed(1)} ms`,
          `aria snapshot ${median(theirs).toFixed(1)} ms`,
        ],
        [`${kind} page: observation / aria snapshot, median`, median(ratios).toFixed(3), 'goal 0.25 or less'],
        [`${kind} page: the same, sum of all pages`, sums.toFixed(3), 'goal 0.25 or less'],
        [`${kind} page: in-page time / bare walk, median`, median(walks[kind]).toFixed(2), 'goal 3 or less'],
      ]
    }),
    ['growth from 1,000 to 20,000 elements', (perElement[1] / perElement[0]).toFixed(2), 'goal 1.3 or less'],
    ['page agent bundle', kibibytes(agent), ''],
    ['page agent bundle without article extraction', kibibytes(withoutArticle), 'goal 60 KiB or less'],
  ]
  for (const [what, figure, beside] of rows)
    console.log(`${String(what).padEnd(54)}${String(figure).padStart(10)}   ${beside}`)
} finally {
  await browser.close()
}
