import type { ExtractRequest } from '../../shared/extraction.ts'
import type { ExtractionPage } from '../observe/types.ts'
import type { Allowance } from './walk.ts'

export interface ExtractLimits {
  maxChars: number
  maxItems: number
  maxNodes: number
  maxMillis: number
}

const DEFAULTS: ExtractLimits = { maxChars: 60_000, maxItems: 500, maxNodes: 250_000, maxMillis: 3_000 }
const MOST: ExtractLimits = { maxChars: 1_000_000, maxItems: 20_000, maxNodes: 5_000_000, maxMillis: 60_000 }

export function extractLimits(request: ExtractRequest): ExtractLimits {
  const limits = { ...DEFAULTS }
  for (const key of Object.keys(DEFAULTS) as (keyof ExtractLimits)[]) {
    const asked = request[key]
    if (asked !== undefined) limits[key] = Math.min(Math.max(Math.floor(asked), 1), MOST[key])
  }
  return limits
}

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
