import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type PageServer, servePages } from '../browser/support/page-server.ts'
import { ensureHost, makeProfile, type Profile, pack } from './support/host.ts'
import { type ChatRequest, type MockModel, type Reply, startMockModel } from './support/mock-model.ts'
import { processesUnder } from './support/processes.ts'

/** Environments whose page has a request open, by the name the page gave. */
const alive = new Set<string>()
/** Resolves when a page asks for what never comes. */
let hanging = Promise.withResolvers<void>()

let folder: string
let server: PageServer
let profile: Profile
let model: MockModel | undefined

beforeAll(async () => {
  await ensureHost()
  folder = await mkdtemp(join(tmpdir(), 'dsh-browser-pack-'))
  const stay = (name: string) => `<title>${name}</title><p>${name}</p><script>fetch('/stay?${name}')</script>`
  server = await servePages({
    '/parent': stay('parent'),
    '/child': stay('child'),
    '/stay': (request, response) => {
      const name = request.url!.split('?')[1]!
      alive.add(name)
      response.once('close', () => alive.delete(name))
    },
    '/hang': () => hanging.resolve(),
  })
  const plugin = await pack(folder)
  profile = await makeProfile(
    [plugin],
    `- id: browser-playwright
  config:
    network: { mode: allowlist, allowHosts: ['127.0.0.1:${server.port}'] }
`,
  )
})

afterEach(async () => {
  await model?.close()
  expect(await processesUnder(profile.tmp)).toEqual([])
  expect((await readdir(profile.tmp)).filter((name) => name.startsWith('dsh-browser-'))).toEqual([])
})

afterAll(async () => {
  await server?.close()
  await profile?.remove()
  await rm(folder, { recursive: true, force: true })
})

const run = (started?: (pid: number) => void) =>
  profile.dsh(['Go on.'], {
    env: { DEEPSEEK_BASE_URL: model!.baseUrl, DEEPSEEK_API_KEY: model!.key },
    ...(started && { started }),
  })

const open = (path: string): Reply => ({ call: 'browser_open', args: { url: server.url(path) } })

it('an agent that is disposed of takes its browser along, and no other', async () => {
  const TASK = 'look at the page of the child'
  const isChild = ({ messages }: ChatRequest) =>
    messages.some(({ role, content }) => role === 'user' && JSON.stringify(content).includes(TASK))
  const counts = { parent: 0, child: 0 }
  const seen: string[][] = []
  model = await startMockModel((request) => {
    if (isChild(request)) {
      if (counts.child++ === 0) return open('/child')
      seen.push([...alive].sort())
      return { say: 'Looked.' }
    }
    const turn = counts.parent++
    if (turn === 0) return open('/parent')
    if (turn === 1) {
      return {
        call: 'subagent',
        args: { prompt: TASK, description: 'child', background: false, run_in_background: false },
      }
    }
    // The child's browser closes beside the parent's next steps
    if (alive.has('child') && turn < 20) return { call: 'browser_wait', args: { ms: 1_000 } }
    seen.push([...alive].sort())
    return { say: 'Done.' }
  })
  const result = await run()
  expect(model.failure()).toBeUndefined()
  expect(result.stdout.trim(), result.stderr).toBe('Done.')
  expect(seen, JSON.stringify(model.turns.at(-1)?.messages)).toEqual([['child', 'parent'], ['parent']])
})

it('SIGTERM in the middle of a slow call ends quietly within five seconds', async () => {
  hanging = Promise.withResolvers()
  model = await startMockModel(() => open('/hang'))
  let signalled = 0
  const result = await run((pid) => {
    void hanging.promise.then(() => {
      signalled = performance.now()
      process.kill(pid, 'SIGTERM')
    })
  })
  const took = performance.now() - signalled
  expect(signalled).toBeGreaterThan(0)
  expect(took).toBeLessThan(5_000)
  expect(result.signal).not.toBe('SIGKILL')
  expect(result.stderr).not.toMatch(/error|unhandled|warn|\n\s+at /i)
})
