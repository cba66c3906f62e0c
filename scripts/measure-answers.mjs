/**
 * How long the tools' first answer to a page is, and whether what a person would look for on it is in that answer or one
 * browser_find away.
 *
 *   node scripts/measure-answers.mjs --corpus DIR [--limit N] [--verbose] [--show ID]
 *
 * The folder holds `pagination/`, `forms/` and `records/`, each with a `manifest.json` that names pages and labelled
 * elements. Needs the built page agent.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { findElements } from '../host/tools/answer/find.ts'
import { View } from '../host/tools/view.ts'

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    limit: { type: 'string', default: '100000' },
    verbose: { type: 'boolean', default: false },
    show: { type: 'string' },
    executable: { type: 'string' },
    budget: { type: 'string', default: '6000' },
  },
})
if (!options.corpus) throw new Error('--corpus DIR is needed')
const FOUND_SHOWN = 20
const BUDGET = Number(options.budget)

const agent = readFileSync('lib/page-agent.js', 'utf8')
const executablePath =
  options.executable ??
  ['/usr/lib/chromium/chromium-headless-shell', '/usr/lib/chromium/chromium'].find((path) => existsSync(path)) ??
  chromium.executablePath()

/** Cases with the targets of each, as indexes into `querySelectorAll(base)`, or selectors. */
const cases = ['pagination', 'forms', 'records'].flatMap((set) =>
  JSON.parse(readFileSync(join(options.corpus, set, 'manifest.json'), 'utf8'))
    .slice(0, Number(options.limit))
    .map((row) => ({ set, ...row, targets: targetsOf(set, row) })),
)

function targetsOf(set, row) {
  if (set === 'pagination') return { base: row.base, indexes: row.pagination?.next ?? [], any: true }
  if (set === 'forms') return { base: row.base, indexes: row.fields.map(({ index }) => index) }
  return { base: row.title ?? null, indexes: null }
}

/** The observation of the main frame, in the form the runtime gives it. */
function observationOf(frame) {
  const groups = frame.groups.map(({ key, label, elements }, index) => ({ key, ref: `g${index + 1}`, label, elements }))
  const groupRefs = new Map(groups.map(({ key, ref }) => [key, ref]))
  return {
    ...frame,
    id: 'o1',
    groups,
    elements: frame.elements.map(({ id, groupKey, ...element }, index) => ({
      ...element,
      ref: `e${index + 1}`,
      frame: 0,
      ...(groupKey === undefined ? {} : { group: groupRefs.get(groupKey) }),
      id,
    })),
    frames: [
      {
        parent: -1,
        url: frame.url,
        title: frame.title,
        name: '',
        status: 'observed',
        elementsTotal: 0,
        textTotalChars: 0,
      },
    ],
  }
}

const quantile = (list, part) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0

const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
const lengths = []
const bySet = {}
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  for (const one of cases) {
    if (options.show && one.id !== options.show) continue
    const page = await context.newPage()
    try {
      await measure(page, one)
    } catch (error) {
      bySet[one.set] ??= { targets: 0, first: 0, find: 0, failed: 0 }
      bySet[one.set].failed++
      if (options.verbose) process.stderr.write(`${one.set} ${one.id} ${error.message}\n`)
    } finally {
      await page.close()
    }
  }
} finally {
  await browser.close()
}

async function measure(page, one) {
  const body = gunzipSync(readFileSync(join(options.corpus, one.set, one.file))).toString('utf8')
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest() && route.request().frame() === page.mainFrame()
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body })
      : route.abort(),
  )
  await page.goto(one.url, { waitUntil: 'domcontentloaded' })
  const cdp = await page.context().newCDPSession(page)
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const world = await cdp.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'measure' })
  const run = async (expression) => {
    const answer = await cdp.send('Runtime.evaluate', {
      expression,
      contextId: world.executionContextId,
      returnByValue: true,
    })
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? 'page error')
    return answer.result.value
  }
  await run(agent)
  const frame = await run(`__dshPageAgent.observe({ maxElements: 5000, maxTextChars: 60000 })`)
  const observation = observationOf(frame)
  const answer = new View().read(observation, 'summary', BUDGET).join('\n')
  if (options.show) process.stdout.write(`${answer}\n`)
  lengths.push(answer.length)

  const { base, indexes, any } = one.targets
  if (base === null) return
  const ids = JSON.stringify(frame.elements.map(({ id }) => id))
  const found = await run(`(() => {
    const all = [...document.querySelectorAll(${JSON.stringify(base)})]
    const seen = (e) => { const r = e.getBoundingClientRect(), s = getComputedStyle(e); return r.width > 0 && r.height > 0 && s.visibility !== 'hidden' }
    const wanted = ${JSON.stringify(indexes)} ?? all.map((_, i) => i)
    const at = new Map(${ids}.map((id) => [__dshPageAgent.element(id), id]))
    return wanted.filter((i) => all[i] && seen(all[i])).map((i) => {
      const e = all[i]
      const known = at.get(e) ?? [...at].find(([x]) => x && (x.contains(e) || e.contains(x)))?.[1]
      return { id: known ?? null, text: (e.textContent || e.value || e.name || '').trim().slice(0, 80) }
    })
  })()`)
  bySet[one.set] ??= { targets: 0, first: 0, find: 0, failed: 0 }
  const score = bySet[one.set]
  const shown = new Set(answer.match(/\be\d+(?= )/g))
  const judged = found.map(({ id, text }) => {
    const element = observation.elements.find((candidate) => candidate.id === id)
    if (!element) return { text, first: false, find: false }
    const query = element.name ? { text: element.name, role: '' } : { text: '', role: element.role }
    const find = findElements(query, observation.elements).slice(0, FOUND_SHOWN).includes(element)
    return { text: element.name || text, first: shown.has(element.ref), find }
  })
  // Of several next links any one will do.
  const rows =
    any && judged.length > 0
      ? [{ text: judged[0].text, first: judged.some((row) => row.first), find: judged.some((row) => row.find) }]
      : judged
  for (const row of rows) {
    score.targets++
    if (row.first) score.first++
    else if (row.find) score.find++
    else if (options.verbose) process.stderr.write(`${one.set} ${one.id} not found: ${row.text}\n`)
  }
}

const rate = ({ targets, first, find, failed }) => ({
  targets,
  first: +(first / targets).toFixed(4),
  reached: +((first + find) / targets).toFixed(4),
  ...(failed ? { failed } : {}),
})
const all = Object.values(bySet).reduce((sum, one) => {
  for (const key of Object.keys(one)) sum[key] = (sum[key] ?? 0) + one[key]
  return sum
}, {})
process.stdout.write(
  `${JSON.stringify({
    answers: lengths.length,
    medianChars: quantile(lengths, 0.5),
    p95Chars: quantile(lengths, 0.95),
    maxChars: Math.max(...lengths),
    ...rate(all),
    sets: Object.fromEntries(Object.entries(bySet).map(([set, one]) => [set, rate(one)])),
  })}\n`,
)
