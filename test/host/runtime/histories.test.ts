import fc from 'fast-check'
import { expect, test } from 'vitest'
import { histories } from '../support/histories.ts'
import { FakeStage } from '../support/stage.ts'
import { World } from '../support/world.ts'

/** More of them for a long run: `BROWSER_RUNTIME_HISTORIES=100000`. */
const RUNS = Number(process.env.BROWSER_RUNTIME_HISTORIES ?? 5_000)
/** Histories spend most of their time in short waits, so many go on at once. */
const LANES = 50

const MUST_MEET = [
  'acted',
  'BROWSER_ACTION_EVIDENCE_FAILED',
  'BROWSER_ACTION_FAILED',
  'BROWSER_ACTION_TIMEOUT',
  'BROWSER_CANCELLED',
  'BROWSER_ENVIRONMENT_LIMIT',
  'BROWSER_ENVIRONMENT_LOST',
  'BROWSER_LEASE_RELEASED',
  'BROWSER_OBSERVATION_SUPERSEDED',
  'BROWSER_OWNER_CONFLICT',
  'BROWSER_PROVIDER_FAILED',
  'BROWSER_PROVIDER_MISSING',
  'BROWSER_PROVIDER_UNLOADED',
  'BROWSER_SESSION_CONFLICT',
  'BROWSER_TARGET_STALE',
]

test(`${RUNS} random histories of owners, cancellations, crashes and unloads keep the invariants`, async () => {
  let runs = 0
  const tally = new Map<string, number>()
  const lane = async () => {
    const details = await fc.check(
      fc.asyncProperty(histories, async (commands) => {
        runs++
        await new World(tally, new FakeStage()).run(commands)
      }),
      { numRuns: Math.ceil(RUNS / LANES), endOnFailure: true },
    )
    if (details.failed) throw new Error(fc.defaultReportMessage(details) ?? 'failed', { cause: details.errorInstance })
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  // The histories are worth their time only where they meet every way an operation can end.
  expect([...tally.keys()]).toEqual(expect.arrayContaining(MUST_MEET))
  expect(runs).toBeGreaterThanOrEqual(RUNS)
}, 300_000)
