import type { ElementView, Observation } from '../../runtime/types.ts'

/** The origin a value typed into this element reaches: that of its frame. Opaque origins (`about:`, `data:`) have none. */
export function originOf(element: ElementView, observation: Observation): string | undefined {
  const url = URL.parse(element.frame === 0 ? observation.url : (observation.frames[element.frame]?.url ?? ''))
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/** Origins are compared as the URL standard writes them: case, default ports and paths do not matter. */
export function belongs(origin: string | undefined, origins: readonly string[]): boolean {
  return origin !== undefined && origins.some((allowed) => URL.parse(allowed)?.origin === origin)
}
