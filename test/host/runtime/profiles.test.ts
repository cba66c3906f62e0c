import { describe, expect, test, vi } from 'vitest'
import type { RuntimeConfig } from '../../../host/runtime/config.ts'
import { type FakeEnvironment, type FakeProfile, FakeProvider, sleep } from '../support/fake-provider.ts'
import { openFixture, planeWith, refOf } from '../support/plane.ts'

const withProfiles = (config: Partial<RuntimeConfig> = {}, profileDisk = new Map<string, FakeProfile>()) =>
  planeWith(config, new FakeProvider({ capabilities: { profile: true }, profileDisk }))

type World = ReturnType<typeof withProfiles>

const acquire = ({ plane }: World, sessionId = 's', owner: object = {}) =>
  plane.acquire({ owner, sessionId, persistence: 'profile' })

const cookieOf = ({ provider }: World) => ([...provider.environments] as FakeEnvironment[]).at(-1)?.cookie

/** Opens the session's profile, leaves a trace in it and lets it go. */
async function visit(world: World, sessionId = 's'): Promise<void> {
  const lease = await acquire(world, sessionId)
  const seen = await openFixture(lease)
  await lease.act({ type: 'click', target: refOf(seen, 'Count'), observation: seen.id })
  await lease.release()
}

const kept = (...sessions: string[]): Map<string, FakeProfile> =>
  new Map(sessions.map((name, age) => [name, { cookie: '', usedAt: Date.now() - 1_000 * age, inUse: false }]))

test('a session goes on with its profile, in another process as well', async () => {
  const first = withProfiles()
  await visit(first)
  await acquire(first)
  expect(cookieOf(first)).toBe('clicks=1')
  await first.plane.close()
  const second = withProfiles({}, first.provider.profileDisk)
  await acquire(second)
  expect(cookieOf(second)).toBe('clicks=1')
  // No checkpoint beside it
  expect(first.provider.disk.size).toBe(0)
  await second.plane.close()
})

test('a browser that was lost gives its profile to the one that replaces it', async () => {
  const world = withProfiles()
  const lease = await acquire(world)
  await openFixture(lease)
  for (const environment of world.provider.environments) environment.crash()
  await expect(lease.observe()).rejects.toMatchObject({ code: 'BROWSER_ENVIRONMENT_LOST' })
  await openFixture(lease)
  expect(lease.current?.generation).toBe(2)
  await world.plane.close()
  expect(world.provider.profileDisk.get('s')?.inUse).toBe(false)
})

test('a second owner is refused, in another process too, and told the remedy', async () => {
  const world = withProfiles()
  const lease = await acquire(world)
  const conflict = { code: 'BROWSER_SESSION_CONFLICT', message: expect.stringMatching(/first/) }
  await expect(acquire(world)).rejects.toMatchObject(conflict)
  const elsewhere = withProfiles({}, world.provider.profileDisk)
  await expect(acquire(elsewhere)).rejects.toMatchObject(conflict)
  await lease.release()
  await (await acquire(elsewhere)).release()
  await Promise.all([world.plane.close(), elsewhere.plane.close()])
})

test('a provider without profiles is refused', async () => {
  const { plane } = planeWith()
  await expect(plane.acquire({ owner: {}, sessionId: 's', persistence: 'profile' })).rejects.toMatchObject({
    code: 'BROWSER_CAPABILITY_UNSUPPORTED',
    message: expect.stringContaining('profile'),
  })
  await plane.close()
})

describe('care', () => {
  test('profiles are listed among checkpoints, the newest first', async () => {
    const world = withProfiles()
    await (await world.plane.acquire({ owner: {}, sessionId: 'resumed', persistence: 'resume' })).release()
    await sleep(2)
    await visit(world)
    expect(await world.plane.listCheckpoints()).toMatchObject([
      { kind: 'profile', sessionId: 's', provider: 'fake', bytes: 100 },
      { kind: 'checkpoint', sessionId: 'resumed' },
    ])
    await world.plane.close()
  })

  test('deletion spares what a browser uses', async () => {
    const world = withProfiles()
    const lease = await acquire(world)
    await expect(world.plane.deleteCheckpoint('s')).rejects.toMatchObject({ code: 'BROWSER_SESSION_CONFLICT' })
    await lease.release()
    expect(await world.plane.deleteCheckpoint('s')).toBe(true)
    expect(await world.plane.deleteCheckpoint('s')).toBe(false)
    expect(world.provider.profileDisk.size).toBe(0)
    await world.plane.close()
  })

  test('pruning drops what was not used for longest, and spares what is in use here or elsewhere', async () => {
    const profiles = kept('new', 'old', 'older', 'oldest')
    profiles.get('oldest')!.inUse = true
    const world = withProfiles({ maxProfiles: 2 }, profiles)
    expect(await world.plane.pruneCheckpoints()).toBe(2)
    expect([...profiles.keys()]).toEqual(['new', 'oldest'])
    await world.plane.close()
  })

  test('pruning drops what is too old', async () => {
    const profiles = kept('new', 'old')
    profiles.get('old')!.usedAt = 1
    const world = withProfiles({ checkpointTtlMs: 60_000 }, profiles)
    expect(await world.plane.pruneCheckpoints()).toBe(1)
    expect([...profiles.keys()]).toEqual(['new'])
    await world.plane.close()
  })

  test('a profile that is let go is counted: the limit holds without being asked', async () => {
    const profiles = kept('old', 'older')
    const world = withProfiles({ maxProfiles: 2 }, profiles)
    await visit(world)
    await vi.waitFor(() => expect([...profiles.keys()]).toEqual(['old', 's']))
    await world.plane.close()
    expect(world.warnings).toEqual([])
  })

  test('one that is opened while it was to be pruned stays, and a failure is said', async () => {
    const profiles = kept('a', 'b', 'c')
    const world = withProfiles({ maxProfiles: 1 }, profiles)
    world.provider.inject('destroyProfile', { delay: 20 })
    const pruning = world.plane.pruneCheckpoints()
    await sleep(5)
    profiles.get('c')!.inUse = true
    expect(await pruning).toBe(1)
    expect([...profiles.keys()]).toEqual(['a', 'c'])
    profiles.get('c')!.inUse = false
    world.provider.inject('destroyProfile', { fail: new Error('busy') })
    await expect(world.plane.pruneCheckpoints()).rejects.toThrow('busy')
    await world.plane.close()
  })
})
