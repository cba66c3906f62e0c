import { BrowserError } from '../../errors/browser-error.ts'
import type { ProviderEvent } from '../../provider/types.ts'
import { Deadline, settledWithin } from '../bounded.ts'

/** Something that was stopped. */
export interface Denial {
  /** The policy's or the guard's name for it. */
  reason: string
  url?: string
}

const MAX_EVENTS = 50

const MEANINGS: Record<string, string> = {
  'new-context': 'it opens another page, which this environment does not have',
  'file-chooser': 'it asks for a file of this machine',
  download: 'it starts a download',
  'external-protocol': 'it leaves the browser for another program',
  password: 'a password is not typed as plain text; use a credential',
}

export const policyDenied = ({ reason, url }: Denial): BrowserError =>
  new BrowserError(
    'BROWSER_POLICY_DENIED',
    `${MEANINGS[reason] ?? `the network policy denies ${url === undefined ? 'it' : withoutSecrets(url)}`} (${reason})`,
    { reason, ...(url === undefined ? {} : { url: withoutSecrets(url) }) },
  )

/** A URL as it may be shown and logged: no credentials, no fragment, and not endless. */
export function withoutSecrets(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url.slice(0, 500)
  parsed.username = ''
  parsed.password = ''
  parsed.hash = ''
  return parsed.href.slice(0, 2000)
}

/** What happens in an environment while one call of the runtime is at work, or between two. */
export class Operation {
  readonly events: ProviderEvent[] = []
  /** The first denial that fails the operation; later ones are events alone. */
  denied: Denial | undefined
  /** The document asked for could not be had; no doing of the policy's. */
  unreachable: Denial | undefined
  /** Dialogs dismissed. */
  dialogs = 0
  readonly #pending = new Set<Promise<unknown>>()

  /** Stopped, and the operation fails for it. */
  fail(denial: Denial): void {
    this.denied ??= denial
    this.note(denial)
  }

  /** Stopped, and told beside the result. */
  note({ reason, url }: Denial): void {
    this.event({ type: 'denied', reason, ...(url === undefined ? {} : { url: withoutSecrets(url) }) })
  }

  event(event: ProviderEvent): void {
    if (this.events.length < MAX_EVENTS) this.events.push(event)
  }

  /** Work that must have ended before the operation does: a popup closing, a dialog being dismissed. */
  track(work: Promise<unknown>): void {
    const tracked = work.catch(() => undefined).finally(() => this.#pending.delete(tracked))
    this.#pending.add(tracked)
  }

  /** False when something has not ended in time, what was added meanwhile included. */
  async drained(ms: number): Promise<boolean> {
    const deadline = new Deadline(ms)
    while (this.#pending.size > 0) {
      if (!(await settledWithin(deadline.left, Promise.all(this.#pending)))) return false
    }
    return true
  }
}
