import type { FrameObservation, ObserveRequest } from '../../shared/observation.ts'
import type { Layout } from './types.ts'
import { DocumentWatch } from './watch.ts'

/**
 * The last observation, for as long as another one would say the same: nothing in the document has changed, and all that
 * was read of its layout would be read again. Comparing costs less than half of looking.
 */
export class LastLook {
  private readonly document: Document
  private kept: { request: string; layout: Layout; watch: DocumentWatch; seen: FrameObservation } | undefined

  constructor(document: Document) {
    this.document = document
  }

  recall(request: ObserveRequest): FrameObservation | undefined {
    const { kept } = this
    if (!kept) return undefined
    if (kept.request === JSON.stringify(request) && kept.watch.unchanged() && kept.layout.unchanged?.())
      return kept.seen
    this.forget()
    return undefined
  }

  /** Keeps what was seen, unless its layout cannot be compared or the page was not seen to its end. */
  keep(request: ObserveRequest, layout: Layout, seen: FrameObservation): void {
    if (!layout.unchanged || seen.incomplete) return
    const watch = new DocumentWatch(this.document, () => this.forget())
    this.kept = { request: JSON.stringify(request), layout, watch, seen }
  }

  private forget(): void {
    this.kept?.watch.end()
    this.kept = undefined
  }
}
