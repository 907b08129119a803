import { expect, it } from 'vitest'
import { byName, countSeats, newRollNumbers, proposeSections } from './promotion-rules'

const sections = [
  { publicId: 'a', name: 'A', taken: 3 },
  { publicId: 'b', name: 'B', taken: 1 },
]
const student = (sectionName: string, isActive = true) => ({ sectionName, isActive })

it('proposes the section of the same name, or the emptiest one', () => {
  const proposed = proposeSections(
    [student('A'), student('C'), student('C'), student('C'), student('B', false)],
    sections,
  )
  expect(proposed).toEqual(['a', 'b', 'b', 'b', 'skip'])
  expect(countSeats(proposed)).toEqual(
    new Map([
      ['a', 1],
      ['b', 3],
      ['skip', 1],
    ]),
  )
})

it('proposes completion after the last class, and skips students when the next class has no section', () => {
  expect(proposeSections([student('A')], null)).toEqual(['complete'])
  expect(proposeSections([student('A')], [])).toEqual(['skip'])
})

it('assigns roll numbers: none, continued after the last, or the old ones if free', () => {
  const newcomers = [{ rollNumber: 4 }, { rollNumber: null }, { rollNumber: 4 }, { rollNumber: 2 }]
  expect(newRollNumbers('none', newcomers, [])).toEqual([null, null, null, null])
  expect(newRollNumbers('by-name', newcomers, [1, 7])).toEqual([8, 9, 10, 11])
  expect(newRollNumbers('keep', newcomers, [2])).toEqual([4, null, null, null])
})

it('sorts names without regard to case', () => {
  const people = [
    { firstName: 'ravi', lastName: 'Zaveri' },
    { firstName: 'Asha', lastName: 'patel' },
    { firstName: 'Bela', lastName: 'Desai' },
  ]
  expect(byName(people, 'first').map((one) => one.firstName)).toEqual(['Asha', 'Bela', 'ravi'])
  expect(byName(people, 'last').map((one) => one.lastName)).toEqual(['Desai', 'patel', 'Zaveri'])
})
