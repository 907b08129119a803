import { expect, it } from 'vitest'
import { readAmount, readChoice, readCode, readDay, readDigits, readMobile, readYesNo } from './cells'
import { classKey, newClassName, newSectionName, sectionKey, splitClassSection } from './class-names'
import { columnLetter, findHeading, isNoRow, matchColumns } from './columns'
import { arrangeClasses, type KnownClass } from './kinds/class-resolver'
import { importedStudentColumns } from './kinds/student-columns'

const today = '2026-11-21'

it.each([
  ['05/04/2012', '2012-04-05'],
  ['5-4-12', '2012-04-05'],
  ['5.4.2012', '2012-04-05'],
  ['2012-04-05', '2012-04-05'],
  ['2012/4/5', '2012-04-05'],
  ['20120405', '2012-04-05'],
  ['5 Apr 2012', '2012-04-05'],
  ['5th April, 2012', '2012-04-05'],
  ['05-Apr-12', '2012-04-05'],
  ['41004', '2012-04-05'],
  ['41004.5', '2012-04-05'],
  ['2012-04-05T00:00:00.000Z', '2012-04-05'],
  ['05/04/2012 00:00', '2012-04-05'],
  ['૦૫/૦૪/૨૦૧૨', '2012-04-05'],
  ['1/1/99', '1999-01-01'],
  ['1/1/26', '2026-01-01'],
  ['1/1/27', '1927-01-01'],
])('reads the day %s', (typed, day) => {
  expect(readDay(typed, today)).toEqual({ ok: true, text: day })
})

it.each([
  ['1/1/26', '2026-01-01'],
  ['1/4/27', '2027-04-01'],
  ['10-Apr-28', '2028-04-10'],
  ['10-06-25', '2025-06-10'],
  ['1/1/76', '2076-01-01'],
  ['1/1/77', '1977-01-01'],
  ['1/4/1927', '1927-04-01'],
])('reads the day %s in the nearest century, even if it is in the future', (typed, day) => {
  expect(readDay(typed, today, 'nearest')).toEqual({ ok: true, text: day })
})

it.each(['31/02/2012', '04/25/2012', 'soon', '2012', '5/2012', '99999', '0'])('refuses the day %s', (typed) => {
  expect(readDay(typed, today)).toMatchObject({ ok: false })
})

it.each([
  ['9825012345', '9825012345'],
  ['+91 98250-12345', '9825012345'],
  ['098250 12345', '9825012345'],
  ['919825012345', '9825012345'],
  ['9.825012345E+09', '9825012345'],
  ['9825012345.0', '9825012345'],
  ['9825012345 / 9825099999', '9825012345'],
  ['૯૮૨૫૦૧૨૩૪૫', '9825012345'],
  ['98250', '98250'],
])('reads the mobile %s', (typed, digits) => {
  expect(readMobile(typed)).toEqual({ ok: true, text: digits })
})

it.each(['1.2E+11', '9.82501E+09', '9.8E9'])('refuses %s, which has lost digits', (typed) => {
  expect(readMobile(typed)).toMatchObject({ ok: false, problem: expect.stringContaining('cut') })
  expect(readDigits(typed)).toMatchObject({ ok: false })
  expect(readCode(typed)).toMatchObject({ ok: false })
})

it('reads amounts, yes and no, codes and choices', () => {
  expect(readAmount('₹ 1,25,000.50')).toEqual({ ok: true, text: '12500050' })
  expect(readAmount('-5')).toMatchObject({ ok: false })
  expect([readYesNo('Y'), readYesNo('ના'), readYesNo('maybe')].map((read) => read.ok && read.text)).toEqual([
    '1',
    '0',
    false,
  ])
  expect(readCode('1001.0')).toEqual({ ok: true, text: '1001' })
  expect(readChoice('  self-employed ', ['Self Employed'])).toBe('Self Employed')
})

it.each([
  ['Std. 6', '6'],
  ['VI', '6'],
  ['6th', '6'],
  ['Class 06', '6'],
  ['ધોરણ ૬', '6'],
  ['LKG', 'jrkg'],
  ['Jr. KG', 'jrkg'],
  ['11 Science', '11science'],
])('classKey recognizes the class %s', (name, key) => {
  expect(classKey(name)).toBe(key)
})

it('splits a class and its section from one cell', () => {
  expect(splitClassSection('6-A')).toEqual({ className: '6', sectionName: 'A' })
  expect(splitClassSection('Std 6 B')).toEqual({ className: 'Std 6', sectionName: 'B' })
  expect(splitClassSection('6A')).toEqual({ className: '6', sectionName: 'A' })
  expect(splitClassSection('Nursery')).toBeNull()
  expect(splitClassSection('6')).toBeNull()
  expect(sectionKey('Div. A')).toBe('a')
  expect(newClassName('06')).toBe('Class 6')
  expect(['a', 'Div b', 'Rose', 'અ'].map(newSectionName)).toEqual(['A', 'B', 'Rose', 'અ'])
})

const classOf = (name: string, position: number | null): KnownClass => ({
  id: position === null ? null : 1,
  key: classKey(name),
  name,
  position,
  sections: [],
})

it.each<[string, Record<string, number>, string[], Record<string, number>]>([
  [
    'a school that has none yet',
    {},
    ['Music', '12 Science', 'UKG', 'Class 2', 'XI Science', '11 Commerce', 'Nursery', 'Std 1', 'LKG', '10'],
    {
      Nursery: 0,
      LKG: 1,
      UKG: 2,
      'Std 1': 3,
      'Class 2': 4,
      '10': 10,
      '11 Commerce': 11,
      'XI Science': 12,
      '12 Science': 13,
      Music: 14,
    },
  ],
  ['only numbers', {}, ['Class 7', 'VI'], { VI: 6, 'Class 7': 7 }],
  [
    'classes that make room',
    { 'Class 1': 1, 'Class 2': 2, 'Class 9': 9 },
    ['Nursery', 'LKG', 'UKG', 'Class 3'],
    { Nursery: 0, LKG: 1, UKG: 2, 'Class 1': 3, 'Class 2': 4, 'Class 3': 5, 'Class 9': 9 },
  ],
  [
    'an order of the school’s own',
    { Balvatika: 0, 'Class 1': 1, Blue: 4, Green: 4, Alumni: 20 },
    ['Class 2', 'UKG'],
    { Balvatika: 0, UKG: 1, 'Class 1': 2, 'Class 2': 3, Blue: 4, Green: 4, Alumni: 20 },
  ],
  ['two of one position', { Blue: 1, Green: 1 }, ['Music'], { Blue: 1, Green: 1, Music: 2 }],
  ['the last position', { Blue: 999 }, ['Music'], { Blue: 999, Music: 999 }],
])('assigns positions to new classes: %s', (_, before, names, after) => {
  const there = Object.entries(before).map(([name, position]) => classOf(name, position))
  there.sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
  const made = names.map((name) => classOf(name, null))
  const moved = arrangeClasses(there, made)
  expect(Object.fromEntries([...there, ...made].map((one) => [one.name, one.position]))).toEqual(after)
  expect(moved.map((one) => one.name)).toEqual(
    there.filter((one) => one.position !== before[one.name]).map((one) => one.name),
  )
})

it('finds headings below titles, ignoring spelling details', () => {
  const rows = [
    ['Shri Vidyalaya'],
    [],
    ['Sr', 'GR NO.', "Father's Name *", 'D.O.B (dd/mm/yyyy)', 'Std', 'Div', 'Mobile No.', 'Bus'],
    ['1', 'A1', 'x', '', '6', 'A', '', ''],
  ]
  const heading = findHeading(rows, importedStudentColumns)
  expect(heading.row).toBe(2)
  expect(matchColumns(heading.columns, importedStudentColumns)).toEqual({
    enrollment_number: 1,
    father_name: 2,
    date_of_birth: 3,
    class: 4,
    section: 5,
    mobile_number: 6,
  })
})

it('skips totals and repeated headings', () => {
  const headings = ['Name', 'Class', 'Mobile', 'Address']
  expect(isNoRow(['Total', '', '300', ''], headings)).toBe(true)
  expect(isNoRow(headings, headings)).toBe(true)
  expect(isNoRow(['Totaram', '6', '98', 'x'], headings)).toBe(false)
  expect([columnLetter(0), columnLetter(25), columnLetter(26), columnLetter(701)]).toEqual(['A', 'Z', 'AA', 'ZZ'])
})
