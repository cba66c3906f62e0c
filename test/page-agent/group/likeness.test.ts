import { expect, it } from 'vitest'
import { likenessOf } from '../../../page-agent/group/likeness.ts'
import type { Signatures } from '../../../page-agent/group/signature.ts'
import type { Unit } from '../../../page-agent/group/units.ts'

/** Each inner list is what one unit is made of. */
function likeness(...kinds: number[][]): number {
  const flat = kinds.flat()
  const signatures: Signatures = { paths: flat, looks: flat, parts: flat, forms: flat, classes: [] }
  let at = 0
  const units = kinds.map(({ length }) => {
    at += length
    return { from: at - length, to: at } as Unit
  })
  return likenessOf(units, signatures)
}

it.each<[string, number[][], number]>([
  [
    'units made of the same parts',
    [
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
    ],
    1,
  ],
  [
    'units that share one of three parts',
    [
      [1, 2],
      [1, 3],
      [1, 4],
      [1, 5],
    ],
    1 / 3,
  ],
  ['units that share nothing', [[1], [2], [3], [4]], 0],
  [
    'parts that take turns',
    [
      [1, 2],
      [1, 3],
      [1, 2],
      [1, 3],
      [1, 2],
      [1, 3],
    ],
    (1 / 3) * 0.6,
  ],
])('%s', (_, kinds, expected) => {
  expect(likeness(...kinds)).toBeCloseTo(expected)
})
