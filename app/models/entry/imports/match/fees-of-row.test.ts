import { expect, it } from 'vitest'
import { usualAmounts } from '../values/amounts'
import { packCells } from '../wide-columns'
import { feeCellKey, feesOf, readFees, withFeeCells } from './fees-of-row'

const readDues = (fees: string) => readFees(fees, usualAmounts, 'dr')

it('reads the fee columns of a row, without empty cells', () => {
  const read = readDues(
    packCells([
      ['Tuition Fee (Rs.)', '3,000'],
      ['Bus', ''],
      ['Exam', '-'],
      ['Apr', '₹ 250.50'],
      ['Term 1', '4500 Dr'],
    ]),
  )
  expect(read.ok && feesOf(read.text)).toEqual([
    { name: 'Tuition Fee', paise: 300_000 },
    { name: 'Exam', paise: 0 },
    { title: 'Apr', paise: 25_050 },
    { title: 'Term 1', paise: 450_000 },
  ])
})

it('reads each fee in the unit that its heading names, and keeps the unit out of the name', () => {
  const read = readDues(
    packCells([
      ['Tuition Fee (in lakhs)', '1.5'],
      ['Exam Fee [Rs. in thousands]', '2'],
      ['Bus (₹ in lacs)', '0.2'],
      ['Lab (Senior)', '300'],
      ['Library (paise)', '5000'],
      ['Term 1 (in lakhs)', '0.1'],
    ]),
  )
  expect(read.ok && feesOf(read.text)).toEqual([
    { name: 'Tuition Fee', paise: 15_000_000 },
    { name: 'Exam Fee', paise: 200_000 },
    { name: 'Bus', paise: 2_000_000 },
    { name: 'Lab (Senior)', paise: 30_000 },
    { name: 'Library', paise: 5_000 },
    { title: 'Term 1', paise: 1_000_000 },
  ])
})

it.each([
  ['dr', [45_000, -45_000, 45_050]],
  ['cr', [-45_000, 45_000, 45_050]],
] as const)('reads an amount as negative when it is on the other side than %s', (side, paise) => {
  const fees = packCells([
    ['Tuition', '450 Dr'],
    ['Bus', '450,00 Cr'],
    ['Exam', '450,50'],
  ])
  const read = readFees(fees, { ...usualAmounts, decimal: ',' }, side)
  expect(read.ok && feesOf(read.text).map((fee) => fee.paise)).toEqual(paise)
})

it('refuses a cell that is not an amount, and names its fee', () => {
  expect(readDues(packCells([['Tuition', 'later']]))).toEqual({
    ok: false,
    problem: 'Tuition: “later” is not an amount in rupees',
  })
})

it('returns the cell of each fee by the name of the fee', () => {
  const fees = packCells([
    ['Tuition Fee (Rs.)', '3,000'],
    ['Apr', '250 Dr'],
  ])
  const texts = withFeeCells({ enrollment_number: 'R1', fees })
  expect([texts[feeCellKey('Tuition Fee')], texts[feeCellKey('Apr')], texts.enrollment_number]).toEqual([
    '3,000',
    '250 Dr',
    'R1',
  ])
  const narrow = { amount: '100' }
  expect(withFeeCells(narrow)).toBe(narrow)
})
