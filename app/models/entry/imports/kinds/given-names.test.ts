import { expect, it } from 'vitest'
import { studentReader } from './read-student'

const read = (texts: Record<string, string>) => {
  const { values, problems } = studentReader('2026-11-29')(texts)
  return problems.length > 0 ? problems.map(({ column }) => column) : [values.first_name, values.last_name]
}

it.each<[string, Record<string, string>, unknown[]]>([
  ['first and last name', { first_name: 'Asha', last_name: 'Patel' }, ['Asha', 'Patel']],
  ['a middle name', { first_name: 'Asha', middle_name: 'Rajesh', last_name: 'Patel' }, ['Asha Rajesh', 'Patel']],
  ['an empty middle name', { first_name: 'Asha', middle_name: '', last_name: 'Patel' }, ['Asha', 'Patel']],
  [
    'a full name beside a middle name',
    { full_name: 'Asha Rajesh Patel', middle_name: 'Rajesh' },
    ['Asha Rajesh', 'Patel'],
  ],
  ['one name', { first_name: 'Meena', one_name: 'Yes' }, ['Meena', '']],
  ['one name in the column of full names', { full_name: 'Meena', one_name: 'Y' }, ['Meena', '']],
  ['one name of two words', { full_name: 'Ramya S', one_name: 'हाँ' }, ['Ramya S', '']],
  ['No', { full_name: 'Asha Patel', one_name: 'No' }, ['Asha', 'Patel']],
  ['a tick beside a last name', { first_name: 'Asha', last_name: 'Patel', one_name: 'Yes' }, ['Last name']],
  ['an unreadable tick', { first_name: 'Asha', last_name: 'Patel', one_name: 'perhaps' }, ['One name only']],
  ['no last name', { full_name: 'Meena' }, ['Meena', undefined]],
])('reads %s', (_words, texts, names) => expect(read(texts)).toEqual(names))
