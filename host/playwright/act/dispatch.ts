import { BrowserError } from '../../errors/browser-error.ts'
import type { ProviderAction } from '../../provider/types.ts'
import { fill, select } from './fields.ts'
import { press } from './keyboard.ts'
import { navigate, reload, step } from './navigate.ts'
import { check, click, drag, hover } from './pointer.ts'
import type { ActionScope } from './scope.ts'
import { scroll } from './scroll.ts'
import { wait } from './wait.ts'

/** Actions upon the page itself; those upon tabs and dialogs are the environment's. */
export type PageBoundAction = Exclude<ProviderAction, { type: 'tab' | 'dialog' }>

type Handlers = {
  [Type in PageBoundAction['type']]: (
    scope: ActionScope,
    action: Extract<PageBoundAction, { type: Type }>,
  ) => Promise<void>
}

const HANDLERS: Handlers = {
  navigate: (scope, action) => navigate(scope, action.url),
  back: (scope) => step(scope, 'back'),
  forward: (scope) => step(scope, 'forward'),
  reload: (scope) => reload(scope),
  click,
  hover,
  drag,
  check,
  fill,
  'fill-credential': fill,
  select,
  press,
  scroll,
  wait: (scope, action) => wait(scope, action.for, action.timeoutMs),
}

export function perform(scope: ActionScope, action: PageBoundAction): Promise<void> {
  const handler = HANDLERS[action.type] as ((scope: ActionScope, action: PageBoundAction) => Promise<void>) | undefined
  if (!handler) throw new BrowserError('BROWSER_INPUT_INVALID', `there is no action "${String(action.type)}"`)
  return handler(scope, action)
}

/** Actions that run for as long as the caller said, or that have a bound of their own. */
export const ownBound = (action: PageBoundAction): boolean => action.type === 'wait' || NAVIGATIONS.has(action.type)

/** Actions that change nothing a page could react to afterwards. */
export const settles = (action: PageBoundAction): boolean => action.type !== 'wait'

const NAVIGATIONS: ReadonlySet<string> = new Set(['navigate', 'back', 'forward', 'reload'])
