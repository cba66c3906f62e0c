import { BrowserError } from '../../errors/browser-error.ts'
import type { ElementAction, ProviderActionTarget } from '../../provider/types.ts'
import { policyDenied } from '../effects/operation.ts'
import type { ActionScope } from './scope.ts'

type Field<Type extends string> = Extract<ElementAction<ProviderActionTarget>, { type: Type }>

export async function fill(scope: ActionScope, action: Field<'fill' | 'fill-credential'>): Promise<void> {
  const { element, ask } = await scope.locate(action.target)
  if (action.type === 'fill' && (await ask<boolean>(IS_PASSWORD))) throw policyDenied({ reason: 'password' })
  const timeout = scope.deadline.timeout
  await element.fill(action.value, { timeout })
  if (action.submit) await element.press('Enter', { timeout, noWaitAfter: true })
}

const IS_PASSWORD = `function (id) {
  const element = this.element(id);
  return element instanceof HTMLInputElement && element.type === 'password';
}`

/** Label and value of each option; null where the element is no choice of the browser's own. */
const OPTIONS = `function (id) {
  const element = this.element(id);
  if (!(element instanceof HTMLSelectElement)) return null;
  return Array.from(element.options).slice(0, 2000).map((option) => ({
    label: option.label, value: option.value, disabled: option.disabled,
  }));
}`
const MAX_LISTED = 20

/** Asked for by label or by value. What is not there is said at once, with what is. */
export async function select(scope: ActionScope, action: Field<'select'>): Promise<void> {
  const { element, ask } = await scope.locate(action.target)
  const options = await ask<{ label: string; value: string; disabled: boolean }[] | null>(OPTIONS)
  if (!options) throw unsuitable('it is no list of options of the browser; click it and choose there', 'no-select')
  for (const wanted of action.options) {
    const option = options.find(({ label, value }) => label === wanted || value === wanted)
    if (option?.disabled) throw unsuitable(`its option "${wanted.slice(0, 100)}" is disabled`, 'disabled')
    if (!option) throw unsuitable(`it has no option "${wanted.slice(0, 100)}"; it has ${listed(options)}`, 'no-option')
  }
  const chosen = await element.selectOption(action.options, { timeout: scope.deadline.timeout, noWaitAfter: true })
  if (chosen.length < action.options.length) throw unsuitable('it takes one option at a time', 'single')
}

const listed = (options: readonly { label: string }[]): string =>
  options
    .slice(0, MAX_LISTED)
    .map(({ label }) => JSON.stringify(label.slice(0, 50)))
    .join(', ') + (options.length > MAX_LISTED ? ` and ${options.length - MAX_LISTED} more` : '')

const unsuitable = (message: string, reason: string): BrowserError =>
  new BrowserError('BROWSER_TARGET_UNSUITABLE', message, { reason })
