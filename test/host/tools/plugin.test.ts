import { Context, Service } from '@deepseek-ai/cordis'
import { assertSupportedJsonSchema, type JsonSchemaNode, validateJsonSchemaValue } from '@deepseek-ai/dsh-tools'
import { afterEach, describe, expect, test } from 'vitest'
import * as plugin from '../../../host/tools/index.ts'
import { parseAnswer } from '../../support/answer-parser.ts'
import { FakeRuntime } from '../../support/fake-runtime.ts'
import { element, observation } from '../../support/observations.ts'

interface HostTool {
  name: string
  parameters: JsonSchemaNode
  timeoutMs: number
  output: {
    schema: JsonSchemaNode
    render(args: unknown, value: unknown): { type: string; text?: string; attachment?: unknown }[]
  }
  execute(args: unknown, exec: object): Promise<unknown>
  presentCall(args: unknown): { title: string; kind: string } | undefined
}

/** The host's registry, as far as the plugin can tell. */
class Tools extends Service {
  readonly registered = new Map<string, HostTool>()
  constructor(ctx: Context) {
    super(ctx, 'tools')
  }
  register(tool: HostTool): () => void {
    return this.ctx.effect(() => {
      this.registered.set(tool.name, tool)
      return () => this.registered.delete(tool.name)
    })
  }
}

const SHOP = observation('o1', [element('e1', 'textbox', 'Password', { constraints: { type: 'password' } })])
const PNG = new Uint8Array([137, 80, 78, 71])

const roots: Context[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await root.fiber.dispose()
})

async function mount(config: Partial<plugin.Config> = {}, services: Record<string, unknown> = {}) {
  const root = new Context()
  roots.push(root)
  const runtime = new FakeRuntime(() => ({
    see: () => SHOP,
    act: () => SHOP,
    screenshot: () => ({ png: PNG, width: 4, height: 2, url: 'https://shop.example/' }),
  }))
  for (const [name, value] of Object.entries({ browserRuntime: runtime, ...services })) {
    root.provide(name, value)
  }
  await root.plugin(Tools)
  const tools = root.get('tools') as unknown as Tools
  const fiber = await root.plugin(plugin as never, plugin.Config(config as plugin.Config) as never)
  return {
    root,
    runtime,
    tools,
    fiber,
    call: (name: string, args: unknown, agent?: object) => callTool(tools, name, args, agent),
  }
}

const agentNamed = (id: string, more: object = {}) => ({ id, session: { id }, ...more })
const exec = (agent: object | undefined) => ({ agent, callId: 'c1', signal: new AbortController().signal })

async function callTool(tools: Tools, name: string, args: unknown, agent?: object) {
  const tool = tools.registered.get(name)!
  const value = await tool.execute(args, exec(agent))
  expect(validateJsonSchemaValue(tool.output.schema, value)).toEqual([])
  return tool.output.render(args, value)
}

const failing = (calling: Promise<unknown>) =>
  calling.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: Error) => parseAnswer(error.message).failure,
  )

describe('sessions that resume', () => {
  const visited = async (config: Partial<plugin.Config>) => {
    const mounted = await mount(config)
    const agent = agentNamed('a')
    await mounted.call('browser_observe', {}, agent)
    const bus = mounted.root as unknown as { serial(event: string, payload: object): Promise<unknown> }
    const emit = (event: string, payload: object) => bus.serial(event, payload)
    return { ...mounted, agent, emit }
  }

  test('are saved before a turn ends, where anything was called', async () => {
    const { runtime, agent, emit, call } = await visited({ persistence: 'resume' })
    await emit('agent/turn-stopping', { agent })
    expect(runtime.saves).toBe(1)
    await emit('agent/turn-stopping', { agent })
    await emit('agent/turn-stopping', { agent: agentNamed('another') })
    expect(runtime.saves).toBe(1)
    await call('browser_observe', {}, agent)
    await emit('agent/turn-stopping', { agent })
    expect(runtime.saves).toBe(2)
  })

  test('are saved after a turn that was aborted', async () => {
    const { runtime, agent, emit } = await visited({ persistence: 'resume' })
    await emit('agent/status', { agent, status: 'running' })
    expect(runtime.saves).toBe(0)
    await emit('agent/status', { agent, status: 'idle' })
    await expect.poll(() => runtime.saves).toBe(1)
  })

  test('a save that fails is logged, ends no turn and is tried again', async () => {
    const { runtime, agent, emit } = await visited({ persistence: 'resume' })
    const { saving } = runtime
    runtime.saving = () => Promise.reject(new Error('disk full'))
    await emit('agent/turn-stopping', { agent })
    runtime.saving = saving
    await emit('agent/turn-stopping', { agent })
    expect(runtime.saves).toBe(1)
  })

  test('others are not saved', async () => {
    const { runtime, agent, emit } = await visited({})
    await emit('agent/turn-stopping', { agent })
    expect(runtime.saves).toBe(0)
  })
})

describe('what is registered', () => {
  test('the default set, each in the host’s schema subset', async () => {
    const { tools } = await mount()
    expect([...tools.registered.keys()]).toMatchInlineSnapshot(`
      [
        "browser_open",
        "browser_back",
        "browser_forward",
        "browser_reload",
        "browser_observe",
        "browser_observe_next",
        "browser_find",
        "browser_click",
        "browser_fill",
        "browser_press",
        "browser_select",
        "browser_check",
        "browser_hover",
        "browser_drag",
        "browser_scroll",
        "browser_fill_form",
        "browser_wait",
        "browser_extract",
        "browser_screenshot",
        "browser_diagnostics",
      ]
    `)
    for (const tool of tools.registered.values()) {
      assertSupportedJsonSchema(tool.parameters)
      assertSupportedJsonSchema(tool.output.schema)
    }
  })

  test('follows the configuration', async () => {
    const { tools } = await mount({
      tabs: true,
      dialogs: true,
      credentials: { shop: { env: 'X', origins: [] } },
      disabled: ['browser_drag'],
    })
    const names = [...tools.registered.keys()]
    expect(names).toEqual(expect.arrayContaining(['browser_tabs', 'browser_dialog', 'browser_fill_credential']))
    expect(names).not.toContain('browser_drag')
  })

  test('a credential service brings the tool that needs it', async () => {
    const { tools } = await mount({}, { browserCredentials: { resolve: async () => undefined } })
    expect(tools.registered.has('browser_fill_credential')).toBe(true)
  })

  test('all of it goes with the plugin, and the browsers too', async () => {
    const { tools, fiber, call, runtime } = await mount()
    await call('browser_open', { url: 'https://shop.example' }, agentNamed('a'))
    expect(runtime.open).toBe(1)
    await (fiber as { dispose(): Promise<void> }).dispose()
    expect(tools.registered.size).toBe(0)
    expect(runtime.open).toBe(0)
  })

  test('a section of the system prompt, unless turned off', async () => {
    const sections: { name: string; text: string }[] = []
    const systemPrompt = {
      section(section: { name: string; text: string }) {
        sections.push(section)
        return () => {}
      },
    }
    await mount({}, { systemPrompt })
    expect(sections.map(({ name }) => name)).toEqual(['tool:browser'])
    await mount({ prompt: false }, { systemPrompt })
    expect(sections).toHaveLength(1)
  })
})

describe('agents', () => {
  test('each has its own environment, named by its session', async () => {
    const { call, runtime } = await mount({ persistence: 'resume' })
    const [a, b] = [agentNamed('a'), agentNamed('b')]
    await call('browser_open', { url: 'https://shop.example' }, a)
    await call('browser_observe', {}, a)
    await call('browser_open', { url: 'https://shop.example' }, b)
    expect(runtime.requests.map(({ owner, sessionId, persistence }) => ({ owner, sessionId, persistence }))).toEqual([
      { owner: a, sessionId: 'a', persistence: 'resume' },
      { owner: b, sessionId: 'b', persistence: 'resume' },
    ])
  })

  test('one that ends releases what it holds', async () => {
    const { root, call, runtime } = await mount()
    const agent = agentNamed('a')
    await call('browser_open', { url: 'https://shop.example' }, agent)
    const emit: (event: string, payload: object) => void = root.emit.bind(root)
    emit('agent/disposed', { agent })
    await new Promise((resolve) => setImmediate(resolve))
    expect(runtime.open).toBe(0)
  })
})

describe('pictures', () => {
  const ref = { attachmentId: 'att1', mediaType: 'image/png', bytes: 4, width: 4, height: 2 }
  const attachments = { saveImage: async () => ref }
  const llm = (inputModalities?: string[]) => ({
    resolveModelInfo: async () => ({ ...(inputModalities ? { inputModalities } : {}) }),
  })
  const agent = agentNamed('a', { options: { provider: 'p', model: 'm' } })

  test('are shown to a model that takes them', async () => {
    const { call } = await mount({}, { attachments, llm: llm(['text', 'image']) })
    const blocks = await call('browser_screenshot', {}, agent)
    expect(blocks).toEqual([
      { type: 'text', text: expect.stringContaining('4×2 pixels') },
      { type: 'image', attachment: ref },
    ])
  })

  test.each([
    ['a text-only model', { attachments, llm: llm(['text']) }],
    ['a model that does not say', { attachments, llm: llm() }],
    ['no model service', { attachments }],
  ])('are named to %s', async (_, services) => {
    const { call } = await mount({}, services)
    const blocks = await call('browser_screenshot', {}, agent)
    expect(blocks).toEqual([{ type: 'text', text: expect.stringContaining('att1') }])
  })

  test('what the session is set to goes before what the agent began with', async () => {
    const asked: string[] = []
    const resolveModelInfo = async (_: string, model: string) => {
      asked.push(model)
      return {}
    }
    const { call } = await mount({}, { attachments, llm: { resolveModelInfo } })
    const switched = {
      ...agent,
      session: { id: 'a', requestHeader: () => ({ config: { provider: 'p', model: 'newer' } }) },
    }
    await call('browser_screenshot', {}, switched)
    expect(asked).toEqual(['newer'])
  })

  test('without a store the answer says so', async () => {
    const { call } = await mount()
    expect(await call('browser_screenshot', {}, agent)).toEqual([
      { type: 'text', text: expect.stringContaining('keeps no pictures') },
    ])
  })
})

describe('credentials', () => {
  const fill = { target: 'e1', credential: 'shop' }
  const mapped = (more: Partial<plugin.Config> = {}): Partial<plugin.Config> => ({
    credentials: { shop: { env: 'DBR_TEST_SECRET', ref: 'SHOP', origins: ['https://shop.example'] } },
    ...more,
  })
  const store = { resolve: async () => ({ value: 'stored-secret' }) }
  const answering = (outcome: string) => ({ request: async () => outcome })
  const filled = ({ runtime }: { runtime: FakeRuntime }) =>
    runtime.actions.flatMap((action) => (action.type === 'fill-credential' ? [action.value] : []))

  async function attempt(
    config: Partial<plugin.Config>,
    services: Record<string, unknown>,
    agent: object | undefined = agentNamed('a'),
  ) {
    const mounted = await mount(config, services)
    await mounted.call('browser_open', { url: 'https://shop.example' }, agent)
    return { ...mounted, filling: mounted.call('browser_fill_credential', fill, agent) }
  }

  test('an approved one is filled, and its value stands in no answer', async () => {
    const { filling, ...mounted } = await attempt(mapped(), { credentials: store, approval: answering('allowed-once') })
    expect(JSON.stringify(await filling)).not.toContain('stored-secret')
    expect(filled(mounted)).toEqual(['stored-secret'])
  })

  test.each([
    ['rejected', { credentials: store, approval: answering('rejected') }, 'approval-rejected'],
    ['cancelled', { credentials: store, approval: answering('cancelled') }, 'approval-rejected'],
    ['unavailable', { credentials: store, approval: answering('unavailable') }, 'approval-unavailable'],
    ['not mounted', { credentials: store }, 'approval-unavailable'],
  ])('approval %s denies it', async (_, services, reason) => {
    const { filling, ...mounted } = await attempt(mapped(), services)
    expect(await failing(filling)).toMatchObject({ code: 'BROWSER_CREDENTIAL_DENIED', reason })
    expect(filled(mounted)).toEqual([])
  })

  test.each([
    ['another host', 'https://evil.example'],
    ['another scheme', 'http://shop.example'],
    ['another port', 'https://shop.example:8443'],
    ['a host that only begins alike', 'https://shop.example.evil.example'],
  ])('it belongs to %s alone: not filled here, not even asked for', async (_, origin) => {
    let asked = 0
    const request = async () => {
      asked++
      return 'allowed-once'
    }
    const approval = { request }
    const config = mapped({ credentials: { shop: { ref: 'SHOP', origins: [origin] } } })
    const { filling, ...mounted } = await attempt(config, { credentials: store, approval })
    expect(await failing(filling)).toMatchObject({ code: 'BROWSER_CREDENTIAL_DENIED', reason: 'origin' })
    expect([asked, filled(mounted)]).toEqual([0, []])
  })

  test('the service goes first, the store next, the environment last', async () => {
    process.env.DBR_TEST_SECRET = 'env-secret'
    try {
      const free = mapped({ credentialApproval: 'none' })
      const service = { resolve: async () => ({ value: 'service-secret' }) }
      for (const [services, value] of [
        [{ browserCredentials: service, credentials: store }, 'service-secret'],
        [{ browserCredentials: { resolve: async () => undefined }, credentials: store }, 'stored-secret'],
        [{ credentials: { resolve: async () => undefined } }, 'env-secret'],
        [{}, 'env-secret'],
      ] as const) {
        const { filling, ...mounted } = await attempt(free, services)
        await filling
        expect(filled(mounted)).toEqual([value])
      }
    } finally {
      delete process.env.DBR_TEST_SECRET
    }
  })

  test('the operator’s origins narrow those of the service', async () => {
    const browserCredentials = {
      resolve: async () => ({ value: 's3cret', origins: ['https://shop.example', 'https://other.example'] }),
    }
    const config = mapped({ credentialApproval: 'none', credentials: { shop: { origins: ['https://other.example'] } } })
    const { filling } = await attempt(config, { browserCredentials })
    expect(await failing(filling)).toMatchObject({ reason: 'origin' })
  })

  test('an unknown or empty one is not denied but unknown', async () => {
    const { filling } = await attempt(mapped(), { credentials: { resolve: async () => ({ value: '' }) } })
    expect(await failing(filling)).toMatchObject({ code: 'BROWSER_CREDENTIAL_UNKNOWN' })
  })
})

test('a call is presented in one line, and wrong arguments in none', async () => {
  const { tools } = await mount()
  expect(tools.registered.get('browser_open')!.presentCall({ url: 'https://shop.example' })).toEqual({
    card: 'generic',
    title: 'Open https://shop.example',
    kind: 'fetch',
  })
  expect(tools.registered.get('browser_open')!.presentCall({})).toBeUndefined()
})
