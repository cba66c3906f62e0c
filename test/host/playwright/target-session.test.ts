import { EventEmitter } from 'node:events'
import type { CDPSession } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { TargetSession } from '../../../host/playwright/page/target-session.ts'

/** A session that answers every question with an empty object, and what it was asked. */
function fakeSession() {
  const asked: string[] = []
  const send = async (method: string) => {
    asked.push(method)
    return {}
  }
  const cdp = Object.assign(new EventEmitter(), { send })
  return { cdp, asked, session: new TargetSession(cdp as unknown as CDPSession) }
}

const attach = { frameId: 'child', parentFrameId: 'root' }
const swap = { frameId: 'child', reason: 'swap' }

test('a frame that another process took over is known by its parent', async () => {
  const { cdp, session } = fakeSession()
  cdp.emit('Page.frameAttached', attach)
  cdp.emit('Page.frameDetached', swap)
  expect(await session.framesElsewhere(new Set())).toMatchObject([{ id: 'child', parentId: 'root', silent: true }])
})

// The browser says of few frames that they went with their document
test.each([
  ['in this process', ['Page.frameAttached', 'Runtime.executionContextsCleared', 'Page.frameDetached']],
  ['in another', ['Page.frameAttached', 'Page.frameDetached', 'Runtime.executionContextsCleared']],
])('a frame %s is forgotten with the document it was in', async (_, events) => {
  const { cdp, asked, session } = fakeSession()
  for (const event of events) cdp.emit(event, event === 'Page.frameDetached' ? swap : attach)
  expect(await session.framesElsewhere(new Set())).toEqual([])
  expect(asked).toEqual([])
})

test('a command about the page is asked again while the browser process does not know the new document', async () => {
  const { session } = fakeSession()
  const inactive = new Error('Protocol error (Page.resetNavigationHistory): Not attached to an active page')
  const answers = [inactive, inactive, 'done']
  const ask = async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  expect(await session.whenActive(ask)).toBe('done')
  const other = new Error('Invalid parameters')
  await expect(session.whenActive(() => Promise.reject(other))).rejects.toBe(other)
})

test('a page that never becomes the present one is given up with what the browser said', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { session } = fakeSession()
    const inactive = new Error('Not attached to an active page')
    const given = expect(session.whenActive(() => Promise.reject(inactive))).rejects.toBe(inactive)
    await vi.advanceTimersByTimeAsync(4000)
    await given
  } finally {
    vi.useRealTimers()
  }
})
