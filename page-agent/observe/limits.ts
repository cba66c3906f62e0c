import type { ObserveRequest } from '../../shared/observation.ts'

/** What a limit may be, from least to most, and what it is where nothing is asked. */
type Range = readonly [least: number, usual: number, most: number]

export const MAX_NODES: Range = [1, 250_000, 5_000_000]
export const MAX_MILLIS: Range = [1, 3_000, 60_000]

const RANGES = {
  maxElements: [1, 100, 20_000],
  maxTextChars: [0, 12_000, 1_000_000],
  maxNameChars: [1, 120, 1_000],
  maxValueChars: [0, 200, 100_000],
  maxUrlChars: [1, 500, 100_000],
  maxOptions: [0, 20, 5_000],
  maxNodes: MAX_NODES,
  maxMillis: MAX_MILLIS,
} satisfies Record<string, Range>

export type Limits = Record<keyof typeof RANGES, number>

/** The limits of a request: the usual where it names none, held within what the protocol allows. */
export const limitsOf = (request: ObserveRequest): Limits => heldWithin(RANGES, request)

export function heldWithin<Name extends string>(
  ranges: Readonly<Record<Name, Range>>,
  request: { readonly [Key in NoInfer<Name>]?: number | undefined },
): Record<Name, number> {
  const limits = {} as Record<Name, number>
  for (const [name, [least, usual, most]] of Object.entries(ranges) as [Name, Range][])
    limits[name] = Math.min(Math.max(Math.floor(request[name] ?? usual), least), most)
  return limits
}
