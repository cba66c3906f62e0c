import type { ElementEffects } from '../../shared/observation.ts'
import { localNameOf } from '../dom/native.ts'
import type { Effects } from '../identity/effects.ts'
import { fingerprint } from '../identity/fingerprint.ts'
import type { Names } from '../names/name.ts'
import { inputType } from '../names/role.ts'

export interface Identified {
  name: string
  effects: ElementEffects | undefined
  fingerprint: string
}

/** What makes an element the one it is. Needs no observation, so that any world comes to the same answer. */
export function identify(element: Element, role: string, names: Names, effects: Effects): Identified {
  const tag = localNameOf(element)
  const type = tag === 'input' ? inputType(element) : ''
  const name = names.of(element, role)
  const effect = effects.of(element)
  return { name, effects: effect, fingerprint: fingerprint(tag, role, type, name, effect) }
}
