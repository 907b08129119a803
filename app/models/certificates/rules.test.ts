import { expect, it } from 'vitest'
import {
  certificateNumber,
  doubtsOf,
  feeSection,
  fillLetter,
  initialsOf,
  isFinancialYear,
  listedItems,
  type Placeholder,
  placeholders,
  unknownPlaceholders,
} from './rules'

const clear = { owedPaise: 0, hasBirthProof: true, isStudying: false }
const listed = ['name', 'birth_date', 'last_class', 'last_exam', 'birth_proof'].map((name) => ({ name, label: null }))
const whole = { name: 'Asha', birth_date: '2012-06-14', last_class: '8', last_exam: 'Final – Pass', birth_proof: null }

it.each([
  ['transfer', clear, whole, []],
  ['transfer', { ...clear, owedPaise: 1 }, whole, ['dues-open']],
  ['transfer', { ...clear, isStudying: true }, whole, ['still-studying']],
  ['transfer', { ...clear, hasBirthProof: false }, whole, ['birth-date-unproven']],
  ['transfer', { ...clear, hasBirthProof: false }, { ...whole, birth_proof: 'Passport' }, []],
  ['leaving', clear, { ...whole, last_exam: null }, ['result-missing']],
  ['leaving', clear, { ...whole, birth_date: null }, ['items-missing']],
  ['no_dues', { ...clear, owedPaise: 1 }, { text: 'owes nothing' }, ['dues-open']],
  ['bonafide', { ...clear, owedPaise: 1, isStudying: true, hasBirthProof: false }, { text: 'studies here' }, []],
  ['character', clear, { text: 'is ________' }, ['items-missing']],
  ['own', clear, { text: null }, ['items-missing']],
] as const)('of a %s certificate, doubts what %o with %o leaves open', (base, circumstances, content, doubts) => {
  expect(doubtsOf(base, listed, content, circumstances)).toEqual(doubts)
})

it('reads a list of items with the school’s own words', () => {
  expect(listedItems('name\n\n birth_date : Born: when? \n')).toEqual([
    { name: 'name', label: null },
    { name: 'birth_date', label: 'Born: when?' },
  ])
  expect(listedItems(null)).toEqual([])
})

it('fills a letter in, leaves a line for what is not known and braces that stand for nothing', () => {
  const words = Object.fromEntries(placeholders.map((name) => [name, null])) as Record<Placeholder, string | null>
  expect(fillLetter('{name} of { class }, {roll_number} {x}', { ...words, name: 'Asha', class: '8' })).toBe(
    'Asha of 8, ________ {x}',
  )
  expect(unknownPlaceholders('{name} {naam} { } {today}')).toEqual(['naam', ''])
})

it.each([
  ['Asha Patel', 'A. P.'],
  ['  પ્રિયંકા   ક્ષત્રિય ', 'પ્રિ. ક્ષ.'],
  ['Madonna', 'M.'],
])('of %s it says %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

it.each([
  ['2024-25', '80C'],
  ['2025-26', '80C'],
  ['2026-27', '123'],
  ['2030-31', '123'],
])('fees of %s fall under section %s', (year, section) => expect(feeSection(year)).toBe(section))

it('knows a financial year and its days', () => {
  expect(['2026-27', '2099-00', '2026-28', '26-27', '2026-2027', ''].map(isFinancialYear)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(certificateNumber('TC', '2026-27', 7)).toBe('TC/2026-27/0007')
})
