/**
 * How the guards of the main world speak to the host: an event with a secret name on the window's `performance`, an object
 * of both worlds which outlasts `document.open`. It is heard in the isolated world, which hands it to a binding that only
 * that world has. The page sees neither.
 */

/** Name of the isolated world; pages cannot see or enter it. */
export const WORLD = 'dsh'

/** What a guard tells: it stopped something, or saw it. */
export interface GuardReport {
  kind: 'new-context' | 'file-chooser' | 'external-protocol' | 'download' | 'print' | 'capability' | 'socket'
  /** The address asked for, or the name of the capability; cut to 2,000 characters. */
  detail: string
}

const KINDS: ReadonlySet<string> = new Set<GuardReport['kind']>([
  'new-context',
  'file-chooser',
  'external-protocol',
  'download',
  'print',
  'capability',
  'socket',
])

/** The script each document's isolated world starts with. */
export function worldScript(channel: string): { binding: string; source: string } {
  const binding = `__dshReport`
  return {
    binding,
    source: `performance.addEventListener(${JSON.stringify(channel)}, (event) => {
      event.stopImmediatePropagation();
      if (typeof event.detail === 'string') ${binding}(event.detail);
    })`,
  }
}

/** The guards' script with this environment's secrets. */
export const guardScript = (bundle: string, options: { channel: string; probe: string; popups: boolean }): string =>
  `(function (__dshGuards) {\n${bundle}\n})(${JSON.stringify(options)})`

/** Reads a report; undefined where it is none. */
export function parseReport(payload: string): GuardReport | undefined {
  try {
    const { kind, detail } = JSON.parse(payload) as Partial<GuardReport>
    if (typeof kind === 'string' && KINDS.has(kind) && typeof detail === 'string') {
      return { kind, detail: detail.slice(0, 2000) }
    }
  } catch {
    // not a report
  }
  return undefined
}
