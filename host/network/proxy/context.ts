import type { Counters } from './counters.ts'
import type { Gate } from './gate.ts'
import type { ProxyLimits } from './limits.ts'

/** What the handler of each path works with. */
export interface ProxyContext {
  readonly gate: Gate
  readonly counters: Counters
  readonly limits: ProxyLimits
}
