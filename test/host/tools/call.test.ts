import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { BrowserError } from '../../../host/errors/browser-error.ts'
import type { Observation } from '../../../host/runtime/types.ts'
import { Caller } from '../../support/call.ts'
import { type FakePage, FakeRuntime, type Script } from '../../support/fake-runtime.ts'
import { element, observation } from '../../support/observations.ts'

const shop = observation(
  'o1',
  [
    element('e1', 'searchbox', 'Search', { section: 'search', constraints: { type: 'search', placeholder: 'What?' } }),
    element('e2', 'button', 'Go', { section: 'search' }),
    element('e3', 'link', 'Brass lamp', { group: 'g1', tier: 3, href: 'https://shop.example/brass' }),
    element('e4', 'link', 'Desk lamp', { group: 'g2', tier: 3, href: 'https://shop.example/desk' }),
    element('e5', 'link', 'Reviews', { group: 'g1', tier: 5, href: 'https://shop.example/brass/reviews' }),
    element('e6', 'link', 'Reviews', { group: 'g2', tier: 5, href: 'https://shop.example/desk/reviews' }),
  ],
  {
    text: 'Lamps\nBrass lamp\n49 €\nDesk lamp\n35 €',
    groups: [
      { ref: 'g1', label: 'Brass lamp', elements: 2 },
      { ref: 'g2', label: 'Desk lamp', elements: 2 },
    ],
  },
)

const later = (base: Observation, more: Partial<Observation>): Observation => ({
  ...base,
  id: 'o2',
  digest: 'o2',
  ...more,
})

function caller(act: Script, page: Partial<FakePage> = {}) {
  const runtime = new FakeRuntime(() => ({ see: () => shop, act, ...page }))
  return { runtime, agent: new Caller(runtime) }
}

describe('a page as an agent sees it', () => {
  test('first what matters, records in one line, repeated links counted', async () => {
    const { agent } = caller(() => shop)
    expect((await agent.call('browser_open', { url: 'shop.example' })).text).toMatchInlineSnapshot(`
      "open
      --- o1 untrusted page content ---
      "Shop" https://shop.example/
      search:
      e1 searchbox "Search" placeholder="What?"
      e2 button "Go"
      main:
      g1 e3 link "Brass lamp"; +1
      g2 e4 link "Desk lamp"; +1
      | Lamps
      | Brass lamp
      | 49 €
      | Desk lamp
      | 35 €
      --- end ---
      not shown: 2 elements; continue: browser_observe_next o1.2"
    `)
  })

  test('a record is shown whole without asking the page', async () => {
    const { agent, runtime } = caller(() => shop)
    await agent.call('browser_open', { url: 'https://shop.example' })
    const { elements } = await agent.answer('browser_observe', { region: 'g2' })
    expect(elements.map(({ ref }) => ref)).toEqual(['e4', 'e6'])
    expect(runtime.observes).toEqual([])
  })

  test('a region is asked for, and the refs outside of it stay good', async () => {
    const near = observation('o2', [shop.elements[2]!, shop.elements[4]!], { text: 'Brass lamp 49 €' })
    const { agent } = caller(() => shop, { see: (request) => (request.region ? near : shop) })
    await agent.call('browser_open', { url: 'https://shop.example' })
    const { elements, text } = await agent.answer('browser_observe', { region: 'e3' })
    expect(elements.map(({ ref }) => ref)).toEqual(['e3', 'e5'])
    expect(text).toEqual(['Brass lamp 49 €'])
    await agent.call('browser_click', { target: 'e2' })
  })
})

describe('after an action', () => {
  test('the answer tells what changed, and counts what did not', async () => {
    const filled = later(shop, {
      elements: shop.elements
        .map((one) => (one.ref === 'e1' ? { ...one, value: 'lamp', states: { focused: true } as const } : one))
        .concat(element('e7', 'button', 'Clear')),
      text: shop.text.replace('Lamps', '2 lamps'),
    })
    const { agent } = caller((action) => (action.type === 'fill' ? filled : shop))
    await agent.call('browser_open', { url: 'https://shop.example' })
    expect((await agent.call('browser_fill', { target: 'label=Search', value: 'lamp' })).text).toMatchInlineSnapshot(`
      "fill e1: changed: 2 elements new or different, 2 lines of text
      --- o2 untrusted page content ---
      search:
      e1 searchbox "Search" ="lamp" focused
      main:
      e7 button "Clear"
      |+ 2 lamps
      |- Lamps
      --- end ---
      5 elements as before"
    `)
  })

  test('focus alone is no change', async () => {
    const focused = later(shop, {
      elements: shop.elements.map((one) => (one.ref === 'e2' ? { ...one, states: { focused: true } as const } : one)),
    })
    const { agent } = caller((action) => (action.type === 'click' ? focused : shop))
    await agent.call('browser_open', { url: 'https://shop.example' })
    const answer = await agent.answer('browser_click', { target: 'e2' })
    expect(answer.said).toEqual(['click e2: nothing changed', '6 elements as before'])
    expect(answer.elements).toEqual([])
  })

  test('another page is shown as one', async () => {
    const there = later(shop, { page: 'p2', url: 'https://shop.example/brass', title: 'Brass lamp' })
    const { agent } = caller((action) => (action.type === 'click' ? there : shop))
    await agent.call('browser_open', { url: 'https://shop.example' })
    const answer = await agent.answer('browser_click', { target: 'e3' })
    expect(answer.said[0]).toBe('click e3: navigated')
    expect(answer.facts).toContain('"Brass lamp" https://shop.example/brass')
    expect(answer.elements.map(({ ref }) => ref)).toEqual(['e1', 'e2', 'e3', 'e4'])
  })

  test('what was filled as a credential is not repeated', async () => {
    const echoed = later(shop, {
      text: 'Your password hunter2! is weak',
      elements: [element('e1', 'textbox', 'Password', { value: 'hunter2!' })],
    })
    const { agent } = caller((action) => (action.type === 'fill-credential' ? echoed : shop))
    agent.credentials = {
      resolve: async () => ({ value: 'hunter2!', origins: ['https://shop.example'] }),
      approve: async () => 'allowed-once',
    }
    await agent.call('browser_open', { url: 'https://shop.example' })
    const { text } = await agent.call('browser_fill_credential', { target: 'e1', credential: 'shop' })
    expect(text).not.toContain('hunter2')
    expect(text).toContain('[credential shop]')
  })
})

describe('paging', () => {
  const many = observation(
    'o1',
    Array.from({ length: 200 }, (_, index) => element(`e${index + 1}`, 'link', `Entry number ${index + 1}`)),
    {
      text: Array.from({ length: 100 }, (_, index) => `Paragraph ${index + 1} of the page.`).join('\n'),
    },
  )
  const reader = () => new Caller(new FakeRuntime(() => ({ see: () => many, act: () => many })), { answerChars: 1_500 })

  test('continuations give every element and all the text exactly once, and then end', async () => {
    const agent = reader()
    let answer = await agent.answer('browser_observe')
    const refs = answer.elements.map(({ ref }) => ref)
    const text = [...answer.text]
    for (let page = 0; answer.continuation; page++) {
      expect(page).toBeLessThan(50)
      answer = await agent.answer('browser_observe_next', { token: answer.continuation })
      refs.push(...answer.elements.map(({ ref }) => ref))
      text.push(...answer.text)
    }
    expect(refs).toEqual(many.elements.map(({ ref }) => ref))
    expect(text).toEqual(many.text.split('\n'))
  })

  test('a page can be asked for again', async () => {
    const agent = reader()
    const { continuation } = await agent.answer('browser_observe')
    const once = await agent.call('browser_observe_next', { token: continuation })
    expect(await agent.call('browser_observe_next', { token: continuation })).toEqual(once)
  })

  test('a token of an older observation is refused', async () => {
    let id = 0
    const agent = new Caller(new FakeRuntime(() => ({ see: () => ({ ...many, id: `o${++id}` }) })), {
      answerChars: 1_500,
    })
    const { continuation } = await agent.answer('browser_observe')
    await agent.call('browser_observe')
    const { failure } = await agent.failure('browser_observe_next', { token: continuation })
    expect(failure).toMatchObject({ code: 'BROWSER_OBSERVATION_SUPERSEDED', refs: 'valid', repeat: false })
  })

  test.each(['x', 'o1', 'o1.0', 'o1.9'])('%s is no token that was offered', async (token) => {
    const agent = reader()
    await agent.call('browser_observe')
    expect((await agent.failure('browser_observe_next', { token })).failure?.code).toBe('BROWSER_INPUT_INVALID')
  })

  test('no answer is much longer than its budget', async () => {
    const agent = reader()
    for (const mode of ['summary', 'interactive', 'document']) {
      const { text } = await agent.call('browser_observe', { mode })
      expect(text.length).toBeLessThan(1_500 * 1.1)
    }
  })
})

describe('targets', () => {
  test('a semantic target that has just appeared is found by looking once more', async () => {
    const grown = later(shop, { elements: [...shop.elements, element('e9', 'button', 'Confirm')] })
    const { agent, runtime } = caller(() => shop, { see: () => grown })
    await agent.call('browser_open', { url: 'https://shop.example' })
    await agent.call('browser_click', { target: 'button|Confirm' })
    expect(runtime.actions.at(-1)).toMatchObject({ type: 'click', target: 'e9', observation: 'o2' })
  })

  test('an unknown ref never reaches the page', async () => {
    const { agent, runtime } = caller(() => shop)
    await agent.call('browser_open', { url: 'https://shop.example' })
    const { failure } = await agent.failure('browser_click', { target: 'e99' })
    expect(failure).toMatchObject({
      code: 'BROWSER_REF_UNKNOWN',
      refs: 'valid',
      lease: 'kept',
      url: 'https://shop.example/',
    })
    expect(runtime.actions).toHaveLength(1)
  })

  test('before any page there is nothing to act on', async () => {
    const { agent } = caller(() => shop)
    expect((await agent.failure('browser_click', { target: 'e1' })).failure).toMatchObject({
      code: 'BROWSER_OBSERVATION_MISSING',
      refs: 'invalid',
    })
  })
})

describe('failures', () => {
  test('wrong arguments name the argument and reach no browser', async () => {
    const { agent, runtime } = caller(() => shop)
    const { said, failure } = await agent.failure('browser_click', { target: 'e1', button: 'upper', extra: 1 })
    expect(said[0]).toMatch(/^invalid arguments: button: .*extra/)
    expect(failure?.code).toBe('BROWSER_INPUT_INVALID')
    expect(runtime.requests).toEqual([])
  })

  test('the page keeps its refs when an action is refused', async () => {
    const { agent } = caller((action) =>
      action.type === 'click' ? new BrowserError('BROWSER_TARGET_COVERED', 'Covered by a banner.') : shop,
    )
    await agent.call('browser_open', { url: 'https://shop.example' })
    expect((await agent.failure('browser_click', { target: 'e2' })).failure).toMatchObject({
      code: 'BROWSER_TARGET_COVERED',
      refs: 'valid',
    })
  })

  test('a call that takes too long ends by itself, and the lease is replaced', async () => {
    const { runtime } = caller(() => shop)
    const slow = new FakeRuntime(() => ({
      see: () => shop,
      act: (_action, signal) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped')))),
    }))
    const agent = new Caller(slow, { timeoutMs: 1_000 })
    const { failure } = await agent.failure('browser_open', { url: 'https://shop.example' })
    expect(failure).toMatchObject({
      code: 'BROWSER_ACTION_TIMEOUT',
      lease: 'discarded',
      refs: 'invalid',
      repeat: false,
    })
    expect(slow.open).toBe(0)
    expect(runtime.open).toBe(0)
  })

  test('a cancelled call says so, and the next one works', async () => {
    let slow = true
    const { agent, runtime } = caller((_action, signal) =>
      slow ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped')))) : shop,
    )
    const user = new AbortController()
    const failing = agent.failure('browser_open', { url: 'https://shop.example' }, user.signal)
    await sleep(5)
    user.abort()
    expect((await failing).failure).toMatchObject({ code: 'BROWSER_CANCELLED', lease: 'discarded', repeat: true })
    slow = false
    await agent.call('browser_open', { url: 'https://shop.example' })
    expect(runtime.requests).toHaveLength(2)
  })
})

describe('find', () => {
  test('looks through what was cut as well', async () => {
    const long = observation(
      'o1',
      Array.from({ length: 300 }, (_, index) => element(`e${index + 1}`, 'link', `Entry ${index + 1}`)).concat(
        element('e400', 'link', 'Two'),
        element('e401', 'button', 'Two more'),
      ),
      { text: `${'One\n'.repeat(5_000)}Two birds` },
    )
    const { agent } = caller(() => long)
    await agent.call('browser_open', { url: 'https://shop.example' })
    const answer = await agent.answer('browser_find', { text: 'two' })
    expect(answer.elements.map(({ ref }) => ref)).toEqual(['e400', 'e401'])
    expect(answer.text).toEqual(['Two birds'])
    expect(answer.said).toEqual(['found 2 elements, 1 line of text'])
  })

  test('needs something to look for', async () => {
    const { agent } = caller(() => shop)
    expect((await agent.failure('browser_find', { text: ' ' })).failure?.code).toBe('BROWSER_INPUT_INVALID')
  })
})

test('a form is filled field by field, each by what it is', async () => {
  const form = observation('o1', [
    element('e1', 'textbox', 'Name'),
    element('e2', 'checkbox', 'Agree'),
    element('e3', 'combobox', 'Country'),
  ])
  const { agent, runtime } = caller(() => form)
  await agent.call('browser_open', { url: 'https://shop.example' })
  await agent.call('browser_fill_form', {
    fields: [
      { target: 'label=Name', value: 'Ada' },
      { target: 'e2', value: 'true' },
      { target: 'e3', value: 'Peru' },
    ],
    submit: true,
  })
  expect(runtime.actions.slice(1).map(({ observation: _, ...action }) => action)).toEqual([
    { type: 'fill', target: 'e1', value: 'Ada' },
    { type: 'check', target: 'e2', checked: true },
    { type: 'select', target: 'e3', options: ['Peru'] },
    { type: 'press', key: 'Enter', target: 'e3' },
  ])
})

test('a form that fails half way says where', async () => {
  const { agent } = caller((action) =>
    action.type === 'fill' && action.value === 'bad'
      ? new BrowserError('BROWSER_TARGET_UNSUITABLE', 'Not editable.')
      : shop,
  )
  await agent.call('browser_open', { url: 'https://shop.example' })
  const fields = [
    { target: 'e1', value: 'good' },
    { target: 'e2', value: 'bad' },
  ]
  const { said, failure } = await agent.failure('browser_fill_form', { fields })
  expect(said[0]).toBe('Field 2 of 2 (the 1 before it are filled): Not editable.')
  expect(failure?.code).toBe('BROWSER_TARGET_UNSUITABLE')
})
