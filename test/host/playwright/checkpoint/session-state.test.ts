import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { captureState } from '../../../../host/playwright/checkpoint/session-state.ts'
import type { Tab } from '../../../../host/playwright/page/tab.ts'

const capture = (storageState: () => Promise<never>) =>
  captureState({ storageState } as unknown as BrowserContext, {} as Tab, '1', 20)

test.each([
  ['more than can be read in time', () => new Promise<never>(() => {}), 'timeout', /longer than 20 ms/],
  [
    'not to be read at all',
    () => Promise.reject(new Error('storageState: no such database\nCall log:')),
    'storage',
    /^storageState: no such database$/,
  ],
])('a storage that is %s fails the checkpoint', async (_what, read, reason, message) => {
  await expect(capture(read)).rejects.toMatchObject({
    code: 'BROWSER_CHECKPOINT_FAILED',
    reason,
    message: expect.stringMatching(message),
  })
})
