import { expect, it } from 'vitest'
import {
  certificateNumber,
  differingItems,
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

const clear = {
  owedPaise: 0,
  laterPaise: 0,
  hasBirthProof: true,
  isStudying: false,
  isIssuedBefore: false,
  differs: false,
}
const studying = { ...clear, isStudying: true }
const listed = ['name', 'birth_date', 'last_class', 'last_exam', 'birth_proof'].map((name) => ({ name, label: null }))
const whole = { name: 'Asha', birth_date: '2012-06-14', last_class: '8', last_exam: 'Final – Pass', birth_proof: null }

it.each([
  ['transfer', clear, whole, []],
  ['transfer', { ...clear, owedPaise: 1 }, whole, ['dues-open']],
  ['transfer', { ...clear, laterPaise: 1 }, whole, ['dues-open']],
  ['transfer', { ...clear, isIssuedBefore: true }, whole, ['issued-before']],
  ['leaving', { ...clear, differs: true }, whole, ['register-differs']],
  ['transfer', { ...clear, isStudying: true }, whole, ['still-studying']],
  ['transfer', { ...clear, hasBirthProof: false }, whole, ['birth-date-unproven']],
  ['transfer', { ...clear, hasBirthProof: false }, { ...whole, birth_proof: 'Passport' }, []],
  ['leaving', clear, { ...whole, last_exam: null }, ['result-missing']],
  ['leaving', clear, { ...whole, birth_date: null }, ['items-missing']],
  ['no_dues', { ...studying, owedPaise: 1 }, { text: 'owes nothing' }, ['dues-owed']],
  ['no_dues', { ...studying, laterPaise: 1 }, { text: 'owes nothing' }, []],
  ['bonafide', { ...studying, owedPaise: 1, hasBirthProof: false }, { text: 'studies here' }, []],
  ['bonafide', clear, { text: 'studies here' }, ['has-left']],
  ['bonafide', { ...studying, differs: true }, { text: 'studies here' }, ['register-differs']],
  ['character', clear, { text: 'is ________' }, ['items-missing']],
  ['own', clear, { text: null }, ['items-missing']],
] as const)(
  'returns the doubts about a %s certificate with the facts %o and the content %o',
  (base, circumstances, content, doubts) => {
    expect(doubtsOf(base, listed, content, circumstances)).toEqual(doubts)
  },
)

const register = {
  stored: { name: 'Asha Patel', birth_date: '2012-06-14', admitted_on: '2019-04-10' },
  printed: { name: 'Asha Patel', birth_date: '14 Jun 2012', admitted_on: '10 Apr 2019' },
}
const unknown = { name: 'Asha Patel', birth_date: '2012-06-14', admitted_on: null }

it.each([
  ['as it is', { name: 'Asha Patel', birth_date: '2012-06-14', admitted_on: '2019-04-10' }, []],
  ['in capitals', { name: ' ASHA  PATEL' }, []],
  ['another name and day', { name: 'Aasha Patel', birth_date: '2013-06-14' }, ['name', 'birth_date']],
  ['another day of admission', { admitted_on: '2018-04-10' }, ['admitted_on']],
  ['the first admission with its class', { first_admission: '10 Apr 2019, Class 1' }, []],
  ['a first admission ten days later', { first_admission: '110 Apr 2019, Class 1' }, ['first_admission']],
  ['another first admission', { first_admission: '11 Apr 2019, Class 1' }, ['first_admission']],
  ['nothing', { name: null }, []],
])('finds items that differ from the register: %s', (_, content, names) => {
  const listed = Object.keys(content).map((name) => ({ name, label: null }))
  expect(differingItems(listed, null, content, register).map(({ name }) => name)).toEqual(names)
  expect(differingItems([], null, content, register)).toEqual([])
  const open = { stored: unknown, printed: unknown }
  expect(differingItems([{ name: 'admitted_on', label: null }], null, { admitted_on: '2019-01-01' }, open)).toEqual([])
})

it('finds the placeholders whose values in the text of a letter differ from the register', () => {
  const letter = '{name}, born on { birth_date }, studies here.'
  const said = (text: string) => differingItems([], letter, { text }, register)
  expect(said('Asha Patel, born on 14 Jun 2012, studies here.')).toEqual([])
  expect(said('Aasha Patel, born on 14 Jun 2012, studies here.')).toEqual([
    { name: 'name', said: null, registered: 'Asha Patel' },
  ])
  // A longer name or number that contains the register's value still differs from it.
  expect(said('Asha Patelwala, born on 14 Jun 2012, studies here.')).toMatchObject([{ name: 'name' }])
  expect(said('Asha Patel, born on 114 Jun 2012, studies here.')).toMatchObject([{ name: 'birth_date' }])
  expect(said('“Asha Patel”, born on 14 Jun 2012, studies here.')).toEqual([])
  const ending = (text: string) => differingItems([], '{name}ને શાળા ઓળખે છે.', { text }, register)
  expect(ending('Asha Patelને શાળા ઓળખે છે.')).toEqual([])
  expect(ending('Asha Patelwalaને શાળા ઓળખે છે.')).toHaveLength(1)
  expect(differingItems([], 'Who it may concern', { text: 'Good luck' }, register)).toEqual([])
})

it('parses a list of items with the school’s own labels', () => {
  expect(listedItems('name\n\n birth_date : Born: when? \n')).toEqual([
    { name: 'name', label: null },
    { name: 'birth_date', label: 'Born: when?' },
  ])
  expect(listedItems(null)).toEqual([])
})

it('fills a letter in, with a blank line for missing values, and keeps unknown placeholders', () => {
  const words = Object.fromEntries(placeholders.map((name) => [name, null])) as Record<Placeholder, string | null>
  expect(fillLetter('{name} of { class }, {roll_number} {x}', { ...words, name: 'Asha', class: '8' })).toBe(
    'Asha of 8, ________ {x}',
  )
  expect(fillLetter('{name} on { today }', { today: '1 Apr 2026' })).toBe('{name} on 1 Apr 2026')
  expect(unknownPlaceholders('{name} {naam} { } {today}')).toEqual(['naam', ''])
})

it.each([
  ['Asha Patel', 'A. P.'],
  ['  પ્રિયંકા   ક્ષત્રિય ', 'પ્રિ. ક્ષ.'],
  ['Madonna', 'M.'],
])('for %s, returns the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

it.each([
  ['2024-25', '80C'],
  ['2025-26', '80C'],
  ['2026-27', '123'],
  ['2030-31', '123'],
])('assigns fees of %s to section %s of the Income-tax Act', (year, section) => expect(feeSection(year)).toBe(section))

it('validates financial years, and pads the number of a certificate to four digits', () => {
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
