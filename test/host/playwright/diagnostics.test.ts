import { EventEmitter } from 'node:events'
import type { Page } from 'playwright-core'
import { afterEach, expect, test, vi } from 'vitest'
import { DiagnosticsLog } from '../../../host/playwright/diagnostics.ts'

afterEach(() => {
  vi.useRealTimers()
})

const message = (text: string, values: object[] = []) => ({
  type: () => 'log',
  text: () => text,
  location: () => ({ url: 'https://fixture.test/' }),
  args: () => values,
})

test('of what a page logs only the text is kept', () => {
  const page = new EventEmitter()
  const log = new DiagnosticsLog(2)
  log.follow(page as unknown as Page)
  const logged = new Set<object>()
  for (let number = 1; number <= 3; number++) {
    const values = [1, 2].map(() => {
      const value = { dispose: async () => void logged.delete(value) }
      logged.add(value)
      return value
    })
    page.emit('console', message(`entry ${number}`, values))
  }
  const { console, dropped } = log.read({})
  expect(console.map(({ text }) => text)).toEqual(['entry 2', 'entry 3'])
  expect(dropped.console).toBe(1)
  expect(logged.size).toBe(0)
})

test('a page that says more within a second than is kept is not listened to for a while', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const page = Object.assign(new EventEmitter(), { url: () => 'https://fixture.test/', isClosed: () => false })
  const log = new DiagnosticsLog(150)
  log.follow(page as unknown as Page)
  const say = (count: number) => {
    for (let number = 0; number < count; number++) page.emit('console', message('again'))
    const { mark, console, dropped } = log.read({ since })
    since = mark
    return { told: console.map(({ text }) => text), dropped: dropped.console }
  }
  let since = 0
  expect(say(149).told).toHaveLength(100)
  vi.advanceTimersByTime(1_000)
  const flood = say(1_000)
  expect(flood.told.at(-1)).toMatch(/^\(150 messages within a second/)
  expect(flood.told.length + flood.dropped).toBe(151)
  expect(page.listenerCount('console')).toBe(0)
  vi.advanceTimersByTime(4_999)
  expect(say(3).told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(say(3).told).toEqual(['again', 'again', 'again'])
})
