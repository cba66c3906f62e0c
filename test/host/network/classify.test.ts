import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyDestination } from '../../../host/network/classify.ts'
import { compilePolicy, type NetworkSettings, parsePolicy } from '../../../host/network/policy.ts'
import type { Verdict } from '../../../host/network/reasons.ts'

const policyOf = (settings: NetworkSettings = {}) => compilePolicy(parsePolicy(settings))
const STRICT = policyOf()

/** The reason alone where it is denied, with a `+` before it where it is admitted. */
const shown = ({ admitted, reason }: Verdict): string => (admitted ? `+${reason}` : reason)
const ofAddress = (address: string, policy = STRICT) =>
  shown(classifyDestination({ host: 'shop.example', port: 443, address }, policy))
const ofHost = (host: string, policy = STRICT, port = 443) => shown(classifyDestination({ host, port }, policy))

describe('IPv4 ranges', () => {
  // [range, reason, first, last, just below, just above]; a neighbour is what its own row says, or public.
  const RANGES = [
    ['0.0.0.0/8', 'this-network', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0 +public'],
    ['10.0.0.0/8', 'private', '10.0.0.0', '10.255.255.255', '9.255.255.255 +public', '11.0.0.0 +public'],
    ['100.64.0.0/10', 'shared', '100.64.0.0', '100.127.255.255', '100.63.255.255 +public', '100.128.0.0 +public'],
    ['Alibaba', 'metadata', '100.100.100.200', '100.100.100.200', '100.100.100.199 shared', '100.100.100.201 shared'],
    ['127.0.0.0/8', 'loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255 +public', '128.0.0.0 +public'],
    ['Azure', 'metadata', '168.63.129.16', '168.63.129.16', '168.63.129.15 +public', '168.63.129.17 +public'],
    [
      '169.254.0.0/16',
      'link-local',
      '169.254.0.0',
      '169.254.255.255',
      '169.253.255.255 +public',
      '169.255.0.0 +public',
    ],
    [
      'AWS',
      'metadata',
      '169.254.169.254',
      '169.254.169.254',
      '169.254.169.253 link-local',
      '169.254.169.255 link-local',
    ],
    ['ECS', 'metadata', '169.254.170.2', '169.254.170.2', '169.254.170.1 link-local', '169.254.170.3 link-local'],
    ['EKS', 'metadata', '169.254.170.23', '169.254.170.23', '169.254.170.22 link-local', '169.254.170.24 link-local'],
    ['172.16.0.0/12', 'private', '172.16.0.0', '172.31.255.255', '172.15.255.255 +public', '172.32.0.0 +public'],
    ['192.0.0.0/24', 'protocol-assignment', '192.0.0.0', '192.0.0.255', '191.255.255.255 +public', '192.0.1.0 +public'],
    [
      'PCP',
      'anycast-service',
      '192.0.0.9',
      '192.0.0.10',
      '192.0.0.8 protocol-assignment',
      '192.0.0.11 protocol-assignment',
    ],
    [
      'Oracle',
      'metadata',
      '192.0.0.192',
      '192.0.0.192',
      '192.0.0.191 protocol-assignment',
      '192.0.0.193 protocol-assignment',
    ],
    ['192.0.2.0/24', 'documentation', '192.0.2.0', '192.0.2.255', '192.0.1.255 +public', '192.0.3.0 +public'],
    [
      '192.31.196.0/24',
      'anycast-service',
      '192.31.196.0',
      '192.31.196.255',
      '192.31.195.255 +public',
      '192.31.197.0 +public',
    ],
    [
      '192.52.193.0/24',
      'anycast-service',
      '192.52.193.0',
      '192.52.193.255',
      '192.52.192.255 +public',
      '192.52.194.0 +public',
    ],
    [
      '192.88.99.0/24',
      'anycast-service',
      '192.88.99.0',
      '192.88.99.255',
      '192.88.98.255 +public',
      '192.88.100.0 +public',
    ],
    ['192.168.0.0/16', 'private', '192.168.0.0', '192.168.255.255', '192.167.255.255 +public', '192.169.0.0 +public'],
    [
      '192.175.48.0/24',
      'anycast-service',
      '192.175.48.0',
      '192.175.48.255',
      '192.175.47.255 +public',
      '192.175.49.0 +public',
    ],
    ['198.18.0.0/15', 'benchmarking', '198.18.0.0', '198.19.255.255', '198.17.255.255 +public', '198.20.0.0 +public'],
    [
      '198.51.100.0/24',
      'documentation',
      '198.51.100.0',
      '198.51.100.255',
      '198.51.99.255 +public',
      '198.51.101.0 +public',
    ],
    ['203.0.113.0/24', 'documentation', '203.0.113.0', '203.0.113.255', '203.0.112.255 +public', '203.0.114.0 +public'],
    ['224.0.0.0/4', 'multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255 +public', '240.0.0.0 reserved'],
    [
      '240.0.0.0/4',
      'reserved',
      '240.0.0.0',
      '255.255.255.254',
      '239.255.255.255 multicast',
      '255.255.255.255 broadcast',
    ],
    ['255.255.255.255/32', 'broadcast', '255.255.255.255', '255.255.255.255', '255.255.255.254 reserved', undefined],
  ] as const

  it.each(RANGES)('%s is %s', (_range, reason, first, last, below, above) => {
    expect(ofAddress(first)).toBe(reason)
    expect(ofAddress(last)).toBe(reason)
    for (const neighbour of [below, above]) {
      const [address, verdict] = neighbour?.split(' ') ?? []
      if (address) expect(`${address} ${ofAddress(address)}`).toBe(`${address} ${verdict}`)
    }
  })

  it.each(RANGES)('%s is %s in every IPv6 form too', (_range, reason, first, last) => {
    for (const address of [first, last]) {
      const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      const inverted = `${(((a << 8) | b) ^ 0xffff).toString(16)}:${(((c << 8) | d) ^ 0xffff).toString(16)}`
      const forms = {
        mapped: `::ffff:${hex}`,
        nat64: `64:ff9b::${hex}`,
        'nat64-local': `64:ff9b:1::${hex}`,
        '6to4': `2002:${hex}::1`,
        'teredo client': `2001:0:808:808:8000:ffff:${inverted}`,
        'teredo server': `2001:0:${hex}:8000:ffff:f7f7:f7f7`,
        isatap: `2606:4700::5efe:${hex}`,
        'isatap, global': `2606:4700::200:5efe:${hex}`,
        translated: `::ffff:0:${hex}`,
      }
      for (const [form, text] of Object.entries(forms)) expect(`${form} ${ofAddress(text)}`).toBe(`${form} ${reason}`)
    }
  })
})

describe('IPv6 ranges', () => {
  it.each([
    ['::', 'this-network'],
    ['::1', 'loopback'],
    ['::2', 'this-network'],
    ['::127.0.0.1', 'loopback'],
    ['::8.8.8.8', 'tunnel'],
    ['::808:808', 'tunnel'],
    ['::1:0:0', 'reserved'],
    ['::fffe:127.0.0.1', 'reserved'],
    ['::ffff:8.8.8.8', '+public'],
    ['::ffff:0:8.8.8.8', 'tunnel'],
    ['64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
    ['64:ff9b::8.8.8.8', '+public'],
    ['64:ff9b::1:0:0', 'reserved'],
    ['64:ff9b:0:ffff:ffff:ffff:ffff:ffff', 'reserved'],
    ['64:ff9b:1::8.8.8.8', 'tunnel'],
    ['64:ff9b:1:ffff:ffff:ffff:808:808', 'tunnel'],
    ['64:ff9b:2::8.8.8.8', 'reserved'],
    ['ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
    ['100::', 'discard'],
    ['100::ffff:ffff:ffff:ffff', 'discard'],
    ['100:0:0:1::', 'discard'],
    ['100:0:0:1:ffff:ffff:ffff:ffff', 'discard'],
    ['100:0:0:2::', 'reserved'],
    ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
    ['2000::', '+public'],
    ['2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '+public'],
    ['2001::', 'broadcast'],
    ['2001:0:808:808:8000:ffff:ffff:ffff', 'this-network'],
    ['2001:0:808:808:8000:ffff:f7f7:f7f7', 'tunnel'],
    ['2001:1::', 'protocol-assignment'],
    ['2001:1::1', 'anycast-service'],
    ['2001:1::2', 'anycast-service'],
    ['2001:1::3', 'anycast-service'],
    ['2001:1::4', 'protocol-assignment'],
    ['2001:2::', 'benchmarking'],
    ['2001:2:0:ffff:ffff:ffff:ffff:ffff', 'benchmarking'],
    ['2001:2:1::', 'protocol-assignment'],
    ['2001:3::', 'anycast-service'],
    ['2001:3:ffff:ffff:ffff:ffff:ffff:ffff', 'anycast-service'],
    ['2001:4::', 'protocol-assignment'],
    ['2001:4:111:ffff:ffff:ffff:ffff:ffff', 'protocol-assignment'],
    ['2001:4:112::', 'anycast-service'],
    ['2001:4:112:ffff:ffff:ffff:ffff:ffff', 'anycast-service'],
    ['2001:4:113::', 'protocol-assignment'],
    ['2001:10::', 'protocol-assignment'],
    ['2001:20::', 'protocol-assignment'],
    ['2001:30::', 'protocol-assignment'],
    ['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'protocol-assignment'],
    ['2001:200::', '+public'],
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '+public'],
    ['2001:db8::', 'documentation'],
    ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
    ['2001:db9::', '+public'],
    ['2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '+public'],
    ['2002:808:808::1', 'tunnel'],
    ['2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'broadcast'],
    ['2003::', '+public'],
    ['2606:4700::5efe:808:808', '+public'],
    ['2606:4700::5eff:a00:1', '+public'],
    ['2606:4700::400:5efe:a00:1', '+public'],
    ['2620:4f:7fff:ffff:ffff:ffff:ffff:ffff', '+public'],
    ['2620:4f:8000::', 'anycast-service'],
    ['2620:4f:8000:ffff:ffff:ffff:ffff:ffff', 'anycast-service'],
    ['2620:4f:8001::', '+public'],
    ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '+public'],
    ['3fff::', 'documentation'],
    ['3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
    ['3fff:1000::', '+public'],
    ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '+public'],
    ['4000::', 'reserved'],
    ['5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
    ['5f00::', 'segment-routing'],
    ['5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'segment-routing'],
    ['5f01::', 'reserved'],
    ['fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
    ['fc00::', 'unique-local'],
    ['fd00:ec2::22', 'unique-local'],
    ['fd00:ec2::23', 'metadata'],
    ['fd00:ec2::24', 'unique-local'],
    ['fd00:ec2::253', 'unique-local'],
    ['fd00:ec2::254', 'metadata'],
    ['fd00:ec2::255', 'unique-local'],
    ['fd20:ce::253', 'unique-local'],
    ['fd20:ce::254', 'metadata'],
    ['fd20:ce::255', 'unique-local'],
    ['fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unique-local'],
    ['fe00::', 'reserved'],
    ['fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
    ['fe80::', 'link-local'],
    ['fe80::5efe:808:808', 'link-local'],
    ['febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link-local'],
    ['fec0::', 'site-local'],
    ['feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'site-local'],
    ['ff00::', 'multicast'],
    ['ff02::1', 'multicast'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
    ['2606:4700:4700::1111', '+public'],
  ])('%s is %s', (address, verdict) => {
    expect(ofAddress(address)).toBe(verdict)
  })

  it.each([
    ['fe80::1%eth0', 'link-local'],
    ['::1%lo', 'loopback'],
    ['2606:4700:4700::1111%eth0', 'scoped'],
    ['2606:4700:4700::1111%1', 'scoped'],
    ['2606:4700::5efe:808:808%eth0', 'scoped'],
    ['fe80::1%eth0.100', 'invalid-address'],
  ])('with a zone, %s is %s', (address, verdict) => {
    expect(ofAddress(address)).toBe(verdict)
  })

  it('does not admit an address with a zone by any allowance', () => {
    const policy = policyOf({ mode: 'allowlist', allowHosts: ['shop.example'], allowCidrs: ['fe80::/10'] })
    expect(ofAddress('fe80::1', policy)).toBe('+allow-host')
    expect(ofAddress('fe80::1%eth0', policy)).toBe('link-local')
  })
})

describe('an answer that is no address', () => {
  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '127.0.0.1 ',
    '[::1]',
    '1.2.3.4.5',
    '::g',
    '010.0.0.1',
  ])('%j', (address) => expect(ofAddress(address)).toBe('invalid-address'))
})

describe('host spellings', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.0.0.1.', 'loopback'],
    ['127.1', 'loopback'],
    ['127.0.1', 'loopback'],
    ['2130706433', 'loopback'],
    ['0x7f000001', 'loopback'],
    ['0X7F.1', 'loopback'],
    ['0x7f.0x0.0x0.0x1', 'loopback'],
    ['017700000001', 'loopback'],
    ['0177.0.0.1', 'loopback'],
    ['0', 'this-network'],
    ['0x', 'this-network'],
    ['0.0.0.0', 'this-network'],
    ['127.0.0.0x1', 'loopback'],
    ['%31%32%37.0.0.1', 'loopback'],
    ['127%2e0%2e0%2e1', 'loopback'],
    ['１２７.０.０.１', 'loopback'],
    ['127。0。0。1', 'loopback'],
    ['127．0．0．1', 'loopback'],
    ['①②⑦.⓪.⓪.①', 'loopback'],
    ['１６９.254.169.254', 'metadata'],
    ['0xa9fea9fe', 'metadata'],
    ['2852039166', 'metadata'],
    ['10.1', 'private'],
    ['012.1', 'private'],
    ['192.168.257', 'private'],
    ['::1', 'loopback'],
    ['[::1]', 'loopback'],
    ['[0:0:0:0:0:0:0:1]', 'loopback'],
    ['[::ffff:127.0.0.1]', 'loopback'],
    ['[::FFFF:7F00:1]', 'loopback'],
    ['[::127.0.0.1]', 'loopback'],
    ['[64:ff9b::10.0.0.1]', 'private'],
    ['[2002:7f00:1::]', 'loopback'],
    ['[fe80::1%25eth0]', 'invalid-host'],
    ['[fe80::1%eth0]', 'invalid-host'],
    ['fe80::1%eth0', 'invalid-host'],
    ['8.8.8.8', '+public'],
    ['134744072', '+public'],
    ['[2606:4700:4700::1111]', '+public'],
  ])('%s is %s', (host, verdict) => {
    expect(ofHost(host)).toBe(verdict)
  })

  it.each([
    ['localhost', 'loopback'],
    ['LocalHost', 'loopback'],
    ['localhost.', 'loopback'],
    ['ｌｏｃａｌｈｏｓｔ', 'loopback'],
    ['ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'loopback'],
    ['%6cocalhost', 'loopback'],
    ['lo\u00adcalhost', 'loopback'],
    ['app.localhost', 'loopback'],
    ['a.b.localhost.', 'loopback'],
    ['localhost.localdomain', 'loopback'],
    ['localhost6', 'loopback'],
    ['localhost.example', '+name'],
    ['notlocalhost.example', '+name'],
    ['printer.local', 'local-name'],
    ['PRINTER.LOCAL.', 'local-name'],
    ['local', 'local-name'],
    ['wiki.internal', 'local-name'],
    ['db.corp', 'local-name'],
    ['nas.home.arpa', 'local-name'],
    ['router.lan', 'local-name'],
    ['router.home', 'local-name'],
    ['intranet', 'local-name'],
    ['kubernetes.default.svc.cluster.local', 'local-name'],
    ['mylocal.example', '+name'],
    ['internal.example', '+name'],
    ['metadata.google.internal', 'metadata'],
    ['metadata.google.internal.', 'metadata'],
    ['METADATA.goog', 'metadata'],
    ['metadata', 'metadata'],
    ['instance-data', 'metadata'],
    ['metadata.example', '+name'],
    ['shop.example', '+name'],
    ['shop.example.', '+name'],
    ['münchen.example', '+name'],
    ['xn--mnchen-3ya.example', '+name'],
    ['_dmarc.shop.example', '+name'],
    [`${'a'.repeat(63)}.example`, '+name'],
  ])('%s is %s', (host, verdict) => {
    expect(ofHost(host)).toBe(verdict)
  })

  it.each([
    '',
    '.',
    '..',
    'a..b',
    '.shop.example',
    'shop.example..',
    'a b.example',
    'a\tb.example',
    'a\nb.example',
    'user@shop.example',
    'shop.example:80',
    'shop.example/path',
    'shop.example\\path',
    'shop.example?q',
    'shop.example#f',
    'shop.example%00.evil',
    'shop%2f.example',
    'a%25b.example',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.0x100',
    'foo.0x1',
    'foo.1',
    '4294967296',
    '08.0.0.1',
    '[::1',
    '::1]',
    '[]',
    '[1.2.3.4]',
    '[::1]x',
    '[::1].example',
    'a!b.example',
    "a'b.example",
    'a*b.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
    'a'.repeat(5_000),
  ])('%j is no host', (host) => {
    expect(ofHost(host)).toBe('invalid-host')
  })
})

describe('ports', () => {
  it.each([
    [0, 'invalid-port'],
    [-1, 'invalid-port'],
    [65_536, 'invalid-port'],
    [80.5, 'invalid-port'],
    [Number.NaN, 'invalid-port'],
    [1, 'unsafe-port'],
    [2, '+name'],
    [21, 'unsafe-port'],
    [22, 'unsafe-port'],
    [24, '+name'],
    [25, 'unsafe-port'],
    [26, '+name'],
    [80, '+name'],
    [443, '+name'],
    [2049, 'unsafe-port'],
    [5060, 'unsafe-port'],
    [6000, 'unsafe-port'],
    [6001, '+name'],
    [6664, '+name'],
    [6665, 'unsafe-port'],
    [6669, 'unsafe-port'],
    [6670, '+name'],
    [8080, '+name'],
    [9200, 'deny-port'],
    [9201, '+name'],
    [10_080, 'unsafe-port'],
    [65_535, '+name'],
  ])('%d is %s', (port, verdict) => {
    expect(ofHost('shop.example', policyOf({ denyPorts: [9200] }), port)).toBe(verdict)
  })

  it('refuses an unsafe port of an allowed host', () => {
    expect(ofHost('dev.example', policyOf({ mode: 'allowlist', allowHosts: ['dev.example'] }), 6000)).toBe(
      'unsafe-port',
    )
  })
})

describe('modes', () => {
  const allowlist = policyOf({
    mode: 'allowlist',
    allowHosts: ['wiki.internal', '.dev.example', '127.0.0.1:8123', '[::1]:8123', 'grafana.example:3000'],
    allowCidrs: ['10.1.0.0/16', 'fd12:3456::/32'],
    denyCidrs: ['10.1.9.0/24', '93.184.216.0/24'],
  })
  // [host, port, resolved address or '' for the name alone, verdict]
  it.each([
    ['wiki.internal', 443, '', '+allow-host'],
    ['wiki.internal', 443, '192.168.5.5', '+allow-host'],
    ['wiki.internal', 443, '10.1.9.1', 'deny-cidr'],
    ['x.wiki.internal', 443, '', '+name'],
    ['x.wiki.internal', 443, '8.8.8.8', 'local-name'],
    ['x.wiki.internal', 443, '10.1.0.1', '+allow-cidr'],
    ['a.dev.example', 443, '127.0.0.1', '+allow-host'],
    ['a.b.dev.example', 443, '127.0.0.1', '+allow-host'],
    ['dev.example', 443, '127.0.0.1', 'loopback'],
    ['evildev.example', 443, '127.0.0.1', 'loopback'],
    ['127.0.0.1', 8123, '', '+allow-host'],
    ['127.0.0.1', 8124, '', 'loopback'],
    ['127.0.0.2', 8123, '', 'loopback'],
    ['127.1', 8123, '', '+allow-host'],
    ['[::1]', 8123, '', '+allow-host'],
    ['[0:0::1]', 8123, '', '+allow-host'],
    ['[::1]', 80, '', 'loopback'],
    ['grafana.example', 3000, '172.16.0.1', '+allow-host'],
    ['grafana.example', 3001, '172.16.0.1', 'private'],
    ['grafana.example', 3001, '8.8.8.8', '+public'],
    ['10.1.0.0', 80, '', '+allow-cidr'],
    ['10.1.255.255', 80, '', '+allow-cidr'],
    ['10.0.255.255', 80, '', 'private'],
    ['10.2.0.0', 80, '', 'private'],
    ['10.1.8.255', 80, '', '+allow-cidr'],
    ['10.1.9.0', 80, '', 'deny-cidr'],
    ['10.1.9.255', 80, '', 'deny-cidr'],
    ['10.1.10.0', 80, '', '+allow-cidr'],
    ['[::ffff:10.1.0.1]', 80, '', '+allow-cidr'],
    ['[::ffff:10.1.9.1]', 80, '', 'deny-cidr'],
    ['[64:ff9b::10.1.9.1]', 80, '', 'deny-cidr'],
    ['[64:ff9b::10.1.0.1]', 80, '', 'private'],
    ['[64:ff9b:1::10.1.9.1]', 80, '', 'deny-cidr'],
    ['[64:ff9b:1:a01:9:100::]', 80, '', 'deny-cidr'],
    ['[2002:a01:901::1]', 80, '', 'deny-cidr'],
    ['[2001:0:808:808:8000:ffff:f5fe:f6fe]', 80, '', 'deny-cidr'],
    ['[2606:4700::5efe:a01:901]', 80, '', 'deny-cidr'],
    ['[fd12:3456::1]', 80, '', '+allow-cidr'],
    ['[fd12:3457::1]', 80, '', 'unique-local'],
    ['intranet', 80, '', '+name'],
    ['intranet', 80, '10.1.0.1', '+allow-cidr'],
    ['intranet', 80, '10.2.0.1', 'local-name'],
    ['metadata.google.internal', 80, '169.254.169.254', 'metadata'],
    ['shop.example', 443, '93.184.216.34', 'deny-cidr'],
    ['shop.example', 443, '93.184.217.34', '+public'],
  ])('allowlist: %s port %d at %j is %s', (host, port, address, verdict) => {
    expect(shown(classifyDestination({ host, port, ...(address && { address }) }, allowlist))).toBe(verdict)
  })

  it.each([
    ['127.0.0.1', 80, '+unrestricted'],
    ['localhost', 80, '+unrestricted'],
    ['intranet', 8080, '+unrestricted'],
    ['169.254.169.254', 80, 'deny-cidr'],
    ['[::ffff:169.254.169.254]', 80, 'deny-cidr'],
    ['[fe80::1]', 80, '+unrestricted'],
    ['shop.example', 9200, 'deny-port'],
    ['shop.example', 0, 'invalid-port'],
    ['a..b', 80, 'invalid-host'],
  ])('unrestricted: %s port %d is %s', (host, port, verdict) => {
    const policy = policyOf({ mode: 'unrestricted', denyCidrs: ['169.254.0.0/16'], denyPorts: [9200] })
    expect(ofHost(host, policy, port)).toBe(verdict)
  })

  it.each([
    ['cdn.example', 443, '', '+name'],
    ['cdn.example', 443, '8.8.8.8', '+public'],
    ['cdn.example', 443, '127.0.0.1', 'loopback'],
    ['cdn.example', 80, '', 'not-listed'],
    ['other.example', 443, '', 'not-listed'],
    ['8.8.8.8', 443, '', 'not-listed'],
    ['1.1.1.1', 443, '', '+public'],
    ['127.0.0.1', 8123, '', '+allow-host'],
    ['127.0.0.1', 80, '', 'loopback'],
  ])('with publicHosts: %s port %d at %j is %s', (host, port, address, verdict) => {
    const policy = policyOf({
      mode: 'allowlist',
      allowHosts: ['127.0.0.1:8123'],
      publicHosts: ['cdn.example:443', '1.1.1.1'],
    })
    expect(shown(classifyDestination({ host, port, ...(address && { address }) }, policy))).toBe(verdict)
  })

  it('leaves a name to its addresses where allowCidrs may admit them, and no further', () => {
    const policy = policyOf({ mode: 'allowlist', allowCidrs: ['10.0.0.0/8'], publicHosts: [] })
    expect(ofHost('wiki.example', policy)).toBe('+name')
    expect(ofAddress('10.1.1.1', policy)).toBe('+allow-cidr')
    expect(ofAddress('8.8.8.8', policy)).toBe('not-listed')
  })

  it('lets an IPv6 range of every address leave IPv4 alone', () => {
    const policy = policyOf({ denyCidrs: ['::/0'] })
    expect(ofAddress('8.8.8.8', policy)).toBe('+public')
    expect(ofAddress('2606:4700::1', policy)).toBe('deny-cidr')
  })
})

describe('over arbitrary input', { timeout: 60_000 }, () => {
  const seed = 20_261_130
  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))

  it('judges every IPv4 alike, however a URL may spell it', () => {
    const spellings = octets.chain(([a, b, c, d]) => {
      const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
      const hex = (part: number) => `0x${part.toString(16)}`
      const octal = (part: number) => `0${part.toString(8)}`
      const wide = (part: number) =>
        [...String(part)].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
      return fc.tuple(
        fc.constant(`${a}.${b}.${c}.${d}`),
        fc.constantFrom(
          String(number),
          hex(number),
          octal(number),
          `${a}.${number & 0xffffff}`,
          `${a}.${b}.${number & 0xffff}`,
          [a, b, c, d].map(hex).join('.'),
          [a, b, c, d].map(octal).join('.'),
          [a, b, c, d].map(wide).join('。'),
          `${a}.${b}.${c}.${d}.`,
          [...`${a}.${b}.${c}.${d}`].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
          `[::ffff:${a}.${b}.${c}.${d}]`,
        ),
      )
    })
    fc.assert(
      fc.property(spellings, ([plain, spelled]) => {
        expect(ofHost(spelled)).toBe(ofHost(plain))
      }),
      { seed, numRuns: 3_000 },
    )
  })

  it('never admits an IPv6 form of an IPv4 that is itself denied', () => {
    const forms = [
      '::ffff:',
      '64:ff9b::',
      '64:ff9b:1::',
      '64:ff9b:1:2:3:4:',
      '::',
      '::ffff:0:',
      '2606:4700:1:2:0:5efe:',
    ]
    fc.assert(
      fc.property(octets, fc.constantFrom(...forms), ([a, b, c, d], form) => {
        const plain = classifyDestination({ host: `${a}.${b}.${c}.${d}`, port: 80 }, STRICT)
        const carried = classifyDestination({ host: `[${form}${a}.${b}.${c}.${d}]`, port: 80 }, STRICT)
        if (!plain.admitted) expect(carried.admitted).toBe(false)
      }),
      { seed, numRuns: 3_000 },
    )
  })

  it('answers any text with a reason, and never throws', () => {
    const strange = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefx.:[]%/@\\-。１'), maxLength: 60 }),
      fc.ipV6(),
      fc.ipV4Extended(),
      fc.domain(),
    )
    const policies = [STRICT, policyOf({ mode: 'allowlist', allowHosts: ['.a'], allowCidrs: ['10.0.0.0/8'] })]
    fc.assert(
      fc.property(strange, fc.option(strange), fc.integer(), (host, address, port) => {
        for (const policy of policies) {
          const verdict = classifyDestination({ host, port, ...(address !== null && { address }) }, policy)
          expect(verdict.reason).toMatch(/^[a-z0-9-]+$/)
        }
      }),
      { seed, numRuns: 5_000 },
    )
  })

  it('admits under strict only what lies in global unicast space', () => {
    fc.assert(
      fc.property(fc.ipV6(), (host) => {
        const verdict = classifyDestination({ host: `[${host}]`, port: 443 }, STRICT)
        if (!verdict.admitted) return
        const canonical = URL.parse(`http://[${host}]/`)!.hostname
        expect(canonical).toMatch(/^\[(2|3|::ffff:|64:ff9b::)/)
      }),
      { seed, numRuns: 5_000 },
    )
  })

  it('denies under every mode what denyCidrs names', () => {
    const modes = (['strict', 'allowlist', 'unrestricted'] as const).map((mode) =>
      policyOf({
        mode,
        denyCidrs: ['8.0.0.0/7', '2600::/12'],
        ...(mode === 'allowlist' && { allowHosts: ['.example'], allowCidrs: ['0.0.0.0/0', '::/0'] }),
      }),
    )
    const inside = fc.oneof(
      fc.tuple(fc.constantFrom(8, 9), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.')),
      fc
        .tuple(fc.integer({ min: 0x2600, max: 0x260f }), fc.nat(0xffff))
        .map(([head, tail]) => `${head.toString(16)}::${tail.toString(16)}`),
    )
    fc.assert(
      fc.property(inside, fc.constantFrom(...modes), (address, policy) => {
        expect(ofAddress(address, policy)).toBe('deny-cidr')
      }),
      { seed, numRuns: 1_000 },
    )
  })
})
