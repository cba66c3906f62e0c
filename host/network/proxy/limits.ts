export interface ProxyLimits {
  /** Bytes of one request's or response's header block. */
  maxHeaderBytes: number
  /** Open client connections; more are closed at once. Chromium opens at most 32 to one proxy, WebSockets aside. */
  maxConnections: number
  /** Requests that one client connection may have in hand. */
  maxPipelined: number
  /** From connecting, or from a request's first byte, to a complete header block. */
  headerTimeoutMs: number
  dnsTimeoutMs: number
  /** How long an answer serves later connections. */
  dnsCacheMs: number
  /** Lookups in hand at once; Node's pool has four threads for them and for files. */
  maxLookups: number
  /** For all addresses of a destination together. */
  connectTimeoutMs: number
  /** Before the next address is tried beside one that has not answered (RFC 8305 section 5 recommends 250). */
  connectAttemptMs: number
  /** Without a byte in either direction. */
  idleMs: number
  /** The same, once one side of a tunnel has said all it had to say. */
  lingerMs: number
}

export const DEFAULT_PROXY_LIMITS: Readonly<ProxyLimits> = Object.freeze({
  maxHeaderBytes: 64 * 1024,
  maxConnections: 256,
  maxPipelined: 8,
  headerTimeoutMs: 10_000,
  dnsTimeoutMs: 5_000,
  dnsCacheMs: 10_000,
  maxLookups: 3,
  connectTimeoutMs: 10_000,
  connectAttemptMs: 250,
  idleMs: 300_000,
  lingerMs: 10_000,
})
