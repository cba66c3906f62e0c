import { BrowserError } from '../../errors/browser-error.ts'
import type { ProviderTarget } from '../../provider/types.ts'

/** Where an element was seen. Opaque to everyone else. */
export interface Target {
  tab: string
  frame: string
  /** Names the document: its isolated world's number. */
  world: number
  /** The agent's id. */
  id: string
}

export const encodeTarget = ({ tab, frame, world, id }: Target): ProviderTarget =>
  JSON.stringify([tab, frame, world, id]) as ProviderTarget

export function decodeTarget(target: ProviderTarget): Target {
  const [tab, frame, world, id] = JSON.parse(target) as [string, string, number, string]
  return { tab, frame, world, id }
}

const STALE: Record<string, string> = {
  unknown: 'the document it was in has gone',
  gone: 'it is not in the page any more',
  changed: 'it is not what it was when it was observed',
  ambiguous: 'several elements now look like it',
  hidden: 'it is not shown any more',
}

export const targetStale = (reason: string): BrowserError =>
  new BrowserError('BROWSER_TARGET_STALE', `the element cannot be acted on: ${STALE[reason] ?? reason}`, { reason })
