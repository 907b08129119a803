import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConcededDue, parsePercent, percentText, shareConcession } from './concession-rules'

const due = (id: number, amountPaise: number, more: Partial<ConcededDue> = {}): ConcededDue => ({
  id,
  amountPaise,
  concessionPaise: 0,
  finePaise: 0,
  paidPaise: 0,
  takenPaise: null,
  ...more,
})
const percent = (percentHundredths: number) => ({ percentHundredths, amountPaise: null })
const amount = (amountPaise: number) => ({ percentHundredths: null, amountPaise })

describe('shareConcession', () => {
  it('rounds a percentage of the whole fee once, and splits it over the instalments exactly', () => {
    const shares = shareConcession(percent(33_33), [due(1, 100_01), due(2, 100_01), due(3, 100_01)])
    expect(shares.reduce((sum, share) => sum + share.paise, 0)).toBe(Math.round(300_03 * 0.3333))
    expect(shares.map((share) => share.paise)).toEqual([3334, 3333, 3333])
  })

  it('does not reduce paid amounts, and reduces a part-paid instalment by at most its balance', () => {
    const dues = [
      due(1, 1000_00, { paidPaise: 1000_00 }),
      due(2, 1000_00, { paidPaise: 800_00 }),
      due(3, 1000_00, { finePaise: 50_00 }),
    ]
    expect(shareConcession(percent(50_00), dues)).toEqual([
      { dueId: 2, paise: 200_00 },
      { dueId: 3, paise: 500_00 },
    ])
    expect(shareConcession(percent(100_00), dues).at(-1)).toEqual({ dueId: 3, paise: 1000_00 })
  })

  it('spreads an amount over open instalments, and subtracts what the concession has already taken off', () => {
    expect(shareConcession(amount(300_00), [due(1, 1000_00), due(2, 500_00)])).toEqual([
      { dueId: 1, paise: 200_00 },
      { dueId: 2, paise: 100_00 },
    ])
    expect(shareConcession(amount(300_00), [due(1, 1000_00, { takenPaise: 250_00 }), due(2, 500_00)])).toEqual([
      { dueId: 2, paise: 50_00 },
    ])
  })

  it('rounds half a paisa up, takes nothing off fees of 0, and is not applied twice', () => {
    expect(shareConcession(percent(50_00), [due(1, 1)])).toEqual([{ dueId: 1, paise: 1 }])
    expect(shareConcession(percent(49_99), [due(1, 1)])).toEqual([])
    expect(shareConcession(percent(50_00), [due(1, 0), due(2, 0)])).toEqual([])
    expect(shareConcession(percent(50_00), [due(1, 100, { takenPaise: 0 })])).toEqual([])
    // The amount taken off by another concession cannot be taken off again, but 60 % is still 60 % of the whole fee.
    expect(shareConcession(percent(60_00), [due(1, 1000, { concessionPaise: 500 })])).toEqual([
      { dueId: 1, paise: 500 },
    ])
  })

  it('limits a fixed amount to the open balances, and takes nothing more off once it is used up', () => {
    expect(shareConcession(amount(900_00), [due(1, 300_00), due(2, 200_00, { paidPaise: 50_00 })])).toEqual([
      { dueId: 1, paise: 300_00 },
      { dueId: 2, paise: 150_00 },
    ])
    expect(shareConcession(amount(300_00), [due(1, 1000_00, { takenPaise: 400_00 }), due(2, 500_00)])).toEqual([])
    expect(shareConcession(amount(300_00), [due(1, 500_00, { paidPaise: 500_00 })])).toEqual([])
    expect([percentText(25_00), percentText(12_50), percentText(1)]).toEqual(['25%', '12.5%', '0.01%'])
  })

  it('keeps a due between its paid amount and its full amount', () => {
    const figures = fc
      .record({ amount: fc.integer({ min: 100, max: 5_000_00 }), fine: fc.nat(500_00), paid: fc.nat(), off: fc.nat() })
      .map(({ amount: amountPaise, fine, paid, off }) => {
        const concessionPaise = off % (amountPaise + 1)
        const owed = amountPaise - concessionPaise + fine
        return due(0, amountPaise, { concessionPaise, finePaise: fine, paidPaise: paid % (owed + 1) })
      })
    const size = fc.oneof(
      fc.integer({ min: 1, max: 10_000 }).map(percent),
      fc.integer({ min: 1, max: 20_000_00 }).map(amount),
    )
    fc.assert(
      fc.property(fc.array(figures, { minLength: 1, maxLength: 12 }), size, (some, given) => {
        const dues = some.map((one, index) => ({ ...one, id: index + 1 }))
        const shares = shareConcession(given, dues)
        for (const { dueId, paise } of shares) {
          const one = dues[dueId - 1]
          if (!one) throw new Error('a share of no due')
          expect(paise).toBeGreaterThan(0)
          expect(one.concessionPaise + paise).toBeLessThanOrEqual(one.amountPaise)
          expect(one.paidPaise).toBeLessThanOrEqual(one.amountPaise - one.concessionPaise - paise + one.finePaise)
        }
        const total = shares.reduce((sum, share) => sum + share.paise, 0)
        if (given.amountPaise !== null) expect(total).toBeLessThanOrEqual(given.amountPaise)
      }),
    )
  })

  it.each([
    ['25', 2500],
    ['12.5 %', 1250],
    ['100', 10_000],
    ['0.01', 1],
    ['0', null],
    ['100.01', null],
    ['-5', null],
    ['a half', null],
    ['33.333', null],
    ['12.05', 1205],
    ['12.', null],
    ['x12', null],
    ['12 % off', null],
    ['1000', null],
    ['  7% ', 700],
  ])('parses the percentage %s %%', (typed, hundredths) => {
    expect(parsePercent(typed)).toBe(hundredths)
    if (hundredths !== null) expect(parsePercent(percentText(hundredths))).toBe(hundredths)
  })
})
