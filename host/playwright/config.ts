import { isAbsolute } from 'node:path'
import Schema from '@deepseek-ai/schemastery'
import { BrowserError } from '../errors/browser-error.ts'
import { type NetworkPolicy, parsePolicy } from '../network/policy.ts'

const milliseconds = (value: number, description: string, max = 600_000) =>
  Schema.natural().min(1).max(max).default(value).description(description)

const network = Schema.object({
  mode: Schema.union(['strict', 'allowlist', 'unrestricted']).description(
    '`strict`: public addresses alone. `allowlist`: also `allowHosts` and `allowCidrs`. `unrestricted`: all that is not denied.',
  ),
  allowHosts: Schema.array(String).default([]).description('Exact names or `.suffix`, each with an optional `:port`.'),
  allowCidrs: Schema.array(String).default([]),
  denyCidrs: Schema.array(String).default([]).description('Judged first, in every mode.'),
  denyPorts: Schema.array(Schema.natural().max(65_535)).default([]),
  publicHosts: Schema.array(String).description('Where present, the only public names that may be reached.'),
})

/** The settings of the Chromium provider, as a configuration file spells them. */
export const Config: Schema = Schema.object({
  executablePath: Schema.string().description('Absolute path of the Chromium to run. Wins over `browser`.'),
  browser: Schema.union(['auto', 'managed', 'installed'])
    .default('auto')
    .description(
      '`managed`: the one Playwright downloads. `installed`: Chrome, Edge or Chromium of this system. `auto`: either.',
    ),
  headless: Schema.boolean().default(true),
  isolation: Schema.union(['context', 'process'])
    .default('context')
    .description('`process` gives each environment a Chromium of its own.'),
  launchTimeoutMs: milliseconds(30_000, 'Starting Chromium.'),
  navigationTimeoutMs: milliseconds(30_000, 'From asking for a page until its response is committed.'),
  actionTimeoutMs: milliseconds(10_000, 'One action upon an element, its checks included.'),
  observeTimeoutMs: milliseconds(10_000, 'One observation of the main frame, before the page counts as unresponsive.'),
  frameTimeoutMs: milliseconds(1_500, 'One observation of a child frame, before it is left out.'),
  closeTimeoutMs: milliseconds(5_000, 'Closing a page or a context, before the process is ended.'),
  settle: Schema.object({
    quietMs: milliseconds(120, 'Without a mutation or a request in flight, before the page counts as settled.', 10_000),
    maxMs: milliseconds(2_500, 'After which a page that never settles is taken as it is.', 60_000),
    loadMs: milliseconds(10_000, 'After a navigation, for the document to be parsed.', 120_000),
  }),
  maxElements: Schema.natural().min(1).max(20_000).default(100),
  maxTextChars: Schema.natural().max(1_000_000).default(60_000),
  maxFrames: Schema.natural().max(1_000).default(20).description('Child frames observed.'),
  maxFrameDepth: Schema.natural().max(20).default(4),
  maxScreenshotPixels: Schema.natural().min(1).max(400_000_000).default(16_000_000).description('Device pixels.'),
  maxScreenshotBytes: Schema.natural().min(1).max(1_073_741_824).default(16_777_216),
  maxDiagnostics: Schema.natural().min(1).max(100_000).default(500).description('Entries kept of each kind.'),
  network: network.description('The egress policy; `strict` where absent.'),
  allowPrivateNetwork: Schema.boolean().deprecated().description('Use `network.mode: unrestricted`.'),
  pages: Schema.union(['single', 'multiple'])
    .default('single')
    .description('`multiple` makes a popup a tab of the same environment.'),
  maxPages: Schema.natural().min(1).max(50).default(8),
  dialogs: Schema.union(['dismiss', 'ask']).default('dismiss'),
  checkpointRoot: Schema.string().description('Absolute path of a directory that this user alone can enter.'),
  profileRoot: Schema.string().description('The same, for the browser profiles of `persistence: profile`.'),
  viewport: Schema.object({
    width: Schema.natural().min(100).max(10_000).default(1280),
    height: Schema.natural().min(100).max(10_000).default(800),
    deviceScaleFactor: Schema.number().min(0.25).max(5).default(1),
  }),
  locale: Schema.string().default('en-US'),
  timezone: Schema.string().description('IANA name; that of the machine where absent.'),
})

export interface SettleBounds {
  quietMs: number
  maxMs: number
  loadMs: number
}

export interface ViewportSettings {
  width: number
  height: number
  deviceScaleFactor: number
}

/** The settings with every default filled in. */
export interface ProviderSettings {
  executablePath?: string
  browser: 'auto' | 'managed' | 'installed'
  headless: boolean
  isolation: 'context' | 'process'
  launchTimeoutMs: number
  navigationTimeoutMs: number
  actionTimeoutMs: number
  observeTimeoutMs: number
  frameTimeoutMs: number
  closeTimeoutMs: number
  settle: SettleBounds
  maxElements: number
  maxTextChars: number
  maxFrames: number
  maxFrameDepth: number
  maxScreenshotPixels: number
  maxScreenshotBytes: number
  maxDiagnostics: number
  network: NetworkPolicy
  pages: 'single' | 'multiple'
  maxPages: number
  dialogs: 'dismiss' | 'ask'
  checkpointRoot?: string
  profileRoot?: string
  viewport: ViewportSettings
  locale: string
  timezone?: string
}

/** What a person may write: every key optional. */
export interface PlaywrightConfig extends Partial<Omit<ProviderSettings, 'settle' | 'viewport' | 'network'>> {
  settle?: Partial<SettleBounds>
  viewport?: Partial<ViewportSettings>
  network?: Partial<NetworkPolicy>
  /** @deprecated `true` means `network.mode: unrestricted`. */
  allowPrivateNetwork?: boolean
}

/** Throws `BROWSER_CONFIG_INVALID`, naming the setting. */
export function parseConfig(input: PlaywrightConfig): ProviderSettings {
  refuseUnknownKeys(input, Config, 'playwright')
  let parsed: ProviderSettings & { allowPrivateNetwork?: boolean }
  try {
    parsed = Config(input) as typeof parsed
  } catch (error) {
    throw invalid(error instanceof Error ? error.message.replace(/^\$\.?/, '') : String(error))
  }
  const { network: policy, allowPrivateNetwork, ...rest } = parsed
  for (const key of ['executablePath', 'checkpointRoot', 'profileRoot'] as const) {
    const path = rest[key]
    if (path !== undefined && !isAbsolute(path)) throw invalid(`${key} must be an absolute path, not "${path}"`)
  }
  if (rest.executablePath !== undefined && rest.browser === 'managed') {
    throw invalid('executablePath contradicts browser: managed')
  }
  // Of the lists, an absent one and an empty one differ for `publicHosts` alone
  const publicHosts = input.network?.publicHosts
  const { publicHosts: _, ...lists } = policy
  const network = parsePolicy({
    ...lists,
    ...(publicHosts && { publicHosts }),
    ...(allowPrivateNetwork !== undefined && { allowPrivateNetwork }),
  })
  return { ...rest, network }
}

/** A misspelt setting would otherwise be a silent default. */
function refuseUnknownKeys(input: unknown, schema: Schema, path: string) {
  if (typeof input !== 'object' || input === null || schema.type !== 'object') return
  for (const key of Object.keys(input)) {
    const inner = schema.dict?.[key]
    if (!inner) throw invalid(`${path} has no setting "${key}"`)
    refuseUnknownKeys((input as Record<string, unknown>)[key], inner, `${path}.${key}`)
  }
}

const invalid = (message: string) => new BrowserError('BROWSER_CONFIG_INVALID', message)
