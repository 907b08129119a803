import { expect, it } from 'vitest'
import { numberKindIn } from './number-kinds'

it.each([
  ['Enrollment number', 'enrollment'],
  ['Enrolment No.', 'enrollment'],
  ['Enr No', 'enrollment'],
  ['नामांकन संख्या', 'enrollment'],
  ['GR No', 'admission'],
  ['G.R. No.', 'admission'],
  ['Gen. Reg. No', 'admission'],
  ['જી.આર. નંબર', 'admission'],
  ['जी.आर. नंबर', 'admission'],
  ['Adm. No', 'admission'],
  ['Admission number', 'admission'],
  ['Ward admission number', 'admission'],
  ['પ્રવેશ નંબર', 'admission'],
  ['प्रवेश क्रमांक', 'admission'],
  ['Scholar No', 'sr'],
  ['S.R. register number', 'sr'],
  ['SR number', 'sr'],
  ['Enrollment or admission number', null],
  ['GR No / Enrollment No', null],
  ['Student ID', null],
  ['Reg No', null],
  ['ID', null],
  ['Name', null],
  ['', null],
])('%s names the number kind %s', (heading, kind) => {
  expect(numberKindIn(heading)).toBe(kind)
})
