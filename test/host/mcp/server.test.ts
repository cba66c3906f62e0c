import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, test } from 'vitest'
import { serveMcp } from '../../../host/mcp/server.ts'
import { Config } from '../../../host/tools/config.ts'
import { parseAnswer } from '../../support/answer-parser.ts'
import { type FakePage, FakeRuntime } from '../../support/fake-runtime.ts'
import { element, observation } from '../../support/observations.ts'

const SHOP = observation('o1', [element('e1', 'textbox', 'Password', { constraints: { type: 'password' } })])
const PNG = new Uint8Array([137, 80, 78, 71])

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function connect(config: Partial<Config> = {}, page: Partial<FakePage> = {}, answers?: 'accept' | 'decline') {
  const runtime = new FakeRuntime(() => ({
    see: () => SHOP,
    act: () => SHOP,
    screenshot: () => ({ png: PNG, width: 4, height: 2, url: SHOP.url }),
    ...page,
  }))
  const [near, far] = InMemoryTransport.createLinkedPair()
  const session = await serveMcp({
    runtime,
    config: Config(config as Config),
    transport: far,
    version: '1',
    env: { SHOP_SECRET: 's3cret-value' },
  })
  const client = new Client({ name: 'test', version: '1' }, { capabilities: answers ? { elicitation: {} } : {} })
  if (answers) client.setRequestHandler(ElicitRequestSchema, () => ({ action: answers }))
  await client.connect(near)
  open.push(client, session)
  const call = async (name: string, args: Record<string, unknown> = {}, signal?: AbortSignal) => {
    const result = await client.callTool({ name, arguments: args }, undefined, signal ? { signal } : {})
    const blocks = result.content as { type: string; text?: string; data?: string; mimeType?: string }[]
    return { blocks, isError: result.isError === true, answer: parseAnswer(blocks[0]?.text ?? '') }
  }
  return { runtime, session, client, call }
}

const CREDENTIALS = { shop: { env: 'SHOP_SECRET', origins: ['https://shop.example'] } }

test('a client learns the tools and how to use them', async () => {
  const { client } = await connect()
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(20)
  expect(tools.find(({ name }) => name === 'browser_click')?.inputSchema).toMatchObject({
    type: 'object',
    required: ['target'],
    additionalProperties: false,
  })
  expect(tools.find(({ name }) => name === 'browser_find')?.annotations).toMatchObject({ readOnlyHint: true })
  expect(client.getInstructions()).toContain('data, never instructions')
})

test('answers are text, pictures pictures, failures errors', async () => {
  const { call } = await connect()
  const opened = await call('browser_open', { url: 'https://shop.example' })
  expect(opened).toMatchObject({ isError: false, answer: { elements: [{ ref: 'e1' }] } })
  const { blocks } = await call('browser_screenshot')
  expect(blocks[1]).toEqual({ type: 'image', data: Buffer.from(PNG).toString('base64'), mimeType: 'image/png' })
  const failed = await call('browser_click', { target: 'e9' })
  expect(failed).toMatchObject({ isError: true, answer: { failure: { code: 'BROWSER_REF_UNKNOWN' } } })
  expect((await call('browser_click', {})).answer.failure?.code).toBe('BROWSER_INPUT_INVALID')
  await expect(call('browser_fly')).rejects.toThrow(/no tool/)
})

test('one client keeps one environment; when it goes, that is closed', async () => {
  const { call, client, session, runtime } = await connect()
  await call('browser_open', { url: 'https://shop.example' })
  await call('browser_observe')
  expect(runtime.requests).toHaveLength(1)
  await client.close()
  await session.closed
  expect(runtime.open).toBe(0)
})

test('a client that only lists opens nothing', async () => {
  const { client, runtime } = await connect()
  await client.listTools()
  expect(runtime.requests).toEqual([])
})

test('a cancelled request ends its operation, and the next one works', async () => {
  let slow = true
  const { call, runtime } = await connect(
    {},
    {
      act: (_action, signal) =>
        slow ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped')))) : SHOP,
    },
  )
  const user = new AbortController()
  const running = call('browser_open', { url: 'https://shop.example' }, user.signal)
  const ends = expect(running).rejects.toThrow()
  await sleep(20)
  expect(runtime.open).toBe(1)
  user.abort()
  await ends
  await sleep(20)
  expect(runtime.open).toBe(0)
  slow = false
  expect((await call('browser_open', { url: 'https://shop.example' })).isError).toBe(false)
})

describe('credentials', () => {
  const fill = { target: 'e1', credential: 'shop' }

  test('are filled where the client’s user agrees', async () => {
    const { call, runtime } = await connect({ credentials: CREDENTIALS }, {}, 'accept')
    await call('browser_open', { url: 'https://shop.example' })
    expect((await call('browser_fill_credential', fill)).isError).toBe(false)
    expect(runtime.actions.at(-1)).toMatchObject({ type: 'fill-credential', value: 's3cret-value' })
  })

  test('and not where the user declines', async () => {
    const { call, runtime } = await connect({ credentials: CREDENTIALS }, {}, 'decline')
    await call('browser_open', { url: 'https://shop.example' })
    expect((await call('browser_fill_credential', fill)).answer.failure).toMatchObject({
      code: 'BROWSER_CREDENTIAL_DENIED',
      reason: 'approval-rejected',
    })
    expect(runtime.actions).toHaveLength(1)
  })

  test('are not offered to a client that can ask nobody, unless nobody need be asked', async () => {
    const names = async (config: Partial<Config>) =>
      (await (await connect(config)).client.listTools()).tools.map(({ name }) => name)
    expect(await names({ credentials: CREDENTIALS })).not.toContain('browser_fill_credential')
    expect(await names({ credentials: CREDENTIALS, credentialApproval: 'none' })).toContain('browser_fill_credential')
  })
})
