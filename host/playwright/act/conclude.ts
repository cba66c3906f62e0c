import { BrowserError } from '../../errors/browser-error.ts'
import { Deadline, settledWithin, until, within } from '../bounded.ts'
import { policyDenied, withoutSecrets } from '../effects/operation.ts'
import { settle } from '../page/settle.ts'
import { FREE_MS, type Tab } from '../page/tab.ts'
import { ownBound, type PageBoundAction, perform, settles } from './dispatch.ts'
import { actionFailure } from './failures.ts'
import { unreachable } from './navigate.ts'
import type { ActionScope } from './scope.ts'

/** For popups to close, dialogs to be dismissed and downloads to be cancelled after an action. */
const DRAIN_MS = 5_000
/** Playwright's own timeout comes first, since it knows why; this is for when it does not come. */
const LATE_MS = 1_500

/** Runs one action and waits for its consequences. Where a dialog interrupts it, it is held until that is answered. */
export async function carryOut(scope: ActionScope, action: PageBoundAction): Promise<void> {
  const { tab, operation, settings } = scope
  const interrupted = until(() => tab.dialog !== undefined)
  try {
    const work = perform(scope, action)
    const bounded = ownBound(action) ? work : within(settings.actionTimeoutMs + LATE_MS, work, action.type)
    await Promise.race([bounded, interrupted.met])
    if (tab.dialog) tab.held = work.catch(() => undefined) // nobody waits for it but the answer to the dialog
  } catch (error) {
    if (tab.failure || !tab.alive) throw error
    // A denial explains the failure better than what Playwright saw of it
    if (operation.denied) throw policyDenied(operation.denied)
    throw actionFailure(error, action.type)
  } finally {
    interrupted.cancel()
  }
  await conclude(scope, settles(action))
}

/** Answers the dialog that is held; what it interrupted then comes to its end, or to the page's next dialog. */
export async function answerHeld(scope: ActionScope, accept: boolean, text: string | undefined): Promise<void> {
  const { tab, operation, settings } = scope
  const { dialog, held } = tab
  if (!dialog) throw new BrowserError('BROWSER_ACTION_FAILED', 'no dialog is open', { reason: 'no-dialog' })
  tab.dialog = undefined
  tab.held = undefined
  const deadline = new Deadline(settings.actionTimeoutMs)
  await within(deadline.left, accept ? dialog.handle.accept(text) : dialog.handle.dismiss(), 'answering the dialog')
  operation.event({ type: 'dialog', dialog: dialog.shown, answer: accept ? 'accepted' : 'dismissed' })
  const next = until(() => tab.dialog !== undefined)
  try {
    if (held) await settledWithin(deadline.left, Promise.race([held, next.met]))
  } finally {
    next.cancel()
  }
  if (tab.dialog && held) tab.held = held
  await conclude(scope, true)
}

/** After an action: its consequences are waited for, what it opened is closed, and what was stopped is told. */
async function conclude(scope: ActionScope, settling: boolean): Promise<void> {
  const { tab, operation } = scope
  if (settling && !tab.dialog) await settled(scope, tab)
  if (!(await operation.drained(DRAIN_MS))) {
    tab.giveUp(new BrowserError('BROWSER_PAGE_UNRESPONSIVE', 'what the action opened could not be closed'))
  }
  if (tab.failure) throw tab.failure
  if (operation.denied) throw policyDenied(operation.denied)
  if (operation.unreachable) throw unreachable(operation.unreachable)
  const next = scope.active()
  if (next && next !== tab && next.alive) await settled(scope, next)
}

async function settled({ settings }: ActionScope, tab: Tab): Promise<void> {
  const end = await settle(tab, settings)
  if (end === 'navigating') {
    tab.stopLoading()
    throw new BrowserError('BROWSER_NAVIGATION_TIMEOUT', 'the page it leads to did not answer in time', {
      url: withoutSecrets(tab.navigationUrl ?? tab.page.url()),
    })
  }
  if (end === 'unresponsive') await tab.freeOrGiveUp(FREE_MS)
}
