import { expect, it } from 'vitest'
import { examine, printChecks } from '../../../host/cli/doctor.ts'
import { BrowserError } from '../../../host/errors/browser-error.ts'

it('asks on after a failure, and says what to do', async () => {
  const checks = await examine([
    { name: 'one', ask: async () => 'found' },
    { name: 'second', ask: async () => Promise.reject(new BrowserError('BROWSER_STORE_FAILED', 'The disk is full.')) },
    { name: 'last', ask: async () => 'found too' },
  ])
  expect(checks.map((check) => check.ok)).toEqual([true, false, true])
  expect(printChecks(checks).split('\n')).toEqual([
    'ok    one     found',
    'FAIL  second  BROWSER_STORE_FAILED: The disk is full.',
    '              Check the store that the message names.',
    'ok    last    found too',
  ])
})
