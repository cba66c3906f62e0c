import type { BrowserContext } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import { holdRequests, SILENT } from '../effects/requests.ts'
import type { Egress } from './egress.ts'

/**
 * Proves that this browser obeys the proxy, before any page is given out: a temporary page loads what nothing but the
 * proxy can answer. It also leaves the proxy's credentials in the context's cache, so that sockets and frames that no
 * session watches yet are authenticated too.
 */
export async function proveProxy(context: BrowserContext, egress: Egress, timeoutMs: number): Promise<void> {
  const { proxy } = egress
  if (!proxy) return
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    await holdRequests(session, { ...egress, judge: () => ({ admitted: true, reason: 'name' }) }, SILENT)
    const response = await page.goto(proxy.canaryUrl, { waitUntil: 'commit', timeout: timeoutMs })
    const body = await response?.text()
    if (body?.trim() !== proxy.canaryToken) throw new Error('another answer came')
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new BrowserError(
      'BROWSER_PROVIDER_UNAVAILABLE',
      `the browser does not send its requests to the proxy: ${why}`,
      {
        reason: 'canary',
        cause: error,
      },
    )
  } finally {
    await page.close()
  }
}
