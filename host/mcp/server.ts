import { randomUUID } from 'node:crypto'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { BrowserRuntimeApi } from '../runtime/types.ts'
import { Bindings } from '../tools/binding.ts'
import { callTool, ToolFailure } from '../tools/call.ts'
import type { Config } from '../tools/config.ts'
import type { Answer } from '../tools/context.ts'
import { type ApprovalOutcome, type Credentials, resolveCredential } from '../tools/credentials/source.ts'
import { type Feature, parametersSchema, type ToolDefinition } from '../tools/definition.ts'
import { offeredTools } from '../tools/definitions/index.ts'
import { configuredFeatures } from '../tools/features.ts'
import { promptFor } from '../tools/prompt.ts'

export interface McpOptions {
  runtime: Pick<BrowserRuntimeApi, 'acquire'>
  /** The tools' own settings, filled with defaults. */
  config: Config
  transport: Transport
  version: string
  /** Names the durable session; with `persistence: 'resume'` the same name finds its cookies again. Default: a random one. */
  sessionId?: string
  env?: Readonly<Record<string, string | undefined>>
}

export interface McpSession {
  /** Settles when the client has gone and its browser is closed. */
  closed: Promise<void>
  /** Ends running calls, closes the browser, then the connection. */
  close(): Promise<void>
}

/** Serves one client: the connection is the owner of one environment, opened by its first call. */
export async function serveMcp(options: McpOptions): Promise<McpSession> {
  const { runtime, config, transport } = options
  const bindings = new Bindings(runtime, config)
  const server = new Server(
    { name: 'dsh-browser-runtime', version: options.version },
    { capabilities: { tools: {} }, instructions: promptFor(config) },
  )
  const sessionId = options.sessionId ?? `mcp-${randomUUID()}`
  const canAsk = () => server.getClientCapabilities()?.elicitation !== undefined
  const tools = () => offeredTools(features(config, canAsk()), config.disabled)

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools().map(listing) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const tool = tools().find(({ name }) => name === params.name)
    if (!tool)
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name.slice(0, 100))}.`)
    try {
      const answer = await callTool(tool, params.arguments, {
        binding: bindings.of(server, sessionId),
        settings: config,
        credentials: clientCredentials(server, config, options.env ?? process.env),
        signal,
      })
      return { content: blocks(answer) }
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error
      return { content: [{ type: 'text', text: error.message }], isError: true }
    }
  })

  const closed = Promise.withResolvers<void>()
  server.onclose = () => void bindings.disposeAll().then(closed.resolve, closed.reject)
  await server.connect(transport)
  return {
    closed: closed.promise,
    async close() {
      await bindings.disposeAll()
      await server.close()
      await closed.promise
    },
  }
}

/** A secret that needs a person's approval cannot be filled for a client that asks nobody. */
function features(config: Config, canAsk: boolean): ReadonlySet<Feature> {
  const offered = new Set(configuredFeatures(config))
  if (config.credentialApproval === 'required' && !canAsk) offered.delete('credentials')
  return offered
}

function listing(tool: ToolDefinition): Tool {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: parametersSchema(tool) as Tool['inputSchema'],
    annotations: { readOnlyHint: !tool.acts, openWorldHint: true },
  }
}

function blocks({ text, image }: Answer): CallToolResult['content'] {
  const picture = image && {
    type: 'image' as const,
    data: Buffer.from(image.png).toString('base64'),
    mimeType: 'image/png',
  }
  return [{ type: 'text', text }, ...(picture ? [picture] : [])]
}

const OUTCOMES: Readonly<Record<string, ApprovalOutcome>> = {
  accept: 'allowed-once',
  decline: 'rejected',
  cancel: 'cancelled',
}

function clientCredentials(
  server: Server,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): Credentials {
  return {
    resolve: (name, signal) => resolveCredential(name, { mappings: config.credentials, env }, signal),
    async approve(message, signal) {
      if (!server.getClientCapabilities()?.elicitation) return 'unavailable'
      const { action } = await server.elicitInput(
        { message, requestedSchema: { type: 'object', properties: {} } },
        { signal },
      )
      return OUTCOMES[action] ?? 'unavailable'
    },
  }
}
