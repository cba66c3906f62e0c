import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type McpOptions, serveMcp } from './server.ts'

export interface StdioOptions extends Omit<McpOptions, 'transport'> {
  /** Ends the service from outside, such as on a signal to the process. */
  signal?: AbortSignal
}

/**
 * Serves the client at the other end of stdin and stdout until it goes away: it closes its end, or cannot be written to
 * any more. Settles when nothing of it is left.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { stdin, stdout } = process
  const session = await serveMcp({ ...options, transport: new StdioServerTransport(stdin, stdout) })
  const end = () => void session.close().catch(() => {})
  // The SDK's transport does not tell that its streams have ended.
  stdin.once('end', end).once('close', end)
  stdout.once('error', end)
  options.signal?.addEventListener('abort', end, { once: true })
  try {
    if (stdin.readableEnded || options.signal?.aborted) end()
    await session.closed
  } finally {
    stdin.off('end', end).off('close', end)
    stdout.off('error', end)
    options.signal?.removeEventListener('abort', end)
  }
}
