import { EventEmitter } from 'node:events'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DiagnosticsLog } from '../../../host/playwright/diagnostics.ts'

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
    page.emit('console', {
      type: () => 'log',
      text: () => `entry ${number}`,
      location: () => ({ url: 'https://fixture.test/' }),
      args: () => values,
    })
  }
  const { console, dropped } = log.read({})
  expect(console.map(({ text }) => text)).toEqual(['entry 2', 'entry 3'])
  expect(dropped.console).toBe(1)
  expect(logged.size).toBe(0)
})
