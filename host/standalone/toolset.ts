import { randomUUID } from 'node:crypto'
import { BrowserError } from '../errors/browser-error.ts'
import type { BrowserRuntimeApi } from '../runtime/types.ts'
import { Bindings } from '../tools/binding.ts'
import { callTool } from '../tools/call.ts'
import { Config } from '../tools/config.ts'
import type { Answer } from '../tools/context.ts'
import { resolveCredential } from '../tools/credentials/source.ts'
import { parametersSchema } from '../tools/definition.ts'
import { offeredTools } from '../tools/definitions/index.ts'
import { configuredFeatures } from '../tools/features.ts'

export interface Toolset {
  /** What a model would be offered. */
  readonly tools: readonly { name: string; description: string; parameters: object }[]
  /**
   * Calls a tool as a model would, in this toolset's own environment.
   *
   * @throws ToolFailure whose message ends in the machine-readable line.
   */
  call(name: string, args: unknown, signal?: AbortSignal): Promise<Answer>
  /** Closes the environment. */
  dispose(): Promise<void>
}

/** The tools for one agent, without a host: for scripts and tests that speak as a model does. */
export function openToolset(runtime: Pick<BrowserRuntimeApi, 'acquire'>, config: Partial<Config> = {}): Toolset {
  const settings = Config(config as Config)
  const bindings = new Bindings(runtime, settings)
  const offered = offeredTools(new Set(configuredFeatures(settings)), settings.disabled)
  const owner = {}
  const sessionId = `toolset-${randomUUID()}`
  return {
    tools: offered.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: parametersSchema(tool),
    })),
    async call(name, args, signal = new AbortController().signal) {
      const tool = offered.find((one) => one.name === name)
      if (!tool) throw new BrowserError('BROWSER_INPUT_INVALID', `There is no tool ${JSON.stringify(name)}.`)
      return callTool(tool, args, {
        binding: bindings.of(owner, sessionId),
        settings,
        credentials: {
          resolve: (reference, stop) =>
            resolveCredential(reference, { mappings: settings.credentials, env: process.env }, stop),
          approve: async () => 'unavailable',
        },
        signal,
      })
    },
    dispose: () => bindings.disposeAll(),
  }
}
