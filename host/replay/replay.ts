import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaseReport, ScoreCard } from './card.ts'
import { loadCases, type ReplayCase } from './cases.ts'
import { diffLines, listing } from './listing.ts'
import { EVERYTHING, type Figures, type Finding, MEASURES } from './measures.ts'
import { type Replayer, startReplayer } from './page.ts'

/** Elements of a page whose listing is kept. */
const LISTED = 300
/** Figures are kept to four digits: a fall below that is noise of the sum, not of the page. */
const round = (value: number) => Math.round(value * 10_000) / 10_000

export interface ReplayOptions {
  folder: string
  executablePath: string
  /** The text of the built page agent. */
  agent: string
  /** Recorded figures; default `scores.json` in the folder where there is one. */
  scoresFile?: string
  /** How far a figure may fall before it counts; for pages whose layout depends on the machine's fonts. Default 0. */
  tolerance?: number
  /** Writes figures and listings instead of judging by them. */
  record?: boolean
  /** At most so many cases of each set. */
  limit?: number
  onCase?: (done: number, total: number, id: string) => void
}

async function judge(replayer: Replayer, item: ReplayCase, record: boolean) {
  const report: CaseReport = { id: item.id, losses: {}, changed: [] }
  const findings: Record<string, Finding> = {}
  const page = await replayer.open(item)
  try {
    const everything = await page.look(EVERYTHING)
    for (const measure of MEASURES.filter((one) => one.applies(item))) {
      const finding = await measure.judge(item, page, everything)
      findings[measure.name] = finding
      if (finding.loss.length) report.losses[measure.name] = finding.loss
    }
    if (item.listing) {
      const now = listing(everything.elements.slice(0, LISTED))
      if (record) await writeFile(item.listing, now)
      else if (existsSync(item.listing)) report.changed = diffLines(await readFile(item.listing, 'utf8'), now)
    }
  } finally {
    await page.close()
  }
  return { report, findings }
}

function compare(
  scores: Record<string, Figures>,
  recorded: Record<string, Figures>,
  tolerance: number,
): ScoreCard['fallen'] {
  return Object.entries(recorded).flatMap(([score, figures]) =>
    Object.entries(figures).flatMap(([figure, before]) => {
      const now = scores[score]?.[figure]
      return now === undefined || now < before - tolerance ? [{ score, figure, recorded: before, now: now ?? 0 }] : []
    }),
  )
}

/** Runs every case of a folder and scores it. A page that cannot be judged counts as an error, never as a pass. */
export async function replay(options: ReplayOptions): Promise<ScoreCard> {
  const all = await loadCases(options.folder)
  const taken = new Map<string, number>()
  const cases = all.filter((item) => {
    const number = (taken.get(item.set) ?? 0) + 1
    taken.set(item.set, number)
    return number <= (options.limit ?? Number.POSITIVE_INFINITY)
  })
  const scoresFile = options.scoresFile ?? join(options.folder, 'scores.json')
  const collected = new Map<string, Finding[]>()
  const reports: CaseReport[] = []
  const replayer = await startReplayer(options.executablePath, options.agent)
  try {
    for (const [position, item] of cases.entries()) {
      options.onCase?.(position, cases.length, item.id)
      try {
        const { report, findings } = await judge(replayer, item, options.record ?? false)
        reports.push(report)
        for (const [name, finding] of Object.entries(findings)) {
          const key = `${item.set}/${name}`
          collected.set(key, [...(collected.get(key) ?? []), finding])
        }
      } catch (error) {
        reports.push({
          id: item.id,
          losses: {},
          changed: [],
          error: error instanceof Error ? error.message : String(error),
        })
      }
    }
  } finally {
    await replayer.close()
  }
  const scores: Record<string, Figures> = {}
  for (const [key, findings] of [...collected].sort(([a], [b]) => a.localeCompare(b))) {
    const measure = MEASURES.find((one) => key.endsWith(`/${one.name}`))
    if (!measure) continue
    scores[key] = Object.fromEntries(
      Object.entries(measure.figures(findings)).map(([name, value]) => [name, round(value)]),
    )
  }
  let fallen: ScoreCard['fallen'] = []
  if (options.record) await writeFile(scoresFile, `${JSON.stringify(scores, undefined, 2)}\n`)
  else if (existsSync(scoresFile) && options.limit === undefined) {
    fallen = compare(
      scores,
      JSON.parse(await readFile(scoresFile, 'utf8')) as Record<string, Figures>,
      options.tolerance ?? 0,
    )
  }
  return { pages: cases.length, scores, fallen, cases: reports }
}
