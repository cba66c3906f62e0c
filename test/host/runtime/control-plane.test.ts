import { expect, test } from 'vitest'
import { openFixture, planeWith, refOf } from '../support/plane.ts'

test('an owner opens a page, reads it, acts by reference and reads what changed', async () => {
  const { plane, provider } = planeWith()
  const lease = await plane.acquire({ owner: {}, sessionId: 's1' })
  const seen = await openFixture(lease)
  expect(seen.elements.map(({ ref, name }) => [ref, name])).toEqual([
    ['e1', 'Count'],
    ['e2', 'Name'],
    ['e3', 'Secret'],
    ['e4', 'Other'],
  ])
  const transition = await lease.act({ type: 'click', target: refOf(seen, 'Count'), observation: seen.id })
  expect(transition).toMatchObject({
    outcome: 'succeeded',
    change: { appeared: [], gone: [], textAdded: ['clicked 1'], textRemoved: ['clicked 0'], navigated: false },
  })
  await lease.release()
  expect(provider.environments.size).toBe(0)
  await plane.close()
  expect(provider.disposed).toBe(1)
})
