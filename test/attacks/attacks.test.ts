import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlaywrightConfig } from '../../host/playwright/config.ts'
import type { VectorGroup } from './vector.ts'
import { GROUPS } from './vectors/index.ts'
import { windows } from './vectors/windows.ts'
import { NAMESPACE, World } from './world.ts'

/**
 * Every vector in every mode, in real Chromium, inside a network namespace whose loopback device has public and private
 * addresses (`npm run test:attacks`). Under `unrestricted` the same vectors must arrive: that is what proves them.
 */
const MODES: Record<string, PlaywrightConfig> = {
  strict: { network: { mode: 'strict' } },
  popups: { network: { mode: 'strict' }, pages: 'multiple' },
  allowlist: { network: { mode: 'allowlist', allowHosts: ['wiki.internal'], allowCidrs: ['10.1.0.0/16'] } },
  unrestricted: { network: { mode: 'unrestricted', denyCidrs: ['192.0.2.0/24'] } },
}

/** Where pages may open others no guard keeps them from it: what those ask for first is up to the policy alone. */
const groupsOf = (mode: string): readonly VectorGroup[] => (mode === 'popups' ? [windows] : GROUPS)

const modes = (process.env.ATTACK_MODES ?? Object.keys(MODES).join(',')).split(',')

it('holds at least 120 vectors, each with a name of its own', () => {
  const names = GROUPS.flatMap(({ group, vectors }) => vectors.map(({ name }) => `${group}: ${name}`))
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(120)
})

describe.each(modes)('%s', (mode) => {
  let world: World
  const summary: { group: string; vectors: number; arrived: number; named: number }[] = []

  beforeAll(async () => {
    world = await World.open(NAMESPACE, MODES[mode]!)
  })

  afterAll(async () => {
    await world?.close()
    const rows = summary.map(
      ({ group, vectors, arrived, named }) => `| ${group} | ${vectors} | ${arrived} | ${named} |`,
    )
    console.log(`\n${mode}: canary saw ${mode === 'unrestricted' ? 'what was sent' : world.canary.seen}`)
    console.log(['| Vectors | Tried | Arrived | Denied by name |', '|---|---|---|---|', ...rows].join('\n'))
  })

  describe.each(groupsOf(mode))('$group', ({ group, vectors }) => {
    const row = { group, vectors: 0, arrived: 0, named: 0 }
    summary.push(row)
    it.each(vectors)('$name', async (vector) => {
      if (mode === 'popups') await world.renew()
      const named = vector.unnamed ? undefined : 'named'
      const arrives = vector.stoppedBy ? undefined : 'arrives'
      const sign = mode === 'unrestricted' ? arrives : named
      let { arrived, reasons } = await world.attack(vector, sign)
      // A spare connection of an earlier vector bears no mark: what arrives by itself does so from a new browser as well
      if (mode === 'unrestricted' && vector.stoppedBy && arrived) {
        await world.renew()
        ;({ arrived, reasons } = await world.attack(vector, sign))
      }
      row.vectors += 1
      if (arrived) row.arrived += 1
      if (reasons.length > 0) row.named += 1
      if (mode === 'unrestricted') {
        expect({ arrived, stoppedBy: vector.stoppedBy }).toEqual({
          arrived: !vector.stoppedBy,
          stoppedBy: vector.stoppedBy,
        })
        return
      }
      expect(world.canary.seen).toBe('nothing')
      if (!vector.unnamed) expect(reasons).not.toEqual([])
      // Not for its opening but for what it asked: so it did open, and did ask
      if (mode === 'popups') expect(reasons).toContain('private')
    })
  })

  it('let no server see the credentials of the proxy', () => {
    expect(world.leakedHeaders).toEqual([])
  })

  if (mode === 'unrestricted') return
  it('let nothing arrive at the canary, to the last moment', async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(world.canary.seen).toBe('nothing')
  })
})
