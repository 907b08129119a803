import { expect, it } from 'vitest'
import { readMonthHeading, withDaysHeld } from './month-headings'

it.each([
  ['June', '06', 'attended', null],
  ['Jun-26', '2026-06', 'attended', null],
  ['June (24)', '06', 'attended', 24],
  ['JULY (26 days)', '07', 'attended', 26],
  ['July/26', '2026-07', 'attended', null],
  ['Aug : 22', '08', 'attended', 22],
  ['June 2026 (24)', '2026-06', 'attended', 24],
  ['2026-06-01', '2026-06', 'attended', null],
  ['2026-06-01 (24)', '2026-06', 'attended', 24],
  ['Jun P.D.', '06', 'attended', null],
  ['Jun W.D.', '06', 'held', null],
  ['Present - June', '06', 'attended', null],
  ['June Working Days', '06', 'held', null],
  ['जून (२४)', '06', 'attended', 24],
  ['जून उपस्थिति', '06', 'attended', null],
  ['જૂન ૨૦૨૬ હાજર દિવસ', '2026-06', 'attended', null],
  ['જૂન કામના દિવસો', '06', 'held', null],
  ['June No. of working days', '06', 'held', null],
  ['June Total', '06', 'held', null],
  ['Attendance of June', '06', 'attended', null],
  ['01/06/2026', '2026-06', 'attended', null],
])('reads the month in the heading %s', (heading, month, days, held) => {
  expect(readMonthHeading(heading)).toEqual({ month, days, held })
})

it.each([
  '02/06/2026',
  '2026-06-30',
  'Name',
  'Marks',
  'June Absent',
  'June Fee',
  'June Leave',
  'Total',
  'GR No',
  'Sr (1)',
  'Mayuri',
  '24',
  '',
])('finds no month in the heading %s', (heading) => {
  expect(readMonthHeading(heading)).toBeNull()
})

const headings = ['GR No', 'Name', 'June', 'July']
const rows = [
  ['R1', 'Asha Patel', '22', '20'],
  ['R2', 'Ravi Shah', '24', '26'],
]
const held = ['GR No', 'Name', 'June (24)', 'July (26)']

it.each<[string, string[][], number, string[], number]>([
  ['a line below the headings', [headings, ['', 'Working Days', '24', '26'], ...rows], 0, held, 0],
  ['a line of numbers only', [headings, ['', '', '24', '26'], ...rows], 0, held, 1],
  ['a line above the headings', [['', '', '24', '26'], headings, ...rows], 1, held, 0],
  ['the last line', [headings, ...rows, ['', 'Total Working Days', '24', '26.0']], 0, held, 0],
  ['a line with other words', [headings, ['', 'No. of Working Days', '24 days', '(26)'], ...rows], 0, held, 0],
  ['a line in Hindi', [headings, ['', 'कार्य दिवस', '२४', '२६'], ...rows], 0, held, 0],
  [
    'a line without one month',
    [headings, ['', 'Working Days', '24', ''], ...rows],
    0,
    [...held.slice(0, 3), 'July'],
    0,
  ],
  ['a line of totals', [headings, ...rows, ['', 'Total', '24', '26']], 0, headings, 0],
  ['no line', [headings, ...rows], 0, headings, 0],
  ['a line of a student', [headings, ['R3', '', '24', '26'], ...rows], 0, headings, 0],
  ['a line of other numbers', [headings, ['', 'Working Days', '240', '26'], ...rows], 0, headings, 0],
])('finds the number of days held in %s', (_, all, row, expected, below) => {
  expect(withDaysHeld(all, row, all[row] ?? [])).toEqual({ headings: expected, below })
})
