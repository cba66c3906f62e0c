import { expect, test } from 'vitest'
import { expendable } from '../../../host/runtime/pruning.ts'
import { checkpointOf } from '../support/rows.ts'

const NOW = 1_000
/** `name@age`, oldest last. */
const records = (...names: string[]) =>
  names.map((name) => {
    const [sessionId, age] = name.split('@')
    return checkpointOf({ sessionId: sessionId!, createdAt: NOW - Number(age) })
  })

test.each([
  ['nothing to do', ['a@1', 'b@2'], { max: 2, ttlMs: 10 }, '', []],
  ['exactly at the age', ['a@10'], { max: 9, ttlMs: 10 }, '', []],
  ['just past the age', ['a@11'], { max: 9, ttlMs: 10 }, '', ['a']],
  ['no age', ['a@999'], { max: 9, ttlMs: 0 }, '', []],
  ['one too many', ['a@1', 'b@2', 'c@3'], { max: 2, ttlMs: 0 }, '', ['c']],
  ['expired ones count first', ['a@1', 'b@2', 'c@30'], { max: 2, ttlMs: 10 }, '', ['c']],
  ['both', ['a@1', 'b@2', 'c@3', 'd@30'], { max: 1, ttlMs: 10 }, '', ['d', 'c', 'b']],
  ['a live one counts and stays', ['a@1', 'b@2', 'c@3'], { max: 1, ttlMs: 0 }, 'c', ['b', 'a']],
  ['a live one past its age', ['a@1', 'b@30'], { max: 1, ttlMs: 10 }, 'b', ['a']],
  ['all live', ['a@1', 'b@2'], { max: 1, ttlMs: 1 }, 'ab', []],
])('%s', (_what, names, retention, live, dropped) => {
  const gone = expendable(records(...names), retention, NOW, ({ sessionId }) => !live.includes(sessionId))
  expect(gone.map(({ sessionId }) => sessionId)).toEqual(dropped)
})
