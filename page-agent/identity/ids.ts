/** What is kept of an element that an observation has met. */
export interface Known {
  fingerprint: string
  role: string
  /** The visible stand-in at that time. */
  proxy?: Element
}

/** Ids that live as long as their elements: an element met again keeps the id it had. */
export class Identities {
  private readonly ids = new WeakMap<Element, string>()
  private readonly elements = new Map<string, WeakRef<Element>>()
  private readonly known = new Map<string, Known>()
  private next = 1

  meet(element: Element, known: Known): string {
    let id = this.ids.get(element)
    if (id === undefined) {
      id = `n${this.next++}`
      this.ids.set(element, id)
      this.elements.set(id, new WeakRef(element))
    }
    this.known.set(id, known)
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
}
