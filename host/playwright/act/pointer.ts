import { BrowserError } from '../../errors/browser-error.ts'
import type { ElementAction, ProviderActionTarget } from '../../provider/types.ts'
import { targetStale } from '../observe/targets.ts'
import { placesOf } from '../picture/places.ts'
import { insistUncovered } from './covered.ts'
import type { ActionScope } from './scope.ts'

type Pointer<Type extends string> = Extract<ElementAction<ProviderActionTarget>, { type: Type }>

export async function click(scope: ActionScope, action: Pointer<'click'>): Promise<void> {
  const located = await scope.locate(action.target)
  await insistUncovered(scope, located)
  await located.pointer.click({
    button: action.button ?? 'left',
    clickCount: action.clicks ?? 1,
    ...(action.modifiers && { modifiers: action.modifiers }),
    timeout: scope.deadline.timeout,
    noWaitAfter: true,
  })
}

export async function hover(scope: ActionScope, action: Pointer<'hover'>): Promise<void> {
  const located = await scope.locate(action.target)
  await insistUncovered(scope, located)
  await located.pointer.hover({ timeout: scope.deadline.timeout })
}

const REVEAL = `function (id) { this.element(id)?.scrollIntoView({ block: 'nearest', behavior: 'instant' }) }`

/** Native drag and drop and pointer-driven dragging both want a move in between. */
export async function drag(scope: ActionScope, action: Pointer<'drag'>): Promise<void> {
  const { tab } = scope
  const from = await scope.locate(action.target)
  const to = await scope.locate(action.to)
  await insistUncovered(scope, from)
  await from.pointer.hover({ timeout: scope.deadline.timeout })
  await tab.page.mouse.down()
  try {
    await to.ask(REVEAL)
    const [box] = await placesOf(tab, [{ target: action.to.target, label: '' }])
    if (!box) throw targetStale('gone')
    const end = [box.x + box.width / 2, box.y + box.height / 2] as const
    await tab.page.mouse.move(...end, { steps: 8 })
    await tab.page.mouse.move(...end)
  } finally {
    await tab.page.mouse.up()
  }
}

const CHECKED = `function (id) {
  const element = this.element(id);
  return element && 'checked' in element ? element.checked : element?.getAttribute('aria-checked') === 'true';
}`

export async function check(scope: ActionScope, action: Pointer<'check'>): Promise<void> {
  const located = await scope.locate(action.target)
  const { element, pointer, proxied, ask } = located
  if (!proxied && (await ask<boolean>(CHECKED)) !== action.checked) await insistUncovered(scope, located)
  const timeout = scope.deadline.timeout
  if (!proxied) {
    await element.setChecked(action.checked, { timeout, noWaitAfter: true })
    return
  }
  // A control that only its label shows: the label is what a person would click
  if ((await ask<boolean>(CHECKED)) === action.checked) return
  await pointer.click({ timeout, noWaitAfter: true })
  if ((await ask<boolean>(CHECKED)) !== action.checked) {
    throw new BrowserError('BROWSER_TARGET_UNSUITABLE', 'clicking it did not change its state', { reason: 'unchanged' })
  }
}
