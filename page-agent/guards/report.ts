import { dispatch, NativeCustomEvent, slice, stringify, toText, view } from './natives.ts'
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
  if (!options) return
  const text = slice(toText(detail), 0, 2000)
  const payload = stringify({ __proto__: null, kind, detail: text })
  dispatch(view, new NativeCustomEvent(options.channel, { __proto__: null, detail: payload } as CustomEventInit))
}
