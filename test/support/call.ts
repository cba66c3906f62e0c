import type { BrowserRuntimeApi } from '../../host/runtime/types.ts'
import { Bindings } from '../../host/tools/binding.ts'
import { callTool } from '../../host/tools/call.ts'
import { Config } from '../../host/tools/config.ts'
import type { Answer } from '../../host/tools/context.ts'
import type { Credentials } from '../../host/tools/credentials/source.ts'
import { TOOLS } from '../../host/tools/definitions/index.ts'
import { type ParsedAnswer, parseAnswer } from './answer-parser.ts'

const NO_CREDENTIALS: Credentials = { resolve: async () => undefined, approve: async () => 'unavailable' }

/** Calls tools as one agent would, without a host. */
export class Caller {
  readonly bindings: Bindings
  readonly owner = {}
  readonly config: Config
  credentials: Credentials = NO_CREDENTIALS

  constructor(runtime: Pick<BrowserRuntimeApi, 'acquire'>, config: Partial<Config> = {}) {
    this.config = Config(config as Config)
    this.bindings = new Bindings(runtime, this.config)
  }

  call(name: string, args: unknown = {}, signal: AbortSignal = new AbortController().signal): Promise<Answer> {
    const tool = TOOLS.find((tool) => tool.name === name)
    if (!tool) throw new Error(`no tool ${name}`)
    return callTool(tool, args, {
      binding: this.bindings.of(this.owner, 's'),
      settings: this.config,
      credentials: this.credentials,
      signal,
    })
  }

  async answer(name: string, args: unknown = {}): Promise<ParsedAnswer> {
    return parseAnswer((await this.call(name, args)).text)
  }

  /** The parsed answer of a call that must fail. */
  async failure(name: string, args: unknown = {}, signal?: AbortSignal): Promise<ParsedAnswer> {
    const outcome = await this.call(name, args, signal).then(
      ({ text }) => new Error(`${name} did not fail: ${text}`),
      (error: Error) => parseAnswer(error.message),
    )
    if (outcome instanceof Error) throw outcome
    return outcome
  }
}
