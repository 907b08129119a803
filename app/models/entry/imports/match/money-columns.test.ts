import { describe, expect, it } from 'vitest'
import { doubtsOfTable, readTable } from '../../../../../tests/factories/import-tables'
import type { SchoolFacts } from './value-fit'

const twoSums = ['9000|4500', '8000|1000', '700|700']
const table = (headings: string, lines: readonly string[]) =>
  [`GR No|${headings}`, ...lines.map((line, index) => `R${index}|${line}`)].join('\n')
const dues = (headings: string, lines: readonly string[]) => readTable('opening_dues', table(headings, lines))
const payments = (headings: string, lines: readonly string[]) =>
  readTable(
    'paid_fees',
    [`Date|Mode|GR No|${headings}`, ...lines.map((line, index) => `${10 + index}/06/2026|Cash|R${index}|${line}`)].join(
      '\n',
    ),
  )
const amountOf = ({ read, asked }: ReturnType<typeof dues>) => ({ amount: read.amount, asked })

describe('two columns of amounts', () => {
  const amount = ['amount']
  const less = ['less', 'amount']
  it.each<[string, Record<string, string[]>]>([
    ['Amount|Outstanding', { Amount: amount, Outstanding: amount }],
    ['Amount|Balance', { Amount: amount, Balance: amount }],
    ['Amount|Pending', { Amount: amount, Pending: amount }],
    ['Payable|Balance', { Payable: amount, Balance: amount }],
    ['Opening Balance|Closing Balance', { 'Opening Balance': amount, 'Closing Balance': amount }],
    ['Total Due|Net Due', { 'Total Due': amount, 'Net Due': amount }],
    ['Old Balance|Pending', { 'Old Balance': amount, Pending: amount }],
    ['Last Year Balance|Total Due', { 'Last Year Balance': amount, 'Total Due': amount }],
    ['Fees|Paid', { Fees: amount, Paid: less }],
    ['Due|Received', { Due: amount, Received: less }],
    ['Amount Due|Amount Paid', { 'Amount Due': amount, 'Amount Paid': less }],
    ['Debit|Credit', { Debit: amount, Credit: less }],
    ['Outstanding|Advance', { Outstanding: amount, Advance: less }],
    ['Pending|Concession', { Pending: amount, Concession: less }],
    ['Balance|Paid till date', { Balance: amount, 'Paid till date': less }],
    ['Opening Balance|Total Fee', { 'Opening Balance': amount, 'Total Fee': amount }],
    ['Pending|Total', { Pending: amount, Total: amount }],
    ['Amount 2024-25|Amount', { 'Amount 2024-25': amount, Amount: amount }],
    ['બાકી રકમ|જમા રકમ', { 'બાકી રકમ': amount, 'જમા રકમ': less }],
    ['राशि|शेष राशि', { राशि: amount, 'शेष राशि': amount }],
  ])('asks which column is the due under the headings %s', (headings, asked) => {
    expect(amountOf(dues(headings, twoSums))).toEqual({ amount: undefined, asked })
  })

  it.each([
    'Amount|Amount Paid',
    'Amount|Paid',
    'Amount|Received',
    'Net Amount|Amount Received',
    'Amount|Balance',
    'Credit|Debit',
    'Amount|Late Fee',
    'Amount Paid|Fine',
  ])('asks which column is the payment under the headings %s', (headings) => {
    const asked = Object.fromEntries(headings.split('|').map((heading) => [heading, amount]))
    expect(amountOf(payments(headings, twoSums))).toEqual({ amount: undefined, asked })
  })

  it.each<[string, string[], string]>([
    ['Fees|Paid|Balance', ['9000|4500|4500', '8000||8000'], 'Balance'],
    ['Amount|Paid|Balance', ['9000|4500|4500', '8000|NIL|8000'], 'Balance'],
    ['Opening Balance|Received|Closing Balance', ['9000|4500|4500', '8000|7000|1000'], 'Closing Balance'],
    ['Debit|Credit|Balance', ['9000|4500|4500', '100|0|100'], 'Balance'],
    ['Fees|Concession|Fine|Paid|Pending', ['9000|1000|50|4000|4050', '8000|||8000|-'], 'Pending'],
    ['Annual Fee|Concession|Net Fee|Paid|Balance', ['9000|1000|8000|4500|3500', '9000|0|9000|9000|0'], 'Balance'],
    ['Opening|Debit|Credit|Closing', ['500|1000|200|1300', '0|1000|200|800'], 'Closing'],
    ['Pending|Fee receipt', ['9000|501', '8000|502'], 'Pending'],
    ['Old Balance|Pending|Total Due', ['9000|4500|13500', '0|10|10'], 'Total Due'],
    ['Amount|Due', ['9000|9,000.00', '0|-'], 'Amount'],
    ['Amount|Balance', ['9000|', '100|'], 'Amount'],
    ['Total Fee|Balance', ['9000|4500', '8000|8000'], 'Balance'],
    ['Paid|Balance', ['4500|4500', '8000|100'], 'Balance'],
    ['Debit|Credit', ['9000|', '|4500'], 'Debit'],
    ['Outstanding|Advance', ['9000|-', '|4500'], 'Outstanding'],
    ['Pending|Bus No', ['9000|12', '8000|7'], 'Pending'],
    ['Pending|Overdue days', ['9000|12', '8000|70'], 'Pending'],
  ])('finds the amount of dues without a question under the headings %s', (headings, lines, heading) => {
    expect(amountOf(dues(headings, lines))).toEqual({ amount: heading, asked: {} })
  })

  it.each<[string, string[], string]>([
    ['Amount|Amount Paid|Balance', ['5000|1000|4000', '300|300|'], 'Amount Paid'],
    ['Total Fee|Amount|Balance', ['5000|1000|4000', '300|300|'], 'Amount'],
    ['Amount|Fine|Net Amount', ['5000|50|5050', '300||300'], 'Net Amount'],
    ['Total Fee|Amount Paid', ['5000|1000', '300|300'], 'Amount Paid'],
    ['Amount Paid|Balance', ['1000|4000', '300|'], 'Amount Paid'],
    ['Paid|Discount', ['1000|50', '300|'], 'Paid'],
    ['Cash|Cheque|Total', ['1000|50|1050', '300||300'], 'Total'],
  ])('finds the amount of payments without a question under the headings %s', (headings, lines, heading) => {
    expect(amountOf(payments(headings, lines))).toEqual({ amount: heading, asked: {} })
  })

  it('asks when a student has both debits and credits, or when one line has a wrong balance', () => {
    expect(readTable('opening_dues', 'GR No|Debit|Credit\nR1|9000|\nR1||4500').asked).toHaveProperty('Credit')
    const lines = Array.from({ length: 300 }, () => '9000|4500|4500')
    expect(dues('Fees|Paid|Balance', lines).asked).toEqual({})
    expect(dues('Fees|Paid|Balance', [...lines, '9000|4500|4000']).asked).toHaveProperty('Balance')
  })

  it('asks about a column of amounts without a heading next to the amount column', () => {
    expect(dues('Pending||Remarks', ['9000|4500|x']).asked).toEqual({ Pending: amount, '': amount })
  })

  it('asks once, and remembers the school’s choice for both columns', () => {
    const learned = { fees: 'amount', paid: 'less' }
    const read = (headings: string, lines: readonly string[]) =>
      readTable('opening_dues', table(headings, lines), {}, learned)
    expect(read('Fees|Paid', twoSums)).toEqual({
      read: { enrollment_number: 'GR No', amount: 'Fees', less: 'Paid' },
      asked: {},
    })
    expect(read('Fees|Balance', twoSums).asked).toEqual({ Fees: amount, Balance: amount })
    // The choice to subtract Paid from Fees does not count for other columns: Paid is not subtracted from a balance.
    expect(read('Balance|Paid', twoSums).asked).toEqual({ Balance: amount, Paid: less })
    const balance = { read: { enrollment_number: 'GR No', amount: 'Balance' }, asked: {} }
    expect(read('Paid|Balance', twoSums)).toEqual(balance)
    expect(read('Total fee|Paid|Balance', ['9000|5000|4000', '100|0|100'])).toEqual(balance)
  })
})

it.each<[string, string[], Record<string, string>, Record<string, string[]>?]>([
  ['Rs.|Ps.', ['4500|50', '300|'], { amount: 'Rs.', paise: 'Ps.' }],
  ['Amount Rs|Amount Ps', ['4500|50', '300|05'], { amount: 'Amount Rs', paise: 'Amount Ps' }],
  ['Amount (Rs.)|(Paise)', ['4500|50', '300|00'], { amount: 'Amount (Rs.)', paise: '(Paise)' }],
  ['બાકી રૂપિયા|પૈસા', ['4500|50'], { amount: 'બાકી રૂપિયા', paise: 'પૈસા' }],
  [
    'Fees Rs|Fees Ps|Paid Rs|Paid Ps',
    ['4500|50|100|25', '300|25|100|50'],
    {},
    { 'Fees Rs': ['amount'], 'Fees Ps': ['paise'], 'Paid Rs': ['less', 'amount'], 'Paid Ps': ['paise'] },
  ],
  ['Balance|Class|Ps.', ['4500|6|50', '300|7|25'], { amount: 'Balance' }, { 'Ps.': ['paise'] }],
])('reads rupees and paise from two columns: %s', (headings, lines, fields, asked = {}) => {
  const { read, asked: questions } = dues(headings, lines)
  const { enrollment_number: _, ...rest } = read
  expect({ read: rest, asked: questions }).toEqual({ read: fields, asked })
})

// Names of dues in a column of remarks: without a question, the money would go to the oldest due.
const owed: Partial<SchoolFacts> = {
  feeNames: new Set(['tuition', 'transport']),
  feeTitles: new Set(['term1', 'term2']),
}
it.each<[string, string, Record<string, string[]>]>([
  ['Remarks', 'Tuition|Transport', { Remarks: ['name', 'remarks'] }],
  ['Narration', 'Tuition|Transport', { Narration: ['name', 'remarks'] }],
  ['Description', 'Tuition|TRANSPORT', { Description: ['name', 'remarks'] }],
  ['Note', 'Tuition|by hand', { Note: ['name', 'remarks'] }],
  ['Remarks', 'Term 1|Term 2', { Remarks: ['title', 'remarks'] }],
  ['Instalment', 'Tuition|Transport', { Instalment: ['name', 'title'] }],
  ['Ref No', 'Transport|Tuition', { 'Ref No': ['name', 'reference'] }],
  ['Remarks', 'by hand|late', {}],
  ['Instalment', 'Term 1|Term 2', {}],
])('asks whether a column of payments has names of fees: %s with %s', (heading, values, asked) => {
  const lines = values.split('|').map((value, index) => `R${index}|${value}|1000|20/06/2026|Cash`)
  const file = [`GR No|${heading}|Amount|Date|Mode`, ...lines].join('\n')
  expect(readTable('paid_fees', file, owed).asked).toEqual(asked)
})

it.each([
  ['Stream', 'Science|Computer', []],
  ['Facility', 'Bus|Hostel', []],
  ['Nature', 'Tuition Fee Term 1|Bus Fee', ['names-of-fees']],
  ['Nature', 'Tuition Fee|Bus', ['names-of-fees']],
  ['Nature', 'Tuition|Transport', ['names-of-dues']],
])('asks whether an unknown heading has names of fees: %s with %s', (heading, values, doubts) => {
  const lines = values.split('|').map((value, index) => `R${index}|${value}|1000|20/06/2026|Cash`)
  const file = [`GR No|${heading}|Amount|Date|Mode`, ...lines].join('\n')
  expect(doubtsOfTable('paid_fees', file, owed)).toEqual(doubts)
})

it.each<[string, string, string[] | null]>([
  ['Title', 'Asha Patel|Diya Shah', ['title', 'student_name']],
  ['Description', 'Asha Patel|Diya Shah', ['title', 'student_name']],
  ['Narration', 'Asha Patel', ['title', 'student_name']],
  ['Title', 'Asha|Diya|Kavya', ['student_name', 'title']],
  ['Title', 'આશા પટેલ|દિયા શાહ', ['title', 'student_name']],
  ['Title', 'Balance brought forward', null],
  ['Title', 'Balance brought forward|Annual charges|Second Quarter', null],
  ['Description', 'Old dues of last year|Late fee', null],
  ['Title', 'April|May|June', null],
  ['Title', 'પહેલો હપ્તો|બીજો હપ્તો', null],
])('asks whether a column has names of children: %s with %s', (heading, values, asked) => {
  const read = dues(
    `${heading}|Amount`,
    values.split('|').map((value) => `${value}|4500`),
  )
  expect(read.asked).toEqual(asked ? { [heading]: asked } : {})
})

it('asks whether the fee column has names of children when the same children occur several times', () => {
  const lines = ['Asha Patel|Term 1', 'Diya Shah|Term 1', 'Asha Patel|Term 2', 'Diya Shah|Term 2']
  const file = ['GR No|Fee head|Term|Amount', ...lines.map((line, index) => `R${index % 2}|${line}|100`)].join('\n')
  expect(readTable('opening_dues', file).asked).toEqual({ 'Fee head': ['student_name', 'name'] })
})
