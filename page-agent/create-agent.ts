import { type PageAgentSurface, PROTOCOL } from '../shared/observation.ts'
import { locationOf } from './dom/native.ts'
import { extract } from './extract/index.ts'
import { Effects } from './identity/effects.ts'
import { Identities } from './identity/ids.ts'
import { locatePath } from './identity/path.ts'
import { resolve } from './identity/resolve.ts'
import { chromiumLayout } from './layout/chromium-layout.ts'
import { Names } from './names/name.ts'
import { roleOf } from './names/role.ts'
import { collect } from './observe/collect.ts'
import { Deadline } from './observe/deadline.ts'
import { identify } from './observe/identify.ts'
import { LastLook } from './observe/last-look.ts'
import { limitsOf } from './observe/limits.ts'
import { analyse, observe } from './observe/observe.ts'
import type { Analysis, Layout } from './observe/types.ts'

/** The agent of one document. Layout caches live for one call each. */
export function createAgent(
  document: Document,
  layoutOf: (listenerProbe?: string) => Layout = (probe) => chromiumLayout(document, probe),
): PageAgentSurface<Element> {
  const identities = new Identities()
  const documentId = newDocumentId()
  const lastLook = new LastLook(document)
  const identifier = (layout: Layout) => {
    const names = new Names(layout)
    const effects = new Effects(document)
    return (element: Element) => identify(element, roleOf(element), names, effects)
  }
  return Object.freeze<PageAgentSurface<Element>>({
    protocol: PROTOCOL,
    observe(request) {
      const same = lastLook.recall(request)
      if (same) return same
      const layout = layoutOf(request.listenerProbe)
      const seen = observe(request, document, layout, identities, documentId)
      lastLook.keep(request, layout, seen)
      return seen
    },
    resolve(id, fingerprint, options = {}) {
      const layout = layoutOf()
      const limits = { ...limitsOf({}), maxTextChars: 0 }
      return resolve(id, fingerprint, options, {
        identities,
        layout,
        identify: identifier(layout),
        collect: (root) => collect(document, root, layout, limits, new Deadline(limits.maxMillis)).items,
      })
    },
    extract(request) {
      const page = { document, layout: layoutOf(), url: new URL(locationOf(document)) }
      let analysis: Analysis | undefined
      return extract(request, {
        ...page,
        element: (id) => identities.element(id),
        analysis() {
          analysis ??= analyse(
            page,
            new Names(page.layout),
            identities,
            limitsOf({ ...request, maxTextChars: 0 }),
          ).analysis
          return analysis
        },
      })
    },
    element: (id) => identities.element(id),
    idOf: (element) => identities.idOf(element),
    locate: (path) => locatePath(document, path),
    fingerprint: (element) => identifier(layoutOf())(element).fingerprint,
  })
}

const newDocumentId = (): string =>
  `d${[...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36).padStart(7, '0')).join('')}`
