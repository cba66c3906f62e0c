import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  checkedActionResult,
  checkedCheckpoint,
  checkedDiagnostics,
  checkedExtraction,
  checkedObservation,
  checkedProfiles,
  checkedScreenshot,
} from '../../../host/provider/answers.ts'
import { assertEnvironment, assertProvider } from '../../../host/provider/requirements.ts'
import type {
  BrowserProvider,
  BrowserSessionId,
  ProviderAction,
  ProviderActionTarget,
  ProviderElement,
  ProviderEnvironment,
  ProviderObservation,
} from '../../../host/provider/types.ts'

/**
 * The pages a provider under test must be able to reach, by path. `/silent` is a fourth one: it accepts a request and
 * never answers it.
 */
export const CONFORMANCE_PAGES: Record<string, string> = {
  '/page': `<!doctype html><html lang="en"><title>Fixture</title>
    <main><p id="clicked">clicked 0</p><p id="remembered"></p>
    <button id="count">Count</button>
    <label>Name <input id="name"></label>
    <label>Secret <input id="secret" type="password"></label>
    <a href="/other">Other</a></main>
    <script>
      const cookie = /clicks=(\\d+)/.exec(document.cookie)
      remembered.textContent = 'remembered ' + (cookie ? cookie[1] : 'nothing')
      let clicks = 0
      count.onclick = () => {
        clicked.textContent = 'clicked ' + ++clicks
        document.cookie = 'clicks=' + clicks + '; max-age=3600'
      }
    </script></html>`,
  '/other': `<!doctype html><html lang="en"><title>Other</title><main><button>Elsewhere</button></main></html>`,
}

export interface ConformanceSetup {
  provider: BrowserProvider
  /** Where the pages are served, without a trailing slash. */
  origin: string
  /** Environments that the provider holds open, the unfinished included. */
  live(): number | Promise<number>
  /** Ends the browser behind an environment as a crash would. */
  kill(environment: ProviderEnvironment): void | Promise<void>
  dispose(): Promise<void>
}

const BUDGET = { maxElements: 100, maxTextChars: 10_000 }

/** Runs what every provider owes the runtime, as tests of the calling file. */
export function providerConformance(name: string, setUp: () => Promise<ConformanceSetup>): void {
  describe(`${name} keeps the provider contract`, () => {
    let setup: ConformanceSetup
    let provider: BrowserProvider
    const signal = () => new AbortController().signal
    const opened: ProviderEnvironment[] = []

    beforeEach(async () => {
      setup = await setUp()
      provider = setup.provider
    })
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((environment) => environment.close()))
      expect(await setup.live()).toBe(0)
      await provider.dispose?.()
      await setup.dispose()
    })

    const request = (session: string) => ({
      sessionId: session as BrowserSessionId,
      persistence: 'ephemeral' as const,
    })
    const keep = <T extends ProviderEnvironment>(environment: T): T => {
      opened.push(environment)
      return environment
    }
    const open = async (session = 's') => keep(await provider.open(request(session), signal()))
    const look = async (environment: ProviderEnvironment, budget = BUDGET) =>
      checkedObservation(await environment.observe(budget, signal()), budget)
    const act = async (environment: ProviderEnvironment, action: ProviderAction) =>
      checkedActionResult(await environment.act(action, signal()))
    const visit = async (environment: ProviderEnvironment, path = '/page') => {
      await act(environment, { type: 'navigate', url: setup.origin + path })
      return look(environment)
    }
    const find = (seen: ProviderObservation, label: string): ProviderElement => {
      const element = seen.elements.find((one) => one.name === label)
      if (!element) throw new Error(`"${label}" is not among ${seen.elements.map((one) => one.name).join(', ')}`)
      return element
    }
    const targetOf = (seen: ProviderObservation, label: string): ProviderActionTarget => {
      const { target, fingerprint } = find(seen, label)
      return { target, fingerprint }
    }

    test('it has what its capabilities promise, and is available', async () => {
      assertProvider(provider)
      expect(await provider.available(signal())).toBe(true)
      assertEnvironment(provider, await open())
    })

    test('an opening that is cancelled leaves nothing', async () => {
      await expect(provider.open(request('s'), AbortSignal.abort())).rejects.toThrow()
      const controller = new AbortController()
      const opening = provider.open(request('s'), controller.signal)
      setTimeout(() => controller.abort(), 1)
      // One that was quicker than its abort is the caller's to close.
      await opening.then(keep, () => {})
      expect(await setup.live()).toBe(opened.length)
    })

    test('it observes an empty page before any other', async () => {
      const environment = await open()
      const seen = await look(environment)
      expect(seen.elements).toEqual([])
      expect(typeof environment.url()).toBe('string')
    })

    test('it observes a page inside the contract’s shape', async () => {
      const seen = await visit(await open())
      expect(seen).toMatchObject({ title: 'Fixture', language: 'en', url: `${setup.origin}/page` })
      expect(seen.text).toContain('clicked 0')
      expect(seen.elements.map((element) => element.name).sort()).toEqual(['Count', 'Name', 'Other', 'Secret'])
      expect(find(seen, 'Secret').constraints?.type).toBe('password')
      expect(find(seen, 'Other')).toMatchObject({ kind: 'link', href: `${setup.origin}/other` })
    })

    test('an element keeps its key while it lives, and no other one gets it', async () => {
      const environment = await open()
      const first = await visit(environment)
      const second = await look(environment)
      expect(second.elements.map(({ key }) => key)).toEqual(first.elements.map(({ key }) => key))
      expect(second.page).toBe(first.page)
      const again = await visit(environment)
      expect(again.page).not.toBe(first.page)
      const keys = new Set(first.elements.map(({ key }) => key))
      expect(again.elements.filter(({ key }) => keys.has(key))).toEqual([])
    })

    test('it keeps to budgets and tells the totals', async () => {
      const environment = await open()
      const whole = await visit(environment)
      const cut = await look(environment, { maxElements: 1, maxTextChars: 3 })
      expect(cut).toMatchObject({
        elementsTotal: whole.elementsTotal,
        elementsTruncated: true,
        textTruncated: true,
      })
      // Text that was not kept may be counted before its white space is collapsed.
      expect(cut.textTotalChars).toBeGreaterThanOrEqual(whole.textTotalChars)
      expect([cut.elements.length, cut.text.length]).toEqual([1, 3])
    })

    test('it clicks, fills and follows links by target', async () => {
      const environment = await open()
      const seen = await visit(environment)
      await act(environment, { type: 'click', target: targetOf(seen, 'Count') })
      await act(environment, { type: 'fill', target: targetOf(seen, 'Name'), value: 'Ada' })
      const filled = await look(environment)
      expect(filled.text).toContain('clicked 1')
      expect(find(filled, 'Name').value).toBe('Ada')
      const { navigated } = await act(environment, { type: 'click', target: targetOf(filled, 'Other') })
      expect(navigated).toBe(true)
      expect((await look(environment)).title).toBe('Other')
      expect(environment.url()).toBe(`${setup.origin}/other`)
      await act(environment, { type: 'back' })
      expect((await look(environment)).title).toBe('Fixture')
    })

    test('a password never leaves the page', async () => {
      const environment = await open()
      const seen = await visit(environment)
      const fill = { type: 'fill-credential', target: targetOf(seen, 'Secret'), value: 'hunter2-hunter2' } as const
      await act(environment, { ...fill, reference: 'r' })
      expect(JSON.stringify(await look(environment))).not.toContain('hunter2')
    })

    test('a target that changed or belongs to another document is stale', async () => {
      const environment = await open()
      const seen = await visit(environment)
      const changed = { ...targetOf(seen, 'Count'), fingerprint: 'another' }
      await expect(act(environment, { type: 'click', target: changed })).rejects.toMatchObject({
        code: 'BROWSER_TARGET_STALE',
      })
      await visit(environment, '/other')
      await expect(act(environment, { type: 'click', target: targetOf(seen, 'Count') })).rejects.toMatchObject({
        code: 'BROWSER_TARGET_STALE',
      })
    })

    test('environments share nothing', async () => {
      const [one, two] = [await open('a'), await open('b')]
      const seen = await visit(one)
      await act(one, { type: 'click', target: targetOf(seen, 'Count') })
      expect((await visit(two)).text).toContain('remembered nothing')
      expect((await visit(one)).text).toContain('remembered 1')
    })

    test('a cancelled action has ended when it rejects', async () => {
      const environment = await open()
      const controller = new AbortController()
      const running = environment.act({ type: 'navigate', url: `${setup.origin}/silent` }, controller.signal)
      setTimeout(() => controller.abort(), 50)
      await expect(running).rejects.toThrow()
      await environment.close()
      expect(await setup.live()).toBe(0)
    })

    test('it closes once however often it is asked, and takes no calls afterwards', async () => {
      const environment = await open()
      await Promise.all([environment.close(), environment.close()])
      await environment.close()
      expect(await setup.live()).toBe(0)
      await expect(environment.observe(BUDGET, signal())).rejects.toThrow()
    })

    test('it says that a browser was lost, and does not hang with it', async () => {
      const environment = await open()
      let lost: unknown
      void environment.lost.then((loss) => {
        lost = loss
      })
      const running = environment.act({ type: 'navigate', url: `${setup.origin}/silent` }, signal())
      const ended = running.catch((error: unknown) => error)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(lost).toBeUndefined()
      await setup.kill(environment)
      expect(await ended).toBeInstanceOf(Error)
      expect(await environment.lost).toMatchObject({ reason: expect.any(String), message: expect.any(String) })
    })

    test('it reads what its capabilities promise', async () => {
      const environment = await open()
      await visit(environment)
      const { capabilities } = provider
      if (capabilities.extract) {
        checkedExtraction(await environment.extract!({ kind: 'metadata' }, signal()), 'metadata')
      }
      if (capabilities.screenshot) {
        const { png, width } = checkedScreenshot(await environment.screenshot!({ area: 'viewport' }, signal()))
        expect([...png.subarray(0, 4)]).toEqual([137, 80, 78, 71])
        expect(width).toBeGreaterThan(0)
      }
      if (capabilities.diagnostics) checkedDiagnostics(await environment.diagnostics!({}, signal()), 100)
      expect(Object.values(capabilities).every((value) => typeof value === 'boolean')).toBe(true)
    })

    test('a checkpoint brings a session back, and is gone when it is destroyed', async (context) => {
      if (!provider.capabilities.checkpoint) return context.expect(provider.restore).toBeUndefined()
      const environment = await open()
      const seen = await visit(environment)
      await act(environment, { type: 'click', target: targetOf(seen, 'Count') })
      const { payload } = checkedCheckpoint(await environment.checkpoint!(signal()))
      await environment.close()
      const resume = { ...request('s'), persistence: 'resume' as const }
      const restored = keep(await provider.restore!(resume, payload, signal()))
      expect((await visit(restored)).text).toContain('remembered 1')
      await provider.destroyCheckpoint!(payload, signal())
      await provider.destroyCheckpoint!(payload, signal())
      await expect(provider.restore!(resume, payload, signal())).rejects.toMatchObject({
        code: 'BROWSER_CHECKPOINT_PAYLOAD_MISSING',
      })
    })

    test('a profile goes on where it was left, has one holder, and is gone when it is destroyed', async () => {
      if (!provider.capabilities.profile) return expect(provider.profiles).toBeUndefined()
      const asked = { ...request('profiled'), persistence: 'profile' as const }
      const list = async () => checkedProfiles(await provider.profiles!(signal()))
      const { sessionId } = asked
      const first = keep(await provider.open(asked, signal()))
      const seen = await visit(first)
      await act(first, { type: 'click', target: targetOf(seen, 'Count') })
      expect(await list()).toMatchObject([{ sessionId, inUse: true }])
      const conflict = { code: 'BROWSER_SESSION_CONFLICT' }
      await expect(provider.open(asked, signal())).rejects.toMatchObject(conflict)
      await expect(provider.destroyProfile!(sessionId, signal())).rejects.toMatchObject(conflict)
      expect(await setup.live()).toBe(1)
      await first.close()

      const second = keep(await provider.open(asked, signal()))
      expect((await visit(second)).text).toContain('remembered 1')
      await setup.kill(second)
      await second.lost
      await second.close()
      expect(await list()).toMatchObject([{ sessionId, inUse: false }])
      await provider.destroyProfile!(sessionId, signal())
      await provider.destroyProfile!(sessionId, signal())
      expect(await list()).toEqual([])
      const third = keep(await provider.open(asked, signal()))
      expect((await visit(third)).text).toContain('remembered nothing')
    })
  })
}
