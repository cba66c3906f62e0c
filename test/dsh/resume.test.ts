import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PageServer, servePages } from '../browser/support/page-server.ts'
import { ensureHost, makeProfile, type Profile, pack } from './support/host.ts'
import { lastToolText, type Reply, startMockModel } from './support/mock-model.ts'
import { processesUnder } from './support/processes.ts'

/** The web profile mounts these; the headless one of this host does not. */
const STORAGE = `- insert:
    - { id: storage, name: '@deepseek-ai/dsh-storage' }
    - id: storage-json
      name: '@deepseek-ai/dsh-storage-json'
      config: { root: !!js dshHomePath('storages') }
    - { id: storage-domain, name: '@deepseek-ai/dsh-storage-domain', config: { backend: json } }
`

let folder: string
let server: PageServer
let profile: Profile

beforeAll(async () => {
  await ensureHost()
  folder = await mkdtemp(join(tmpdir(), 'dsh-browser-pack-'))
  server = await servePages({
    '/set': `<p>set</p><script>document.cookie = 'seen=yes; max-age=1000'</script>`,
    '/show': `<p id="out"></p><script>out.textContent = 'cookie: ' + document.cookie</script>`,
  })
  const plugin = await pack(folder)
  const keeper = await pack(await mkdtemp(join(folder, 'keeper-')), 'test/dsh/session-keeper')
  profile = await makeProfile(
    [plugin, keeper],
    `- id: browser-playwright
  config:
    network: { mode: allowlist, allowHosts: ['127.0.0.1:${server.port}'] }
- id: tool-browser
  config: { persistence: resume }
${STORAGE}`,
  )
})

afterAll(async () => {
  await server?.close()
  await profile?.remove()
  await rm(folder, { recursive: true, force: true })
})

const open = (path: string): Reply => ({ call: 'browser_open', args: { url: server.url(path) } })

/** One host process that calls one tool. Answers what the model was shown. */
async function turn(session: 'begin' | 'resume', path: string): Promise<string> {
  let shown = ''
  const model = await startMockModel((request, turn): Reply => {
    if (turn === 0) return open(path)
    shown = lastToolText(request)
    return { say: 'Done.' }
  })
  try {
    const env = { DEEPSEEK_BASE_URL: model.baseUrl, DEEPSEEK_API_KEY: model.key, KEPT_SESSION: session }
    const result = await profile.dsh(['Go on.'], { env })
    expect(result.stdout.trim(), result.stderr).toBe('Done.')
    expect(result.stderr).not.toMatch(/error|unhandled|warn|\n\s+at /i)
    return shown
  } finally {
    await model.close()
    expect(await processesUnder(profile.tmp)).toEqual([])
  }
}

it('a session goes on with its cookies in another host process', async () => {
  await turn('begin', '/set')
  expect(await turn('resume', '/show')).toContain('cookie: seen=yes')
  const payloads = join(profile.home, 'browser-runtime/providers/playwright/v1/checkpoints')
  expect(await readdir(payloads)).toHaveLength(1)
})
