import { expect, it } from 'vitest'
import { isOtherName } from './other-name'

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
  ['Pooja Shah', 'Puja Shah', false],
  ['Asif Khan', 'Mohammed Asif Khan', false],
  ['Asha R.', 'Asha Patel', false],
  ['R. Asha', 'Asha Patel', false],
  ['Asha Patel', 'Asha R', false],
  ['A. P.', 'Asha Patel', false],
  ['Kum. Asha', 'Asha Patel', false],
  ['Asha (RTE)', 'Asha Patel', false],
  ['Master Ravi', 'Ravi Kumar', false],
  // Names in other scripts are not compared.
  ['આશા પટેલ', 'Asha Patel', false],
  ['Diya Shah', 'Asha Patel', true],
  // Two children of a class often share a first name, so a different surname is taken as another child, although the
  // same child's surname may have changed.
  ['Asha Shah', 'Asha Patel', true],
  ['Ravi Patel', 'Asha Patel', true],
  ['Patel', 'Asha Shah', true],
  ['Diya R.', 'Asha Patel', true],
  ['Diya Ravi Shah', 'Ravi Patel', true],
  ['Rajveer Shah', 'Ravi Patel', true],
  ['Mohd Arif', 'Mohammed Imran', true],
  ['Kumari Diya Shah', 'Asha Patel', true],
])('decides whether %s in a file and %s in the register are different persons', (inFile, registered, isOther) => {
  expect(isOtherName(inFile, registered)).toBe(isOther)
})
