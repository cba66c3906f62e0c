import type { Socket } from 'node:net'

/**
 * client <-> upstream, each end with the other's pace. A side that has said all it had to say is closed for writing
 * only; an error, or silence in both directions for `idleMs`, ends both.
 */
export function splice(client: Socket, upstream: Socket, idleMs: number): void {
  const both = [client, upstream] as const
  const end = (): void => {
    for (const socket of both) socket.destroy()
  }
  for (const socket of both) {
    socket.setTimeout(idleMs, end)
    socket.once('error', end)
    socket.once('close', end)
  }
  client.pipe(upstream)
  upstream.pipe(client)
}
