import { execFileSync } from 'node:child_process'
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ControlPlane } from '../../../host/runtime/control-plane.ts'
import type { BrowserLease } from '../../../host/runtime/types.ts'
import { failure } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'
import { browserProcesses } from '../support/processes.ts'
import { chromiumPlane } from '../support/runtime.ts'
import { scratch } from '../support/scratch.ts'

const root = join(scratch, 'checkpoints')

let server: PageServer
let plane: ControlPlane
let warnings: string[]

beforeAll(async () => {
  server = await servePages({
    '/': `<p id="out"></p><script>out.textContent = 'cookie: ' + document.cookie</script>`,
    '/set': `<p>set</p><script>document.cookie = 'seen=' + location.search.slice(1) + '; max-age=1000'</script>`,
    '/big': `<p>big</p><script>localStorage.setItem('big', 'x'.repeat(200_000))</script>`,
  })
})

beforeEach(() => {
  ;({ plane, warnings } = chromiumPlane(server, { playwright: { checkpointRoot: root } }))
})

afterEach(async () => {
  await plane.close()
  expect(browserProcesses()).toEqual([])
  rmSync(root, { recursive: true, force: true })
})

afterAll(async () => {
  await server?.close()
  rmSync(scratch, { recursive: true, force: true })
})

const resume = (owner: object = {}): Promise<BrowserLease> =>
  plane.acquire({ owner, sessionId: 'session', persistence: 'resume' })

const visit = async (lease: BrowserLease, path: string): Promise<string> =>
  (await lease.act({ type: 'navigate', url: server.url(path) })).after!.text

/** A session whose checkpoint holds `seen=one`; answers where its payload lies. */
async function saved(): Promise<string> {
  const lease = await resume()
  await visit(lease, '/set?one')
  await lease.release()
  const [payload, ...others] = readdirSync(root)
  expect(others).toEqual([])
  return join(root, payload!)
}

test('a payload that is missing opens fresh, and is said', async () => {
  unlinkSync(await saved())
  const lease = await resume()
  expect(await visit(lease, '/')).toContain('cookie:')
  expect(await visit(lease, '/')).not.toContain('seen')
  expect(warnings.join()).toContain('lost its payload')
  await lease.release()
})

const elsewhere = join(scratch, 'elsewhere.json')

const damages: [what: string, code: string, damage: (path: string) => void][] = [
  ['is truncated', 'BROWSER_CHECKPOINT_MISMATCH', (path) => truncateSync(path, 40)],
  ['is empty', 'BROWSER_CHECKPOINT_MISMATCH', (path) => truncateSync(path, 0)],
  [
    'is of another build',
    'BROWSER_CHECKPOINT_MISMATCH',
    (path) => {
      const state = JSON.parse(readFileSync(path, 'utf8')) as object
      writeFileSync(path, JSON.stringify({ ...state, version: '0/0.0.1' }))
    },
  ],
  [
    'is replaced by a symbolic link',
    'BROWSER_CHECKPOINT_FAILED',
    (path) => {
      renameSync(path, elsewhere)
      symlinkSync(elsewhere, path)
    },
  ],
]

test('a payload that cannot be trusted is refused, nothing is opened, and clearing it begins anew', async () => {
  const path = await saved()
  const pristine = readFileSync(path)
  for (const [what, code, damage] of damages) {
    damage(path)
    expect(await failure(resume()), what).toMatchObject({ code })
    expect(browserProcesses()).toEqual([])
    rmSync(path)
    writeFileSync(path, pristine, { mode: 0o600 })
  }
  truncateSync(path, 40)
  expect(await plane.deleteCheckpoint('session')).toBe(true)
  expect(readdirSync(root)).toEqual([])
  const lease = await resume()
  expect(await visit(lease, '/')).not.toContain('seen')
  await lease.release()
}, 120_000)

/**
 * No file of this process can grow beyond so many bytes: for one who writes, a disk that is full. Unlike a small
 * file system it needs no rights.
 */
function limitFiles(bytes: number | 'unlimited') {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])
}

test('a disk that is full fails the checkpoint and keeps the one before', async () => {
  const path = await saved()
  const ignore = () => {}
  // The signal that comes with the limit ends a process that does not listen
  process.on('SIGXFSZ', ignore)
  const lease = await resume()
  try {
    await visit(lease, '/big')
    limitFiles(50_000)
    expect(await failure(lease.checkpoint())).toMatchObject({ code: 'BROWSER_CHECKPOINT_FAILED' })
    expect(await failure(lease.release())).toMatchObject({ code: 'BROWSER_CHECKPOINT_FAILED' })
  } finally {
    limitFiles('unlimited')
    process.off('SIGXFSZ', ignore)
  }
  // No draft of the payload that did not fit, and no browser
  expect(readdirSync(root).map((name) => join(root, name))).toEqual([path])
  expect(browserProcesses()).toEqual([])
  const restored = await resume()
  expect(await visit(restored, '/')).toContain('seen=one')
  await restored.release()
}, 120_000)

test('two owners of one session: each has its own browser, and the last one to close is what the next one finds', async () => {
  await saved()
  const [first, second] = await Promise.all([resume(), resume()])
  expect(first.environment).not.toBe(second.environment)
  expect(await visit(first, '/')).toContain('seen=one')
  await visit(first, '/set?first')
  expect(await visit(second, '/')).toContain('seen=one')
  await visit(second, '/set?second')
  await Promise.all([first.checkpoint(), second.checkpoint()])
  await second.release()
  await first.release()
  // One payload: those replaced are gone
  expect(readdirSync(root)).toHaveLength(1)
  const next = await resume()
  expect(await visit(next, '/')).toContain('seen=first')
  await next.release()
}, 120_000)
