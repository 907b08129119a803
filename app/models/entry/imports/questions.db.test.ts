import { expect, it } from 'vitest'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { currentSession } from '../../../../tests/factories/academics'
import { allRight, checkFile, type FileToImport, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { checkImport } from './check-import.server'
import type { Answers } from './decide/port'
import type { ImportRecord } from './import-record.server'
import { chooseColumns, commitImport } from './imports.server'
import { runImport } from './run-import.server'

async function newSchool() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'office' })
  const session = await currentSession(school)
  const check = (file: string, more: Partial<FileToImport> = {}) =>
    checkFile(scope, { file, sessionPublicId: session.publicId, ...more })
  return { school, scope, check }
}

async function answer(scope: SchoolScope, record: ImportRecord, answers: Answers, chosen = record.chosen ?? {}) {
  expect(await chooseColumns(scope, record.publicId, chosen, { answers })).toMatchObject({ ok: true })
  await checkImport(scope, record.id, { takesLong: true })
  return recordOf(scope, record.publicId)
}

const surnames = ['Patel', 'Shah', 'Mehta']

const students = (...rows: Array<[dob: string, std: string, category?: string]>) =>
  `GR No,First name,Last name,Gender,DOB,Category,Father,Mother,Mobile,Address,Std\n${rows
    .map(([dob, std, category = 'General'], index) =>
      [
        `R${index + 1}`,
        'Asha',
        surnames[index] ?? 'Rao',
        'F',
        dob,
        category,
        'Rajesh',
        'Hansa',
        `982502000${index}`,
        'Ahmedabad',
        std,
      ].join(','),
    )
    .join('\n')}\n`

it('reads every date of a column with the month first once one value shows the order', async () => {
  const { school, scope, check } = await newSchool()
  const record = await check(
    students(['06/14/2015', 'V-I'], ['06/05/2015', '1-2'], ['2015-06-13T18:30:00.000Z', 'XII-A']),
  )
  expect(record).toMatchObject({ state: 'checked', counts: { new: 3, rejected: 0 }, questions: [] })
  await commitImport(scope, record.publicId, { onlyValid: true, doubts: allRight })
  await runImport(scope, record.id)
  expect(
    await readRows(
      `SELECT s.date_of_birth AS day, CONCAT(c.name, ' – ', sec.name) AS section FROM students s
       JOIN enrollments e ON e.student_id = s.id JOIN sections sec ON sec.id = e.section_id JOIN classes c ON c.id = sec.class_id
       WHERE s.school_id = :id ORDER BY s.id`,
      { id: school.id },
    ),
  ).toEqual([
    { day: '2015-06-14', section: 'V – I' },
    { day: '2015-06-05', section: 'Class 1 – 2' },
    { day: '2015-06-14', section: 'XII – A' },
  ])
})

it('asks about names, classes and two-digit years, and stores values as the user answered', async () => {
  const { school, scope, check } = await newSchool()
  const record = await check(`GR No,Name,Gender,DOB,Category,Father,Mother,Mobile,Address,Std
R1,"Patel, Asha",F,15-06-14,General,Late Shri Rajesh Patel,Smt. Hansa Patel,9825020000,Ahmedabad,Jr A
R2,1. Kum. Diya Rao (RTE),F,08-06-05,General,Mr Amit Rao,Mina Rao,98250\u201120001,Ahmedabad,10+2
Dec-19,Veda Jani,F,09-06-05,General,Amit Jani,Mina Jani,9825020002,Ahmedabad,6-A
Prepared by: Office Clerk
`)
  const asked = ['remark', 'comma'].map((id) => `${id}:full_name`)
  expect(record.state).toBe('columns')
  expect(record.questions.map(({ id }) => id)).toEqual([...asked, 'order:date_of_birth', 'plus:class', 'junior:class'])
  expect(await rowsOf(scope, record)).toEqual([])
  const checked = await answer(scope, record, {
    'remark:full_name': 'rte',
    'comma:full_name': 'surname-first',
    'order:date_of_birth': 'year-first',
    'plus:class': 'whole',
    'junior:class': 'whole',
  })
  expect(checked).toMatchObject({ state: 'checked', counts: { new: 2, rejected: 1 } })
  expect(checked.notes).toContain('Skipped as totals, signatures or repeated headings: line 5.')
  await commitImport(scope, record.publicId, { onlyValid: true, doubts: allRight })
  await runImport(scope, record.id)
  expect(
    await readRows(
      `SELECT s.first_name AS first, s.last_name AS last, s.date_of_birth AS day, c.name AS class, s.rte FROM students s
       JOIN enrollments e ON e.student_id = s.id JOIN sections sec ON sec.id = e.section_id JOIN classes c ON c.id = sec.class_id
       WHERE s.school_id = :id ORDER BY s.id`,
      { id: school.id },
    ),
  ).toEqual([
    { first: 'Asha', last: 'Patel', day: '2015-06-14', class: 'Jr KG', rte: 0 },
    { first: 'Diya', last: 'Rao', day: '2008-06-05', class: 'Class 12', rte: 1 },
  ])
  expect(
    await readRows(
      'SELECT father_name AS father, mother_name AS mother FROM guardians WHERE school_id = :id ORDER BY student_id',
      { id: school.id },
    ),
  ).toEqual([
    { father: 'Late Rajesh Patel', mother: 'Hansa Patel' },
    { father: 'Amit Rao', mother: 'Mina Rao' },
  ])
})

it('imports no row of a file in which the dates of a column contradict each other', async () => {
  const { scope, check } = await newSchool()
  const record = await check(students(['25/04/2015', '6'], ['04/25/2015', '6']))
  expect(record).toMatchObject({ state: 'columns', contradictions: [{ column: 'date_of_birth', lines: [3] }] })
  expect(await rowsOf(scope, record)).toEqual([])
  expect(await commitImport(scope, record.publicId, { onlyValid: true })).toEqual({ ok: false, reason: 'not-checked' })
  const { date_of_birth: _, ...others } = record.chosen ?? {}
  // Without that column the file can be read, but both rows are rejected because they lack the birth date.
  expect(await answer(scope, record, {}, others)).toMatchObject({ contradictions: [], counts: { rejected: 2 } })
})

it('asks one question for a column, keeps the answer, and lets the user change it', async () => {
  const { scope, check } = await newSchool()
  const record = await check(students(['14/06/2015', 'V I', '1'], ['14/06/2015', 'VII', '4']))
  expect(record.state).toBe('columns')
  expect(record.questions.map(({ id, answer: option }) => [id, option])).toEqual([
    ['codes:category', null],
    ['torn:class', null],
  ])
  const half = await answer(scope, record, { 'codes:category': 'udise' })
  expect([half.state, half.answers]).toEqual(['columns', { 'codes:category': 'udise' }])
  const whole = await answer(scope, half, { 'torn:class': 'whole' })
  expect(whole).toMatchObject({ state: 'checked', counts: { new: 2, rejected: 0 } })
  expect(whole.notes).toContain('Will be created: VI – A, VII – A.')
  const split = await answer(scope, whole, { 'torn:class': 'split' })
  expect(split.notes).toContain('Will be created: V – I, VII – A.')
  expect(split.questions.map(({ id, answer: option }) => [id, option])).toEqual([
    ['codes:category', 'udise'],
    ['torn:class', 'split'],
  ])
})

it('asks again when the user chooses another column in place of the one that was asked about', async () => {
  const { scope, check } = await newSchool()
  const file = students(['14/06/2015', 'V I'], ['14/06/2015', 'VII']).replace('Father,', 'Class,')
  const record = await check(file)
  const answered = await answer(scope, record, { 'torn:class': 'whole' })
  const chosen = { ...answered.chosen, class: answered.chosen?.class === 10 ? 6 : 10 }
  expect((await answer(scope, answered, {}, chosen)).answers).toEqual({})
})

it('asks whether a month without a day means its first day', async () => {
  const { school, scope, check } = await newSchool()
  const file = 'Code,Name,DOJ\nT50,Amit Shah,June 2018\nT51,Hansa Patel,15-04-2019\n'
  const record = await check(file, { kind: 'teachers', sessionPublicId: null })
  expect(record.questions.map(({ id }) => id)).toEqual(['bare:joined_on'])
  const answered = await answer(scope, record, { 'bare:joined_on': 'first' })
  await commitImport(scope, answered.publicId, { onlyValid: true })
  await runImport(scope, answered.id)
  expect(
    await readRows('SELECT joined_on AS day FROM teachers WHERE school_id = :id ORDER BY id', { id: school.id }),
  ).toEqual([{ day: '2018-06-01' }, { day: '2019-04-15' }])
})

it('asks for the order of names when they begin with surnames known at the school, and stores the answer', async () => {
  const { school, scope, check } = await newSchool()
  for (const [firstName, lastName] of [
    ['Om Rajesh', 'Zorab'],
    ['Diya', 'Irani'],
  ] as const)
    await makeStudent(school, { firstName, lastName })
  const file = (...names: string[]) => `Name,Gender,DOB\n${names.map((name) => `${name},F,14/06/2015`).join('\n')}`
  expect((await check(file('Asha Zorab', 'Kavya Irani'))).columns[0]?.reading?.confidence).toBe('certain')
  const record = await check(file('Zorab Asha', 'Irani Kavya Om'))
  expect(record.columns[0]?.reading).toMatchObject({ confidence: 'unsure', keys: ['surname_first', 'full_name'] })
  const chosen = await answer(scope, record, {}, { surname_first: 0, gender: 1, date_of_birth: 2 })
  expect((await rowsOf(scope, chosen)).map(({ label }) => label)).toEqual(['Asha Zorab', 'Kavya Om Irani'])
})
