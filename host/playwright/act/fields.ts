import type { ElementHandle } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'
import type { ElementAction, ProviderActionTarget } from '../../provider/types.ts'
import { policyDenied } from '../effects/operation.ts'
import type { ActionScope } from './scope.ts'

type Field<Type extends string> = Extract<ElementAction<ProviderActionTarget>, { type: Type }>

export async function fill(scope: ActionScope, action: Field<'fill' | 'fill-credential'>): Promise<void> {
  const { element } = await scope.locate(action.target)
  if (action.type === 'fill' && (await isPassword(element))) throw policyDenied({ reason: 'password' })
  const timeout = scope.deadline.left
  await element.fill(action.value, { timeout })
  if (action.submit) await element.press('Enter', { timeout, noWaitAfter: true })
}

/** Asked of the markup: `getAttribute` runs in Playwright's own world. */
const isPassword = async (element: ElementHandle): Promise<boolean> =>
  (await element.getAttribute('type'))?.trim().toLowerCase() === 'password'

export async function select(scope: ActionScope, action: Field<'select'>): Promise<void> {
  const { element } = await scope.locate(action.target)
  const chosen = await element.selectOption(action.options, {
    timeout: scope.deadline.left,
    noWaitAfter: true,
  })
  if (chosen.length < action.options.length) {
    throw new BrowserError('BROWSER_TARGET_UNSUITABLE', 'the choice takes one option at a time', { reason: 'single' })
  }
}
