import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CYCLE_ROUTES, cycle, residentBytes } from '../browser/support/cycles.ts'
import { held, returnsTo } from '../browser/support/held.ts'
import { type PageServer, servePages } from '../browser/support/page-server.ts'
import { chromiumPlane } from '../browser/support/runtime.ts'
import { scratch } from '../browser/support/scratch.ts'

/** Fewer for a trial: `SOAK_CYCLES=40`. */
const CYCLES = Number(process.env.SOAK_CYCLES ?? 300)
/**
 * Compiled code, caches and the pools of the allocator grow first. In one run that was over after 100 cycles, in another
 * after 140, and nothing steady followed (0.4 and 1.8 % in the rest): what grows so long is not known.
 */
const WARM_UP = 100
const MAX_GROWTH = 1.1
const REPORT_EVERY = 20

let server: PageServer

beforeAll(async () => {
  server = await servePages(CYCLE_ROUTES)
})

afterAll(async () => {
  await server?.close()
  rmSync(scratch, { recursive: true, force: true })
})

test(`${CYCLES} cycles of open, act, cancel or kill, close leave nothing open and no memory behind`, async () => {
  const processWarnings: string[] = []
  const listen = (warning: Error) => processWarnings.push(`${warning.name}: ${warning.message}`)
  process.on('warning', listen)
  // Whether a page is given time to settle makes no difference to what it leaves behind
  const playwright = { checkpointRoot: join(scratch, 'checkpoints'), settle: { quietMs: 20 } }
  const { plane, warnings } = chromiumPlane(server, { playwright })
  const begin = performance.now()
  for (let index = 0; index < WARM_UP; index++) await cycle({ plane, server }, index)
  const before = held()
  const resident = await residentBytes()
  for (let index = 0; index < CYCLES; index++) {
    await cycle({ plane, server }, index)
    if ((index + 1) % REPORT_EVERY !== 0) continue
    await returnsTo(before)
    const now = await residentBytes()
    const seconds = Math.round((performance.now() - begin) / 1_000)
    console.log(
      `${index + 1} cycles after ${seconds} s: ${(now / 1e6).toFixed(1)} MB, ${((now / resident) * 100).toFixed(1)} %`,
    )
  }
  await returnsTo(before)
  const growth = (await residentBytes()) / resident
  await plane.close()
  process.off('warning', listen)
  expect(growth).toBeLessThan(MAX_GROWTH)
  expect(warnings).toEqual([])
  expect(processWarnings).toEqual([])
})
