import fc from 'fast-check'
import { expect, it } from 'vitest'
import { summaryOf } from './statistics-rules'

it('calculates average, median, highest and lowest of scores in any order', () => {
  expect(summaryOf([])).toBeNull()
  expect(summaryOf([4])).toEqual({ submitted: 1, average: 4, highest: 4, lowest: 4, median: 4 })
  expect(summaryOf([1, 6, 2.5, 3])).toEqual({ submitted: 4, average: 3.13, highest: 6, lowest: 1, median: 2.75 })
  expect(summaryOf([1.01, 1])).toMatchObject({ average: 1.01, median: 1.01 })
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
