import { BrowserError } from '../../errors/browser-error.ts'
import type { PageAction, ProviderActionTarget } from '../../provider/types.ts'
import type { ActionScope } from './scope.ts'

export async function press(
  scope: ActionScope,
  action: Extract<PageAction<ProviderActionTarget>, { type: 'press' }>,
): Promise<void> {
  try {
    if (action.target) {
      const { element } = await scope.locate(action.target)
      await element.press(action.key, { timeout: scope.deadline.timeout, noWaitAfter: true })
    } else {
      await scope.tab.page.keyboard.press(action.key)
    }
  } catch (error) {
    if (error instanceof Error && /Unknown key/.test(error.message)) {
      throw new BrowserError('BROWSER_INPUT_INVALID', `there is no key "${action.key.slice(0, 50)}"`, { cause: error })
    }
    throw error
  }
}
