import { describe, expect, it } from 'vitest'
import { chooseBrowser } from '../../host/playwright/browser/executable.ts'
import { readBundle } from '../../host/playwright/page/bundles.ts'
import { passed, printCard } from '../../host/replay/card.ts'
import { replay } from '../../host/replay/replay.ts'

const executable = process.env.DSH_BROWSER_EXECUTABLE
const run = (folder: string, scoresFile: string) =>
  replay({
    folder,
    scoresFile,
    executablePath: chooseBrowser(executable ? { executablePath: executable } : {}).path,
    agent: readBundle('page-agent.js'),
  })

describe('replay', () => {
  it('answers every fixture right, ranked as recorded', async () => {
    const card = await run('fixtures', 'fixtures/scores.json')
    expect(card.pages).toBeGreaterThan(40)
    expect(passed(card), printCard(card, true)).toBe(true)
    const short = Object.entries(card.scores).filter(([, figures]) =>
      Object.values(figures).some((figure) => figure < 1),
    )
    expect(short, printCard(card, true)).toEqual([])
  })
})
