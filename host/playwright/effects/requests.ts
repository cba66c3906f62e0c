import type { CDPSession } from 'playwright-core'
import type { Egress } from '../browser/egress.ts'
import type { Denial } from './operation.ts'

/** A renderer, and a server that redirects, may name any scheme; what is not the browser's own starts another program. */
export const staysInBrowser = (url: string): boolean => /^(https?|javascript|blob|data|about|chrome-error):/i.test(url)

export interface RequestObserver {
  /** False once the target was given up: what it asks for stays held until it has gone. */
  wanted(): boolean
  /** Frame whose documents are navigations of the page. */
  mainFrame(): string | undefined
  /** A document of the main frame is asked for; called for each hop of a redirect. */
  navigating(url: string): void
  deniedNavigation(denial: Denial): void
  deniedRequest(denial: Denial): void
  /** A document redirects to another program. */
  leavingBrowser(denial: Denial): void
}

/** Wants everything and is told nothing. */
export const SILENT: RequestObserver = {
  wanted: () => true,
  mainFrame: () => undefined,
  navigating: () => {},
  deniedNavigation: () => {},
  deniedRequest: () => {},
  leavingBrowser: () => {},
}

/**
 * The second line of the egress policy. Every request of a target is held before it is sent, each hop of a redirect
 * anew, and judged by its URL. The proxy remains the first line: it alone sees addresses. Answers for documents are held
 * too, because a hop to a scheme that is not the network's is never asked for.
 */
export async function holdRequests(cdp: CDPSession, egress: Egress, observer: RequestObserver): Promise<void> {
  const { proxy } = egress
  cdp.on(
    'Fetch.requestPaused',
    ({ requestId, request, resourceType, frameId, responseStatusCode, responseHeaders }) => {
      if (!observer.wanted()) return
      if (responseStatusCode !== undefined) {
        const url = redirectTarget(request.url, responseStatusCode, responseHeaders)
        const stays = url === undefined || staysInBrowser(url)
        if (!stays) observer.leavingBrowser({ reason: 'external-protocol', url })
        const answer = stays
          ? cdp.send('Fetch.continueRequest', { requestId })
          : cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        answer.catch(() => undefined)
        return
      }
      const verdict = egress.judge(request.url)
      const navigation = resourceType === 'Document' && frameId === observer.mainFrame()
      if (verdict.admitted) {
        if (navigation) observer.navigating(request.url)
        // A request that was given up meanwhile cannot be continued, and need not be
        cdp.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
        return
      }
      const denial = { reason: verdict.reason, url: request.url }
      if (navigation) observer.deniedNavigation(denial)
      else observer.deniedRequest(denial)
      // An aborted navigation leaves the present document in place; a blocked one puts an error page there
      const errorReason = navigation ? 'Aborted' : 'BlockedByClient'
      cdp.send('Fetch.failRequest', { requestId, errorReason }).catch(() => undefined)
    },
  )
  cdp.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const ours = proxy !== undefined && authChallenge.source === 'Proxy' && authChallenge.origin === proxy.url
    // A browser with a window would ask a person, and wait; so the server's own answer is what comes
    const authChallengeResponse = ours
      ? ({ response: 'ProvideCredentials', username: proxy.username, password: proxy.password } as const)
      : ({ response: 'CancelAuth' } as const)
    cdp.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined)
  })
  await cdp.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [
      { urlPattern: '*', requestStage: 'Request' },
      { urlPattern: '*', requestStage: 'Response', resourceType: 'Document' },
    ],
  })
}

function redirectTarget(
  from: string,
  status: number,
  headers: readonly { name: string; value: string }[] = [],
): string | undefined {
  if (status < 300 || status >= 400) return undefined
  const location = headers.find(({ name }) => name.toLowerCase() === 'location')?.value
  return location === undefined ? undefined : URL.parse(location, from)?.href
}
