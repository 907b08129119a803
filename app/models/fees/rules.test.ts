import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Head, type Instalment, partsOfInstalments, splitEvenly, spreadDays, sumOf } from './rules'

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

it('loses no paisa, whatever the heads and instalments', () => {
  const amounts = (longest: number) =>
    fc.array(fc.integer({ min: 100, max: 9_999_999 }), { minLength: 1, maxLength: longest })
  fc.assert(
    fc.property(amounts(10), amounts(12), (headAmounts, weights) => {
      const heads = headAmounts.map((amountPaise, index) => ({ kind: 'other' as const, name: `${index}`, amountPaise }))
      const total = sumOf(heads)
      fc.pre(total >= weights.length * 100)
      // Instalments of at least ₹1 that sum to the heads.
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
  [300, 12, [25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25]],
])('splits %i paise over %i', (amount, count, parts) => {
  expect(splitEvenly(amount, count)).toEqual(parts)
})

it.each([
  ['2026-04-01', 4, ['2026-04-10', '2026-07-10', '2026-10-10', '2027-01-10']],
  ['2026-06-01', 2, ['2026-06-10', '2026-12-10']],
  ['2026-04-01', 1, ['2026-04-10']],
])('spreads the instalments of a session from %s over the year', (startsOn, count, days) => {
  expect(spreadDays(startsOn, count, 10)).toEqual(days)
})
