import { expect, it } from 'vitest'
import { countOn, readRoll, rollOrder } from './roll-rules'

const student = (firstName: string, lastName: string, gender: string, number: string, rollNumber: number | null) => ({
  firstName,
  lastName,
  gender,
  enrollmentNumber: number,
  rollNumber,
})
const students = [
  student('Ravi', 'Amin', 'Male', 'A-10', null),
  student('asha', 'Patel', 'Female', 'A-9', 2),
  student('Bela', 'Desai', 'Female', 'A-2', 1),
]
const names = (list: typeof students) => list.map((one) => one.firstName)

it('orders a section’s students by first name, last name or number, or keeps the current order', () => {
  expect(names(rollOrder(students, 'first', ''))).toEqual(['asha', 'Bela', 'Ravi'])
  expect(names(rollOrder(students, 'last', ''))).toEqual(['Ravi', 'Bela', 'asha'])
  expect(names(rollOrder(students, 'number', ''))).toEqual(['Bela', 'asha', 'Ravi'])
  expect(names(rollOrder(students, 'hand', 'girls'))).toEqual(['Bela', 'asha', 'Ravi'])
})

it('puts girls or boys first in the roll order', () => {
  expect(names(rollOrder(students, 'last', 'girls'))).toEqual(['Bela', 'asha', 'Ravi'])
  expect(names(rollOrder(students, 'first', 'boys'))).toEqual(['Ravi', 'asha', 'Bela'])
})

it('skips the numbers of students who left', () => {
  expect(countOn(3, [2, 9])).toEqual([1, 3, 4])
})

it('parses a roll number as a number, an empty text as null, and an invalid text as undefined', () => {
  expect(['7', ' 12 ', '', '0', '10000', '-1', 'x'].map(readRoll)).toEqual([
    7,
    12,
    null,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
