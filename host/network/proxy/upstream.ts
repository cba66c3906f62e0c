import { connect, type OnReadOpts, type Socket } from 'node:net'
import type { ResolvedAddress } from '../resolver.ts'

export interface ConnectOptions {
  port: number
  timeoutMs: number
  attemptMs: number
  signal: AbortSignal
  /** Takes what the socket that is returned reads; no other reads. */
  onread?: OnReadOpts
  /** Called for each socket before it connects. */
  onSocket?: (socket: Socket) => void
}

export class ConnectTimeout extends Error {
  constructor() {
    super('No address answered in time')
  }
}

/**
 * Connects to the first address that answers, and to no other than those given: families alternate, and each address
 * gets a head start before the next is tried beside it (RFC 8305 sections 4 and 5). Every socket but the one returned
 * is destroyed, and so is that one where the signal aborts first.
 */
export function connectPinned(addresses: readonly ResolvedAddress[], options: ConnectOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { port, signal } = options
    const queue = alternateFamilies(addresses)
    const attempts = new Set<Socket>()
    const failures: Error[] = []
    let headStart: NodeJS.Timeout | undefined

    const settle = (winner?: Socket): void => {
      clearTimeout(headStart)
      clearTimeout(deadline)
      signal.removeEventListener('abort', onAbort)
      queue.length = 0
      for (const socket of attempts) if (socket !== winner) socket.destroy()
      attempts.clear()
    }
    const fail = (reason: unknown): void => {
      settle()
      reject(reason)
    }
    const onAbort = (): void => fail(signal.reason)
    const tryNext = (): void => {
      clearTimeout(headStart)
      const next = queue.shift()
      if (!next) {
        if (attempts.size === 0) fail(new AggregateError(failures, 'No address could be connected'))
        return
      }
      const { address: host, family } = next
      const reading = options.onread && { onread: options.onread }
      const socket = connect({ host, family, port, noDelay: true, allowHalfOpen: true, ...reading })
      attempts.add(socket)
      options.onSocket?.(socket)
      const onError = (error: Error): void => {
        if (!attempts.delete(socket)) return
        failures.push(error)
        tryNext()
      }
      socket.once('connect', () => {
        if (!attempts.has(socket)) return
        socket.off('error', onError)
        settle(socket)
        resolve(socket)
      })
      // Stays with the losers: one that errs after it was destroyed must not throw.
      socket.on('error', onError)
      headStart = setTimeout(tryNext, options.attemptMs)
    }
    const deadline = setTimeout(() => fail(new ConnectTimeout()), options.timeoutMs)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    tryNext()
  })
}

/** Keeps the resolver's order within each family and begins with its first. */
function alternateFamilies(addresses: readonly ResolvedAddress[]): ResolvedAddress[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family)
  const second = addresses.filter(({ family }) => family !== addresses[0]?.family)
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [first[index], second[index]])
    .flat()
    .filter((address) => address !== undefined)
}
