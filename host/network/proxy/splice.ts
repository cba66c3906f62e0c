import type { OnReadOpts, Socket } from 'node:net'
import type { ProxyLimits } from './limits.ts'

/**
 * Held by each tunnel; memory that is never read into costs nothing. Four times what a stream reads at once, since a
 * relay costs by the call, hardly by the byte.
 */
const READ_BYTES = 256 * 1024

/**
 * For an upstream socket that hands what it reads to `client` itself, through one buffer, where a stream makes a new one
 * for each read. It reads on at once where the client's socket took all of it, and else when it has, by `resume`.
 */
export const handingTo = (client: Socket, resume: () => void): OnReadOpts => ({
  buffer: Buffer.allocUnsafeSlow(READ_BYTES),
  callback(bytes, buffer) {
    client.write(buffer.subarray(0, bytes), resume)
    return client.writableLength === 0
  },
})

/**
 * client <-> upstream, each end with the other's pace. A side that has said all it had to say is closed for writing
 * only; from then on silence may last `lingerMs`, since a peer that is gone looks just like one that listens. An error
 * on either side ends both, and so does silence in both directions for `idleMs`. From an upstream socket that hands its
 * bytes over itself the pipe hears of the end alone.
 */
export function splice(
  client: Socket,
  upstream: Socket,
  { idleMs, lingerMs }: Pick<ProxyLimits, 'idleMs' | 'lingerMs'>,
): void {
  const both = [client, upstream] as const
  const end = (): void => {
    for (const socket of both) socket.destroy()
  }
  const linger = (): void => {
    for (const socket of both) socket.setTimeout(lingerMs)
  }
  for (const socket of both) {
    socket.setTimeout(idleMs, end)
    socket.once('end', linger)
    socket.once('error', end)
    socket.once('close', end)
  }
  client.pipe(upstream)
  upstream.pipe(client)
}
