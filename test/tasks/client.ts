import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Cost } from './browser.ts'

const nothing = (): Cost => ({ calls: 0, characters: 0, ms: 0 })

/** A tool server at the other end of a pipe, with what it has cost since it was last asked. */
export class ToolServer {
  readonly #client = new Client({ name: 'tasks', version: '1' })
  readonly #transport: StdioClientTransport
  #cost: Cost = nothing()

  constructor(args: readonly string[], cwd: string) {
    this.#transport = new StdioClientTransport({ command: process.execPath, args: [...args], cwd, stderr: 'inherit' })
  }

  get pid(): number | null {
    return this.#transport.pid
  }

  get client(): Client {
    return this.#client
  }

  connect(): Promise<void> {
    return this.#client.connect(this.#transport)
  }

  async call(name: string, args: Record<string, unknown>): Promise<{ text: string; isError: boolean }> {
    const start = performance.now()
    const result = await this.#client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 })
    const text = (result.content as { type: string; text?: string }[]).map((block) => block.text ?? '').join('\n')
    this.#cost.ms += performance.now() - start
    this.#cost.calls++
    this.#cost.characters += JSON.stringify(args).length + name.length + text.length
    if (process.env.TASKS_TRACE) process.stderr.write(`> ${name} ${JSON.stringify(args)}\n${text}\n\n`)
    return { text, isError: result.isError === true }
  }

  /** What was spent, and begins anew. */
  spent(): Cost {
    const cost = this.#cost
    this.#cost = nothing()
    return cost
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}
