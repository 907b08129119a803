import { expect, it } from 'vitest'
import { decideColumns } from '../decide/decide-columns'
import { type Answers, isOpen } from '../decide/port'
import type { ImportKind } from '../options'
import type { RowCells } from './port'
import { kindOfImport } from './registry.server'

const today = '2026-11-29'

function check(kind: ImportKind, cells: RowCells, answers: Answers = {}) {
  const { rules, reader } = kindOfImport(kind)
  const { decisions, questions } = decideColumns(rules, [{ line: 2, texts: cells }], {
    today,
    answers,
    headings: {},
    allHeadings: [],
  })
  const { values, problems } = reader(today, decisions)(cells)
  return { asked: questions.filter(isOpen).map(({ id }) => id), values, problems: problems.map(({ column }) => column) }
}

const drop = 'drop'

it.each<[ImportKind, RowCells, Answers, Record<string, string>]>([
  [
    'teachers',
    { full_name: 'Amit Shah (HOD)' },
    { 'remark:full_name': drop },
    { first_name: 'Amit', last_name: 'Shah' },
  ],
  [
    'teachers',
    { full_name: 'Mr. Amit Shah (HOD)' },
    { 'remark:full_name': 'designation' },
    { first_name: 'Amit', last_name: 'Shah', designation: 'HOD' },
  ],
  [
    'teachers',
    { full_name: 'Amit Shah (HOD)', designation: 'Teacher' },
    { 'remark:full_name': 'designation' },
    { first_name: 'Amit', last_name: 'Shah', designation: 'Teacher' },
  ],
  [
    'teachers',
    { surname_first: 'Shah Amit [PRT]' },
    { 'remark:surname_first': drop },
    { first_name: 'Amit', last_name: 'Shah' },
  ],
  [
    'teachers',
    { first_name: 'Amit', last_name: 'Shah (HOD)' },
    { 'remark:last_name': drop },
    { first_name: 'Amit', last_name: 'Shah' },
  ],
  ['teachers', { full_name: 'Mr. Ramesh' }, { 'single:one_name': 'complete' }, { first_name: 'Ramesh', last_name: '' }],
  [
    'teachers',
    { full_name: 'Meena (PRT)' },
    { 'remark:full_name': drop, 'single:one_name': 'complete' },
    { first_name: 'Meena', last_name: '' },
  ],
  [
    'students',
    { full_name: 'Asha Patel (TC)' },
    { 'remark:full_name': drop },
    { first_name: 'Asha', last_name: 'Patel' },
  ],
  [
    'students',
    { full_name: 'Asha Patel (RTE) (TC)' },
    { 'remark:full_name': 'rte' },
    { first_name: 'Asha', last_name: 'Patel', rte: '1' },
  ],
  [
    'students',
    { full_name: 'Asha Patel (RTE' },
    { 'remark:full_name': drop },
    { first_name: 'Asha', last_name: 'Patel' },
  ],
  [
    'students',
    { full_name: '(TC) Asha Patel' },
    { 'remark:full_name': drop },
    { first_name: 'Asha', last_name: 'Patel' },
  ],
  [
    'students',
    { full_name: 'Asha Patel - {new}.' },
    { 'remark:full_name': drop },
    { first_name: 'Asha', last_name: 'Patel' },
  ],
  [
    'students',
    { first_name: 'Asha', last_name: 'Patel (TC)' },
    { 'remark:last_name': drop },
    { first_name: 'Asha', last_name: 'Patel' },
  ],
  [
    'students',
    { full_name: 'Meena (TC)' },
    { 'remark:full_name': drop, 'single:one_name': 'complete' },
    { first_name: 'Meena', last_name: '' },
  ],
  [
    'students',
    { first_name: 'Asha', last_name: 'Patel', father_name: 'Rajesh Patel (Farmer)' },
    { 'remark:father_name': drop },
    { first_name: 'Asha', last_name: 'Patel', father_name: 'Rajesh Patel' },
  ],
  [
    'students',
    { first_name: 'Asha', last_name: 'Patel', mother_name: 'Smt. Hansa Patel (Late)' },
    {},
    { first_name: 'Asha', last_name: 'Patel', mother_name: 'Late Hansa Patel' },
  ],
  [
    'guardians',
    { guardian_name: 'Rajesh Patel (Uncle)' },
    { 'remark:guardian_name': drop },
    { guardian_name: 'Rajesh Patel' },
  ],
])('asks about the name of %s in %j', (kind, cells, answers, values) => {
  expect(check(kind, cells).asked).toEqual(Object.keys(answers))
  expect(check(kind, cells, answers)).toEqual({ asked: [], values, problems: [] })
})

it.each<[ImportKind, RowCells, string, string]>([
  ['teachers', { full_name: 'Amit Shah (HOD)' }, 'remark:full_name', 'Full name'],
  ['students', { first_name: 'Asha', last_name: 'Patel (TC)' }, 'remark:last_name', 'Last name'],
  ['students', { full_name: 'Asha Patel', father_name: 'Raj (Farmer)' }, 'remark:father_name', 'Father’s name'],
  ['guardians', { guardian_name: 'Rajesh Patel (Uncle)' }, 'remark:guardian_name', 'Guardian’s name'],
])('refuses a remark in a name of %s if the user says so: %j', (kind, cells, id, column) => {
  expect(check(kind, cells, { [id]: 'refuse' }).problems).toEqual([column])
})

it.each<[ImportKind, RowCells]>([
  ['teachers', { full_name: 'Dr. (Mrs.) Asha Shah' }],
  ['teachers', { full_name: 'Joshi, Meenakshi' }],
  ['teachers', { full_name: 'Shree Rajesh Patel' }],
  ['students', { full_name: 'Asha (Aashi) Patel' }],
  ['students', { first_name: 'Asha', last_name: 'D’Souza', father_name: 'Shri Raj Patel' }],
])('asks nothing about the name of %s in %j', (kind, cells) => {
  expect(check(kind, cells).asked).toEqual([])
})

it.each<Answers>([{}, { 'remark:guardian_name': drop }])(
  'keeps the remark “Late” in the name of a dead guardian, with the answers %j',
  (answers) => {
    expect(check('guardians', { guardian_name: 'Mr. Rajesh Patel (Late)' }, answers)).toEqual({
      asked: [],
      values: { guardian_name: 'Late Rajesh Patel' },
      problems: [],
    })
  },
)
