import { describe, expect, it } from 'vitest'
import { isBrowserError } from '../../../host/errors/browser-error.ts'
import {
  MAX_POLICY_ENTRIES,
  type NetworkSettings,
  needsProxy,
  parsePolicy,
  STRICT_POLICY,
} from '../../../host/network/policy.ts'

const rejection = (settings: unknown): string => {
  try {
    parsePolicy(settings as NetworkSettings)
  } catch (error) {
    if (isBrowserError(error, 'BROWSER_CONFIG_INVALID')) return error.message
    throw error
  }
  return 'accepted'
}

describe('parsePolicy', () => {
  it('is strict where nothing is said', () => {
    expect(parsePolicy()).toEqual(STRICT_POLICY)
    expect(parsePolicy({ allowPrivateNetwork: false })).toEqual(STRICT_POLICY)
  })

  it('maps the deprecated allowPrivateNetwork to unrestricted', () => {
    expect(parsePolicy({ allowPrivateNetwork: true }).mode).toBe('unrestricted')
    expect(parsePolicy({ allowPrivateNetwork: true, mode: 'unrestricted' }).mode).toBe('unrestricted')
  })

  it('writes hosts and ranges in one spelling, each once, and freezes the result', () => {
    const policy = parsePolicy({
      mode: 'allowlist',
      allowHosts: [
        'Wiki.Internal.',
        'wiki.internal',
        '.DEV.example:8443',
        '127.1:8123',
        '[0::1]:80',
        'ｂücher.example',
      ],
      allowCidrs: ['10.0.0.0/8', '127.0.0.1', 'fd00:0:0::/48', '::ffff:192.168.0.0/112'],
      denyPorts: [9300, 9200, 9200],
    })
    expect(policy.allowHosts).toEqual([
      'wiki.internal',
      '.dev.example:8443',
      '127.0.0.1:8123',
      '[::1]:80',
      'xn--bcher-kva.example',
    ])
    expect(policy.allowCidrs).toEqual(['10.0.0.0/8', '127.0.0.1/32', 'fd00::/48', '192.168.0.0/16'])
    expect(policy.denyPorts).toEqual([9200, 9300])
    expect(Object.isFrozen(policy) && Object.isFrozen(policy.allowHosts)).toBe(true)
    expect(parsePolicy(policy)).toEqual(policy)
  })

  it.each([
    [{ mode: 'open' }, 'network: mode "open" is none of strict, allowlist, unrestricted'],
    [{ mode: 'strict', allowPrivateNetwork: true }, 'allowPrivateNetwork: true contradicts mode "strict"'],
    [{ mode: 'allowlist', allowPrivateNetwork: true }, 'allowPrivateNetwork: true contradicts mode "allowlist"'],
    [
      { mode: 'unrestricted', allowPrivateNetwork: false },
      'allowPrivateNetwork: false contradicts mode "unrestricted"',
    ],
    [{ allowPrivateNetwork: 'yes' }, 'allowPrivateNetwork is neither true nor false'],
    [{ allowHosts: ['a.example'] }, 'allowHosts contradicts mode "strict"'],
    [{ mode: 'unrestricted', allowHosts: ['a.example'] }, 'allowHosts contradicts mode "unrestricted"'],
    [{ mode: 'strict', allowCidrs: ['10.0.0.0/8'] }, 'allowCidrs contradicts mode "strict"'],
    [{ allowPrivateNetwork: true, allowCidrs: ['10.0.0.0/8'] }, 'allowCidrs contradicts mode "unrestricted"'],
    [{ mode: 'unrestricted', publicHosts: [] }, 'publicHosts contradicts mode "unrestricted"'],
    [{ allowHosts: 'a.example' }, 'allowHosts is no list'],
    [{ denyCidrs: [10] }, 'denyCidrs: "10" is no string'],
    [{ denyPorts: ['80'] }, 'denyPorts: "80" is no number'],
    [{ denyPorts: [0] }, 'denyPorts: "0" is no port'],
    [{ denyPorts: [65_536] }, 'denyPorts: "65536" is no port'],
    [{ denyPorts: Array.from({ length: MAX_POLICY_ENTRIES + 1 }, () => 80) }, 'denyPorts has more than 1000 entries'],
    [{ denyCidrs: [''] }, 'is not an address range'],
    [{ denyCidrs: ['10.0.0.0/33'] }, 'has no prefix length between 0 and 32'],
    [{ denyCidrs: ['::/129'] }, 'has no prefix length between 0 and 128'],
    [{ denyCidrs: ['10.0.0.0/'] }, 'has no prefix length'],
    [{ denyCidrs: ['10.0.0.0/8/8'] }, 'has no prefix length'],
    [{ denyCidrs: ['10.0.0.0/+8'] }, 'has no prefix length'],
    [{ denyCidrs: ['10.0.0.0/255.0.0.0'] }, 'has no prefix length'],
    [{ denyCidrs: ['10/8'] }, 'is not an address range'],
    [{ denyCidrs: ['010.0.0.0/8'] }, 'is not an address range'],
    [{ denyCidrs: ['0xa.0.0.0/8'] }, 'is not an address range'],
    [{ denyCidrs: ['fe80::%eth0/10'] }, 'is not an address range'],
    [{ denyCidrs: ['10.1.2.3/8'] }, 'has bits beyond its prefix; the range is 10.0.0.0/8'],
    [{ denyCidrs: ['fe80::1/64'] }, 'has bits beyond its prefix; the range is fe80::/64'],
    [{ mode: 'allowlist', allowHosts: [''] }, 'is no host name or address'],
    [{ mode: 'allowlist', allowHosts: ['*.example'] }, 'is no host name or address'],
    [{ mode: 'allowlist', allowHosts: ['http://a.example'] }, 'is no host with an optional port'],
    [{ mode: 'allowlist', allowHosts: ['a.example/path'] }, 'is no host name or address'],
    [{ mode: 'allowlist', allowHosts: ['a.example:0'] }, 'has no port between 1 and 65535'],
    [{ mode: 'allowlist', allowHosts: ['a.example:99999'] }, 'has no port between 1 and 65535'],
    [{ mode: 'allowlist', allowHosts: ['a.example:http'] }, 'is no host with an optional port'],
    [{ mode: 'allowlist', allowHosts: ['::1'] }, 'an IPv6 address needs brackets'],
    [{ mode: 'allowlist', allowHosts: ['.127.0.0.1'] }, 'puts a leading dot before an address'],
    [{ mode: 'allowlist', allowHosts: ['..example'] }, 'is no host name or address'],
    [
      { mode: 'allowlist', allowCidrs: ['10.1.0.0/16'], denyCidrs: ['10.0.0.0/8'] },
      'allowCidrs: 10.1.0.0/16 is denied by denyCidrs: 10.0.0.0/8',
    ],
    [
      { mode: 'allowlist', allowHosts: ['10.1.2.3'], denyCidrs: ['10.0.0.0/8'] },
      '10.1.2.3 is denied by denyCidrs: 10.0.0.0/8',
    ],
    [{ mode: 'allowlist', allowHosts: ['a.example:9200'], denyPorts: [9200] }, 'a.example:9200 is denied by denyPorts'],
    [{ mode: 'allowlist', allowHosts: ['a.example:6000'] }, 'a.example:6000 has a port that browsers refuse'],
  ])('refuses %j', (settings, message) => {
    expect(rejection(settings)).toContain(message)
  })

  it('accepts an allowance that a denial only narrows', () => {
    expect(
      rejection({
        mode: 'allowlist',
        allowCidrs: ['10.0.0.0/8'],
        denyCidrs: ['10.1.0.0/16'],
        allowHosts: ['a.example'],
      }),
    ).toBe('accepted')
  })
})

describe('needsProxy', () => {
  it.each([
    [{}, true],
    [{ mode: 'allowlist' }, true],
    [{ mode: 'unrestricted' }, false],
    [{ mode: 'unrestricted', denyCidrs: ['169.254.0.0/16'] }, true],
    [{ mode: 'unrestricted', denyPorts: [9200] }, true],
  ] as [NetworkSettings, boolean][])('%j: %s', (settings, needed) => {
    expect(needsProxy(parsePolicy(settings))).toBe(needed)
  })
})
