import { expect, it } from 'vitest'
import { packCells } from '../wide-columns'
import { monthsOf, readMonths } from './month-columns'

const cells = [
  ['22', { halves: 44, held: 24 }],
  ['22.5', { halves: 45, held: 24 }],
  ['૨૨', { halves: 44, held: 24 }],
  ['0', { halves: 0, held: 24 }],
  ['22/25', { halves: 44, held: 25 }],
  ['21 out of 25', { halves: 42, held: 25 }],
] as const

it.each(cells)('reads the cell %s as days of a month', (cell, days) => {
  const read = readMonths(packCells([['June (24)', cell]]))
  expect(read.ok && monthsOf(read.text)).toEqual([{ month: '06', headings: ['June (24)'], ...days }])
})

it.each(['', '-', 'NA', '...'])('ignores the cell %s of a month', (cell) => {
  expect(readMonths(packCells([['June (24)', cell]]))).toEqual({ ok: true, text: '[]' })
})

it.each([
  ['June', 'twenty', 'June: “twenty” is not a number of days'],
  ['June', '22/24/25', 'June: “22/24/25” is not a number of days'],
  ['June', '22.3', 'June: “22.3” is not a number of days'],
  ['Asha', '22', 'The heading “Asha” names no month'],
])('refuses, under the heading %s, the cell %s', (heading, cell, problem) => {
  expect(readMonths(packCells([[heading, cell]]))).toEqual({ ok: false, problem })
})

it('combines two columns of a month: days held and days attended', () => {
  const read = readMonths(
    packCells([
      ['Jun WD', '24'],
      ['Jun P', '22'],
      ['Jul P', '20'],
      ['Jul WD', '25'],
      ['Aug WD', '23'],
    ]),
  )
  expect(read.ok && monthsOf(read.text).map(({ month, held, halves }) => [month, held, halves])).toEqual([
    ['06', 24, 44],
    ['07', 25, 40],
  ])
})
