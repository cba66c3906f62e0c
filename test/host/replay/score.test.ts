import { describe, expect, it } from 'vitest'
import { countBags, countSets, f1, mean, precision, recall, shingles, sum } from '../../../host/replay/score.ts'

describe('score', () => {
  it.each([
    { found: [1, 2], truth: [1, 2], hit: 2, extra: 0, missed: 0, f: 1 },
    { found: [1, 3], truth: [1, 2], hit: 1, extra: 1, missed: 1, f: 0.5 },
    { found: [], truth: [1], hit: 0, extra: 0, missed: 1, f: 0 },
    { found: [1], truth: [], hit: 0, extra: 1, missed: 0, f: 0 },
  ])('$found against $truth', ({ found, truth, f, ...counts }) => {
    const counted = countSets(new Set(found), new Set(truth))
    expect(counted).toEqual(counts)
    expect(f1(counted)).toBe(f)
  })

  it('has no precision without a find and no recall without a truth', () => {
    const none = { hit: 0, extra: 0, missed: 0 }
    expect([precision(none), recall(none), f1(none), mean([])]).toEqual([0, 0, 0, 0])
  })

  it('adds counts up', () => {
    expect(
      sum([
        { hit: 1, extra: 2, missed: 3 },
        { hit: 10, extra: 20, missed: 30 },
      ]),
    ).toEqual({ hit: 11, extra: 22, missed: 33 })
  })

  it('takes runs of four words, and what there is of a shorter text', () => {
    expect([...shingles('One two, three 4 five').keys()]).toEqual(['One two three 4', 'two three 4 five'])
    expect([...shingles('too short').keys()]).toEqual(['too short'])
    expect(shingles('').size).toBe(0)
  })

  it('counts repeated shingles as often as they stand', () => {
    const once = new Map([['a', 1]])
    expect(
      countBags(
        new Map([
          ['a', 3],
          ['b', 1],
        ]),
        once,
      ),
    ).toEqual({ hit: 1, extra: 3, missed: 0 })
    expect(countBags(once, new Map([['a', 3]]))).toEqual({ hit: 1, extra: 0, missed: 2 })
  })
})
