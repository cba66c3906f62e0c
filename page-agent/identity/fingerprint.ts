import type { ElementEffects } from '../../shared/observation.ts'

/**
 * Covers what an action depends on: tag, role, type, name and effects. Where the element stands (section, tier, group) is
 * left out, so that a reference survives a move.
 */
export function fingerprint(tag: string, role: string, type: string, name: string, effects?: ElementEffects): string {
  const effect = effects
    ? `${effects.newContext ? 'n' : ''}${effects.download ? 'd' : ''}${effects.fileChooser ? 'f' : ''}${effects.externalProtocol ?? ''}`
    : ''
  return hash64(`${tag}\0${role}\0${type}\0${name}\0${effect}`)
}

const FNV_PRIME = 0x01000193

/** Two 32-bit FNV-1a lanes over the UTF-16 units, from different starts, in base 36. Not for secrets. */
export function hash64(text: string): string {
  let a = 0x811c9dc5
  let b = 0x9dc5811c
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, FNV_PRIME)
    b = Math.imul(b ^ (unit + i), FNV_PRIME)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36).padStart(7, '0')
}
