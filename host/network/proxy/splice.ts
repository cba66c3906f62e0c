import type { Socket } from 'node:net'
import type { ProxyLimits } from './limits.ts'

/**
 * client <-> upstream, each end with the other's pace. A side that has said all it had to say is closed for writing
 * only; from then on silence may last `lingerMs`, since a peer that is gone looks just like one that listens. An error
 * on either side ends both, and so does silence in both directions for `idleMs`.
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
