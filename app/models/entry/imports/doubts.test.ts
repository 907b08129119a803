import { describe, expect, it } from 'vitest'
import { doubtedRows, doubtsOf, doubtText } from './doubts'
import type { RowValues, Verdict } from './kinds/port'
import type { ImportKind } from './options'

const today = '2026-11-29'
const textsOf = (kind: ImportKind, ...rows: RowValues[]) =>
  doubtsOf(
    kind,
    rows.map((values, index) => ({ line: index + 2, values })),
    today,
  ).map((doubt) => [doubt.line, doubtText(doubt)])

describe('doubtsOf', () => {
  it.each([
    ['VI', '2026-11-20', 'Born on 20 Nov 2026: 0 years old in class VI'],
    ['VI', '1935-01-01', 'Born on 1 Jan 1935: 91 years old in class VI'],
    ['Std 6 - A', '2020-01-01', 'Born on 1 Jan 2020: 6 years old in class Std 6'],
    ['12', '1999-01-01', 'Born on 1 Jan 1999: 27 years old in class 12'],
    ['LKG', '2013-06-14', 'Born on 14 Jun 2013: 13 years old in class LKG'],
    ['Nursery', '2025-12-01', 'Born on 1 Dec 2025: 0 years old in class Nursery'],
  ])('reports an unlikely age of a student in %s born on %s', (className, day, text) => {
    expect(textsOf('students', { class: className, date_of_birth: day })).toEqual([[2, text]])
  })

  it.each([
    ['VI', '2015-06-14'],
    ['VI', '2010-11-30'],
    ['1', '2020-11-30'],
    ['12', '2009-01-01'],
    ['LKG', '2022-06-14'],
    ['Alumni', '1935-01-01'],
  ])('accepts a student in %s born on %s', (className, day) => {
    expect(textsOf('students', { class: className, date_of_birth: day })).toEqual([])
  })

  it('reports a teacher’s joining date as unlikely when it is in the future', () => {
    expect(textsOf('teachers', { joined_on: '2027-04-01' }, { joined_on: today }, {})).toEqual([
      [2, 'Joins only on 1 Apr 2027'],
    ])
  })

  it('doubts a due that is the sum of the lines above', () => {
    const due = (number: string, amount: string) => ({ enrollment_number: number, amount })
    const dues = [due('R1', '450000'), due('R2', '120050'), due('R3', '0'), due('R9', '570050')]
    expect(textsOf('opening_dues', ...dues)).toEqual([
      [5, '₹5,700.50 is the sum of the lines above: this may be their total'],
    ])
    // An amount equal to the only line above raises no doubt, since the dues of two students are often equal.
    expect(textsOf('opening_dues', due('R1', '450000'), due('R2', '450000'))).toEqual([])
  })

  it.each<[first: string, last: string, isDoubted: boolean]>([
    ['Patel', 'Asha', true],
    ['PATEL ASHA', 'RAJESH', true],
    ['પટેલ', 'આશા', true],
    ['Patel', '', false],
    ['Asha', 'Patel', false],
    ['Patel', 'Shah', false],
    ['Ravi', 'Kumar', false],
  ])('doubts a surname in the column of first names: %s, %s', (first, last, isDoubted) => {
    const texts = isDoubted ? [[2, `The first name is ${first}, and the last name is ${last}`]] : []
    for (const kind of ['students', 'teachers'] as const)
      expect(textsOf(kind, { first_name: first, last_name: last })).toEqual(texts)
  })

  it('reports equal payments of one day, and a line that is the sum of the others, as unlikely', () => {
    const payment = (number: string, amount: string, more: RowValues = {}) => ({
      enrollment_number: number,
      amount,
      paid_on: '2026-06-20',
      method: 'cash',
      ...more,
    })
    expect(
      textsOf(
        'paid_fees',
        payment('R1', '100000', { reference: '501' }),
        payment('r1', '100000', { reference: '502' }),
        payment('R1', '100000', { method: 'upi' }),
        payment('R2', '50000'),
        payment('R3', '350000'),
      ),
    ).toEqual([
      [3, '₹1,000 on 20 Jun 2026 is also in line 2'],
      [6, '₹3,500 is the sum of the lines above: this may be their total'],
    ])
  })

  it('reports a payment as unlikely when its remarks look like those of a cancelled receipt', () => {
    expect(
      textsOf('paid_fees', { remarks: 'Bounced cheque charges' }, { remarks: 'Late fee of a bounced cheque' }, {}),
    ).toEqual([[2, 'The remarks are “Bounced cheque charges”']])
  })

  it('reports equal dues of a student, and a due date far from today, as unlikely', () => {
    expect(
      textsOf(
        'opening_dues',
        { enrollment_number: 'R1', amount: '450000', due_on: '2025-04-10' },
        { enrollment_number: 'R1', amount: '450000', due_on: '2025-04-10', name: 'Bus' },
        { enrollment_number: 'R1', amount: '450000', due_on: '2025-07-10' },
        { enrollment_number: 'R1', amount: '450000', due_on: '2025-04-10', title: 'Term 2' },
        { enrollment_number: 'R2', amount: '0' },
        { enrollment_number: 'R2' },
        { enrollment_number: 'R2', amount: '-100' },
        { enrollment_number: 'R3', amount: '1', due_on: '2052-04-10' },
      ),
    ).toEqual([
      [9, 'Due on 10 Apr 2052, which is far from today'],
      [3, '₹4,500 for the same student is also in line 2'],
    ])
  })
})

describe('doubtedRows', () => {
  const child = { class: 'VI', date_of_birth: '2026-11-20' }
  const verdict = (outcome: Verdict['outcome'], ...changes: string[]) => ({ outcome, changes })

  it.each([
    ['a new row', verdict('new'), true],
    ['a row whose birth date changes', verdict('changed', 'Address', 'Date of birth'), true],
    ['a row whose class changes', verdict('changed', 'Class'), true],
    ['a row with other changes', verdict('changed', 'Address'), false],
    ['an unchanged row', verdict('unchanged'), false],
    ['a rejected row', verdict('rejected'), false],
  ])('asks about an unlikely value in %s only if it would be written', (_, of, isAsked) => {
    const rows = doubtedRows('students', [{ line: 2, values: child, verdict: of }], today)
    expect([...rows]).toEqual(
      isAsked
        ? [
            [
              2,
              {
                kind: 'age',
                problems: [{ column: 'Date of birth', message: 'Born on 20 Nov 2026: 0 years old in class VI' }],
              },
            ],
          ]
        : [],
    )
  })

  it('asks about a known student to whom the file gives another name', () => {
    const rows = doubtedRows(
      'students',
      [
        {
          line: 2,
          values: { first_name: 'Zubin', last_name: 'Irani' },
          verdict: { outcome: 'changed', changes: ['First name', 'Last name'], otherName: 'Asha Patel' },
        },
      ],
      today,
    )
    expect(rows.get(2)).toEqual({
      kind: 'other-name',
      problems: [{ column: 'First name', message: 'The number belongs to Asha Patel, but the file names Zubin Irani' }],
    })
  })

  it('asks once about a row with two doubts', () => {
    const due = { enrollment_number: 'R1', amount: '450000', due_on: '2052-04-10' }
    const rows = [due, { ...due, name: 'Bus' }].map((values, index) => ({
      line: index + 2,
      values,
      verdict: verdict('new'),
    }))
    const found = doubtedRows('opening_dues', rows, today)
    expect([...found].map(([line, { kind, problems }]) => [line, kind, problems.length])).toEqual([
      [2, 'far-day', 1],
      [3, 'far-day', 2],
    ])
  })

  it('does not check amounts in a file of teachers', () => {
    expect(doubtsOf('teachers', [{ line: 2, values: { amount: '100' } }], today)).toEqual([])
  })
})
