import { BrowserError } from '../../errors/browser-error.ts'
import type { ProviderActionTarget, WaitCondition } from '../../provider/types.ts'
import { Deadline, pause, within } from '../bounded.ts'
import { listFrames } from '../observe/frames.ts'
import { decodeTarget, targetStale } from '../observe/targets.ts'
import { settle } from '../page/settle.ts'
import { DocumentGoneError } from '../page/target-session.ts'
import type { ActionScope } from './scope.ts'

const POLL_MS = 100
/** One look at the page; a look that takes longer counts as "not yet". */
const LOOK_MS = 2_000
const MAX_WAIT_MS = 120_000

const TEXT = 'function (text) { return (document.body ? document.body.innerText : "").includes(text) }'
const STATE = `function (id) {
  const element = this.element(id);
  if (!element || !element.isConnected) return { gone: true };
  const box = element.getBoundingClientRect();
  const shown = element.checkVisibility({ visibilityProperty: true }) && (box.width > 0 || box.height > 0);
  return { gone: false, shown, disabled: element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null };
}`

/** Waits for a condition; `BROWSER_ACTION_TIMEOUT` when it is not met in time. */
export async function wait(
  scope: ActionScope,
  condition: WaitCondition<ProviderActionTarget>,
  timeoutMs = scope.settings.actionTimeoutMs,
): Promise<void> {
  const deadline = new Deadline(Math.min(timeoutMs, MAX_WAIT_MS))
  if (condition.kind === 'settled') {
    await settle(scope.tab, scope.settings)
    return
  }
  if (condition.kind === 'time') {
    const end = new Deadline(Math.min(condition.ms, MAX_WAIT_MS))
    while (!end.passed && scope.tab.alive) await pause(Math.min(POLL_MS, end.left))
    return
  }
  for (;;) {
    if (!scope.tab.alive || scope.tab.dialog) return
    if (await holds(scope, condition, deadline)) return
    if (deadline.passed) {
      throw new BrowserError('BROWSER_ACTION_TIMEOUT', `${describe(condition)} within ${timeoutMs} ms`, {
        reason: 'condition',
      })
    }
    await pause(Math.min(POLL_MS, deadline.left))
  }
}

type Polled = Exclude<WaitCondition<ProviderActionTarget>, { kind: 'settled' | 'time' }>

async function holds(scope: ActionScope, condition: Polled, deadline: Deadline): Promise<boolean> {
  const { tab } = scope
  if (condition.kind === 'url') return tab.page.url().includes(condition.url)
  try {
    const look = condition.kind === 'text' ? textHolds(scope, condition) : elementHolds(scope, condition)
    return await within(Math.max(50, Math.min(LOOK_MS, deadline.left)), look)
  } catch (error) {
    if (error instanceof BrowserError) throw error
    return false // the page is changing or busy: not yet
  }
}

async function textHolds(scope: ActionScope, { text, gone }: Extract<Polled, { kind: 'text' }>): Promise<boolean> {
  const frames = (await listFrames(scope.tab)).slice(0, scope.settings.maxFrames + 1)
  const found = await Promise.all(
    frames.map(({ node, parent }) =>
      node.session.call<boolean>(node.id, TEXT, [text]).catch((error) => {
        if (parent === -1) throw error
        return false // a child frame that is on its way out
      }),
    ),
  )
  return found.includes(true) !== (gone ?? false)
}

async function elementHolds(
  scope: ActionScope,
  { target, state }: Extract<Polled, { kind: 'element' }>,
): Promise<boolean> {
  const { frame, world, id } = decodeTarget(target.target)
  const place = (await listFrames(scope.tab)).find(({ node }) => node.id === frame)
  try {
    if (!place) throw new DocumentGoneError('the frame has gone')
    const now = await place.node.session.callAgent<{ gone: true } | { gone: false; shown: boolean; disabled: boolean }>(
      frame,
      STATE,
      [id],
      world,
    )
    if (now.gone) throw new DocumentGoneError('the element has gone')
    return { visible: now.shown, hidden: !now.shown, enabled: !now.disabled, disabled: now.disabled }[state]
  } catch (error) {
    if (!(error instanceof DocumentGoneError)) throw error
    if (state === 'hidden') return true
    throw targetStale('gone')
  }
}

function describe(condition: Polled): string {
  if (condition.kind === 'text') return `the text did not ${condition.gone ? 'disappear' : 'appear'}`
  if (condition.kind === 'url') return 'the address did not change to that'
  return `the element did not become ${condition.state}`
}
