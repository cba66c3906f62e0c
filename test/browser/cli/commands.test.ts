import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Observation } from '../../../host/runtime/types.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

interface Ran {
  code: number
  stdout: string
  stderr: string
}

let folder: string
let server: PageServer

const run = (...args: string[]) =>
  new Promise<Ran>((resolve) => {
    const env = { ...process.env, TMPDIR: folder, XDG_STATE_HOME: join(folder, 'state') }
    execFile(process.execPath, ['lib/cli.js', ...args], { env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })

/** The size in a PNG's header. */
function sizeOf(png: Buffer): [width: number, height: number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commands-'))
  server = await servePages({
    '/': '<title>Front</title><h1>Front</h1><a href="/two">Two</a><button>Go</button>',
    '/visits': (request, response) => {
      const visits = Number(/visits=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? 0) + 1
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': `visits=${visits}; Max-Age=3600` })
      response.end(`<p>Visit ${visits}</p>`)
    },
    '/tall': '<body style="margin:0"><div style="height:90000px;width:3000px"></div>',
  })
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const admitted = () => ['--allow-host', `127.0.0.1:${server.port}`]

describe('observe', () => {
  it('prints one JSON document with ranked elements of a file, and nothing else', async () => {
    const { code, stdout, stderr } = await run('observe', 'fixtures/demo/index.html', '--json')
    expect([code, stderr]).toEqual([0, ''])
    const { elements, title } = JSON.parse(stdout) as Observation
    expect(title).toBe('Lamps – Example Shop')
    const tiers = elements.map((element) => element.tier)
    expect(tiers).toEqual(tiers.toSorted())
    expect(elements.map((element) => element.name)).toContain('Brass lamp')
  })

  it('cuts to the budgets it is given, and says the totals', async () => {
    const { stdout } = await run(
      'observe',
      'fixtures/demo/index.html',
      '--json',
      '--max-elements',
      '3',
      '--max-text',
      '10',
    )
    const seen = JSON.parse(stdout) as Observation
    expect(seen.elements).toHaveLength(3)
    expect(seen.elementsTotal).toBeGreaterThan(10)
    expect([seen.elementsTruncated, seen.textTruncated, seen.text.length]).toEqual([true, true, 10])
  })

  it('prints an answer as an agent gets it', async () => {
    const { code, stdout } = await run('observe', server.url('/'), ...admitted())
    expect(code).toBe(0)
    expect(stdout).toMatch(/^e\d+ button "Go"$/m)
  })
})

describe('failures', () => {
  it.each([
    { what: 'no command', args: [], code: 2, says: 'Usage' },
    { what: 'an unknown option', args: ['observe', 'x', '--wrong'], code: 2, says: 'unknown option' },
    { what: 'a number out of bounds', args: ['observe', 'x', '--max-elements', '0'], code: 2, says: 'from 1 to 20000' },
    { what: 'a missing file', args: ['observe', 'none.html'], code: 2, says: 'There is no file none.html' },
    {
      what: 'another scheme',
      args: ['observe', 'mailto:a@b.example'],
      code: 2,
      says: 'neither an http(s) address nor a file',
    },
    {
      what: 'a missing browser',
      args: ['observe', 'fixtures/demo/index.html', '--executable', '/none'],
      code: 1,
      says: 'BROWSER_PROVIDER_UNAVAILABLE',
    },
    {
      what: 'an address the policy refuses',
      args: ['observe', 'http://127.0.0.1:1/'],
      code: 1,
      says: 'BROWSER_POLICY_DENIED',
    },
    {
      what: 'an unreachable page',
      args: ['observe', 'http://127.0.0.1:9/', '--allow-host', '127.0.0.1:9'],
      code: 1,
      says: 'BROWSER_',
    },
  ])('$what', async ({ args, code, says }) => {
    const ran = await run(...args)
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout: '' })
    expect(ran.stderr).toContain(says)
  })
})

describe('screenshot', () => {
  it('writes a PNG', async () => {
    const file = join(folder, 'shot.png')
    const { code, stdout } = await run('screenshot', server.url('/'), '-o', file, '--marks', ...admitted())
    expect([code, stdout]).toEqual([0, ''])
    expect(sizeOf(await readFile(file))).toEqual([1280, 800])
  })

  it('refuses a picture over the budget, and writes none', async () => {
    const file = join(folder, 'tall.png')
    const { code, stderr } = await run('screenshot', server.url('/tall'), '-o', file, '--full', ...admitted())
    expect(code).toBe(1)
    expect(stderr).toContain('BROWSER_POLICY_DENIED')
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  })
})

describe('sessions', () => {
  it('keeps cookies under a name until they are cleared', async () => {
    const visit = async () => (await run('observe', server.url('/visits'), '--session', 'shop', ...admitted())).stdout
    expect(await visit()).toContain('Visit 1')
    expect(await visit()).toContain('Visit 2')
    const { stdout } = await run('checkpoints', '--json')
    expect(JSON.parse(stdout)).toMatchObject([{ sessionId: 'shop' }])
    expect((await run('checkpoints', '--clear')).stdout).toBe('1 deleted\n')
    expect(await visit()).toContain('Visit 1')
  })
})

it('extracts', async () => {
  const { code, stdout } = await run('extract', 'fixtures/demo/index.html', '--kind', 'links', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'links', truncated: false })
})

it('leaves no temporary file', async () => {
  expect((await readdir(folder)).filter((name) => name.startsWith('dsh-browser-'))).toEqual([])
})
