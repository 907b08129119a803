import { expect, it } from 'vitest'
import {
  addSums,
  linesOfStudent,
  linesOfTotals,
  narrowRupees,
  noSums,
  type RegisterCell,
  totalsOf,
} from './fee-register-view'

const cell = (more: Partial<RegisterCell> = {}): RegisterCell => ({
  amountPaise: 1_500_00,
  concessionPaise: 0,
  finePaise: 0,
  paidPaise: 1_500_00,
  balancePaise: 0,
  receipts: [],
  ...more,
})
const receipt = (number: string, paise = 1_500_00, wentBack = false) => ({ number, on: '2026-04-09', paise, wentBack })
const of = (...cells: Array<RegisterCell | null>) => ({
  cells,
  total: cells.reduce((sums, one) => addSums(sums, one ?? noSums), noSums),
})

it('linesOfStudent shows due, paid, receipt with day, and balance, but concession and fine only when there are any', () => {
  const plain = linesOfStudent(of(cell({ receipts: [receipt('2026-27/000004')] }), null), '2026-27')
  expect(plain.lines).toEqual(['due', 'paid', 'receipt', 'on', 'balance'])
  expect(plain.columns).toEqual([
    ['1,500', '1,500', '000004', '09/04/26', '0'],
    ['', '', '', '', ''],
    ['1,500', '1,500', '', '', '0'],
  ])
  const fined = linesOfStudent(of(cell({ concessionPaise: 10_00, finePaise: 5_50, balancePaise: 7 })), '2026-27')
  expect(fined.lines).toEqual(['due', 'concession', 'fine', 'paid', 'balance'])
  expect(fined.columns[0]).toEqual(['1,500', '10', '5.50', '1,500', '0.07'])
})

it('linesOfStudent lists up to six receipts of a month, with the year if it differs, and counts further ones', () => {
  const two = [receipt('2026-27/000004', 1_000_00), receipt('2027-28/000001', 500_00, true)]
  const several = linesOfStudent(of(cell({ receipts: two })), '2026-27')
  expect(several.lines).toEqual(['due', 'paid', 'receipt', 'on', 'part', 'receipt', 'on', 'part', 'balance'])
  expect(several.columns[0]?.slice(2, 8)).toEqual(['000004', '09/04/26', '1,000', '2027-28/000001*', '09/04/26', '500'])
  const eight = Array.from({ length: 8 }, (_, index) => receipt(`2026-27/00000${index}`, 1_00))
  const many = linesOfStudent(of(cell({ receipts: eight })), '2026-27')
  expect(many.lines.filter((line) => line === 'receipt')).toHaveLength(6)
  expect(many.columns[0]?.slice(-4)).toEqual(['+3', '', '', '0'])
  for (const { lines, columns } of [several, many])
    for (const texts of columns) expect(texts).toHaveLength(lines.length)
})

it('adds up the amounts of all students by month and in total', () => {
  const one = of(cell(), null)
  const other = of(cell({ paidPaise: 500_00, balancePaise: 1_000_00 }), cell({ amountPaise: 3 }))
  const totals = totalsOf([one, other], ['2026-04', '2026-05'])
  expect(totals.months.map(({ amountPaise }) => amountPaise)).toEqual([3_000_00, 3])
  expect(totals.all).toEqual(addSums(one.total, other.total))
  expect(linesOfTotals(totals)).toEqual({
    lines: ['due', 'paid', 'balance'],
    columns: [
      ['3,000', '2,000', '1,000'],
      ['0.03', '1,500', ''],
      ['3,000.03', '3,500', '1,000'],
    ],
  })
  expect([0, 1_25_000_00, 1_50].map(narrowRupees)).toEqual(['', '1,25,000', '1.50'])
})
