import type { ElementHandle } from 'playwright-core'
import type { ElementAction, ProviderActionTarget } from '../../provider/types.ts'
import type { ActionScope } from './scope.ts'

type Pointer<Type extends string> = Extract<ElementAction<ProviderActionTarget>, { type: Type }>

export async function click(scope: ActionScope, action: Pointer<'click'>): Promise<void> {
  const { pointer } = await scope.locate(action.target)
  await pointer.click({
    button: action.button ?? 'left',
    clickCount: action.clicks ?? 1,
    ...(action.modifiers && { modifiers: action.modifiers }),
    timeout: scope.deadline.left,
    noWaitAfter: true,
  })
}

export async function hover(scope: ActionScope, action: Pointer<'hover'>): Promise<void> {
  const { pointer } = await scope.locate(action.target)
  await pointer.hover({ timeout: scope.deadline.left })
}

/** Native drag and drop and pointer-driven dragging both want a move in between. */
export async function drag(scope: ActionScope, action: Pointer<'drag'>): Promise<void> {
  const from = await scope.locate(action.target)
  const to = await scope.locate(action.to)
  const { mouse } = scope.tab.page
  const timeout = scope.deadline.left
  await from.pointer.hover({ timeout })
  await mouse.down()
  try {
    await to.pointer.scrollIntoViewIfNeeded({ timeout })
    const end = await centre(to.pointer)
    await mouse.move(end.x, end.y, { steps: 8 })
    await mouse.move(end.x, end.y)
  } finally {
    await mouse.up()
  }
}

async function centre(element: ElementHandle): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('element is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export async function check(scope: ActionScope, action: Pointer<'check'>): Promise<void> {
  const { element, pointer } = await scope.locate(action.target)
  const timeout = scope.deadline.left
  if (pointer === element) {
    await element.setChecked(action.checked, { timeout, noWaitAfter: true })
    return
  }
  // A control that only its label shows: the label is what a person would click
  if ((await element.isChecked()) === action.checked) return
  await pointer.click({ timeout, noWaitAfter: true })
  if ((await element.isChecked()) !== action.checked) throw new Error('Clicking the checkbox did not change its state')
}
