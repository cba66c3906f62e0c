import type { Figures } from './measures.ts'

export interface CaseReport {
  id: string
  /** What each measure lost, by name. */
  losses: Record<string, string[]>
  /** How the ranking differs from the recorded listing; empty where it does not, or none is recorded. */
  changed: string[]
  /** Why the page could not be judged. */
  error?: string
}

export interface ScoreCard {
  pages: number
  /** Figures by set and measure, `records/records` → `{ titles, groups }`. */
  scores: Record<string, Figures>
  /** Figures that fell below the recorded ones. */
  fallen: { score: string; figure: string; recorded: number; now: number }[]
  cases: CaseReport[]
}

/** Whether a run counts as passed: every page judged, no figure fallen, no recorded ranking changed. */
export function passed(card: ScoreCard): boolean {
  return card.fallen.length === 0 && card.cases.every((one) => one.error === undefined && one.changed.length === 0)
}

/** The score card as text: figures, then what fell, changed and failed; `losses` also names what each page lost. */
export function printCard(card: ScoreCard, losses: boolean): string {
  const lines = [`${card.pages} pages`]
  for (const [score, figures] of Object.entries(card.scores)) {
    const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(4)}`)
    lines.push(`${score.padEnd(28)} ${shown.join('  ')}`)
  }
  for (const { score, figure, recorded, now } of card.fallen) {
    lines.push(`FELL ${score} ${figure}: ${recorded.toFixed(4)} -> ${now.toFixed(4)}`)
  }
  for (const one of card.cases) {
    if (one.error !== undefined) lines.push(`ERROR ${one.id}: ${one.error}`)
    if (one.changed.length) lines.push(`CHANGED ${one.id}`, ...one.changed.map((line) => `  ${line}`))
    if (losses)
      for (const [measure, lost] of Object.entries(one.losses))
        lines.push(`${one.id} ${measure}`, ...lost.map((line) => `  ${line}`))
  }
  return lines.join('\n')
}
