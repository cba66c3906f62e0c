import type { Socket } from 'node:net'
import type { ProxyStats } from './types.ts'

/** What one proxy has done, by reason, and the sockets it has open. */
export class Counters {
  readonly client = new SocketSet()
  readonly upstream = new SocketSet()
  readonly #reasons: Pick<ProxyStats, 'admitted' | 'denied' | 'failed' | 'refused'> = {
    admitted: {},
    denied: {},
    failed: {},
    refused: { authentication: 0, connections: 0, malformed: 0 },
  }

  count<Kind extends 'admitted' | 'denied' | 'failed' | 'refused'>(
    kind: Kind,
    reason: keyof ProxyStats[Kind] & string,
  ): void {
    const counts = this.#reasons[kind] as Partial<Record<string, number>>
    counts[reason] = (counts[reason] ?? 0) + 1
  }

  stats(resolving: number): ProxyStats {
    return {
      connections: { client: this.client.size, upstream: this.upstream.size },
      resolving,
      ...structuredClone(this.#reasons),
      bytes: this.upstream.bytes(),
    }
  }
}

/** Live sockets, and the bytes of those that have gone. */
export class SocketSet {
  readonly #live = new Set<Socket>()
  #sent = 0
  #received = 0

  get size(): number {
    return this.#live.size
  }

  add(socket: Socket): void {
    this.#live.add(socket)
    socket.once('close', () => {
      this.#live.delete(socket)
      this.#sent += socket.bytesWritten
      this.#received += socket.bytesRead
    })
  }

  bytes(): { sent: number; received: number } {
    let [sent, received] = [this.#sent, this.#received]
    for (const socket of this.#live) {
      sent += socket.bytesWritten
      received += socket.bytesRead
    }
    return { sent, received }
  }

  /** Settles when the last one has closed. */
  async destroyAll(): Promise<void> {
    const closed = [...this.#live].map(
      (socket) => new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve()))),
    )
    for (const socket of this.#live) socket.destroy()
    await Promise.all(closed)
  }
}
