/**
 * Every answer the egress policy can give, by name. The same name goes to the log, the proxy's response, the
 * counters, the error's `reason` and the test tables.
 */

/** Why a destination is admitted. */
export type Admission =
  /** Globally reachable unicast. */
  | 'public'
  | 'allow-host'
  | 'allow-cidr'
  | 'unrestricted'
  /** A name that offends nothing; its addresses decide once they are resolved. */
  | 'name'

/** Why an address is denied: the special-purpose range it lies in. */
export type AddressDenial =
  | 'this-network'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link-local'
  | 'unique-local'
  | 'site-local'
  | 'metadata'
  | 'protocol-assignment'
  /** Globally routed service prefixes which a router nearby may answer itself. */
  | 'anycast-service'
  | 'documentation'
  | 'benchmarking'
  | 'discard'
  | 'segment-routing'
  | 'multicast'
  | 'broadcast'
  | 'reserved'
  /** 6to4, Teredo, IPv4-compatible or local NAT64 around a public IPv4: where it comes out is not the operator's to know. */
  | 'tunnel'
  /** An address with a zone, which names an interface of this machine. */
  | 'scoped'
  | 'invalid-address'

export type Denial =
  | AddressDenial
  | 'deny-cidr'
  /** Public, but the policy names the public hosts that may be reached. */
  | 'not-listed'
  /** `.local`, `.internal`, single labels and the like, which only a local resolver answers. */
  | 'local-name'
  | 'invalid-host'
  | 'unsafe-port'
  | 'deny-port'
  | 'invalid-port'
  | 'scheme'
  | 'credentials'
  | 'malformed-url'
  /** The proxy's own listener. */
  | 'proxy-self'

/** Why an admitted destination could not be reached. Never a policy denial. */
export type Failure =
  | 'dns-failed'
  | 'dns-timeout'
  | 'connect-failed'
  | 'connect-timeout'
  | 'upstream-protocol'
  | 'upstream-closed'
  | 'idle-timeout'
  | 'cancelled'

export type Verdict = { admitted: true; reason: Admission } | { admitted: false; reason: Denial }

export const admit = (reason: Admission): Verdict => ({ admitted: true, reason })
export const deny = (reason: Denial): Verdict => ({ admitted: false, reason })
