import { isIP } from 'node:net'
import { type Address, inCidr, isIPv6, parseAddress } from './cidr.ts'
import { embeddedIPv4 } from './embedded.ts'
import { matchesHost } from './host-pattern.ts'
import { canonicalHost, isLocalhost, isLocalName, isMetadataName } from './hosts.ts'
import type { CompiledPolicy } from './policy.ts'
import { isPort, UNSAFE_PORTS } from './ports.ts'
import { specialRange } from './ranges.ts'
import { type AddressDenial, admit, type Denial, deny, type Verdict } from './reasons.ts'

export interface Destination {
  /** A name or address in any spelling that a URL may have, IPv6 in brackets or without. */
  host: string
  port: number
  /** One address that `host` resolved to. Without it a name is judged as a name. */
  address?: string
}

/**
 * Says whether a policy admits a destination, and why. Pure: it asks neither DNS nor the clock. A name is to be judged
 * twice: alone, before it is resolved, and then with each of its addresses, all of which must be admitted.
 */
export function classifyDestination(destination: Destination, policy: CompiledPolicy): Verdict {
  const host = canonicalHost(destination.host)
  if (host === undefined) return deny('invalid-host')
  const text = destination.address ?? (isIP(host) ? host : undefined)
  const address = text === undefined ? undefined : parseAddress(text)
  if (text !== undefined && address === undefined) return deny('invalid-address')

  if (address && everyFace(address).some((face) => policy.denyCidrs.some((cidr) => inCidr(face, cidr)))) {
    return deny('deny-cidr')
  }
  const port = portDenial(destination.port, policy)
  if (port) return deny(port)
  if (policy.mode === 'unrestricted') return admit('unrestricted')

  const range = address && addressDenial(address)
  if (range && isScoped(address)) return deny(range)
  if (policy.allowHosts.some((pattern) => matchesHost(pattern, host, destination.port))) return admit('allow-host')
  if (address && policy.allowCidrs.some((cidr) => inCidr(address, cidr))) return admit('allow-cidr')

  const name = isIP(host) ? undefined : nameDenial(host)
  if (name && (address || policy.allowCidrs.length === 0)) return deny(name)
  if (range) return deny(range)
  if (policy.publicHosts && !policy.publicHosts.some((pattern) => matchesHost(pattern, host, destination.port))) {
    // A name may still have an address that `allowCidrs` admits.
    if (address || policy.allowCidrs.length === 0) return deny('not-listed')
  }
  return admit(address ? 'public' : 'name')
}

/** What an address is, whatever a policy says: the reason it is not public, or nothing where it is. */
export function addressDenial(address: Address): AddressDenial | undefined {
  const range = specialRange(address)
  if (!isIPv6(address)) return range
  const embedding = embeddedIPv4(address)
  if (embedding) {
    const [likeliest, ...others] = embedding.addresses
    switch (embedding.form) {
      case 'nat64':
        return specialRange(likeliest!)
      case 'isatap':
        return range ?? specialRange(likeliest!) ?? zoneDenial(address)
      case 'nat64-local':
        return specialRange(likeliest!) ?? 'tunnel'
      default:
        return [likeliest!, ...others].map(specialRange).find(Boolean) ?? 'tunnel'
    }
  }
  return range ?? zoneDenial(address)
}

const isScoped = (address: Address | undefined): boolean =>
  address !== undefined && isIPv6(address) && Boolean(address.zoneId)

const zoneDenial = (address: Address): AddressDenial | undefined => (isScoped(address) ? 'scoped' : undefined)

/** The address and every IPv4 it may turn into. */
const everyFace = (address: Address): Address[] =>
  isIPv6(address) ? [address, ...(embeddedIPv4(address)?.addresses ?? [])] : [address]

function nameDenial(name: string): Denial | undefined {
  if (isMetadataName(name)) return 'metadata'
  if (isLocalhost(name)) return 'loopback'
  if (isLocalName(name)) return 'local-name'
  return undefined
}

function portDenial(port: number, policy: CompiledPolicy): Denial | undefined {
  if (!isPort(port)) return 'invalid-port'
  if (policy.denyPorts.has(port)) return 'deny-port'
  if (UNSAFE_PORTS.has(port)) return 'unsafe-port'
  return undefined
}
