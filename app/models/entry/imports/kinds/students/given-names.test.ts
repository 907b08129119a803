import { expect, it } from 'vitest'
import { decideColumns } from '../../decide/decide-columns'
import { type Answers, type ColumnDecisions, isOpen } from '../../decide/port'
import { studentReader, studentRules } from './read-student'

const read = (texts: Record<string, string>, decisions: ColumnDecisions = {}) => {
  const { values, problems } = studentReader('2026-11-29', decisions)(texts)
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
  ['a serial number', { full_name: '1. Asha Patel' }, ['Asha', 'Patel']],
  ['a serial number in brackets', { full_name: '12) Asha Patel' }, ['Asha', 'Patel']],
  ['a title', { full_name: 'Kum. Asha Patel' }, ['Asha', 'Patel']],
  ['a title before the first name', { first_name: 'Master Aarav', last_name: 'Shah' }, ['Aarav', 'Shah']],
  ['a full stop alone', { full_name: 'Asha . Patel' }, ['Asha', 'Patel']],
  ['a full stop for the last name', { full_name: 'Meena .' }, ['Meena', undefined]],
  ['a full stop in the column of last names', { first_name: 'Meena', last_name: '.' }, ['Meena', undefined]],
  ['a full stop and one name', { full_name: 'Meena .', one_name: 'Yes' }, ['Meena', '']],
  ['a full stop for the name', { full_name: '.', last_name: 'Patel' }, [undefined, 'Patel']],
  ['initials', { full_name: 'Ramya K. S.' }, ['Ramya K.', 'S.']],
  ['an apostrophe and a hyphen', { full_name: 'Anne-Marie D’Souza' }, ['Anne-Marie', 'D’Souza']],
  ['the surname first and a comma', { surname_first: 'Patel, Asha' }, ['Asha', 'Patel']],
  ['a comma beside the surname', { full_name: 'Patel, Asha', last_name: 'Patel' }, ['Asha', 'Patel']],
  ['no last name', { full_name: 'Meena' }, ['Meena', undefined]],
])('reads a student’s name from %s', (_words, texts, names) => expect(read(texts)).toEqual(names))

it.each<[name: string, asked: string, answers: Record<string, unknown[]>]>([
  ['Patel, Asha', 'comma:full_name', { 'surname-first': ['Asha', 'Patel'], 'surname-last': ['Patel', 'Asha'] }],
  ['De Souza, Asha Maria', 'comma:full_name', { 'surname-first': ['Asha Maria', 'De Souza'] }],
  ['Kum. Patel, Asha', 'comma:full_name', { 'surname-first': ['Asha', 'Patel'] }],
  [
    'Asha Patel (RTE)',
    'remark:full_name',
    { drop: ['Asha', 'Patel'], rte: ['Asha', 'Patel', '1'], refuse: ['Full name'] },
  ],
  ['Asha Patel - 6A', 'remark:full_name', { drop: ['Asha', 'Patel'], refuse: ['Full name'] }],
  ['Asha Patel, VI-A', 'remark:full_name', { drop: ['Asha', 'Patel'] }],
  ['Shree Rajesh Patel', 'title:full_name', { title: ['Rajesh', 'Patel'], name: ['Shree Rajesh', 'Patel'] }],
  ['શ્રી રાજેશ પટેલ', 'title:full_name', { title: ['રાજેશ', 'પટેલ'] }],
  ['MS Dhoni', 'title:full_name', { name: ['MS', 'Dhoni'] }],
])('asks how to read the name %s', (full_name, asked, answers) => {
  const decide = (given: Answers) =>
    decideColumns(studentRules, [{ line: 2, texts: { full_name } }], {
      today: '2026-11-29',
      answers: given,
      headings: { full_name: 'Name' },
      allHeadings: ['Name'],
    })
  expect(
    decide({})
      .questions.filter(isOpen)
      .map(({ id }) => id),
  ).toEqual([asked])
  for (const [answer, names] of Object.entries(answers)) {
    const { decisions, questions } = decide({ [asked]: answer })
    expect(questions.filter(isOpen)).toEqual([])
    const { values, problems } = studentReader('2026-11-29', decisions)({ full_name })
    const found = [values.first_name, values.last_name, ...(values.rte ? [values.rte] : [])]
    expect(problems.length > 0 ? problems.map(({ column }) => column) : found).toEqual(names)
  }
})

it.each([
  'Asha Patel',
  'ASHA PATEL',
  'Kum. Asha Patel',
  '1. Asha Patel',
  'Asha . Patel',
  'Asha K. Patel',
  'Asha - Patel',
])('reads the name %s without a question', (full_name) => {
  const { questions } = decideColumns(studentRules, [{ line: 2, texts: { full_name } }], {
    today: '2026-11-29',
    answers: {},
    headings: {},
    allHeadings: [],
  })
  expect(questions).toEqual([])
})

it('keeps “Late” before a parent’s name, and reads a hyphen as an empty name', () => {
  const { values, problems } = studentReader('2026-11-29')({
    father_name: 'Late Shri Ramesh Patel',
    mother_name: 'Smt. Hansa Patel',
    guardian_name: '-',
  })
  expect([values, problems]).toEqual([{ father_name: 'Late Ramesh Patel', mother_name: 'Hansa Patel' }, []])
})
