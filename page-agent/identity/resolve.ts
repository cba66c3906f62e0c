import type { DenialReason, ElementEffects, ResolveOptions, ResolveResult } from '../../shared/observation.ts'
import { isConnected } from '../dom/native.ts'
import type { Collected, Layout } from '../observe/types.ts'
import type { Identities } from './ids.ts'
import { pathOf } from './path.ts'
import { replacementFor } from './replacement.ts'

export interface ResolveContext {
  identities: Identities
  layout: Layout
  /** What an element is now. */
  identify(element: Element): { fingerprint: string; effects: ElementEffects | undefined }
  /** What can be acted on below an element now. */
  collect(root: Element): readonly Collected[]
}

/** The element an id stands for now, or why it cannot be acted on. */
export function resolve(id: string, expected: string, options: ResolveOptions, context: ResolveContext): ResolveResult {
  const { identities } = context
  const element = identities.element(id)
  if (element && isConnected(element)) {
    const proxy = identities.recall(id)?.proxy
    return accept(element, proxy && isConnected(proxy) ? proxy : undefined, id, 'live', expected, options, context)
  }
  const known = identities.recall(id)
  if (!known?.place || known.identified.fingerprint !== expected) return stale(known || element ? 'gone' : 'unknown')
  const found = replacementFor(known.place, identities.twins(expected), (root) =>
    context.collect(root).filter((item) => context.identify(item.element).fingerprint === expected),
  )
  if (typeof found === 'string') return stale(found)
  const { element: now, proxy, place } = found
  const newId = identities.meet(now, { identified: { fingerprint: expected }, place, proxy })
  return accept(now, proxy, newId, 'replaced', expected, options, context)
}

const stale = (reason: Extract<ResolveResult, { status: 'stale' }>['reason']): ResolveResult => ({
  status: 'stale',
  reason,
})

function accept(
  element: Element,
  proxy: Element | undefined,
  id: string,
  how: 'live' | 'replaced',
  expected: string,
  options: ResolveOptions,
  { identify, layout }: ResolveContext,
): ResolveResult {
  const { fingerprint, effects } = identify(element)
  if (fingerprint !== expected) return stale('changed')
  if (!isVisible(proxy ?? element, layout)) return stale('hidden')
  const reason = denialOf(effects, options.allow ?? [])
  if (reason) return { status: 'denied', reason }
  const path = pathOf(element)
  if (path === undefined) return stale('gone')
  const proxyPath = proxy && pathOf(proxy)
  return { status: 'ok', path, id, how, ...(proxyPath !== undefined && { proxyPath }) }
}

function isVisible(element: Element, layout: Layout): boolean {
  const style = layout.style(element)
  if (style.display === 'none' || style.display === '' || style.visibility !== 'visible') return false
  return layout.rendered?.(element) ?? true
}

/** The first effect that the host does not admit. */
function denialOf(effects: ElementEffects | undefined, allow: readonly DenialReason[]): DenialReason | undefined {
  if (!effects) return undefined
  const applies: [unknown, DenialReason][] = [
    [effects.newContext, 'new-context'],
    [effects.download, 'download'],
    [effects.externalProtocol, 'external-protocol'],
    [effects.fileChooser, 'file-chooser'],
  ]
  return applies.find(([effect, reason]) => effect && !allow.includes(reason))?.[1]
}
