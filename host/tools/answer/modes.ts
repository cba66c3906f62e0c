import type { Tier } from '../../../shared/observation.ts'

export const ANSWER_MODES = ['summary', 'interactive', 'document'] as const
export type AnswerMode = (typeof ANSWER_MODES)[number]

export interface ModePlan {
  /** Elements of later tiers wait for a continuation, or are left out for good. */
  tiers: Tier
  /** Whether continuations go on to the elements of later tiers. */
  laterTiers: boolean
  /** Share of the answer kept for text: on the first page, and on those that continue it. */
  text: { first: number; next: number }
  /** Whether text may also take what the elements leave of the first page. */
  textGrows: boolean
  /** Whether lines that only repeat the name of an element shown are left out. */
  textOnce: boolean
}

/** What each way of looking at a page shows. */
export const MODES: Readonly<Record<AnswerMode, ModePlan>> = {
  summary: { tiers: 3, laterTiers: true, text: { first: 0.2, next: 0.5 }, textGrows: false, textOnce: true },
  interactive: { tiers: 5, laterTiers: true, text: { first: 0, next: 0 }, textGrows: false, textOnce: true },
  document: { tiers: 2, laterTiers: false, text: { first: 0.7, next: 0.9 }, textGrows: true, textOnce: false },
}
