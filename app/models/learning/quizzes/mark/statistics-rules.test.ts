import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentOf, summaryOf } from './statistics-rules'

it('sums up scores in any order', () => {
  expect(summaryOf([])).toBeNull()
  expect(summaryOf([4])).toEqual({ submitted: 1, average: 4, highest: 4, lowest: 4, median: 4 })
  expect(summaryOf([1, 6, 2.5, 3])).toEqual({ submitted: 4, average: 3.13, highest: 6, lowest: 1, median: 2.75 })
  const halves = fc.array(
    fc.nat({ max: 200 }).map((half) => half / 2),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(halves, (scores) => {
      const summary = summaryOf(scores)
      if (!summary) throw new Error('there are scores')
      expect(summary.lowest).toBeLessThanOrEqual(summary.median)
      expect(summary.median).toBeLessThanOrEqual(summary.highest)
      expect(summary.average).toBeGreaterThanOrEqual(summary.lowest)
      expect(summary.average).toBeLessThanOrEqual(summary.highest)
      expect(summaryOf([...scores].reverse())).toEqual(summary)
    }),
  )
})

it('returns a share in whole percent, and null when the whole is 0', () => {
  expect(percentOf(1, 3)).toBe(33)
  expect(percentOf(0, 3)).toBe(0)
  expect(percentOf(0, 0)).toBeNull()
})
