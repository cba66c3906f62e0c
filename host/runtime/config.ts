import Schema from '@deepseek-ai/schemastery'
import { BrowserError } from '../errors/browser-error.ts'
import { parsePolicy } from '../network/policy.ts'
import { messageOf } from '../text.ts'

/** The runtime's row in a host's configuration. Times are milliseconds. */
export interface RuntimeConfig {
  /** The provider used where a caller names none; absent means the only one available. */
  provider?: string
  /** Characters of page text in one observation; a request may ask for less. */
  maxTextChars: number
  /** Elements in one observation; a request may ask for less. */
  maxElements: number
  /** Refs remembered of elements that the newest observation no longer lists. */
  maxRefs: number
  maxTransitionsInMemory: number
  maxTransitionsDurable: number
  /** How long aborted work and a close may take before they are left behind and said. */
  cleanupTimeoutMs: number
  /** How long the whole runtime takes to end. The DSH host kills its process 5,000 ms after SIGTERM. */
  shutdownTimeoutMs: number
  /** Selecting a provider and opening or restoring one environment. */
  openTimeoutMs: number
  /** One operation of a provider, above the provider's own bounds. */
  operationTimeoutMs: number
  /** An environment unused for this long is closed, and opened anew at its next call. 0 never closes one. */
  idleTimeoutMs: number
  maxEnvironments: number
  /** How long an opening waits for one of `maxEnvironments`. */
  queueWaitMs: number
  /** Operations that wait for one environment. */
  maxQueuedOperations: number
  maxCheckpoints: number
  /** Browser profiles of `persistence: 'profile'`, tens of megabytes each. */
  maxProfiles: number
  /** Age at which a checkpoint, or a browser profile that was not used, is dropped. 0 keeps it. */
  checkpointTtlMs: number
  /** One read or write of the store. */
  storeTimeoutMs: number
  /** An SQLite file for checkpoints and transitions, for use without `ctx.storageDomain`. */
  storePath?: string
  /** Hosts that consumers may add to the network policy of their environments; as `allowHosts`. */
  consumerAllowHosts: string[]
  consumerAllowCidrs: string[]
}

const HOUR = 3_600_000
const ms = (fallback: number, min: number, max: number) => Schema.natural().min(min).max(max).default(fallback)
const count = ms

const fields = {
  provider: Schema.string().description('Provider used where a caller names none.'),
  maxTextChars: count(60_000, 0, 1_000_000).description('Characters of page text in one observation.'),
  maxElements: count(2_000, 1, 20_000).description('Elements in one observation.'),
  maxRefs: count(50_000, 1_000, 1_000_000).description('Element refs remembered in one environment.'),
  maxTransitionsInMemory: count(500, 1, 100_000).description('Transitions kept in memory.'),
  maxTransitionsDurable: count(1_000, 1, 1_000_000).description('Transitions kept in the store.'),
  cleanupTimeoutMs: ms(10_000, 1, 120_000).description('Bound of cancelling and closing.'),
  shutdownTimeoutMs: ms(4_000, 1, 120_000).description('Bound of ending the whole runtime.'),
  openTimeoutMs: ms(60_000, 1, 600_000).description('Bound of opening an environment.'),
  operationTimeoutMs: ms(120_000, 1, HOUR).description('Bound of one browser operation.'),
  idleTimeoutMs: ms(900_000, 0, 24 * HOUR).description('Closes an unused environment; 0 never does.'),
  maxEnvironments: count(8, 1, 1_000).description('Environments open at a time.'),
  queueWaitMs: ms(30_000, 0, HOUR).description('Bound of waiting for an environment to come free.'),
  maxQueuedOperations: count(100, 1, 10_000).description('Operations that wait for one environment.'),
  maxCheckpoints: count(100, 1, 100_000).description('Checkpoints kept.'),
  maxProfiles: count(20, 1, 10_000).description('Browser profiles kept.'),
  checkpointTtlMs: ms(30 * 24 * HOUR, 0, 3_650 * 24 * HOUR).description(
    'Age at which a checkpoint or an unused browser profile is dropped; 0 keeps it.',
  ),
  storeTimeoutMs: ms(5_000, 1, 60_000).description('Bound of one read or write of the store.'),
  storePath: Schema.string().description('SQLite file for checkpoints and transitions.'),
  consumerAllowHosts: Schema.array(Schema.string()).default([]).description('Hosts that consumers may allow.'),
  consumerAllowCidrs: Schema.array(Schema.string()).default([]).description('Ranges that consumers may allow.'),
}

export const RuntimeConfig = Schema.object(fields).description('Browser runtime') as Schema<
  Partial<RuntimeConfig>,
  RuntimeConfig
>

/** Fills defaults and checks bounds. Throws `BROWSER_CONFIG_INVALID` naming the setting, a misspelt one included. */
export function resolveRuntimeConfig(config: Partial<RuntimeConfig> = {}): RuntimeConfig {
  const unknown = Object.keys(config).filter((key) => !Object.hasOwn(fields, key))
  if (unknown.length > 0) {
    throw new BrowserError(
      'BROWSER_CONFIG_INVALID',
      `The browser runtime has no setting ${unknown.map((key) => `"${key}"`).join(', ')}.`,
      { reason: unknown[0]! },
    )
  }
  try {
    const resolved = RuntimeConfig(config)
    parsePolicy({ mode: 'allowlist', allowHosts: resolved.consumerAllowHosts, allowCidrs: resolved.consumerAllowCidrs })
    return resolved
  } catch (cause) {
    throw new BrowserError(
      'BROWSER_CONFIG_INVALID',
      `The browser runtime's configuration is wrong: ${messageOf(cause)}.`,
      { cause },
    )
  }
}
