import { describe, expect, test, vi } from 'vitest'
import { BrowserError } from '../../../host/errors/browser-error.ts'
import type { BrowserAction } from '../../../host/runtime/types.ts'
import { MemoryStore } from '../../../host/stores/memory.ts'
import { type FakeEnvironment, FakeProvider } from '../support/fake-provider.ts'
import { HOME, openFixture, planeWith, refOf } from '../support/plane.ts'

async function opened(config: Parameters<typeof planeWith>[0] = {}) {
  const world = planeWith(config)
  const lease = await world.plane.acquire({ owner: {}, sessionId: 's' })
  const seen = await openFixture(lease)
  const [environment] = world.provider.environments as Set<FakeEnvironment>
  const click = (name = 'Count', observation = seen): BrowserAction => ({
    type: 'click',
    target: refOf(observation, name),
    observation: observation.id,
  })
  return { ...world, lease, seen, environment: environment!, click }
}

describe('refs', () => {
  test('are those of the newest observation alone; an older one is refused before the provider runs', async () => {
    const { plane, lease, provider, seen, click } = await opened()
    const newer = await lease.observe()
    const calls = provider.log.length
    await expect(lease.act(click('Count', seen))).rejects.toMatchObject({
      code: 'BROWSER_OBSERVATION_SUPERSEDED',
      refsValid: true,
    })
    await expect(lease.act({ type: 'click', target: 'e99', observation: newer.id })).rejects.toMatchObject({
      code: 'BROWSER_REF_UNKNOWN',
    })
    await expect(lease.act({ type: 'hover', target: 'e1' } as never)).rejects.toMatchObject({
      code: 'BROWSER_INPUT_INVALID',
    })
    await expect(lease.act({ type: 'explode' } as never)).rejects.toMatchObject({ code: 'BROWSER_INPUT_INVALID' })
    await expect(lease.screenshot({ area: { ref: 'e1', observation: seen.id } })).rejects.toMatchObject({
      code: 'BROWSER_OBSERVATION_SUPERSEDED',
    })
    expect(provider.log).toHaveLength(calls)
    expect(await plane.listTransitions()).toHaveLength(1)
    // The element lives, so its label is the same in the newer observation.
    expect(refOf(newer, 'Count')).toBe(refOf(seen, 'Count'))
    await lease.act(click('Count', newer))
    await plane.close()
  })

  test('an element put in another’s place is stale to the provider, and has a ref of its own', async () => {
    const { plane, lease, environment, seen, click } = await opened()
    environment.replace('Count', 'Delete everything')
    await expect(lease.act(click())).rejects.toMatchObject({ code: 'BROWSER_TARGET_STALE', refsValid: true })
    const newer = await lease.observe()
    expect(refOf(newer, 'Delete everything')).not.toBe(refOf(seen, 'Count'))
    await plane.close()
  })

  test('a password field takes a credential, not typed text', async () => {
    const { plane, lease, provider, seen } = await opened()
    const target = refOf(seen, 'Secret')
    const calls = provider.log.length
    await expect(lease.act({ type: 'fill', target, value: 'hunter2', observation: seen.id })).rejects.toMatchObject({
      code: 'BROWSER_POLICY_DENIED',
      reason: 'password',
    })
    expect(provider.log).toHaveLength(calls)
    await lease.act({ type: 'fill-credential', target, value: 'hunter2', reference: 'shop', observation: seen.id })
    await plane.close()
  })
})

describe('a transition', () => {
  test('has before, after, change, timing and sizes', async () => {
    const { plane, lease, seen, click, provider } = await opened()
    provider.inject('act', { delay: 20 })
    provider.inject('observe', { delay: 40 })
    const transition = await lease.act(click())
    expect(transition).toMatchObject({
      sessionId: 's',
      environment: lease.environment,
      generation: 1,
      outcome: 'succeeded',
      action: { type: 'click', target: refOf(seen, 'Count'), observation: seen.id },
      before: seen,
      after: { id: 'o2', revision: 2, page: seen.page },
      change: { textAdded: ['clicked 1'], textRemoved: ['clicked 0'], navigated: false },
      metrics: { elements: 4, textTruncated: false, elementsTruncated: false },
    })
    const { totalMs, actionMs, observationMs, textChars } = transition.metrics
    expect(actionMs).toBeGreaterThanOrEqual(18)
    expect(observationMs).toBeGreaterThanOrEqual(38)
    expect(totalMs).toBeGreaterThanOrEqual(actionMs + observationMs - 1)
    expect(textChars).toBe(transition.after!.text.length)
    expect(lease.current).toBe(transition.after)
    await plane.close()
  })

  test('of a failed action records the failure', async () => {
    const { plane, lease, provider, click } = await opened()
    provider.inject('act', { fail: new BrowserError('BROWSER_POLICY_DENIED', 'It downloads.', { reason: 'download' }) })
    await expect(lease.act(click())).rejects.toMatchObject({ code: 'BROWSER_POLICY_DENIED', refsValid: true })
    const [row] = await plane.listTransitions()
    expect(row).toMatchObject({
      outcome: 'failed',
      failure: { code: 'BROWSER_POLICY_DENIED', message: 'It downloads.', reason: 'download' },
    })
    expect(row).not.toHaveProperty('after')
    await plane.close()
  })

  test('of an action whose result was not seen is unknown, and must not be repeated', async () => {
    const { plane, lease, provider, environment, click } = await opened()
    provider.inject('observe', { fail: new Error('Execution context was destroyed') })
    const failure = await lease.act(click()).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'BROWSER_ACTION_EVIDENCE_FAILED',
      repeat: false,
      refsValid: false,
      leaseDiscarded: false,
      message: expect.stringContaining('Execution context was destroyed'),
    })
    expect((await plane.listTransitions())[0]).toMatchObject({ outcome: 'unknown' })
    expect(environment.cookie).toBe('clicks=1')
    expect(lease.current).toBeUndefined()
    await lease.observe()
    await plane.close()
  })

  test('of an answer that is malformed is unknown too: the provider acted', async () => {
    const { plane, lease, environment, click } = await opened()
    const act = environment.act.bind(environment)
    environment.act = async (...args) => ({ ...(await act(...args)), events: 'none' }) as never
    await expect(lease.act(click())).rejects.toMatchObject({ code: 'BROWSER_ACTION_EVIDENCE_FAILED' })
    expect((await plane.listTransitions())[0]).toMatchObject({ outcome: 'unknown' })
    await plane.close()
  })
})

describe('what was typed', () => {
  test('is told by its length, wherever evidence is made', async () => {
    const { plane, lease, provider, seen } = await opened()
    const target = refOf(seen, 'Name')
    provider.inject('act', { fail: new Error('locator.fill("my secret words"): timeout') })
    const failure = await lease
      .act({ type: 'fill', target, value: 'my secret words', observation: seen.id })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'BROWSER_ACTION_FAILED', message: 'locator.fill("[REDACTED]"): timeout' })
    const rows = await plane.listTransitions()
    expect(rows[0]!.action).toEqual({
      type: 'fill',
      target,
      observation: seen.id,
      value: '[REDACTED]',
      valueChars: 15,
      submit: undefined,
    })
    expect(JSON.stringify(rows)).not.toContain('secret words')
    await plane.close()
  })

  test('a credential shows nowhere again: not in the page, its URL, an error or the index', async () => {
    const { plane, lease, provider, seen } = await opened()
    const value = 'p@ss word&1'
    const { after } = await lease.act({
      type: 'fill-credential',
      target: refOf(seen, 'Name'),
      value,
      reference: 'shop-password',
      observation: seen.id,
    })
    expect(after!.elements.find(({ name }) => name === 'Name')!.value).toBe('[REDACTED]')
    const sent = await lease.act({ type: 'navigate', url: `${HOME}?q=${encodeURIComponent(value)}&r=p%40ss+word%261` })
    expect(sent.after!.url).toBe(`${HOME}?q=[REDACTED]&r=[REDACTED]`)
    provider.inject('observe', { fail: new Error(`cannot read ${value}`) })
    const failure = (await lease.observe().catch((error: unknown) => error)) as BrowserError
    expect(failure.message).toBe('cannot read [REDACTED]')
    expect(failure.cause).toBeUndefined()
    const rows = await plane.listTransitions()
    expect(rows.at(-2)!.action).toMatchObject({
      type: 'fill-credential',
      reference: 'shop-password',
      value: '[REDACTED]',
    })
    expect(JSON.stringify(rows)).not.toMatch(/p@ss|p%40ss/)
    await plane.close()
  })
})

describe('the index', () => {
  test('keeps no page text and no targets', async () => {
    const { plane, lease, click } = await opened()
    await lease.act(click())
    const [row] = await plane.listTransitions()
    expect(Object.keys(row!.after!)).toEqual(['observation', 'url', 'digest', 'revision'])
    expect(JSON.stringify(row)).not.toMatch(/lorem|Count/)
    await plane.close()
  })

  test('that refuses or hangs warns, and changes neither success nor failure nor what memory knows', async () => {
    const { plane, lease, provider, warnings, click } = await opened()
    const store = Object.assign(new MemoryStore(), { kind: 'sqlite' })
    await plane.mount(store as never)
    store.putTransition = () => Promise.reject(new Error('disk full'))
    const { outcome } = await lease.act(click())
    expect(outcome).toBe('succeeded')
    store.putTransition = () => new Promise(() => {})
    provider.inject('act', { fail: new BrowserError('BROWSER_TARGET_STALE', 'gone') })
    await expect(lease.act({ type: 'reload' })).rejects.toMatchObject({ code: 'BROWSER_TARGET_STALE' })
    await vi.waitFor(() => expect(warnings).toHaveLength(2))
    expect(warnings.join()).toMatch(/disk full.*within 100 ms/s)
    store.listTransitions = () => Promise.reject(new Error('unreadable'))
    expect((await plane.listTransitions()).map((row) => row.outcome)).toEqual(['failed', 'succeeded', 'succeeded'])
    await plane.close()
  })

  test('and memory are one list, each transition once, memory bounded', async () => {
    const { plane, lease } = await opened({ maxTransitionsInMemory: 2 })
    for (let round = 0; round < 4; round++) await lease.act({ type: 'reload' })
    await vi.waitFor(async () => expect(await plane.listTransitions()).toHaveLength(5))
    expect((await plane.status()).transitions).toBe(2)
    const rows = await plane.listTransitions({ limit: 3, environment: lease.environment })
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
    expect(await plane.listTransitions({ sessionId: 'another' })).toEqual([])
    await plane.close()
  })
})

describe('reads', () => {
  test('extract, screenshot and diagnostics answer through the queue', async () => {
    const { plane, lease, seen } = await opened()
    expect(await lease.extract({ kind: 'metadata' })).toMatchObject({ kind: 'metadata', title: 'Fixture' })
    expect(
      await lease.screenshot({ marks: true, area: { ref: refOf(seen, 'Count'), observation: seen.id } }),
    ).toMatchObject({ width: 800, height: 600 })
    expect(await lease.diagnostics({ limit: 1e9 })).toMatchObject({ mark: 1 })
    await plane.close()
  })

  test('a provider without a capability is told apart from one that fails', async () => {
    const { plane } = planeWith(
      {},
      new FakeProvider({ capabilities: { extract: false, screenshot: false, diagnostics: false } }),
    )
    const lease = await plane.acquire({ owner: {}, sessionId: 's' })
    for (const read of [() => lease.extract({ kind: 'list' }), () => lease.screenshot(), () => lease.diagnostics()]) {
      await expect(read()).rejects.toMatchObject({ code: 'BROWSER_CAPABILITY_UNSUPPORTED' })
    }
    await plane.close()
  })

  test('a request beyond the configured budgets is cut to them', async () => {
    const { plane, lease } = await opened({ maxElements: 2, maxTextChars: 5 })
    const seen = await lease.observe({ maxElements: 1_000, maxTextChars: 1_000 })
    expect(seen).toMatchObject({ elementsTruncated: true, textTruncated: true, elementsTotal: 4 })
    expect([seen.elements.length, seen.text.length]).toEqual([2, 5])
    await plane.close()
  })
})
