import type { Context } from '@deepseek-ai/cordis'
import type {} from '@deepseek-ai/dsh-tools'
import type { BrowserRuntimeApi } from '../runtime/types.ts'
import { messageOf } from '../text.ts'
import { Bindings } from './binding.ts'
import { Config, parseConfig } from './config.ts'
import type { Feature } from './definition.ts'
import { assertToolsExist, offeredTools } from './definitions/index.ts'
import { hostTool } from './dsh/register.ts'
import { configuredFeatures } from './features.ts'
import { promptFor } from './prompt.ts'

export const name = 'browser-tools'
export const inject = ['tools', 'browserRuntime']
export { Config }

/** Registers the `browser_*` tools with the host, each agent with an environment of its own. */
export function apply(ctx: Context, input: Partial<Config>): void {
  const config = parseConfig(input)
  assertToolsExist(config.disabled)
  const runtime = ctx.get('browserRuntime') as BrowserRuntimeApi
  const bindings = new Bindings(runtime, config)

  // The host does not say that an agent ends when its process does, so the browsers also end with the plugin.
  ctx.effect(() => () => bindings.disposeAll(), 'browser-tools: environments')
  ctx.on('agent/disposed' as never, (({ agent }: { agent: object }) => bindings.dispose(agent)) as never)

  // A host that ends closes its storage together with everything else: what a session is to go on with is saved before,
  // while the end of a turn is awaited, or in the background where the turn was aborted.
  const save = ({ agent }: { agent: object }) =>
    bindings.save(agent).catch((error: unknown) => {
      ctx.logger(name).warn(`The browser of a session was not saved: ${messageOf(error)}`)
    })
  ctx.on('agent/turn-stopping' as never, save as never)
  ctx.on(
    'agent/status' as never,
    ((payload: { agent: object; status: string }) => {
      if (payload.status === 'idle') void save(payload)
    }) as never,
  )

  const register = (inner: Context, features: readonly Feature[]) => {
    for (const tool of offeredTools(new Set(features), config.disabled)) {
      inner.tools.register(hostTool(inner, tool, bindings, config))
    }
  }
  const features = configuredFeatures(config)
  register(ctx, features)
  if (!features.includes('credentials')) {
    ctx.inject(['browserCredentials'], (inner) => {
      for (const tool of offeredTools(new Set(['credentials']), config.disabled)) {
        if (tool.needs === 'credentials') inner.tools.register(hostTool(inner, tool, bindings, config))
      }
    })
  }

  if (config.prompt) {
    ctx.inject(['systemPrompt'], (inner) => {
      const { systemPrompt } = inner as unknown as { systemPrompt: { section(section: object): () => void } }
      inner.effect(
        () => systemPrompt.section({ name: 'tool:browser', order: 160, text: promptFor(config) }),
        'browser-tools: prompt',
      )
    })
  }
}
