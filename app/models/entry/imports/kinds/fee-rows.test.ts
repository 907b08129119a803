import { expect, it } from 'vitest'
import type { ImportKind } from '../options'
import { usualAmounts } from '../values/amounts'
import type { RowCells } from './port'
import { kindOfImport } from './registry.server'

// Paise, and what was paid or credited (`less`), can have columns of their own. A credit becomes a negative amount.
it.each<[ImportKind, RowCells, string | undefined, string?]>([
  ['opening_dues', { amount: '4500', paise: '50' }, '450050'],
  ['opening_dues', { amount: '4,500', paise: '5' }, '450005'],
  ['opening_dues', { amount: '૪૫૦૦', paise: '૫૦' }, '450050'],
  ['opening_dues', { amount: '4500', paise: '-' }, '450000'],
  ['opening_dues', { paise: '50' }, '50'],
  ['opening_dues', { amount: '4500 Cr', paise: '50' }, '-450050'],
  ['opening_dues', { amount: '4500', paise: '150' }, '450000', 'Enter paise from 0 to 99'],
  ['opening_dues', { amount: '4500.25', paise: '50' }, '450025', 'The amount has paise too'],
  ['opening_dues', { amount: '9000', less: '4,500.50' }, '449950'],
  ['opening_dues', { amount: '9000', less: '4500 Cr' }, '450000'],
  ['opening_dues', { amount: '9000', less: '4500 Dr' }, '900000', 'A debit is owed, not paid'],
  ['opening_dues', { amount: '9000', less: '9000' }, '0'],
  ['opening_dues', { less: '500' }, '-50000'],
  ['paid_fees', { amount: '4500', paise: '50' }, '450050'],
  ['paid_fees', { amount: '4500', paise: 'x' }, '450000', 'Enter an amount in rupees, such as 12,500 or 12500.50'],
])('reads the amount of %s from %o', (kind, cells, amount, problem) => {
  const { values, problems } = kindOfImport(kind).reader('2026-11-29')(cells)
  expect({ amount: values.amount, problem: problems[0]?.message }).toEqual({ amount, problem })
})

// Fees on the wrong side of the account (credits among dues, debits among payments) are read as one negative amount,
// which is not imported.
it.each<[ImportKind, string, RowCells, string | undefined, string?]>([
  ['opening_dues', 'Cr', {}, '-150000'],
  ['opening_dues', 'Cr', { total: '1500' }, '-150000'],
  ['opening_dues', 'Cr', { total: '1500 Cr' }, '-150000'],
  ['opening_dues', 'Cr', { total: '1800' }, '-150000', 'The fees add up to ₹1,500, but the total is ₹1,800'],
  ['opening_dues', 'Dr', { total: '1500' }, undefined],
  ['paid_fees', 'Dr', { total: '1500' }, '-150000'],
  ['paid_fees', 'Cr', { total: '1500' }, undefined],
])('reads the fees of %s on the side %s with %o as one amount', (kind, side, cells, amount, problem) => {
  const fees = JSON.stringify([
    ['Tuition', '1200'],
    ['Bus', '300'],
  ])
  const { values, problems } = kindOfImport(kind).reader('2026-11-29')({ ...cells, fees, side })
  expect({ amount: values.amount, problem: problems[0]?.message }).toEqual({ amount, problem })
  expect(values.fees === undefined).toBe(amount !== undefined)
})

it('refuses a column of payments in a file with a column for each fee', () => {
  const fees = JSON.stringify([['Tuition', '500']])
  expect(kindOfImport('opening_dues').reader('2026-11-29')({ fees, less: '100' }).problems).toHaveLength(1)
})

it.each([
  ['cr', 'Cr', '100000'],
  ['cr', 'Dr', '-100000'],
  ['dr', 'Dr', '100000'],
  ['dr', 'Cr', '-100000'],
  ['dr', '-', '100000'],
] as const)('with %s as the side of payments and %s in the row, reads the signed amount', (paidSide, side, amount) => {
  const read = kindOfImport('paid_fees').reader('2026-11-29', { amount: { amount: { ...usualAmounts, paidSide } } })
  expect(read({ amount: '1000', side })).toEqual({ values: { amount }, problems: [] })
})
