import type { DenialReason, ElementEffects, ResolveOptions, ResolveResult } from '../../shared/observation.ts'
import { isConnected } from '../dom/native.ts'
import type { Layout } from '../observe/types.ts'
import type { Identities } from './ids.ts'
import { pathOf } from './path.ts'

export interface ResolveContext {
  identities: Identities
  layout: Layout
  /** What the element is now. */
  identify(element: Element): { fingerprint: string; effects: ElementEffects | undefined }
}

/** The element an id stands for now, or why it cannot be acted on. */
export function resolve(id: string, expected: string, options: ResolveOptions, context: ResolveContext): ResolveResult {
  const element = context.identities.element(id)
  const known = context.identities.recall(id)
  if (!element || !known) return { status: 'stale', reason: 'unknown' }
  if (!isConnected(element)) return { status: 'stale', reason: 'gone' }
  const now = context.identify(element)
  if (now.fingerprint !== expected) return { status: 'stale', reason: 'changed' }
  const box = context.layout.box(known.proxy ?? element)
  if (box.width <= 0 && box.height <= 0) return { status: 'stale', reason: 'hidden' }
  const denied = denialOf(now.effects, options.allow ?? [])
  if (denied) return { status: 'denied', reason: denied }
  const path = pathOf(element)
  if (path === undefined) return { status: 'stale', reason: 'gone' }
  const proxyPath = known.proxy && isConnected(known.proxy) ? pathOf(known.proxy) : undefined
  return { status: 'ok', path, id, how: 'live', ...(proxyPath !== undefined && { proxyPath }) }
}

function denialOf(effects: ElementEffects | undefined, allow: readonly DenialReason[]): DenialReason | undefined {
  if (!effects) return undefined
  const reasons: [boolean, DenialReason][] = [
    [effects.newContext === true, 'new-context'],
    [effects.download === true, 'download'],
    [effects.externalProtocol !== undefined, 'external-protocol'],
    [effects.fileChooser === true, 'file-chooser'],
  ]
  return reasons.find(([applies, reason]) => applies && !allow.includes(reason))?.[1]
}
