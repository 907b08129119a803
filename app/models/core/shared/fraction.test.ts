import { describe, expect, it } from 'vitest'
import { meanOf, percentOf, quotientOf, roundFraction } from './fraction'

describe('roundFraction', () => {
  it.each([
    [1n, 8n, 2, 0.13],
    [1n, 3n, 2, 0.33],
    [2n, 3n, 0, 1],
    [1n, 2n, 0, 1],
    [0n, 5n, 1, 0],
    [99_999n, 100_000n, 1, 1],
  ])('rounds %s/%s to %s decimals: %s', (part, whole, decimals, rounded) =>
    expect(roundFraction(part, whole, decimals)).toBe(rounded),
  )

  it.each([
    [-1n, 2n],
    [1n, 0n],
    [1n, -2n],
  ])('refuses %s/%s', (part, whole) => expect(() => roundFraction(part, whole)).toThrow(RangeError))
})

describe('percentOf', () => {
  it.each([
    [50.25, 100, 50.3],
    [201, 400, 50.3],
    [203, 400, 50.8],
    [51.25, 100, 51.3],
    [40.5, 100, 40.5],
    [1.15, 1000, 0.1],
    [200, 200, 100],
  ])('returns %s of %s as a percentage with one decimal: %s', (part, whole, percent) =>
    expect(percentOf(part, whole, 1)).toBe(percent),
  )

  it.each([
    [29, 200, 15],
    [1.15, 2, 58],
    [0.29, 2, 15],
    [1, 3, 33],
  ])('returns %s of %s as a whole percentage: %s', (part, whole, percent) =>
    expect(percentOf(part, whole, 0)).toBe(percent),
  )

  it('returns null when the whole is 0', () => expect(percentOf(0, 0, 1)).toBeNull())

  it('rounds half up for all quarter marks of papers of 10 to 1,000 marks', () => {
    const wrong: string[] = []
    for (let max = 10; max <= 1000; max += 5)
      for (let quarters = 0; quarters <= 4 * max; quarters++) {
        // Long division by hand: whole tenths of a percent, then one more if half or more is left over.
        const [dividend, divisor] = [BigInt(quarters) * 1000n, BigInt(max) * 4n]
        const tenths = dividend / divisor + (2n * (dividend % divisor) >= divisor ? 1n : 0n)
        if (percentOf(quarters / 4, max, 1) !== Number(tenths) / 10) wrong.push(`${quarters / 4} of ${max}`)
      }
    expect(wrong).toEqual([])
  })
})

it('rounds half up when it divides marks and days', () => {
  expect(quotientOf(8.5, 2, 1)).toBe(4.3)
  expect(quotientOf(2.01, 2, 2)).toBe(1.01)
  expect(quotientOf(3, 0, 1)).toBeNull()
})

it('returns the mean of marks and of percentages', () => {
  expect(meanOf([80, 70.5], 1)).toBe(75.3)
  expect(meanOf([0.29, 0.3], 2)).toBe(0.3)
  expect(meanOf([1.1, 2.2, 3.3], 1)).toBe(2.2)
  expect(meanOf([], 1)).toBeNull()
})
