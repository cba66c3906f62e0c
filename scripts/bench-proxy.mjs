/**
 * Times the policy proxy against direct connections in one run: one large download, many small requests, and the
 * latency of one request after another, over HTTPS, which the proxy tunnels, and over plain HTTP, where it opens a
 * socket for each request. Chromium asks in both cases; the server is a process of its own, the proxy lives in this
 * one, as it does beside the host's other work. Rounds alternate, figures are medians.
 *
 * An environment holds each request at the browser's request stage, with a proxy and without, and gives the browser the
 * proxy's credentials once, with the canary. (Playwright, told the credentials, would hold requests for them on the
 * proxied side alone.) So all is timed twice, free and held, like beside like, and what the holding costs is told apart.
 *
 *   npm run bench:proxy [-- --rounds N] [--megabytes N] [--requests N] [--executable FILE] [--json]
 *
 * Exit code 1 where a bound is missed, free or held: at least 0.8 of direct, at most 3 ms added at the median. Needs
 * `openssl`.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { parsePolicy } from '../host/network/policy.ts'
import { proveProxy } from '../host/playwright/browser/canary.ts'
import { openEgress } from '../host/playwright/browser/egress.ts'
import { holdRequests, SILENT } from '../host/playwright/effects/requests.ts'

const LEAST_SHARE = 0.8
const MOST_ADDED_MS = 3

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    megabytes: { type: 'string', default: '256' },
    requests: { type: 'string', default: '500' },
    executable: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

if (process.send) serve()
else await measure()

/** The child: a page, a large file and small ones, in both schemes. */
async function serve() {
  const chunk = Buffer.alloc(256 * 1024, 'x')
  const small = Buffer.alloc(1024, 'y')
  const answer = (request, response) => {
    const bytes = Number(/^\/large\/(\d+)/.exec(request.url)?.[1] ?? 0)
    if (bytes === 0) return void response.end(request.url === '/' ? '<!doctype html><title>bench</title>' : small)
    response.setHeader('content-length', bytes)
    let left = bytes
    const more = () => {
      while (left > 0) {
        const part = left < chunk.length ? chunk.subarray(0, left) : chunk
        left -= part.length
        if (!response.write(part)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  }
  const ports = {}
  for (const [scheme, server] of [
    ['http', createServer(answer)],
    ['https', createSecureServer(certificate(), answer)],
  ]) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    ports[scheme] = server.address().port
  }
  process.send(ports)
  process.once('disconnect', () => process.exit())
}

/** For this run alone. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-proxy-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
    execFileSync('openssl', [...kind, '-subj', '/CN=bench.test', '-keyout', key, '-out', cert], { stdio: 'pipe' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measure() {
  const child = fork(import.meta.filename)
  const [ports] = await once(child, 'message')
  const allowHosts = Object.values(ports).map((port) => `bench.test:${port}`)
  const direct = await egressOf({ mode: 'unrestricted' })
  const proxied = await egressOf({ mode: 'allowlist', allowHosts })
  const executablePath =
    values.executable ??
    ['/usr/lib/chromium/chromium-headless-shell', '/usr/lib/chromium/chromium'].find((path) => existsSync(path)) ??
    chromium.executablePath()
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--host-resolver-rules=MAP bench.test 127.0.0.1'],
  })
  try {
    const pages = {
      free: { direct: await openPage(browser, direct), proxied: await openPage(browser, proxied) },
      held: { direct: await openPage(browser, direct, true), proxied: await openPage(browser, proxied, true) },
    }
    const bytes = Number(values.megabytes) * 1024 * 1024
    const count = Number(values.requests)
    const tasks = {
      download: { run: fetchLarge, input: bytes, unit: 'MB/s', better: (ms) => bytes / 1e6 / (ms / 1e3) },
      requests: { run: burst, input: count, unit: 'requests/s', better: (ms) => count / (ms / 1e3) },
      latency: { run: sequence, input: 100, unit: 'ms', better: (ms) => ms },
    }
    const rows = []
    for (const scheme of ['https', 'http']) {
      for (const [task, { unit, ...how }] of Object.entries(tasks)) {
        const { free, held } = await timed(pages, `${scheme}://bench.test:${ports[scheme]}/`, how)
        const row = { name: `${task}, ${scheme}`, unit }
        rows.push({ ...row, line: 'free', ...compared(task, free.direct, free.proxied) })
        rows.push({ ...row, line: 'held', ...compared(task, held.direct, held.proxied) })
        const { value } = compared(task, free.direct, held.direct)
        rows.push({ ...row, line: 'holding', direct: free.direct, held: held.direct, value })
      }
    }
    report(rows)
  } finally {
    await browser.close()
    await direct.close()
    await proxied.close()
    if (child.connected) child.disconnect()
  }
}

function egressOf(policy) {
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  return openEgress(parsePolicy(policy), { denied: () => {}, failed: () => {} }, () => {}, lookup)
}

/** In a context of its own. */
async function openPage(browser, egress, held = false) {
  const { proxy } = egress
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    ...(proxy && { proxy: { server: proxy.url } }),
  })
  await proveProxy(context, egress, 30_000)
  const page = await context.newPage()
  if (held) await holdRequests(await context.newCDPSession(page), egress, SILENT)
  return page
}

/** The median of each page, after one run that does not count. */
async function timed(pages, url, { run, input, better }) {
  const turns = Object.entries(pages).flatMap(([line, sides]) =>
    Object.entries(sides).map(([side, page]) => ({ line, side, page, figures: [] })),
  )
  for (const { page } of turns) {
    await page.goto(url)
    await page.evaluate(run, input)
  }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const order = round % 2 === 0 ? turns : turns.toReversed()
    for (const { page, figures } of order) figures.push(better(await page.evaluate(run, input)))
  }
  const medians = { free: {}, held: {} }
  for (const { line, side, figures } of turns) medians[line][side] = median(figures)
  return medians
}

function compared(task, direct, proxied) {
  const value = task === 'latency' ? proxied - direct : proxied / direct
  return { direct, proxied, value, met: task === 'latency' ? value <= MOST_ADDED_MS : value >= LEAST_SHARE }
}

function report(rows) {
  if (values.json) console.log(JSON.stringify({ figures: rows }))
  else {
    for (const { name, line, unit, direct, proxied, held, value, met } of rows) {
      const verdict = name.startsWith('latency') ? `${value.toFixed(2)} ms added` : `${value.toFixed(2)} of direct`
      const other = line === 'holding' ? `held ${held.toFixed(1)}` : `proxied ${proxied.toFixed(1)}`
      const sides = `direct ${direct.toFixed(1)} ${unit}, ${other} ${unit}`
      console.log(`${name.padEnd(15)} ${line.padEnd(7)} ${sides}: ${verdict}${met === false ? '  MISSED' : ''}`)
    }
  }
  if (rows.some(({ met }) => met === false)) process.exitCode = 1
}

function median(list) {
  return list.toSorted((left, right) => left - right)[Math.floor(list.length / 2)]
}

/** These run in the page; each answers milliseconds. */
async function fetchLarge(bytes) {
  const begun = performance.now()
  const reader = (await fetch(`/large/${bytes}?${Math.random()}`, { cache: 'no-store' })).body.getReader()
  let read = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    read += value.length
  }
  if (read !== bytes) throw new Error(`${read} bytes of ${bytes}`)
  return performance.now() - begun
}

async function burst(count) {
  const begun = performance.now()
  const one = async (index) => (await fetch(`/small?${index}`, { cache: 'no-store' })).arrayBuffer()
  await Promise.all(Array.from({ length: count }, (_, index) => one(index)))
  return performance.now() - begun
}

/** The median of one request after another. */
async function sequence(count) {
  const times = []
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now()
    await (await fetch(`/small?${index}`, { cache: 'no-store' })).arrayBuffer()
    times.push(performance.now() - begun)
  }
  return times.sort((left, right) => left - right)[Math.floor(count / 2)]
}
