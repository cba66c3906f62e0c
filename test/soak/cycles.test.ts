import { afterAll, beforeAll, expect, test } from 'vitest'
import { cycle, openStage } from '../browser/support/cycles.ts'
import { held, returnsTo } from '../browser/support/held.ts'
import { type Memory, memory } from '../host/support/memory.ts'

/** Fewer for a trial: `SOAK_CYCLES=40`. */
const CYCLES = Number(process.env.SOAK_CYCLES ?? 300)
/** Code is compiled, and what is kept up to a bound reaches it. */
const WARM_UP = Number(process.env.SOAK_WARM_UP ?? 100)
const MAX_GROWTH = 1.1
const REPORT_EVERY = 20

let stage: Awaited<ReturnType<typeof openStage>>

beforeAll(async () => {
  stage = await openStage({
    // Whether a page is given time to settle makes no difference to what it leaves behind
    playwright: { settle: { quietMs: 20 } },
    // Full after the warm-up: three transitions of 2 kB a cycle fill the default of a thousand for all of the run
    runtime: { maxTransitionsInMemory: 100, maxTransitionsDurable: 100 },
  })
})

afterAll(() => stage?.close())

test(`${CYCLES} cycles of open, act, cancel or kill, close leave nothing open and no memory behind`, async () => {
  const processWarnings: string[] = []
  const listen = (warning: Error) => processWarnings.push(`${warning.name}: ${warning.message}`)
  process.on('warning', listen)
  const begin = performance.now()
  for (let index = 0; index < WARM_UP; index++) await cycle(stage, index)
  const before = held()
  const first = await memory()
  report(0, begin, first, first)
  let last = first
  for (let index = 0; index < CYCLES; index++) {
    await cycle(stage, index)
    if ((index + 1) % REPORT_EVERY !== 0) continue
    await returnsTo(before)
    last = await memory()
    report(index + 1, begin, last, first)
  }
  await returnsTo(before)
  last = await memory()
  await stage.plane.close()
  process.off('warning', listen)
  expect(last.resident / first.resident).toBeLessThan(MAX_GROWTH)
  expect(last.heap / first.heap).toBeLessThan(MAX_GROWTH)
  expect(stage.warnings).toEqual([])
  expect(processWarnings).toEqual([])
})

function report(cycles: number, begin: number, now: Memory, first: Memory) {
  const seconds = Math.round((performance.now() - begin) / 1_000)
  const said = (['resident', 'heap'] as const).map(
    (kind) => `${kind} ${(now[kind] / 1e6).toFixed(1)} MB, ${((now[kind] / first[kind]) * 100).toFixed(1)} %`,
  )
  console.log(`${cycles} cycles after ${seconds} s: ${said.join('; ')}`)
}
