import type { ObserveRequest } from '../../shared/observation.ts'

const DEFAULTS = {
  maxElements: 100,
  maxTextChars: 12_000,
  maxNameChars: 120,
  maxValueChars: 200,
  maxUrlChars: 500,
  maxOptions: 20,
  maxNodes: 250_000,
  maxMillis: 3_000,
}

export type Limits = typeof DEFAULTS
const LEAST: Limits = {
  ...DEFAULTS,
  maxElements: 1,
  maxTextChars: 0,
  maxNameChars: 1,
  maxValueChars: 0,
  maxUrlChars: 1,
  maxOptions: 0,
  maxNodes: 1,
  maxMillis: 1,
}
const MOST: Limits = {
  maxElements: 20_000,
  maxTextChars: 1_000_000,
  maxNameChars: 1_000,
  maxValueChars: 100_000,
  maxUrlChars: 100_000,
  maxOptions: 5_000,
  maxNodes: 5_000_000,
  maxMillis: 60_000,
}

/** The limits of a request: defaults where it names none, held within what the protocol allows. */
export function limitsOf(request: ObserveRequest): Limits {
  const limits = { ...DEFAULTS }
  for (const key of Object.keys(DEFAULTS) as (keyof Limits)[]) {
    const asked = request[key]
    if (asked !== undefined) limits[key] = Math.min(Math.max(Math.floor(asked), LEAST[key]), MOST[key])
  }
  return limits
}
