import Schema from '@deepseek-ai/schemastery'
import { BrowserError } from '../errors/browser-error.ts'
import type { Persistence } from '../provider/types.ts'

/** A secret the operator lends to agents by name. */
export interface CredentialMapping {
  /** Environment variable of the host that holds it. */
  env?: string
  /** Reference in the host's own credential store. */
  ref?: string
  /** Origins, such as `https://shop.example`, whose pages it may be filled into. */
  origins: string[]
}

export interface Config {
  provider?: string
  persistence: Persistence
  timeoutMs: number
  answerChars: number
  tabs: boolean
  dialogs: boolean
  cssTargets: boolean
  credentials: Record<string, CredentialMapping>
  credentialApproval: 'required' | 'none'
  disabled: string[]
  prompt: boolean
}

/** What the tools read of their row; the rest is the shell's. */
export type ToolSettings = Readonly<Pick<Config, 'answerChars' | 'timeoutMs' | 'credentialApproval' | 'cssTargets'>>

const MINUTE = 60_000

export const Config: Schema<Config> = Schema.object({
  provider: Schema.string().description('Provider to open environments with; by default the only one available.'),
  persistence: Schema.union([
    Schema.const('ephemeral').description('An agent begins with an empty browser.'),
    Schema.const('resume').description(
      'Cookies and storage of the session are kept and restored; saved as each turn ends.',
    ),
    Schema.const('profile').description(
      'The session has a browser profile of its own on disk, which one agent at a time uses.',
    ),
  ])
    .default('ephemeral')
    .description('What outlives an agent.'),
  timeoutMs: Schema.natural()
    .min(1_000)
    .max(10 * MINUTE)
    .default(30_000)
    .description('Milliseconds a tool call may take, browser start included.'),
  answerChars: Schema.natural()
    .min(1_000)
    .max(100_000)
    .default(6_000)
    .description('Characters of page content in one answer; the rest is continued.'),
  tabs: Schema.boolean().default(false).description("Offer `browser_tabs`: for a provider set to `pages: 'multiple'`."),
  dialogs: Schema.boolean()
    .default(false)
    .description("Offer `browser_dialog`: for a provider set to `dialogs: 'ask'`."),
  cssTargets: Schema.boolean()
    .default(false)
    .description('Take `css=SELECTOR` where a target is named, for scripts that know their pages.'),
  credentials: Schema.dict(
    Schema.object({
      env: Schema.string().description('Environment variable that holds the secret.'),
      ref: Schema.string().description("Reference in the host's credential store."),
      origins: Schema.array(Schema.string())
        .default([])
        .description('Origins it may be filled into, such as `https://shop.example`.'),
    }),
  )
    .default({})
    .description(
      'Secrets that `browser_fill_credential` may fill, by the name agents use. Without any, the tool is offered only beside a `browserCredentials` service.',
    ),
  credentialApproval: Schema.union([
    Schema.const('required').description('A person approves each fill; where nobody can be asked it is denied.'),
    Schema.const('none').description('Fills go ahead within the origins.'),
  ])
    .default('required')
    .description('Whether filling a secret is asked for.'),
  disabled: Schema.array(Schema.string()).default([]).description('Names of tools that are not offered.'),
  prompt: Schema.boolean().default(true).description('Add a short section on the tools to the system prompt.'),
})

/** Fills defaults. Throws `BROWSER_CONFIG_INVALID` naming the setting, a misspelt one included. */
export function parseConfig(input: Partial<Config> = {}): Config {
  for (const key of Object.keys(input)) {
    if (!Object.hasOwn(Config.dict ?? {}, key)) throw invalid(`${key} is no setting of the tools`)
  }
  let config: Config
  try {
    config = Config(input as Config)
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error))
  }
  for (const [name, { origins }] of Object.entries(config.credentials)) {
    for (const origin of origins) {
      if (URL.parse(origin)?.origin !== origin.replace(/\/$/, '').toLowerCase()) {
        throw invalid(
          `credentials.${name}.origins: ${JSON.stringify(origin)} is no origin such as https://shop.example`,
        )
      }
    }
  }
  return config
}

const invalid = (message: string) =>
  new BrowserError('BROWSER_CONFIG_INVALID', `The browser tools' configuration is wrong: ${message}.`)
