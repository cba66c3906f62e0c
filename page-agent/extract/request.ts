import type { ExtractRequest } from '../../shared/extraction.ts'
import { heldWithin, MAX_MILLIS, MAX_NODES } from '../observe/limits.ts'
import type { ExtractionPage } from '../observe/types.ts'
import type { Allowance } from './walk.ts'

const RANGES = {
  maxChars: [1, 60_000, 1_000_000],
  maxItems: [1, 500, 20_000],
  maxNodes: MAX_NODES,
  maxMillis: MAX_MILLIS,
} as const

export type ExtractLimits = Record<keyof typeof RANGES, number>

export const extractLimits = (request: ExtractRequest): ExtractLimits => heldWithin(RANGES, request)

/** What each kind works on. */
export interface Extracting {
  page: ExtractionPage
  /** The region, or the whole body. */
  root: Element
  /** A region was asked for: what is told of the page as a whole is left out. */
  regional: boolean
  limits: ExtractLimits
  allowance: Allowance
}

/** What each kind answers beside what is the same for all. */
export type Answer<Result> = Omit<Result, 'kind' | 'url' | 'title'>

/** Keeps entries within a number and their text within a length; the first that does not fit ends the answer. */
export class Ration {
  truncated = false
  private chars: number
  private items: number

  constructor({ maxChars, maxItems }: ExtractLimits) {
    this.chars = maxChars
    this.items = maxItems
  }

  /** Whether an entry with these texts still fits; it is paid for if so. */
  admits(...texts: string[]): boolean {
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    if (this.truncated || this.items < 1 || length > this.chars) {
      this.truncated = true
      return false
    }
    this.items--
    this.chars -= length
    return true
  }
}
