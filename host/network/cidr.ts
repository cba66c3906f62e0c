import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Cidr = readonly [Address, number]

/**
 * Reads an address as `getaddrinfo` and URL hosts write them, nothing looser; an IPv4-mapped IPv6 address is that IPv4,
 * because that is what a socket connects to.
 */
export function parseAddress(text: string): Address | undefined {
  // `isIP` refuses the octal and short forms that the library would read; the library refuses some zones.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return undefined
  const address = ipaddr.parse(withoutDots(text))
  return isIPv6(address) && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/**
 * Writes an IPv4 tail of an IPv6 address in hexadecimal. The library reads `::8.8.8.8`, the deprecated compatible form, as
 * `::ffff:8.8.8.8`, which is another address.
 */
function withoutDots(text: string): string {
  if (!text.includes(':')) return text
  return text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
}

export const isIPv6 = (address: Address): address is ipaddr.IPv6 => address.kind() === 'ipv6'

/**
 * Reads `address/prefix`, or an address alone as the range that holds nothing else. The result names a network: bits
 * beyond the prefix are an error, since the range that was meant is then in doubt. Throws `RangeError`.
 */
export function parseCidr(text: string): Cidr {
  const slash = text.indexOf('/')
  const spelled = slash < 0 ? text : text.slice(0, slash)
  const kind = spelled.includes('%') ? 0 : isIP(spelled)
  const base = withoutDots(spelled)
  if (kind === 0) throw new RangeError('is not an address range')
  const width = kind === 4 ? 32 : 128
  const digits = slash < 0 ? String(width) : text.slice(slash + 1)
  const prefix = /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN
  if (!(prefix <= width)) throw new RangeError(`has no prefix length between 0 and ${width}`)
  const address = ipaddr.parse(base)
  const network =
    kind === 4
      ? ipaddr.IPv4.networkAddressFromCIDR(`${base}/${prefix}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${base}/${prefix}`)
  if (address.toString() !== network.toString()) {
    throw new RangeError(`has bits beyond its prefix; the range is ${network.toString()}/${prefix}`)
  }
  if (isIPv6(address) && address.isIPv4MappedAddress() && prefix >= 96) return [address.toIPv4Address(), prefix - 96]
  return [address, prefix]
}

export function inCidr(address: Address, [base, prefix]: Cidr): boolean {
  return address.kind() === base.kind() && address.match(base, prefix)
}

/** Whether every address of `inner` lies in `outer`. */
export function coversCidr(outer: Cidr, inner: Cidr): boolean {
  return outer[1] <= inner[1] && inCidr(inner[0], outer)
}

export const formatCidr = ([base, prefix]: Cidr): string => `${base.toString()}/${prefix}`
