import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CYCLE_ROUTES, cycle, ENDING_NAMES } from '../support/cycles.ts'
import { held, returnsTo } from '../support/held.ts'
import { type PageServer, servePages } from '../support/page-server.ts'
import { chromiumPlane } from '../support/runtime.ts'
import { scratch } from '../support/scratch.ts'

const CYCLES = 8

let server: PageServer

beforeAll(async () => {
  server = await servePages(CYCLE_ROUTES)
})

afterAll(async () => {
  await server?.close()
  rmSync(scratch, { recursive: true, force: true })
})

test(`${CYCLES} cycles that end in ${ENDING_NAMES.length} ways leave nothing open`, async () => {
  const { plane, warnings } = chromiumPlane(server, { playwright: { checkpointRoot: join(scratch, 'checkpoints') } })
  // What this process opens once and keeps is no leak
  await cycle({ plane, server }, 0)
  const before = held()
  for (let index = 0; index < CYCLES; index++) {
    await cycle({ plane, server }, index)
    await returnsTo(before)
  }
  expect(await plane.status()).toMatchObject({ environments: [], opening: 0, waiting: 0 })
  await plane.close()
  expect(warnings).toEqual([])
}, 300_000)
