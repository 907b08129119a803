import { describe, expect, it } from 'vitest'
import type { RowValues } from './kinds/port'
import { besideCells, type PlannedValue, type PreviewValue, Totals } from './preview'

describe('besideCells', () => {
  const born = { label: 'Date of birth', from: ['dob'] }
  const seat = { label: 'Class and section', from: ['class', 'section'], joiner: ' – ' }
  const lastName = { label: 'Last name', from: ['last'], otherwise: ['full'] }

  it.each<[string, PlannedValue, RowValues, PreviewValue[]]>([
    [
      'a day beside the text of the file',
      { ...born, text: '12 May 2015' },
      { dob: '12/05/2015' },
      [['Date of birth', '12 May 2015', '12/05/2015', null]],
    ],
    [
      'the parts of a class that the file joins',
      { ...seat, text: 'V – I' },
      { class: 'V-I' },
      [['Class and section', 'V – I', 'V-I', null]],
    ],
    [
      'no text for a class in two columns that looks the same',
      { ...seat, text: 'VI – A' },
      { class: 'vi', section: 'A' },
      [['Class and section', 'VI – A', null, null]],
    ],
    [
      'the full name beside the last name',
      { ...lastName, text: 'Patel' },
      { full: 'Asha Patel' },
      [['Last name', 'Patel', 'Asha Patel', null]],
    ],
    ['nothing for a value that looks like the file', { ...lastName, text: 'Patel' }, { last: 'PATEL' }, []],
    [
      'a value that the file does not have',
      { label: 'Enrollment number', text: 'next free number', from: ['number'] },
      {},
      [['Enrollment number', 'next free number', '', null]],
    ],
    [
      'nothing for a value whose column is missing',
      { label: 'Fee', text: 'Bus', from: ['fee'], otherwise: [] },
      {},
      [],
    ],
    [
      'the value before, also if the file looks the same',
      { label: 'Address', text: 'Ahmedabad', from: ['address'], before: 'Surat' },
      { address: 'Ahmedabad' },
      [['Address', 'Ahmedabad', null, 'Surat']],
    ],
    [
      'nothing for an amount with other commas',
      { label: 'Due', text: '₹4,500', from: ['amount'] },
      { amount: 'Rs. 4500.00' },
      [],
    ],
    [
      'nothing beside an amount behind a name',
      { label: 'Class and section', text: 'Bus: ₹500', compared: '₹500', from: ['bus'] },
      { bus: '500' },
      [['Class and section', 'Bus: ₹500', null, null]],
    ],
    [
      'an amount with its side',
      { label: 'Due', text: '₹4,500', from: ['amount'] },
      { amount: '4,500.00 Dr' },
      [['Due', '₹4,500', '4,500.00 Dr', null]],
    ],
    [
      'a paisa more',
      { label: 'Due', text: '₹4,500.10', from: ['amount'] },
      { amount: '4500.1' },
      [['Due', '₹4,500.10', '4500.1', null]],
    ],
  ])('shows %s', (_, value, texts, shown) => {
    expect(besideCells([value], texts, ['Date of birth', 'Class and section'])).toEqual(shown)
  })

  it('shortens long texts', () => {
    const [shown] = besideCells([{ label: 'Address', text: 'a'.repeat(300), from: ['x'], before: 'b' }], {}, [])
    expect(shown?.[1]).toHaveLength(200)
  })
})

describe('Totals', () => {
  it('counts students by class, from the lowest class to the highest', () => {
    const totals = new Totals('By class')
    for (const name of ['X – A', 'Alumni', '11 Science – A', 'LKG – A', 'II – B', 'II – A', 'II – B']) totals.add(name)
    expect(totals.table('classes')).toEqual([
      {
        title: 'By class',
        rows: [
          ['LKG – A', 1, null],
          ['II – A', 1, null],
          ['II – B', 2, null],
          ['X – A', 1, null],
          ['11 Science – A', 1, null],
          ['Alumni', 1, null],
        ],
        more: 0,
        sum: [7, null],
      },
    ])
  })

  it('sums amounts by name, with the largest first', () => {
    const totals = new Totals('By fee')
    totals.add('Bus', 100)
    totals.add('Tuition', 150)
    totals.add('Bus', 100)
    expect(totals.table('largest')).toEqual([
      {
        title: 'By fee',
        rows: [
          ['Bus', 2, 200],
          ['Tuition', 1, 150],
        ],
        more: 0,
        sum: [3, 350],
      },
    ])
  })

  it('includes names beyond the limit of listed rows in the sum, and returns no empty table', () => {
    const totals = new Totals('By fee')
    expect(totals.table('largest')).toEqual([])
    for (let index = 0; index < 130; index++) totals.add(`Name ${index}`, 1)
    expect(totals.table('largest')).toMatchObject([{ rows: { length: 120 }, more: 10, sum: [130, 130] }])
  })
})
