import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBrowserError } from '../../../host/errors/browser-error.ts'
import { classifyDestination } from '../../../host/network/classify.ts'
import { narrowPolicy, type PolicyGrants } from '../../../host/network/narrow.ts'
import { compilePolicy, type NetworkPolicy, type NetworkSettings, parsePolicy } from '../../../host/network/policy.ts'

type Asked = Partial<NetworkPolicy>

const strict = parsePolicy({ denyCidrs: ['8.8.8.0/24'], denyPorts: [9200] })
const allowlist = parsePolicy({
  mode: 'allowlist',
  allowHosts: ['wiki.internal', '.dev.example', '127.0.0.1:8000'],
  allowCidrs: ['10.0.0.0/8'],
  denyCidrs: ['10.9.0.0/16'],
})
const open = parsePolicy({ mode: 'unrestricted', denyCidrs: ['169.254.0.0/16'] })
const listed = parsePolicy({ publicHosts: ['.shop.example', 'cdn.example:443'] })

describe('what a consumer leaves out is inherited', () => {
  it.each([strict, allowlist, open, listed])('$mode', (operator) => {
    expect(narrowPolicy(operator)).toEqual(operator)
    expect(narrowPolicy(operator, {})).toEqual(operator)
  })

  it('and what it denies is added', () => {
    const policy = narrowPolicy(strict, { denyCidrs: ['1.1.1.0/24'], denyPorts: [9300] })
    expect(policy.denyCidrs).toEqual(['8.8.8.0/24', '1.1.1.0/24'])
    expect(policy.denyPorts).toEqual([9200, 9300])
  })
})

describe('narrower is given', () => {
  it.each<[string, NetworkPolicy, Asked, Asked, PolicyGrants?]>([
    ['strict under allowlist', allowlist, { mode: 'strict' }, { mode: 'strict', allowHosts: [], allowCidrs: [] }],
    ['strict under unrestricted', open, { mode: 'strict' }, { mode: 'strict', denyCidrs: ['169.254.0.0/16'] }],
    [
      'an allowlist under unrestricted',
      open,
      { mode: 'allowlist', allowHosts: ['localhost'] },
      { allowHosts: ['localhost'] },
    ],
    [
      'one allowed host',
      allowlist,
      { allowHosts: ['wiki.internal:443'], allowCidrs: [] },
      { allowHosts: ['wiki.internal:443'] },
    ],
    ['a subdomain of a suffix', allowlist, { allowHosts: ['a.dev.example'] }, { allowHosts: ['a.dev.example'] }],
    ['a deeper suffix', allowlist, { allowHosts: ['.a.dev.example:8443'] }, { allowHosts: ['.a.dev.example:8443'] }],
    ['a smaller range', allowlist, { allowCidrs: ['10.1.0.0/16'] }, { allowCidrs: ['10.1.0.0/16'] }],
    ['an address within a range', allowlist, { allowHosts: ['10.1.2.3:80'] }, { allowHosts: ['10.1.2.3:80'] }],
    ['public names', strict, { publicHosts: ['a.example'] }, { publicHosts: ['a.example'] }],
    ['fewer public names', listed, { publicHosts: ['a.shop.example'] }, { publicHosts: ['a.shop.example'] }],
    ['no public names', listed, { publicHosts: [] }, { publicHosts: [] }],
    [
      'a granted host under strict, with the mode implied',
      strict,
      { allowHosts: ['127.0.0.1:5173'] },
      { mode: 'allowlist', allowHosts: ['127.0.0.1:5173'] },
      { allowHosts: ['127.0.0.1', 'localhost'] },
    ],
    [
      'a granted host and nothing public',
      strict,
      { mode: 'allowlist', allowHosts: ['localhost:5173'], publicHosts: [] },
      { mode: 'allowlist', allowHosts: ['localhost:5173'], publicHosts: [] },
      { allowHosts: ['localhost'] },
    ],
    [
      'a granted range',
      strict,
      { allowCidrs: ['127.0.0.0/8'] },
      { allowCidrs: ['127.0.0.0/8'] },
      { allowCidrs: ['127.0.0.0/8'] },
    ],
  ])('%s', (_what, operator, asked, expected, grants = {}) => {
    expect(narrowPolicy(operator, asked, grants)).toMatchObject(expected)
  })
})

describe('wider is refused', () => {
  it.each<[string, NetworkPolicy, Asked, PolicyGrants?]>([
    ['unrestricted under strict', strict, { mode: 'unrestricted' }],
    ['unrestricted under allowlist', allowlist, { mode: 'unrestricted' }],
    ['unrestricted, whatever hosts are granted', strict, { mode: 'unrestricted' }, { allowHosts: ['localhost'] }],
    ['a host under strict', strict, { allowHosts: ['localhost'] }],
    ['another host', allowlist, { allowHosts: ['wiki.internal', 'db.internal'] }],
    ['another port of a host', allowlist, { allowHosts: ['127.0.0.1:8001'] }],
    ['every port of a host', allowlist, { allowHosts: ['127.0.0.1'] }],
    ['the parent of a suffix', allowlist, { allowHosts: ['dev.example'] }],
    ['a wider suffix', allowlist, { allowHosts: ['.example'] }],
    ['a suffix of an exact host', allowlist, { allowHosts: ['.wiki.internal'] }],
    ['a lookalike of a suffix', allowlist, { allowHosts: ['evildev.example'] }],
    ['a wider range', allowlist, { allowCidrs: ['0.0.0.0/0'] }],
    ['a range beside', allowlist, { allowCidrs: ['11.0.0.0/8'] }],
    ['an IPv6 range', allowlist, { allowCidrs: ['::/0'] }],
    ['a range of granted hosts', strict, { allowCidrs: ['127.0.0.0/8'] }, { allowHosts: ['127.0.0.1'] }],
    ['another public name', listed, { publicHosts: ['other.example'] }],
    ['another port of a public name', listed, { publicHosts: ['cdn.example'] }],
    ['beyond a grant', strict, { allowHosts: ['localhost:80'] }, { allowHosts: ['localhost:5173'] }],
  ])('%s', (_what, operator, asked, grants) => {
    let error: unknown
    try {
      narrowPolicy(operator, asked, grants)
    } catch (caught) {
      error = caught
    }
    expect(isBrowserError(error, 'BROWSER_POLICY_DENIED') && error.reason).toBe('policy-widening')
  })

  it('cannot take a denial back by allowing what it covers', () => {
    expect(() => narrowPolicy(allowlist, { allowCidrs: ['10.9.1.0/24'] })).toThrow('is denied by denyCidrs')
  })

  it('names a request that contradicts itself as that', () => {
    expect(() => narrowPolicy(allowlist, { mode: 'strict', allowHosts: ['wiki.internal'] })).toThrow(
      'allowHosts contradicts mode "strict"',
    )
  })
})

it('whatever is asked for without grants, no destination is admitted that the operator denies', () => {
  const host = fc.constantFrom(
    'wiki.internal',
    'a.dev.example',
    '127.0.0.1',
    '10.1.2.3',
    'localhost',
    'shop.example',
    '.example',
  )
  const pattern = fc.tuple(host, fc.constantFrom('', ':80', ':8000')).map(([name, port]) => `${name}${port}`)
  const cidr = fc.constantFrom('10.0.0.0/8', '10.1.0.0/16', '127.0.0.0/8', '0.0.0.0/0', '::/0', '8.8.8.8/32')
  const denials = {
    denyCidrs: fc.array(cidr, { maxLength: 1 }),
    denyPorts: fc.array(fc.constantFrom(80, 8000), { maxLength: 1 }),
  }
  const publicHosts = fc.array(pattern, { maxLength: 3 })
  const allowances = { allowHosts: fc.array(pattern, { maxLength: 3 }), allowCidrs: fc.array(cidr, { maxLength: 2 }) }
  const settings: fc.Arbitrary<NetworkSettings> = fc.oneof(
    fc.record({ mode: fc.constant('strict' as const), ...denials, publicHosts }, { requiredKeys: ['mode'] }),
    fc.record({ mode: fc.constant('unrestricted' as const), ...denials }, { requiredKeys: ['mode'] }),
    fc.record(
      { mode: fc.constant('allowlist' as const), ...denials, ...allowances, publicHosts },
      { requiredKeys: [] },
    ),
  )
  const destination = fc.record({
    host: fc.constantFrom(
      'wiki.internal',
      'a.dev.example',
      '127.0.0.1',
      '10.1.2.3',
      'localhost',
      'shop.example',
      '8.8.8.8',
    ),
    port: fc.constantFrom(80, 8000, 443),
    address: fc.constantFrom('127.0.0.1', '10.1.2.3', '8.8.8.8', '9.9.9.9', '::1', '2606:4700::1'),
  })
  let compared = 0
  fc.assert(
    fc.property(settings, settings, fc.array(destination, { minLength: 10, maxLength: 30 }), (outer, asked, places) => {
      let operator: NetworkPolicy
      let policy: NetworkPolicy
      try {
        operator = parsePolicy(outer)
        policy = narrowPolicy(operator, asked as Asked)
      } catch {
        return
      }
      const [wide, narrow] = [compilePolicy(operator), compilePolicy(policy)]
      for (const place of places) {
        compared += 1
        const admitted = classifyDestination(place, narrow).admitted
        if (admitted) expect({ place, ...classifyDestination(place, wide) }).toMatchObject({ admitted: true })
      }
    }),
    { seed: 20_261_130, numRuns: 3_000 },
  )
  expect(compared).toBeGreaterThan(5_000)
}, 60_000)
