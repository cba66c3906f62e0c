import type { ElementEffects } from '../../shared/observation.ts'
import { localNameOf } from '../dom/native.ts'
import type { Effects } from '../identity/effects.ts'
import { fingerprint } from '../identity/fingerprint.ts'
import type { Names } from '../names/name.ts'
import { inputType } from '../names/role.ts'

/** What an element is. Most fingerprints are never asked for: only what is answered with or resolved is hashed. */
export class Identified {
  #fingerprint: string | undefined

  constructor(
    private readonly tag: string,
    private readonly role: string,
    private readonly type: string,
    readonly name: string,
    readonly effects: ElementEffects | undefined,
  ) {}

  get fingerprint(): string {
    this.#fingerprint ??= fingerprint(this.tag, this.role, this.type, this.name, this.effects)
    return this.#fingerprint
  }
}

/** What makes an element the one it is. Needs no observation, so that any world comes to the same answer. */
export function identify(element: Element, role: string, names: Names, effects: Effects): Identified {
  const tag = localNameOf(element)
  const type = tag === 'input' ? inputType(element) : ''
  const name = names.of(element, role)
  return new Identified(tag, role, type, name, effects.of(element))
}
