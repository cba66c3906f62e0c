import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
const manifest = join(root, 'test/dsh/host')
const installed = join(root, '.cache/dsh-host')
const bin = join(installed, 'node_modules/@deepseek-ai/dsh/lib/bin.js')

export interface Finished {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  ms: number
}

export interface RunOptions {
  cwd: string
  env: Record<string, string | undefined>
  timeoutMs: number
  /** Called once with the child, for tests that signal it. */
  started?: (pid: number) => void
}

export function run(command: string, args: string[], options: RunOptions): Promise<Finished> {
  const begin = performance.now()
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (data) => (stdout += data))
    child.stderr.on('data', (data) => (stderr += data))
    const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs)
    child.once('error', fail)
    child.once('spawn', () => options.started?.(child.pid!))
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      done({ code, signal, stdout, stderr, ms: performance.now() - begin })
    })
  })
}

function mustSucceed(what: string, result: Finished): Finished {
  if (result.code !== 0)
    throw new Error(`${what} ended with ${result.code ?? result.signal}:\n${result.stdout}${result.stderr}`)
  return result
}

/** `node_modules/.bin` first: it holds the pinned Node and the pnpm that the host's plugin command calls. */
const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)

/** Installs the pinned host once per lock file; later runs find it. */
export async function ensureHost(): Promise<void> {
  const lock = await readFile(join(manifest, 'pnpm-lock.yaml'))
  const stamp = createHash('sha256').update(lock).digest('hex')
  const stampFile = join(installed, '.installed')
  if (existsSync(bin) && existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return
  await rm(installed, { recursive: true, force: true })
  await mkdir(installed, { recursive: true })
  await cp(manifest, installed, { recursive: true })
  const env = { ...process.env, PATH: path, CI: 'true' }
  mustSucceed(
    'The host install',
    await run('pnpm', ['install', '--frozen-lockfile'], { cwd: installed, env, timeoutMs: 240_000 }),
  )
  await writeFile(stampFile, stamp)
}

/** Packs the built project, or another package of this repository, as it would be published. */
export async function pack(into: string, from = root): Promise<string> {
  const args = ['pack', '--ignore-scripts', '--pack-destination', into]
  mustSucceed('npm pack', await run('npm', args, { cwd: from, env: { ...process.env, PATH: path }, timeoutMs: 60_000 }))
  const tarball = (await readdir(into)).find((file) => file.endsWith('.tgz'))
  if (!tarball) throw new Error('npm pack wrote no tarball')
  return join(into, tarball)
}

export interface Profile {
  home: string
  work: string
  tmp: string
  dsh(
    args: string[],
    options?: { env?: Record<string, string>; timeoutMs?: number; started?: (pid: number) => void },
  ): Promise<Finished>
  /** The session log, as one text of JSON lines. */
  log(): Promise<string>
  remove(): Promise<void>
}

/** A headless profile of its own with packed plugins installed and `patch` as its last layer. */
export async function makeProfile(tarballs: string[], patch: string): Promise<Profile> {
  const base = await mkdtemp(join(tmpdir(), 'dsh-browser-host-'))
  const [home, work, tmp] = ['home', 'work', 'tmp'].map((name) => join(base, name)) as [string, string, string]
  await mkdir(work)
  await mkdir(tmp)
  const scrubbed = {
    PATH: path,
    HOME: base,
    LANG: 'C.UTF-8',
    DSH_HOME: home,
    TMPDIR: tmp,
    NO_COLOR: '1',
    DSH_TELEMETRY_DISABLED: '1',
  }
  const install = await run(process.execPath, [bin, 'plugin', '--profile', 'headless', 'add', ...tarballs], {
    cwd: work,
    env: { ...process.env, ...scrubbed, HOME: process.env.HOME },
    timeoutMs: 120_000,
  })
  mustSucceed('dsh plugin add', install)
  const plainLog =
    "- id: session-persistence-jsonl\n  config:\n    root: !!js dshHomePath('sessions')\n    compression: none\n"
  await writeFile(join(home, 'profiles/headless/cordis.patch.yml'), patch + plainLog)
  return {
    home,
    work,
    tmp,
    dsh: (args, options = {}) =>
      run(process.execPath, [bin, '--profile', 'headless', ...args], {
        cwd: work,
        env: { ...scrubbed, ...options.env },
        timeoutMs: options.timeoutMs ?? 120_000,
        ...(options.started ? { started: options.started } : {}),
      }),
    async log() {
      const files = await readdir(join(home, 'sessions'), { recursive: true })
      const texts = files
        .filter((file) => file.endsWith('.jsonl'))
        .map((file) => readFile(join(home, 'sessions', file), 'utf8'))
      return (await Promise.all(texts)).join('\n')
    },
    remove: () => rm(base, { recursive: true, force: true }),
  }
}
