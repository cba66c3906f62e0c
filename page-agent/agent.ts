import { type PageAgentSurface, PROTOCOL } from '../shared/observation.ts'
import { locationOf } from './dom/native.ts'
import { extract } from './extract/index.ts'
import { Identities } from './identity/ids.ts'
import { locatePath } from './identity/path.ts'
import { resolve } from './identity/resolve.ts'
import { chromiumLayout } from './layout/chromium-layout.ts'
import { Names } from './names/name.ts'
import { roleOf } from './names/role.ts'
import { identify } from './observe/describe.ts'
import { analyse, limitsOf, observe } from './observe/observe.ts'
import type { Analysis } from './observe/types.ts'

function createAgent(document: Document): PageAgentSurface<Element> {
  const identities = new Identities()
  const documentId = crypto.getRandomValues(new Uint32Array(2)).reduce((id, part) => id + part.toString(36), 'd')
  const describeNow = (element: Element) => {
    const names = new Names(chromiumLayout(document))
    const id = identities.idOf(element)
    const role = (id && identities.recall(id)?.role) ?? roleOf(element)
    return identify(element, role === 'generic' ? role : roleOf(element), names, document)
  }
  return Object.freeze<PageAgentSurface<Element>>({
    protocol: PROTOCOL,
    observe: (request) =>
      observe(request, document, chromiumLayout(document, request.listenerProbe), identities, documentId),
    resolve: (id, fingerprint, options = {}) =>
      resolve(id, fingerprint, options, { identities, layout: chromiumLayout(document), identify: describeNow }),
    extract(request) {
      const page = { document, layout: chromiumLayout(document), url: new URL(locationOf(document)) }
      let analysis: Analysis | undefined
      return extract(request, {
        ...page,
        element: (id) => identities.element(id),
        analysis() {
          analysis ??= analyse(page, identities, limitsOf({}), undefined).analysis
          return analysis
        },
      })
    },
    element: (id) => identities.element(id),
    idOf: (element) => identities.idOf(element),
    locate: (path) => locatePath(document, path),
    fingerprint: (element) => describeNow(element).fingerprint,
  })
}

/** Evaluated again in a world that has the agent, the script leaves the one that knows the ids in place. */
if (!('__dshPageAgent' in globalThis)) {
  Object.defineProperty(globalThis, '__dshPageAgent', {
    value: createAgent(document),
    configurable: false,
    writable: false,
  })
}
