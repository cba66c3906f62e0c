import type { Context } from '@deepseek-ai/cordis'
import type { ToolDefinition as HostTool } from '@deepseek-ai/dsh-tools'
import type { Bindings } from '../binding.ts'
import { callTool } from '../call.ts'
import type { Config } from '../config.ts'
import { type Credentials, resolveCredential } from '../credentials/source.ts'
import { parametersSchema, type ToolDefinition } from '../definition.ts'
import { type StoredAnswer, storeAnswer } from './pictures.ts'
import { type HostAgent, service } from './services.ts'

/** How much longer the host waits than the tool itself, whose own end says more. Milliseconds. */
const HOST_GRACE = 10_000

const ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: {
    text: { type: 'string' },
    shown: { type: 'boolean' },
    image: {
      type: 'object',
      additionalProperties: true,
      required: ['attachmentId'],
      properties: { attachmentId: { type: 'string' } },
    },
  },
} as const

/** Calls outside of any agent share one environment. */
const NO_AGENT = { id: 'no-agent', session: { id: 'no-agent' } } as const satisfies HostAgent

/** A tool in the host's form. */
export function hostTool(ctx: Context, tool: ToolDefinition, bindings: Bindings, config: Config): HostTool {
  const definition = {
    name: tool.name,
    description: tool.description,
    parameters: parametersSchema(tool),
    timeoutMs: config.timeoutMs + HOST_GRACE,
    output: {
      schema: ANSWER_SCHEMA,
      render: (_args: unknown, value: unknown) => renderBlocks(value as StoredAnswer),
    },
    async execute(
      args: unknown,
      exec: { agent?: unknown; callId: string; signal: AbortSignal },
    ): Promise<StoredAnswer> {
      const agent = exec.agent as HostAgent | undefined
      const owner = agent ?? NO_AGENT
      const answer = await callTool(tool, args, {
        binding: bindings.of(owner, owner.session.id),
        settings: config,
        credentials: hostCredentials(ctx, config, tool.name, agent, exec.callId),
        signal: exec.signal,
      })
      return storeAnswer(ctx, answer, agent, exec.signal)
    },
    presentCall(args: unknown) {
      const parsed = tool.parameters.safeParse(args)
      return parsed.success ? { card: 'generic', title: tool.title(parsed.data), kind: tool.kind } : undefined
    },
  }
  // The host's blocks and agents are open types that grow with each version; what is used of them is stated in services.ts.
  return definition as unknown as HostTool
}

function renderBlocks({ text, image, shown }: StoredAnswer): object[] {
  return [{ type: 'text', text }, ...(image && shown ? [{ type: 'image', attachment: image }] : [])]
}

function hostCredentials(
  ctx: Context,
  config: Config,
  toolName: string,
  agent: HostAgent | undefined,
  callId: string,
): Credentials {
  return {
    resolve: (name, signal) =>
      resolveCredential(
        name,
        {
          mappings: config.credentials,
          env: process.env,
          service: service(ctx, 'browserCredentials'),
          store: service(ctx, 'credentials'),
        },
        signal,
      ),
    async approve(reason, signal) {
      const approval = service(ctx, 'approval')
      if (!approval || !agent) return 'unavailable'
      return approval.request({ agent, toolName, callId, reason, signal })
    },
  }
}
