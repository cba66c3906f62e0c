import ipaddr from 'ipaddr.js'

/**
 * How an IPv6 address may carry an IPv4 address that a translator, a tunnel or the kernel takes out again. The mapped
 * form is not among them: `parseAddress` has turned it into the IPv4 it is.
 */
export type EmbeddingForm = 'nat64' | 'nat64-local' | '6to4' | 'teredo' | 'isatap' | 'compatible' | 'translated'

export interface Embedding {
  form: EmbeddingForm
  /** Every IPv4 that may come out; the likeliest first. */
  addresses: ipaddr.IPv4[]
}

interface Form {
  form: EmbeddingForm
  matches: (groups: readonly number[]) => boolean
  addresses: (bytes: readonly number[]) => ipaddr.IPv4[]
}

const at = (bytes: readonly number[], ...positions: [number, number, number, number]): ipaddr.IPv4 =>
  new ipaddr.IPv4(positions.map((position) => bytes[position]!))

const last32 = (bytes: readonly number[]) => [at(bytes, 12, 13, 14, 15)]

const startsWith =
  (...prefix: number[]) =>
  (groups: readonly number[]) =>
    prefix.every((group, index) => groups[index] === group)

const FORMS: readonly Form[] = [
  // RFC 6052 section 2.1, the well-known prefix: 64:ff9b::/96
  { form: 'nat64', matches: startsWith(0x64, 0xff9b, 0, 0, 0, 0), addresses: last32 },
  {
    // RFC 8215: 64:ff9b:1::/48, cut by each network as it likes; RFC 6052 section 2.2 says where the IPv4 lies for the
    // prefix lengths that fit (96, 64, 56, 48). Octet 8 is never used.
    form: 'nat64-local',
    matches: startsWith(0x64, 0xff9b, 1),
    addresses: (bytes) => [
      at(bytes, 12, 13, 14, 15),
      at(bytes, 9, 10, 11, 12),
      at(bytes, 7, 9, 10, 11),
      at(bytes, 6, 7, 9, 10),
    ],
  },
  // RFC 3056: 2002:V4ADDR::/48
  { form: '6to4', matches: startsWith(0x2002), addresses: (bytes) => [at(bytes, 2, 3, 4, 5)] },
  {
    // RFC 4380 section 4: 2001:0:server:flags:port:client, the client with every bit inverted
    form: 'teredo',
    matches: startsWith(0x2001, 0),
    addresses: (bytes) => [new ipaddr.IPv4(bytes.slice(12, 16).map((byte) => byte ^ 0xff)), at(bytes, 4, 5, 6, 7)],
  },
  // RFC 2765 section 2.1 (SIIT): ::ffff:0:V4ADDR
  { form: 'translated', matches: startsWith(0, 0, 0, 0, 0xffff, 0), addresses: last32 },
  {
    // RFC 4291 section 2.5.5.1, deprecated: ::V4ADDR, apart from `::` and `::1`
    form: 'compatible',
    matches: (groups) => startsWith(0, 0, 0, 0, 0, 0)(groups) && (groups[6] !== 0 || groups[7]! > 1),
    addresses: last32,
  },
  {
    // RFC 5214 section 6.1: an interface identifier 00-00-5E-FE-V4ADDR under any prefix, the u and g bits aside
    form: 'isatap',
    matches: (groups) => (groups[4]! & ~0x0300) === 0 && groups[5] === 0x5efe,
    addresses: last32,
  },
]

export function embeddedIPv4(address: ipaddr.IPv6): Embedding | undefined {
  const form = FORMS.find(({ matches }) => matches(address.parts))
  return form && { form: form.form, addresses: form.addresses(address.toByteArray()) }
}
