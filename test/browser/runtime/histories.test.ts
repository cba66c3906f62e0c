import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { begunHistories } from '../../host/support/histories.ts'
import { World } from '../../host/support/world.ts'
import { ChromiumStage, STAGE_ROUTES } from '../support/chromium-stage.ts'
import { type Held, held, returnsTo } from '../support/held.ts'
import { type PageServer, servePages } from '../support/page-server.ts'
import { scratch } from '../support/scratch.ts'

/** More of them for a long run: `CHROMIUM_HISTORIES=500`, others with `CHROMIUM_HISTORIES_SEED`. */
const RUNS = Number(process.env.CHROMIUM_HISTORIES ?? 20)
const SEED = Number(process.env.CHROMIUM_HISTORIES_SEED ?? 20_260)

const MUST_MEET = ['acted', 'BROWSER_CANCELLED', 'BROWSER_ENVIRONMENT_LOST', 'BROWSER_PROVIDER_UNLOADED']

let server: PageServer

beforeAll(async () => {
  server = await servePages(STAGE_ROUTES)
})

afterAll(async () => {
  await server?.close()
  rmSync(scratch, { recursive: true, force: true })
})

test(`${RUNS} random histories on Chromium keep the invariants and leave nothing open (seed ${SEED})`, async () => {
  const tally = new Map<string, number>()
  let before: Held | undefined
  let runs = 0
  const played = fc.asyncProperty(begunHistories, async (commands) => {
    await new World(tally, new ChromiumStage(server, join(scratch, `history-${runs++}`))).run(commands)
    // What this process opens once and keeps is no leak
    before ??= held()
    await returnsTo(before)
  })
  const details = await fc.check(played, { numRuns: RUNS, seed: SEED, endOnFailure: true })
  if (details.failed) throw new Error(fc.defaultReportMessage(details) ?? 'failed', { cause: details.errorInstance })
  expect([...tally.keys()]).toEqual(expect.arrayContaining(MUST_MEET))
  expect(runs).toBe(RUNS)
}, 600_000)
