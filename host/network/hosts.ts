import { isIP } from 'node:net'

/**
 * What a URL's host would be, in the spelling a browser gives it: IDNA and full-width digits to ASCII, percent
 * encoding undone, decimal, octal, hexadecimal and short IPv4 forms to four parts, IPv6 without brackets, no trailing
 * dot. `undefined` where a browser would refuse it, or where it is no name that DNS could hold.
 */
export function canonicalHost(spelling: string): string | undefined {
  if (spelling.length === 0 || spelling.length > 1_024) return undefined
  if (isCanonical(spelling)) return spelling
  if (isIP(spelling) === 6) return canonicalHost(`[${spelling}]`)
  const bracketed = spelling.startsWith('[')
  // `URL` drops tabs and newlines, turns `\` into `/`, and would read these as another part of the URL.
  if (/[\s\x00-\x1f\x7f/\\?#@]/.test(spelling)) return undefined
  if (!bracketed && spelling.includes(':')) return undefined
  if (bracketed && !spelling.endsWith(']')) return undefined
  const host = URL.parse(`http://${spelling}/`)?.hostname
  if (!host) return undefined
  if (host.startsWith('[')) return host.slice(1, -1)
  const name = host.endsWith('.') ? host.slice(0, -1) : host
  if (isIP(name) === 4) return name
  return isName(name) ? name : undefined
}

/**
 * What the rest would give back as it is. A last label that begins with a letter is no part of an IPv4 address, and
 * only labels of `xn--` have a form that IDNA may still refuse.
 */
const isCanonical = (spelling: string): boolean =>
  (spelling.length <= 253 && CANONICAL.test(spelling) && !spelling.includes('xn--')) || isIP(spelling) === 4
const CANONICAL = /^(?:[a-z0-9_-]{1,63}\.)*[a-z][a-z0-9_-]{0,62}$/

// RFC 1035 section 2.3.4 for the lengths; `_` occurs in names that resolve although it is no letter-digit-hyphen name.
const LABEL = /^[a-z0-9_-]{1,63}$/
const isName = (name: string): boolean => name.length <= 253 && name.split('.').every((label) => LABEL.test(label))

/** RFC 6761 section 6.3: these are loopback whatever a resolver says. `localdomain` is a common alias of it. */
export function isLocalhost(name: string): boolean {
  return hasSuffix(name, LOOPBACK_SUFFIXES)
}

const LOOPBACK_SUFFIXES = ['localhost', 'localhost.localdomain', 'localhost6', 'localhost6.localdomain6']

/**
 * Top-level names that no public resolver answers and a local one may: RFC 6762 (`local`), RFC 8375 (`home.arpa`),
 * ICANN's reservation of `internal`, and those of RFC 6762 appendix G that are used like it.
 */
const LOCAL_SUFFIXES = [
  'local',
  'internal',
  'home.arpa',
  'localdomain',
  'localdomain6',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
]

/** Single labels come from hosts files and search lists. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || hasSuffix(name, LOCAL_SUFFIXES)
}

/** Names at which clouds answer instance metadata, whatever address they have. */
const METADATA_NAMES = [
  'metadata',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]

export function isMetadataName(name: string): boolean {
  return hasSuffix(name, METADATA_NAMES)
}

const hasSuffix = (name: string, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
