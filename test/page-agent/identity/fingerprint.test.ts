import { expect, test } from 'vitest'
import { fingerprint } from '../../../page-agent/identity/fingerprint.ts'

const base = ['a', 'link', '', 'Next'] as const

test('equal input gives equal prints', () => {
  expect(fingerprint(...base, { download: true })).toBe(fingerprint(...base, { download: true }))
  expect(fingerprint(...base)).toMatch(/^[0-9a-z]{8,14}$/)
})

test('each part counts, and so does where it stands', () => {
  const prints = [
    fingerprint(...base),
    fingerprint('b', 'link', '', 'Next'),
    fingerprint('a', 'button', '', 'Next'),
    fingerprint('a', 'link', 'x', 'Next'),
    fingerprint('a', 'link', '', 'Previous'),
    fingerprint('a', 'link', 'Next', ''),
    fingerprint(...base, { newContext: true }),
    fingerprint(...base, { download: true }),
    fingerprint(...base, { fileChooser: true }),
    fingerprint(...base, { externalProtocol: 'mailto' }),
  ]
  expect(new Set(prints).size).toBe(prints.length)
})

test('50,000 short names do not collide', () => {
  const prints = new Set(Array.from({ length: 50_000 }, (_, i) => fingerprint('a', 'link', '', String(i))))
  expect(prints.size).toBe(50_000)
})
