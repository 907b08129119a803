import { expect, it } from 'vitest'
import { isOtherName } from './fee-rows.server'

it.each([
  ['Asha Patel', 'Asha Patel', false],
  ['PATEL ASHA RAJESHBHAI', 'Asha Patel', false],
  ['Asha R. Patel', 'Asha Rajesh Patel', false],
  ['Ashaben Patel', 'Asha Patel', false],
  ['Kumari Asha Patel', 'Asha Patel', false],
  ['Mast. Ravi Shah', 'Ravi Shah', false],
  ['Asha', 'Asha Patel', false],
  ['Asha Patel (6-A)', 'Asha Patel', false],
  ['Asha Patel D/o Rajesh Patel', 'Asha Patel', false],
  ['Mohd. Arif Khan', 'Mohammed Arif Khan', false],
  // Names in other scripts are not compared.
  ['આશા પટેલ', 'Asha Patel', false],
  ['Diya Shah', 'Asha Patel', true],
  ['Ravi Patel', 'Asha Patel', true],
  ['Patel', 'Asha Shah', true],
  ['Kumari Diya Shah', 'Asha Patel', true],
])('compares %s of a file with %s of the register', (inFile, registered, isOther) => {
  expect(isOtherName(inFile, registered)).toBe(isOther)
})
