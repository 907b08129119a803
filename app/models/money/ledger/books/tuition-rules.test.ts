import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PaidDue, tuitionOf } from './tuition-rules'

const head = (name: string, amountPaise: number, isTuition: boolean | null) => ({ name, amountPaise, isTuition })
const due = (paise: number, heads: PaidDue['heads'], more: Partial<PaidDue> = {}): PaidDue => ({
  paise,
  beforePaise: 0,
  amountPaise: heads.reduce((sum, one) => sum + one.amountPaise, 0),
  concessionPaise: 0,
  heads,
  ...more,
})
const heads = [head('Tuition', 8001, true), head('Laboratory', 2999, false)]

it.each([
  ['the whole', [due(11000, heads)], 8001],
  ['a half', [due(5500, heads)], 4001],
  ['a late fine on top', [due(11500, heads)], 8001],
  ['the rest, after a half in the year before', [due(5500, heads, { beforePaise: 5500 })], 4000],
  ['a fine alone, after the whole in the year before', [due(500, heads, { beforePaise: 11000 })], 0],
  ['a concession', [due(5500, heads, { concessionPaise: 5500 })], 4001],
  ['what all went back', [due(0, heads)], 0],
  ['more that went back than came', [due(-500, heads)], 0],
  ['a hostel’s rent', [due(11000, [])], 0],
  ['two dues', [due(11000, heads), due(11000, heads)], 16002],
] as const)('calculates the tuition of %s to the paisa', (_, dues, totalPaise) => {
  expect(tuitionOf(dues).totalPaise).toBe(totalPaise)
})

it('lists heads that received money but are not classified as tuition or other', () => {
  const asked = [head('Tuition', 100, true), head('Smart class', 100, null)]
  expect(tuitionOf([due(200, asked)])).toMatchObject({ unmarked: ['Smart class'], totalPaise: 100 })
  expect(tuitionOf([due(0, asked)]).unmarked).toEqual([])
})

it('attributes at most the paid amount to tuition, and all of it when every head is tuition', () => {
  const some = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 90_000_00 }), isTuition: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(some, fc.double({ min: 0, max: 1, noNaN: true }), (parts, share) => {
      const named = parts.map(({ amount, isTuition }, index) => head(`H${index}`, amount, isTuition))
      const whole = named.reduce((sum, one) => sum + one.amountPaise, 0)
      const paid = Math.floor(whole * share)
      const { totalPaise } = tuitionOf([due(paid, named)])
      const all = tuitionOf([
        due(
          paid,
          named.map((one) => ({ ...one, isTuition: true })),
        ),
      ]).totalPaise
      expect(totalPaise).toBeLessThanOrEqual(paid)
      expect(all).toBe(paid)
    }),
  )
})
