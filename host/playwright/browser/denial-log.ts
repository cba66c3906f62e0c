import type { Denial } from '../../network/reasons.ts'

/** Lines of one environment; a page could have thousands of destinations denied. */
const MAX_LINES = 100

/** Tells an operator of each destination that was denied, once with each reason. */
export class DenialLog {
  readonly #told = new Set<string>()
  readonly #log: (message: string) => void

  constructor(log: (message: string) => void) {
    this.#log = log
  }

  denied(destination: string, reason: Denial): void {
    const line = `denied ${destination.slice(0, 300)}: ${reason}`
    if (this.#told.size > MAX_LINES || this.#told.has(line)) return
    this.#told.add(line)
    this.#log(this.#told.size > MAX_LINES ? 'denied more destinations than are logged' : line)
  }
}
