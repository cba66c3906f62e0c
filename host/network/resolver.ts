/** One resolved address, as `dns.lookup` with `all` answers. */
export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** Resolves a canonical name to all of its addresses. Rejects where there are none. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>
