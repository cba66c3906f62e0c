import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostileGroup } from './hostile-page.ts'
import { report } from './report.ts'
import { BOUND_MS, isCoded, type Step, Visitor } from './visit.ts'

/** Visits each page, then a plain one, in one environment: every call answers in time, or fails in known words. */
export function visitAll(groups: readonly HostileGroup[]): void {
  let visitor: Visitor
  const rows: { name: string; steps: Step[]; plainMs: number }[] = []

  beforeAll(async () => {
    visitor = await Visitor.open(groups)
  })

  afterAll(async () => {
    console.log(report(rows, visitor?.replaced ?? 0))
    await visitor?.close()
  })

  describe.each(groups)('$group', ({ pages }) => {
    it.each(pages)('$name', async (page) => {
      const steps = await visitor.visit(page)
      const { text, ms } = await visitor.plain(page)
      rows.push({ name: page.name, steps, plainMs: ms })
      expect(text).toContain('home')
      expect(ms, 'the next page').toBeLessThan(BOUND_MS)
      for (const step of steps) {
        expect(step, 'a code of the catalogue').toSatisfy(isCoded)
        expect(step.ms, step.call).toBeLessThan(BOUND_MS)
      }
      const failed = steps.find(({ code }) => code !== undefined)
      if (page.must === 'be-observed') expect(failed).toBeUndefined()
      if (page.must === 'fail') expect(failed).toBeDefined()
    })
  })
}
