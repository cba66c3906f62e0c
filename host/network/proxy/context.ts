import type { Socket } from 'node:net'
import type { Counters } from './counters.ts'
import type { Gate } from './gate.ts'
import type { ProxyLimits } from './limits.ts'

/** What the handler of each path works with. */
export interface ProxyContext {
  readonly gate: Gate
  readonly counters: Counters
  readonly limits: ProxyLimits
  /**
   * Connections that sent something malformed, or a body without credentials. What follows there is not to be trusted
   * to begin where it seems to, and is not read even where the parser has it already.
   */
  readonly distrusted: WeakSet<Socket>
}
