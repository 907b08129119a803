import { expect, it } from 'vitest'
import { columnLetter, findHeading, headingKey, isNoRow } from './columns'
import { paidFees } from './kinds/paid-fees.server'
import { importedStudentColumns } from './kinds/students/student-columns'
import { matchColumns } from './match/match-columns'

it('finds the headings below title lines, in spite of their abbreviations, punctuation and brackets', () => {
  const rows = [
    ['Shri Vidyalaya'],
    [],
    ['Sr', 'GR NO.', "Father's Name *", 'D.O.B (dd/mm/yyyy)', 'Std', 'Div', 'Mobile No.', 'Bus'],
    ['1', 'A1', 'x', '', '6', 'A', '', ''],
  ]
  const heading = findHeading(rows, 'students', importedStudentColumns)
  expect(heading.row).toBe(2)
  expect(matchColumns('students', importedStudentColumns, { heading, rows }).choice).toEqual({
    gr_number: 1,
    father_name: 2,
    date_of_birth: 3,
    class: 4,
    section: 5,
    mobile_number: 6,
  })
})

it('does not mistake the first row for headings in a file without headings', () => {
  const rows = [
    ['R1', '20/06/2026', '1000', 'Cash', 'First term'],
    ['R2', '20/06/2026', '1000', 'Cash', 'Paid'],
  ]
  const { row, columns } = findHeading(rows, 'paid_fees', paidFees.columns)
  expect(row).toBe(-1)
  expect(columns[0]).toMatchObject({ heading: '', samples: ['R1', 'R2'] })
})

it('uses the row above to distinguish the father’s from the mother’s columns when their headings are equal', () => {
  const rows = [
    ['', 'Student', '', 'Father', '', 'Mother', ''],
    ['GR No', 'Name', 'DOB', 'Name', 'Mobile', 'Name', 'Mobile'],
    ['G1', 'Asha Patel', '14/06/2015', 'Rajesh Patel', '9825012345', 'Hansa Patel', '9825012346'],
  ]
  const heading = findHeading(rows, 'students', importedStudentColumns)
  expect(matchColumns('students', importedStudentColumns, { heading, rows }).choice).toEqual({
    gr_number: 0,
    full_name: 1,
    date_of_birth: 2,
    father_name: 3,
    father_mobile: 4,
    mother_name: 5,
    mother_mobile: 6,
  })
})

it('keeps the word father in “Mobile (Father)” but drops “(10 digits)”', () => {
  expect(['Mobile (Father)', 'Mobile (10 digits)'].map(headingKey)).toEqual(['mobilefather', 'mobile'])
})

it('skips rows of totals and rows that repeat the headings', () => {
  const headings = ['Name', 'Class', 'Mobile', 'Address']
  expect(isNoRow(['Total', '', '300', ''], headings)).toBe(true)
  expect(isNoRow(['Total', '', '₹ 4,500', 'Rs. 300'], headings)).toBe(true)
  expect(isNoRow(['Total', 'Asha Patel', '4,500', '300'], headings)).toBe(false)
  expect(isNoRow(headings, headings)).toBe(true)
  expect(isNoRow(['Totaram', '6', '98', 'x'], headings)).toBe(false)
})

it.each([
  [['Prepared by: Office Clerk']],
  [['', 'Checked By', '', 'Approved by: R. Shah']],
  [['Total Students: 45']],
  [['', 'Sub Total', '4500']],
  [['Boys: 20', 'Girls: 25']],
  [['No. of Girls - 25']],
  [['Class Teacher', '', 'Principal']],
  [['Signature of Principal']],
  [['Class Teacher’s Sign: ________', '', 'Head Master']],
  [['Class Teacher: Asha Patel']],
  [['Date: 20/06/2026', 'Place: Rajkot']],
  [['Page 1 of 3']],
  [['', '', '_________']],
  [['આચાર્ય', 'વર્ગ શિક્ષક']],
])('skips the line %j below a list because it is not a student', (cells) => {
  expect(isNoRow(cells, ['Name', 'Class', 'Mobile', 'Address', 'Amount'])).toBe(true)
})

it.each([
  [['Prepared by: Office Clerk', '6', '9825012345']],
  [['Principal Singh', '6']],
  [['Boy', 'Principal', '20', '30', '40']],
  [['Asha Patel']],
  [['R1', '', '', '', '4500']],
  [['Date Palm']],
])('keeps the line %j as a row of the list', (cells) => {
  expect(isNoRow(cells, ['Name', 'Class', 'Mobile', 'Address', 'Amount'])).toBe(false)
})

it('names columns by letters, like a spreadsheet', () => {
  expect([columnLetter(0), columnLetter(25), columnLetter(26), columnLetter(701)]).toEqual(['A', 'Z', 'AA', 'ZZ'])
})
