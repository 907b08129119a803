import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Head,
  type Instalment,
  partsOfInstalments,
  shiftYears,
  splitEvenly,
  spreadDays,
  sumOf,
  yearsBetween,
} from './rules'

function head(name: string, rupees: number): Head {
  return { kind: 'other', name, amountPaise: rupees * 100 }
}

function instalment(rupees: number): Instalment {
  return { title: 'I', dueOn: '2026-04-10', amountPaise: rupees * 100 }
}

it('divides every instalment among the heads in proportion', () => {
  const parts = partsOfInstalments(
    [head('Tuition', 40_000), head('Computer', 10_000)],
    [instalment(25_000), instalment(25_000)],
  )
  expect(parts).toEqual([
    [
      { name: 'Tuition', amountPaise: 2_000_000 },
      { name: 'Computer', amountPaise: 500_000 },
    ],
    [
      { name: 'Tuition', amountPaise: 2_000_000 },
      { name: 'Computer', amountPaise: 500_000 },
    ],
  ])
})

it('gives the odd paise to the largest head, and omits a head from an instalment in which it has no amount', () => {
  const paise = (name: string, amountPaise: number): Head => ({ kind: 'other', name, amountPaise })
  const due = (amountPaise: number): Instalment => ({ title: 'I', dueOn: '2026-04-10', amountPaise })
  expect(
    partsOfInstalments([paise('Lab', 1), paise('Tuition', 99), paise('Sport', 99)], [due(67), due(66), due(66)]),
  ).toEqual([
    [
      { name: 'Lab', amountPaise: 1 },
      { name: 'Tuition', amountPaise: 33 },
      { name: 'Sport', amountPaise: 33 },
    ],
    [
      { name: 'Tuition', amountPaise: 33 },
      { name: 'Sport', amountPaise: 33 },
    ],
    [
      { name: 'Tuition', amountPaise: 33 },
      { name: 'Sport', amountPaise: 33 },
    ],
  ])
})

it('loses no paisa, for any heads and instalments', () => {
  const amounts = (maxCount: number) =>
    fc.array(fc.integer({ min: 100, max: 9_999_999 }), { minLength: 1, maxLength: maxCount })
  fc.assert(
    fc.property(amounts(10), amounts(12), (headAmounts, weights) => {
      const heads = headAmounts.map((amountPaise, index) => ({ kind: 'other' as const, name: `${index}`, amountPaise }))
      const total = sumOf(heads)
      fc.pre(total >= weights.length * 100)
      // Instalments of at least ₹1 that add up to the heads.
      const rest = total - weights.length * 100
      const weightSum = weights.reduce((sum, weight) => sum + weight, 0)
      const instalments = weights.map((weight) => ({
        title: 'I',
        dueOn: '2026-04-10',
        amountPaise: 100 + Math.floor((rest * weight) / weightSum),
      }))
      const first = instalments[0]
      if (first) first.amountPaise += total - sumOf(instalments)
      const parts = partsOfInstalments(heads, instalments)
      parts.forEach((ofOne, index) => {
        expect(sumOf(ofOne)).toBe(instalments[index]?.amountPaise)
        expect(ofOne.every((part) => part.amountPaise > 0)).toBe(true)
      })
      for (const one of heads) {
        expect(sumOf(parts.flat().filter((part) => part.name === one.name))).toBe(one.amountPaise)
      }
    }),
  )
})

it.each([
  [1_000_000, 3, [333_400, 333_300, 333_300]],
  [1_000_000, 4, [250_000, 250_000, 250_000, 250_000]],
  [100_01, 2, [50_01, 50_00]],
  [300, 3, [100, 100, 100]],
  [200, 3, [67, 67, 66]],
  [300, 12, [25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25]],
])('splits %i paise into %i nearly equal amounts, of whole rupees where possible', (amount, count, parts) => {
  expect(splitEvenly(amount, count)).toEqual(parts)
})

it.each([
  ['2026-04-01', 4, ['2026-04-10', '2026-07-10', '2026-10-10', '2027-01-10']],
  ['2026-06-01', 2, ['2026-06-10', '2026-12-10']],
  ['2026-04-01', 1, ['2026-04-10']],
  ['2026-06-15', 2, ['2026-06-15', '2026-12-10']],
])('spreads the due dates of instalments over a session that begins on %s', (startsOn, count, days) => {
  expect(spreadDays(startsOn, count, 10)).toEqual(days)
})

it.each([
  ['2026-04-01', '2027-04-01', 1],
  ['2026-12-31', '2027-01-01', 1],
  ['2026-04-01', '2026-06-01', 0],
])('from a session that begins on %s to one on %s, counts %i years', (startsOn, later, years) => {
  expect(yearsBetween(startsOn, later)).toBe(years)
})

it.each([
  ['2026-07-10', 1, '2027-07-10'],
  ['2028-02-29', 1, '2029-02-28'],
  ['2028-02-29', 4, '2032-02-29'],
  ['2027-01-31', -1, '2026-01-31'],
])('moves the day %s by %i years to %s', (day, years, shifted) => {
  expect(shiftYears(day, years)).toBe(shifted)
})
