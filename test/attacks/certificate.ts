import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Where a certificate says that more about it can be had; each is a URL. */
export interface Pointers {
  /** Certificates of its issuer (RFC 5280 section 4.2.2.1). */
  issuers?: string[]
  /** Whether it was revoked (RFC 6960). */
  ocsp?: string
  /** Lists of those that were revoked (RFC 5280 section 4.2.1.13). */
  crl?: string
  /** Asks for a stapled answer (RFC 7633). */
  mustStaple?: boolean
}

export interface ServerCertificate {
  /** PEM. */
  cert: string
  key: string
}

/**
 * A certificate for `host` by an issuer that is sent nowhere and known to nobody: what checks it must look for that issuer,
 * or give up. The few structures of X.509 that this takes are written as DER here (RFC 5280 section 4.1).
 */
export function certificateFor(host: string, pointers: Pointers): ServerCertificate {
  const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const toBeSigned = sequence(
    context(0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    name('Issuer that nobody knows'),
    sequence(time(now - 30 * DAY_MS), time(now + 30 * DAY_MS)),
    name(host),
    own.publicKey.export({ type: 'spki', format: 'der' }),
    context(3, sequence(...extensions(host, pointers))),
  )
  const signature = sign('sha256', toBeSigned, issuer.privateKey)
  const certificate = sequence(toBeSigned, ECDSA_WITH_SHA256, der(0x03, Buffer.of(0), signature))
  return { cert: pem(certificate), key: pemOf(own.privateKey) }
}

function extensions(host: string, { issuers = [], ocsp, crl, mustStaple }: Pointers): Buffer[] {
  const access = (method: number, url: string) => sequence(oid(PKIX, 48, method), uri(url))
  const accesses = [...issuers.map((url) => access(2, url)), ...(ocsp === undefined ? [] : [access(1, ocsp)])]
  const extension = (id: Buffer, value: Buffer) => sequence(id, der(0x04, value))
  return [
    extension(oid(CERTIFICATE_EXTENSION, 17), sequence(der(0x82, Buffer.from(host)))),
    ...(accesses.length > 0 ? [extension(oid(PKIX, 1, 1), sequence(...accesses))] : []),
    ...(crl === undefined
      ? []
      : [extension(oid(CERTIFICATE_EXTENSION, 31), sequence(sequence(context(0, context(0, uri(crl))))))]),
    ...(mustStaple ? [extension(oid(PKIX, 1, 24), sequence(integer(Buffer.of(5))))] : []),
  ]
}

const DAY_MS = 86_400_000
const CERTIFICATE_EXTENSION = [0x55, 0x1d]
const PKIX = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07]

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const context = (number: number, ...parts: Uint8Array[]) => der(0xa0 + number, ...parts)
const integer = (bytes: Buffer) => der(0x02, bytes)
const oid = (root: readonly number[], ...rest: number[]) => der(0x06, Buffer.of(...root, ...rest))
const uri = (url: string) => der(0x86, Buffer.from(url))
const name = (common: string) =>
  sequence(der(0x31, sequence(oid([0x55, 0x04], 3), der(0x0c, Buffer.from(common.slice(0, 64))))))
const time = (ms: number) => der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))
const ECDSA_WITH_SHA256 = sequence(oid([0x2a, 0x86, 0x48, 0xce, 0x3d], 4, 3, 2))

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
