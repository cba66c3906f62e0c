import { dispatch, exchange, NativeCustomEvent, now, slice, stringify, toText } from './natives.ts'
import { options } from './options.ts'

export type ReportKind =
  | 'new-context'
  | 'file-chooser'
  | 'external-protocol'
  | 'download'
  | 'print'
  | 'capability'
  | 'socket'

/**
 * Tells the host that an effect was stopped. The event has a secret name, is heard in the isolated world, and ends there.
 * Dictionaries without a prototype: a getter on `Object.prototype` would be asked for every member otherwise.
 */
export function report(kind: ReportKind, detail: unknown): void {
  if (!options || !withinRate()) return
  const text = slice(toText(detail), 0, 2000)
  const payload = stringify({ __proto__: null, kind, detail: text })
  dispatch(exchange, new NativeCustomEvent(options.channel, { __proto__: null, detail: payload } as CustomEventInit))
}

/** A page that tries without end is stopped each time, and told of as often as anyone could read. */
const MAX_REPORTS = 50
const PERIOD_MS = 1_000
let since = 0
let count = 0

function withinRate(): boolean {
  const time = now()
  if (time - since >= PERIOD_MS) {
    since = time
    count = 0
  }
  return ++count <= MAX_REPORTS
}
