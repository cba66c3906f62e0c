import { BrowserError } from '../errors/browser-error.ts'
import type { BrowserLease } from '../runtime/types.ts'
import { openBrowserRuntime, type Standalone, type StandaloneConfig } from '../standalone/index.ts'
import { type ServedFile, serveFile } from './loopback-file.ts'
import { storePath } from './store-path.ts'

/** A command's own budgets decide; the runtime's only bound them. */
const WIDE = { runtime: { maxElements: 20_000, maxTextChars: 1_000_000 } }

/** Options that every command with a page takes. */
export interface PageOptions {
  executable?: string
  allowHost?: string[]
  session?: string
  timeout?: number
  verbose?: boolean
}

const isAddress = (target: string) => /^https?:\/\//i.test(target)

/** What has another scheme is no file's name: `mailto:x` is refused rather than looked for. */
const hasScheme = (target: string) => /^[a-z][a-z\d+.-]+:/i.test(target) && !/^[a-z]:[\\/]/i.test(target)

type Network = Partial<ServedFile['network']>

export function providerConfig(options: PageOptions, network?: Network): NonNullable<StandaloneConfig['playwright']> {
  const executablePath = options.executable ?? process.env.DSH_BROWSER_EXECUTABLE
  return {
    ...(executablePath ? { executablePath } : {}),
    ...(options.timeout ? { navigationTimeoutMs: options.timeout } : {}),
    ...(network ? { network } : {}),
  }
}

/** The runtime behind every command: with the store that `checkpoints` lists where a session is named. */
export function openRuntime(
  options: PageOptions,
  network?: Network,
  base: Pick<StandaloneConfig, 'runtime' | 'playwright'> = WIDE,
): Promise<Standalone> {
  return openBrowserRuntime({
    runtime: { ...base.runtime, ...(options.session ? { storePath: storePath() } : {}) },
    playwright: { ...base.playwright, ...providerConfig(options, network) },
    ...(options.verbose ? { log: ({ level, name, text }) => process.stderr.write(`${level} ${name}: ${text}\n`) } : {}),
  })
}

export interface PageSession {
  lease: BrowserLease
  url: string
}

/**
 * Opens a page in a browser of its own, runs `work` and ends everything, also when the process is asked to end.
 * A file is served on loopback and is then all that the page can reach.
 */
export async function withPage<Result>(
  target: string,
  options: PageOptions,
  work: (session: PageSession, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (!isAddress(target) && hasScheme(target)) {
    throw new BrowserError('BROWSER_INPUT_INVALID', `${target} is neither an http(s) address nor a file.`)
  }
  const ended = new AbortController()
  const end = () => ended.abort(new BrowserError('BROWSER_CANCELLED', 'The command was interrupted.'))
  const cleanup: (() => Promise<void>)[] = []
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    let url = target
    let network: Network | undefined = options.allowHost?.length
      ? { mode: 'allowlist', allowHosts: options.allowHost }
      : undefined
    if (!isAddress(target)) {
      const served = await serveFile(target)
      cleanup.push(served.close)
      url = served.url
      network = served.network
    }
    const { runtime, dispose } = await openRuntime(options, network)
    cleanup.push(dispose)
    const lease = await runtime.acquire({
      owner: {},
      sessionId: options.session ?? 'command',
      persistence: options.session ? 'resume' : 'ephemeral',
      signal: ended.signal,
    })
    cleanup.push(() => lease.release())
    return await work({ lease, url }, ended.signal)
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
    for (const close of cleanup.reverse()) await close()
  }
}

export async function openPage({ lease, url }: PageSession, signal: AbortSignal) {
  return lease.act({ type: 'navigate', url }, signal)
}
