import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Failure } from '../reasons.ts'
import type { Passage } from './gate.ts'
import { FAILURE_HEADER, POLICY_HEADER } from './headers.ts'

/** An answer of the proxy itself. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A distinct status for each way to fail: what was asked cannot be had (502), or not in time (504). */
const FAILURE_STATUS: Readonly<Record<Failure, number>> = {
  'dns-failed': 502,
  'dns-timeout': 504,
  'connect-failed': 502,
  'connect-timeout': 504,
  'upstream-protocol': 502,
  'upstream-closed': 502,
  'idle-timeout': 504,
  cancelled: 503,
}

/** Names the reason and nothing that the client sent, so that no page can be made of it. */
export function answerFor(passage: Exclude<Passage, { status: 'open' }>): Answer {
  return passage.status === 'denied'
    ? answer(403, `Denied by the network policy: ${passage.reason}`, { [POLICY_HEADER]: passage.reason })
    : answer(FAILURE_STATUS[passage.reason], `Not reached: ${passage.reason}`, { [FAILURE_HEADER]: passage.reason })
}

export const UNAUTHENTICATED: Answer = answer(407, 'Credentials are required', {
  'proxy-authenticate': 'Basic realm="policy proxy", charset="UTF-8"',
})

export const malformed = (status: 400 | 408 | 431 = 400): Answer => answer(status, STATUS_CODES[status]!)

export function answer(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body,
  }
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed || response.headersSent) return void response.destroy()
  response.writeHead(status, headers)
  response.end(body)
}

/** For a connection that is no longer, or not yet, under the parser's rule. The connection ends with it. */
export function sendAnswerAndEnd(socket: Duplex, { status, headers, body }: Answer): void {
  if (!socket.writable) return void socket.destroy()
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}
