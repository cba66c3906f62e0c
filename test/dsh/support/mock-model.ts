import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatMessage {
  role: string
  content: unknown
  tool_call_id?: string
}

export interface ChatRequest {
  model: string
  messages: ChatMessage[]
  tools?: { function: { name: string; description: string; parameters: unknown } }[]
}

export type Reply = { say: string } | { call: string; args: Record<string, unknown> }

export interface MockModel {
  baseUrl: string
  key: string
  /** Requests that offered tools; the host's request for a session title offers none and is not counted. */
  turns: ChatRequest[]
  /** What the script threw, where it did. */
  failure: () => unknown
  close(): Promise<void>
}

/** The text of the newest tool message. */
export function lastToolText(request: ChatRequest): string {
  const content = request.messages.findLast((message) => message.role === 'tool')?.content
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: string }) => part.text ?? '').join('\n')
}

/** A chat-completions server on loopback whose model is a function of the request and the turn's number. */
export async function startMockModel(script: (request: ChatRequest, turn: number) => Reply): Promise<MockModel> {
  const key = 'mock-key'
  const turns: ChatRequest[] = []
  let failure: unknown

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.headers.authorization !== `Bearer ${key}` || !request.url?.endsWith('/chat/completions')) {
      response.writeHead(404).end()
      return
    }
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest
    let reply: Reply = { say: 'A title' }
    if (body.tools?.length) {
      turns.push(body)
      try {
        reply = script(body, turns.length - 1)
      } catch (error) {
        failure ??= error
        reply = { say: `The script failed: ${String(error)}` }
      }
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = (delta: object, finish: string | null) =>
      response.write(
        `data: ${JSON.stringify({
          id: 'mock',
          object: 'chat.completion.chunk',
          created: 0,
          model: body.model,
          choices: [{ index: 0, delta, finish_reason: finish }],
          ...(finish ? { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } } : {}),
        })}\n\n`,
      )
    if ('call' in reply) {
      const call = { name: reply.call, arguments: JSON.stringify(reply.args) }
      chunk(
        { role: 'assistant', tool_calls: [{ index: 0, id: `c${turns.length}`, type: 'function', function: call }] },
        null,
      )
      chunk({}, 'tool_calls')
    } else {
      chunk({ role: 'assistant', content: reply.say }, null)
      chunk({}, 'stop')
    }
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key,
    turns,
    failure: () => failure,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
