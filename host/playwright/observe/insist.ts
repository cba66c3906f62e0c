import { TimeoutError, until } from '../bounded.ts'
import type { ProviderSettings } from '../config.ts'
import { settle } from '../page/settle.ts'
import { FREE_MS, type Tab, unresponsive } from '../page/tab.ts'
import { DocumentGoneError } from '../page/target-session.ts'

/** Attempts at a page that navigates during each. */
const ATTEMPTS = 4

/**
 * Reads a page, whatever holds it up: a navigation that hangs or a script without end is stopped once, and a document that
 * changes meanwhile is read anew. Where that does not help, the page is given up. Undefined when a dialog comes between.
 */
export async function insist<T>(tab: Tab, settings: ProviderSettings, read: () => Promise<T>): Promise<T | undefined> {
  let freed = false
  for (let attempt = 1; ; attempt++) {
    const dialog = until(() => tab.dialog !== undefined)
    try {
      return await Promise.race([read(), dialog.met.then(() => undefined)])
    } catch (error) {
      if (error instanceof TimeoutError && !freed) {
        freed = await tab.free(FREE_MS)
        if (freed) continue
      } else if (error instanceof DocumentGoneError && attempt < ATTEMPTS) {
        await settle(tab, settings)
        continue
      }
      if (error instanceof TimeoutError || error instanceof DocumentGoneError) tab.giveUp(unresponsive(error))
      throw error
    } finally {
      dialog.cancel()
    }
  }
}
