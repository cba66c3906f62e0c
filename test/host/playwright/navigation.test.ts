import { EventEmitter } from 'node:events'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NavigationState } from '../../../host/playwright/page/navigation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page whose main frame is asked for documents, one every so many milliseconds. */
function asked(times: number, everyMs: number, redirected = false): NavigationState {
  const frame = {}
  const page = Object.assign(new EventEmitter(), { mainFrame: () => frame })
  const state = new NavigationState(page as unknown as Page)
  for (let count = 0; count < times; count++) {
    vi.advanceTimersByTime(everyMs)
    page.emit('request', {
      isNavigationRequest: () => true,
      frame: () => frame,
      resourceType: () => 'document',
      redirectedFrom: () => (redirected && count > 0 ? {} : null),
    })
  }
  return state
}

describe('restless is', () => {
  test('a page that navigates all the time', () => expect(asked(40, 20).restless).toBe(true))
  test('not one that forwards a few times', () => expect(asked(7, 50).restless).toBe(false))
  test('not one whose server redirects often', () => expect(asked(20, 50, true).restless).toBe(false))
  test('not one that people go on from', () => expect(asked(40, 500).restless).toBe(false))
  test('not one that has come to rest', () => {
    const state = asked(40, 20)
    vi.advanceTimersByTime(4_000)
    expect(state.restless).toBe(false)
  })
})

test('a document is at its server from being asked for to the answer, each time anew', () => {
  const frame = {}
  const page = Object.assign(new EventEmitter(), { mainFrame: () => frame })
  const state = new NavigationState(page as unknown as Page)
  const ask = () => {
    const request = { isNavigationRequest: () => true, frame: () => frame, resourceType: () => 'document' }
    page.emit('request', { ...request, redirectedFrom: () => null })
    return state.pending
  }
  const stations = [state.atServer]
  for (const end of [() => state.committed(), () => page.emit('requestfailed', state.pending)]) {
    const request = ask()
    stations.push(state.atServer)
    page.emit('response', { request: () => request, status: () => 200 })
    stations.push(state.atServer)
    ask()
    stations.push(state.atServer)
    end()
    stations.push(state.atServer)
  }
  expect(stations).toEqual([false, true, false, true, false, true, false, true, false])
})

test('a page is crowded with as many requests in flight as Chromium has connections to a host', () => {
  const page = Object.assign(new EventEmitter(), { mainFrame: () => undefined })
  const state = new NavigationState(page as unknown as Page)
  const requests = ['image', 'image', 'image', 'fetch', 'fetch', 'media'].map((type) => ({
    isNavigationRequest: () => false,
    resourceType: () => type,
  }))
  const seen = () => [state.crowded, state.busy]
  for (const request of requests.slice(1)) page.emit('request', request)
  expect(seen()).toEqual([false, true])
  page.emit('request', requests[0])
  expect(seen()).toEqual([true, true])
  for (const request of requests.slice(3)) page.emit('requestfinished', request)
  expect(seen()).toEqual([false, false])
  page.emit('request', requests[3])
  state.committed()
  expect(seen()).toEqual([false, false])
})
