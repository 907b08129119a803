import { describe, expect, it } from 'vitest'
import { readTable } from '../../../../../tests/factories/import-tables'

describe('wide sheets', () => {
  it.each<[string, string[], string[], Record<string, string[]>?]>([
    ['Tuition|Bus No', ['3000|12', '3000|7'], ['Tuition']],
    ['Tuition|Exam No|Exam Marks', ['3000|12|70', '3000|7|80'], ['Tuition']],
    ['Tuition|Hostel Room|Total', ['3000|12|3000', '3000|7|3000'], ['Tuition']],
    ['Tuition|Transport|Library Card|Total', ['3000|500|12|3500', '3000|0|7|3000'], ['Tuition', 'Transport']],
    ['Tuition|Transport|ID Card|Total', ['3000|500|50|3550', '3000|0|50|3050'], ['Tuition', 'Transport', 'ID Card']],
    ['Tuition|Hostel Room', ['3000|12', '3000|7'], ['Tuition'], { 'Hostel Room': ['fee_2'] }],
    ['Tuition|Library Card', ['3000|12', '3000|7'], ['Tuition'], { 'Library Card': ['fee_2'] }],
    ['Tuition|Exam Fee|Transport', ['3000|50|-', '3000|20|NIL'], ['Tuition', 'Exam Fee', 'Transport']],
    ['Tuition|Exam', ['3000|12', '3000|7'], ['Tuition'], { Exam: ['fee_2'] }],
    ['Tuition|Transport|Total|Advance', ['3000|500|3500|500'], [], { Tuition: ['fee_1'], Transport: ['fee_2'] }],
    ['Tuition|Transport|Total|Net Due', ['3000|500|3500|3000'], [], { Tuition: ['fee_1'], Transport: ['fee_2'] }],
  ])('reads one column for each fee: %s', (headings, lines, fees, asked = {}) => {
    const file = [`GR No|${headings}`, ...lines.map((line, index) => `R${index}|${line}`)].join('\n')
    const { read, asked: questions } = readTable('opening_dues', file)
    const found = Object.entries(read).flatMap(([key, heading]) => (/^fee_/.test(key) ? [heading] : []))
    expect({ fees: found, asked: Object.keys(questions).filter((heading) => heading in asked) }).toEqual({
      fees,
      asked: Object.keys(asked),
    })
    expect(questions).toMatchObject(asked)
  })

  it.each<[string, Record<string, string>, string[]]>([
    [
      'GR No|Name|Pending|||\n||Tuition|Transport|Total|\nR1|Asha Patel|3000|500|3500|\nR2|Diya Shah|3000||3000|',
      { student_name: 'Name', fee_2: 'Tuition', fee_3: 'Transport', total: 'Total' },
      [],
    ],
    [
      // Cells that are merged over both lines are repeated by the reader.
      'GR No|Name|Pending||\nGR No|Name|Tuition|Transport|Total\nR1|Asha Patel|3000|500|3500',
      { student_name: 'Name', fee_2: 'Tuition', fee_3: 'Transport', total: 'Total' },
      [],
    ],
    [
      'GR No|Pending||Mobile\n|Tuition|Bus|\nR1|3000|500|9825012345\nR2|3000|500|9825012346',
      { fee_1: 'Tuition', fee_2: 'Bus' },
      [],
    ],
    ['GR No|Pending||Paid|\n|Tuition|Bus|Tuition|Bus\nR1|3000|500|1000|0', {}, ['Pending Tuition', 'Pending Bus']],
    [
      'GR No|Fees||Pending|\n|Tuition|Bus|Tuition|Bus\nR1|3000|500|1000|200',
      {},
      ['Fees Tuition', 'Fees Bus', 'Pending Tuition', 'Pending Bus'],
    ],
    ['GR No|Balance|\n|Rs.|Ps.\nR1|4500|50', { amount: 'Rs.', paise: 'Ps.' }, []],
    ['GR No|Pending|House\nR1|4500|Red', { amount: 'Pending' }, []],
    ['GR No|Pending||\nR1|4500|Red|Good', { amount: 'Pending' }, []],
  ])('reads headings that span two lines: %s', (file, fields, asked) => {
    const { read, asked: questions } = readTable('opening_dues', file)
    const { enrollment_number, ...rest } = read
    expect({ enrollment_number, read: rest, asked: Object.keys(questions) }).toEqual({
      enrollment_number: 'GR No',
      read: fields,
      asked,
    })
  })
})
