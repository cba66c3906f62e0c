import type { Dialog } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import type { PendingDialog } from '../../provider/types.ts'
import type { Tab } from '../page/tab.ts'
import type { Operation } from './operation.ts'

/** In one operation; a page that goes on and on never gives the script's thread back. */
const MAX_DIALOGS = 20
const MAX_MESSAGE_CHARS = 1000

/**
 * Answers a dialog, or holds it for the agent to answer. Leaving a page on the agent's own behalf needs no consent of
 * that page: a `beforeunload` dialog is accepted then, and dismissed, which stays, otherwise.
 */
export function answerDialog(tab: Tab, dialog: Dialog, mode: 'dismiss' | 'ask', operation: Operation): void {
  const shown: PendingDialog = {
    type: dialog.type() as PendingDialog['type'],
    message: dialog.message().slice(0, MAX_MESSAGE_CHARS),
    defaultValue: dialog.defaultValue().slice(0, MAX_MESSAGE_CHARS),
  }
  if (shown.type === 'beforeunload' && tab.leaving) {
    operation.event({ type: 'dialog', dialog: shown, answer: 'accepted' })
    operation.track(dialog.accept())
    return
  }
  if (mode === 'ask') {
    operation.event({ type: 'dialog', dialog: shown, answer: 'pending' })
    tab.dialog = { handle: dialog, shown }
    return
  }
  operation.dialogs++
  if (operation.dialogs > MAX_DIALOGS) {
    tab.giveUp(new BrowserError('BROWSER_PAGE_UNRESPONSIVE', 'the page opened dialog after dialog and was closed'))
    return
  }
  operation.event({ type: 'dialog', dialog: shown, answer: 'dismissed' })
  operation.track(dialog.dismiss())
}
