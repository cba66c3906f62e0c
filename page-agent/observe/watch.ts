import { deepFocus } from '../dom/composed.ts'
import { localNameOf, locationOf, queryAllWithin, rootElementOf, shadowRootOf } from '../dom/native.ts'
import { isSecret } from '../names/secret.ts'

/** Elements of all trees: a larger page is looked at anew each time, which bounds what a watch holds on to. */
const MAX_ELEMENTS = 30_000
/** States that change without a mutation. */
const STATES = ':checked,:indeterminate,:user-invalid,:popover-open,:modal,:not(:defined)'
const EVERYTHING: MutationObserverInit = { subtree: true, childList: true, characterData: true, attributes: true }

/**
 * Tells whether a document is still as it was, as far as layout does not show it: the document and its open shadow trees by
 * their mutations, and what scripts and people change without one by comparison. Lets go of all of it at the first change.
 */
export class DocumentWatch {
  private readonly document: Document
  private readonly observer: MutationObserver
  private state: readonly unknown[] | undefined

  constructor(document: Document, changed: () => void) {
    this.document = document
    this.observer = new MutationObserver(() => {
      this.end()
      changed()
    })
    const trees = openTrees(document)
    if (!trees) return
    this.state = stateOf(document, trees)
    for (const tree of trees) this.observer.observe(tree, EVERYTHING)
  }

  unchanged(): boolean {
    if (!this.state || this.observer.takeRecords().length > 0) return false
    const trees = openTrees(this.document)
    if (!trees) return false
    const now = stateOf(this.document, trees)
    return now.length === this.state.length && this.state.every((was, index) => was === now[index])
  }

  end(): void {
    this.state = undefined
    this.observer.disconnect()
  }
}

/** The document and its open shadow roots; undefined where there is more than a watch should hold, or can see. */
function openTrees(document: Document): (Document | ShadowRoot)[] | undefined {
  const trees: (Document | ShadowRoot)[] = [document]
  let elements = 0
  for (const tree of trees) {
    const all = queryAllWithin(tree, '*')
    elements += all.length
    if (elements > MAX_ELEMENTS) return undefined
    for (let index = 0; index < all.length; index++) {
      const root = shadowRootOf(all[index]!)
      if (!root) continue
      // What `slot.assign()` moves leaves no trace.
      if (root.slotAssignment === 'manual') return undefined
      trees.push(root)
    }
  }
  return trees
}

/** Every value here is compared by identity. */
function stateOf(document: Document, trees: readonly (Document | ShadowRoot)[]): unknown[] {
  const root = rootElementOf(document)
  const state: unknown[] = [locationOf(document), deepFocus(document), root?.scrollWidth, root?.scrollHeight]
  for (const tree of trees) {
    state.push(tree, ...queryAllWithin(tree, STATES))
    for (const field of queryAllWithin(tree, 'input,textarea')) {
      if (isSecret(field)) continue
      const { value } = field as HTMLInputElement | HTMLTextAreaElement
      state.push(value)
      if (localNameOf(field) === 'input') state.push((field as HTMLInputElement).files)
    }
  }
  return state
}
