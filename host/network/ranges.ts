import { type Address, type Cidr, inCidr, parseCidr } from './cidr.ts'
import type { AddressDenial } from './reasons.ts'

type Row = readonly [range: string, reason: AddressDenial, source: string]

/**
 * The IANA IPv4 special-purpose address registry, multicast space, and the addresses at which clouds answer
 * instance metadata. The longest matching prefix gives the reason.
 */
const IPV4: readonly Row[] = [
  ['0.0.0.0/8', 'this-network', 'RFC 791 section 3.2; Linux connects 0.0.0.0 to itself'],
  ['10.0.0.0/8', 'private', 'RFC 1918'],
  ['100.64.0.0/10', 'shared', 'RFC 6598'],
  ['100.100.100.200/32', 'metadata', 'Alibaba Cloud'],
  ['127.0.0.0/8', 'loopback', 'RFC 1122 section 3.2.1.3'],
  ['168.63.129.16/32', 'metadata', 'Azure WireServer, a public address that each virtual network answers itself'],
  ['169.254.0.0/16', 'link-local', 'RFC 3927'],
  ['169.254.169.254/32', 'metadata', 'AWS, Azure, Google, Oracle, OpenStack, DigitalOcean'],
  ['169.254.170.2/32', 'metadata', 'AWS ECS task credentials'],
  ['169.254.170.23/32', 'metadata', 'AWS EKS pod identity'],
  ['172.16.0.0/12', 'private', 'RFC 1918'],
  ['192.0.0.0/24', 'protocol-assignment', 'RFC 6890 section 2.1'],
  ['192.0.0.9/32', 'anycast-service', 'RFC 7723, Port Control Protocol: answered by the nearest gateway'],
  ['192.0.0.10/32', 'anycast-service', 'RFC 8155, TURN'],
  ['192.0.0.192/32', 'metadata', 'Oracle Cloud Classic'],
  ['192.0.2.0/24', 'documentation', 'RFC 5737'],
  ['192.31.196.0/24', 'anycast-service', 'RFC 7535, AS112'],
  ['192.52.193.0/24', 'anycast-service', 'RFC 7450, AMT'],
  ['192.88.99.0/24', 'anycast-service', 'RFC 7526, 6to4 relays, deprecated'],
  ['192.168.0.0/16', 'private', 'RFC 1918'],
  ['192.175.48.0/24', 'anycast-service', 'RFC 7534, AS112 direct delegation'],
  ['198.18.0.0/15', 'benchmarking', 'RFC 2544'],
  ['198.51.100.0/24', 'documentation', 'RFC 5737'],
  ['203.0.113.0/24', 'documentation', 'RFC 5737'],
  ['224.0.0.0/4', 'multicast', 'RFC 5771'],
  ['240.0.0.0/4', 'reserved', 'RFC 1112 section 4'],
  ['255.255.255.255/32', 'broadcast', 'RFC 919 section 7'],
]

/**
 * The IANA IPv6 special-purpose address registry, and the address space registry, in which only 2000::/3 is global
 * unicast. Prefixes that embed IPv4 are judged by what they carry (`embedded.ts`) and stand here as `tunnel`.
 */
const IPV6: readonly Row[] = [
  ['::/0', 'reserved', 'IANA IPv6 address space: everything that is not listed'],
  ['::/128', 'this-network', 'RFC 4291 section 2.5.2'],
  ['::1/128', 'loopback', 'RFC 4291 section 2.5.3'],
  ['100::/64', 'discard', 'RFC 6666'],
  ['100:0:0:1::/64', 'discard', 'RFC 9780, dummy prefix'],
  [
    '2001::/23',
    'protocol-assignment',
    'RFC 2928, with ORCHID (2001:10::/28, 2001:20::/28) and drone ids (2001:30::/28)',
  ],
  ['2001:1::1/128', 'anycast-service', 'RFC 7723, Port Control Protocol'],
  ['2001:1::2/128', 'anycast-service', 'RFC 8155, TURN'],
  ['2001:1::3/128', 'anycast-service', 'RFC 9665, service registration'],
  ['2001:2::/48', 'benchmarking', 'RFC 5180'],
  ['2001:3::/32', 'anycast-service', 'RFC 7450, AMT'],
  ['2001:4:112::/48', 'anycast-service', 'RFC 7535, AS112'],
  ['2001:db8::/32', 'documentation', 'RFC 3849'],
  ['2620:4f:8000::/48', 'anycast-service', 'RFC 7534, AS112 direct delegation'],
  ['3fff::/20', 'documentation', 'RFC 9637'],
  ['5f00::/16', 'segment-routing', 'RFC 9602'],
  ['fc00::/7', 'unique-local', 'RFC 4193'],
  ['fd00:ec2::23/128', 'metadata', 'AWS EKS pod identity'],
  ['fd00:ec2::254/128', 'metadata', 'AWS'],
  ['fd20:ce::254/128', 'metadata', 'Google Cloud'],
  ['fe80::/10', 'link-local', 'RFC 4291 section 2.5.6'],
  ['fec0::/10', 'site-local', 'RFC 3879, deprecated'],
  ['ff00::/8', 'multicast', 'RFC 4291 section 2.7'],
]

const GLOBAL_UNICAST = parseCidr('2000::/3')

interface Range {
  cidr: Cidr
  reason: AddressDenial
}

const longestFirst = (rows: readonly Row[]): Range[] =>
  rows.map(([text, reason]) => ({ cidr: parseCidr(text), reason })).sort((left, right) => right.cidr[1] - left.cidr[1])

const RANGES = { ipv4: longestFirst(IPV4), ipv6: longestFirst(IPV6) }

/** The special-purpose range that an address lies in, itself and not what it may carry. */
export function specialRange(address: Address): AddressDenial | undefined {
  const range = RANGES[address.kind()].find(({ cidr }) => inCidr(address, cidr))
  if (range?.reason === 'reserved' && inCidr(address, GLOBAL_UNICAST)) return undefined
  return range?.reason
}
