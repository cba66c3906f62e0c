import type { Place } from '../observe/types.ts'

/** What is kept of an element from the newest observation that met it. */
export interface Known {
  identified: { readonly fingerprint: string }
  place: Place | undefined
  /** The visible stand-in at that time. */
  proxy: Element | undefined
}

/** Ids that live as long as their elements: an element met again keeps the id it had. */
export class Identities {
  private readonly ids = new WeakMap<Element, string>()
  private readonly elements = new Map<string, WeakRef<Element>>()
  private known = new Map<string, Known>()
  private next = 1

  /** Begins an observation: what the one before knew is forgotten, and so are elements that no longer exist. */
  begin(): void {
    this.known = new Map()
    for (const [id, reference] of this.elements) if (!reference.deref()) this.elements.delete(id)
  }

  meet(element: Element, known: Known): string {
    const id = this.name(element)
    this.known.set(id, known)
    return id
  }

  /** The id of an element, a new one where it had none. */
  name(element: Element): string {
    let id = this.ids.get(element)
    if (id === undefined) {
      id = `n${this.next++}`
      this.ids.set(element, id)
      this.elements.set(id, new WeakRef(element))
    }
    return id
  }

  idOf(element: Element): string | undefined {
    return this.ids.get(element)
  }

  element(id: string): Element | undefined {
    return this.elements.get(id)?.deref()
  }

  recall(id: string): Known | undefined {
    return this.known.get(id)
  }

  /** How many elements met in the newest observation share a fingerprint. */
  twins(fingerprint: string): number {
    let count = 0
    for (const known of this.known.values()) if (known.identified.fingerprint === fingerprint) count++
    return count
  }
}
