import { afterAll, beforeAll, expect, test } from 'vitest'
import { cycle, ENDING_NAMES, openStage } from '../support/cycles.ts'
import { held, returnsTo } from '../support/held.ts'

const CYCLES = 8

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

test(`${CYCLES} cycles that end in ${ENDING_NAMES.length} ways leave nothing open`, async () => {
  const { plane, warnings } = stage
  // What this process opens once and keeps is no leak
  await cycle(stage, 0)
  const before = held()
  for (let index = 0; index < CYCLES; index++) {
    await cycle(stage, index)
    await returnsTo(before)
  }
  expect(await plane.status()).toMatchObject({ environments: [], opening: 0, waiting: 0 })
  await plane.close()
  expect(warnings).toEqual([])
}, 300_000)
