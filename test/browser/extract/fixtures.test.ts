import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseBrowser } from '../../../host/playwright/browser/executable.ts'
import { readBundle } from '../../../host/playwright/page/bundles.ts'
import { loadCases } from '../../../host/replay/cases.ts'
import { type Replayer, startReplayer } from '../../../host/replay/page.ts'

const cases = (await loadCases(join(import.meta.dirname, '../../../fixtures'))).filter(({ id }) =>
  id.startsWith('extract/'),
)
let replayer: Replayer

beforeAll(async () => {
  replayer = await startReplayer(chooseBrowser({}).path, readBundle('page-agent.js'))
})
afterAll(() => replayer?.close())

describe('fixtures, in Chromium', () => {
  it.each(cases.map((item) => [item.id, item] as const))('%s', async (_, item) => {
    const { request, region, expect: expected } = item.answers.extract!
    const page = await replayer.open(item)
    try {
      const id =
        region &&
        (await page.evaluate(`__dshPageAgent.observe({}), __dshPageAgent.idOf(document.querySelector('${region}'))`))
      const asked = JSON.stringify({ ...request, ...(id ? { region: id } : {}) })
      expect(await page.evaluate(`__dshPageAgent.extract(${asked})`)).toMatchObject(expected)
    } finally {
      await page.close()
    }
  })
})
