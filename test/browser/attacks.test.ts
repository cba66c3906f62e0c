import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GROUPS } from '../attacks/vectors/index.ts'
import { LOOPBACK, World } from '../attacks/world.ts'

/** One vector in eight of the attack suite, on addresses that every machine has; `npm run test:attacks` runs them all. */
const EVERY = 8

let world: World

beforeAll(async () => {
  world = await World.open(LOOPBACK, { network: { mode: 'allowlist', allowCidrs: [`${LOOPBACK.evil}/32`] } })
})

afterAll(async () => {
  await world?.close()
})

describe.each(GROUPS)('$group', ({ vectors }) => {
  it.each(vectors.filter((_, index) => index % EVERY === 0))('$name', async (vector) => {
    const { reasons } = await world.attack(vector, vector.unnamed ? undefined : 'named')
    expect(world.canary.seen).toBe('nothing')
    if (!vector.unnamed) expect(reasons).not.toEqual([])
  })
})

it('let no server see the credentials of the proxy, and nothing arrive to the last moment', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(world.leakedHeaders).toEqual([])
  expect(world.canary.seen).toBe('nothing')
})
