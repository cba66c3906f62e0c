import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalHost } from '../../../host/network/hosts.ts'

it('gives what the URL parser gives, for names that need no change too', () => {
  const label = fc.string({ unit: fc.constantFrom(...'abxn019-_é１', 'xn--', '0x'), minLength: 1, maxLength: 6 })
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
  fc.assert(
    fc.property(fc.oneof(host, fc.ipV4(), fc.domain()), (spelling) => {
      const parsed = URL.parse(`http://${spelling}/`)?.hostname.replace(/\.$/, '')
      const given = canonicalHost(spelling)
      if (given !== undefined) expect(given).toBe(parsed)
      // RFC 1035 allows no other letters than these
      else expect(parsed ?? '').not.toMatch(/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/)
    }),
    { seed: 20_261_130, numRuns: 20_000 },
  )
})

it.each([
  ['a'.repeat(63), true],
  ['a'.repeat(64), false],
  [`${'a.'.repeat(126)}a`, true],
  [`${'a.'.repeat(127)}a`, false],
])('holds to the lengths of DNS: %s', (spelling, admitted) => {
  expect(canonicalHost(spelling)).toBe(admitted ? spelling : undefined)
})
