import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { saveSection } from '~/models/people/students/describe/save-section.server'
import { sectionSchemas } from '~/models/people/students/describe/sections.server'
import { findSections } from '~/models/people/students/find-sections.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { checkFile, importFile, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { commitImport } from './imports.server'
import { listRejected } from './queries.server'
import { runImport } from './run-import.server'

const saveParents = (scope: SchoolScope, id: string, typed: object, version: number) =>
  saveSection(scope, id, 'parent', sectionSchemas.parent.parse(typed), version)

async function twoStudents() {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const [a, b] = [await makeSection(ofClass, { name: 'A' }), await makeSection(ofClass, { name: 'B' })]
  const students = []
  for (const [index, number] of ['X1', 'X2'].entries()) {
    const student = await makeStudent(school, { enrollmentNumber: number, fatherName: 'Rajesh', motherName: 'Hansa' })
    await makeEnrollment(student, { session, class: ofClass, section: a, rollNumber: index + 1 })
    students.push(student)
  }
  const [one, two] = students
  if (!one || !two) throw new Error('no students')
  const clerk = await makeStaff(school, { name: 'Meenakshi' })
  return { school, session, sections: [a, b], one, two, clerk: clerk.scope }
}

const auditOf = async (schoolId: number) =>
  (
    await readRows<{ action: string; subject: number; details: string }>(
      `SELECT action, subject_id AS subject, details FROM audit_entries
       WHERE school_id = :schoolId AND action NOT LIKE 'import.%' ORDER BY id`,
      { schoolId },
    )
  ).map((entry) => ({ ...entry, details: JSON.parse(entry.details) }))

it('reports a conflict to a clerk who opened the form before an import changed the student', async () => {
  const { school, session, one, two, clerk } = await twoStudents()
  const file = 'Enrollment number,Father name,Father occupation,Admission number\nX1,R. Patel,Farmer,A-7\nX2,,,A-8\n'
  const record = await importFile(school.scope, { file, sessionPublicId: session.publicId })
  expect(record).toMatchObject({ state: 'done', counts: { changed: 2 } })
  const typed = { father_name: 'Rajesh', mother_name: 'Hansa B.', father_aadhar: '234123412346' }
  expect(await saveParents(clerk, one.publicId, typed, 1)).toEqual({ ok: false, reason: 'changed' })
  const seen = { ...typed, father_name: 'R. Patel', father_occupation: 'Farmer' }
  expect(await saveParents(clerk, one.publicId, seen, 2)).toMatchObject({ ok: true })
  expect((await findSections(school.scope, one.publicId))?.values).toMatchObject({
    father_name: 'R. Patel',
    mother_name: 'Hansa B.',
    father_occupation: 'Farmer',
  })
  expect((await findSections(school.scope, two.publicId))?.values).toMatchObject({
    father_name: 'Rajesh',
    admission_number: 'A-8',
  })
})

it('audits each student whom the import changes or moves, with the changes, and no other student', async () => {
  const { school, session, one, two } = await twoStudents()
  await execute('DELETE FROM audit_entries WHERE school_id = :id', { id: school.id })
  const places = 'Enrollment number,Father name,Class,Section,Roll number\nX1,R. Patel,6,A,2\nX2,,6,B,\n'
  await importFile(school.scope, { file: places, sessionPublicId: session.publicId })
  expect(await auditOf(school.id)).toMatchObject([
    {
      action: 'enrollment.changed',
      details: { classBefore: 'Class 6', section: 'A', rollNumber: '2', rollNumberBefore: '1' },
    },
    { action: 'enrollment.changed', details: { section: 'B', sectionBefore: 'A', rollNumberBefore: '2' } },
    {
      action: 'student.updated',
      subject: one.id,
      details: { section: 'import', changed: 'father_name', father_name: 'Rajesh → R. Patel' },
    },
  ])
  const places2 = await readRows<{ roll: number | null }>(
    'SELECT roll_number AS roll FROM enrollments WHERE student_id IN (:ids) ORDER BY student_id',
    { ids: [one.id, two.id] },
  )
  expect(places2.map(({ roll }) => roll)).toEqual([2, null])
  const versions = await readRows<{ version: number }>(
    'SELECT version FROM students WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(versions.map(({ version }) => version)).toEqual([2, 1])
})

it('does not change values of the general register, reports them at the row, and applies the other values', async () => {
  const { school, session, one, two } = await twoStudents()
  const numbers = 'Enrollment number,Admission number\nX1,A-7\n'
  await importFile(school.scope, { file: numbers, sessionPublicId: session.publicId })
  const file = `Enrollment number,First name,Last name,Father name,Admission number,Admission date
X1,${one.firstName.toUpperCase()},Mehta,R. Patel,A-8,20/06/2019
X2,${two.firstName},Mehta,,A-9,
`
  const record = await importFile(school.scope, { file, sessionPublicId: session.publicId })
  expect(record).toMatchObject({ state: 'done', counts: { changed: 2, rejected: 0 } })
  const [row, other] = await rowsOf(school.scope, record)
  expect(row?.problems).toEqual([
    ['Last name', expect.stringContaining('general register'), 'Mehta'],
    ['Admission number', expect.stringContaining('general register'), 'A-8'],
  ])
  expect(other?.problems).toEqual([])
  // The admission date was not known, so the import enters it. The same name in other capitals causes no problem.
  expect((await findSections(school.scope, one.publicId))?.values).toMatchObject({
    first_name: one.firstName,
    last_name: one.lastName,
    father_name: 'R. Patel',
    admission_number: 'A-7',
    admission_date: '2019-06-20',
  })
  expect((await findSections(school.scope, two.publicId))?.values).toMatchObject({
    last_name: 'Mehta',
    admission_number: 'A-9',
  })
  const again = await checkFile(school.scope, {
    file: `Enrollment number,Last name\nX1,Mehta\n`,
    sessionPublicId: session.publicId,
  })
  expect(again).toMatchObject({ counts: { unchanged: 1, rejected: 0 } })
  expect((await rowsOf(school.scope, again))[0]?.problems).toHaveLength(1)
})

it('asks for confirmation when the file has another student’s name at a known enrollment number', async () => {
  const school = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession(school)
  await makeStudent(school, { enrollmentNumber: 'X1', firstName: 'Asha', lastName: 'Patel' })
  const check = (names: string) =>
    checkFile(school.scope, { file: `Enrollment number,First name,Last name\nX1,${names}\n`, sessionPublicId })
  expect((await check('Zubin,Irani')).doubts).toEqual([['other-name', 1]])
  expect((await check('Asha,Shah')).doubts).toEqual([['other-name', 1]])
  expect((await check('Ashaben,Patel')).doubts).toEqual([])
})

it('overwrites a value that a clerk has saved since the check, and audits the value that it replaces', async () => {
  const { school, session, one, clerk } = await twoStudents()
  const file = 'Enrollment number,Father name\nX1,R. Patel\n'
  const record = await checkFile(school.scope, { file, sessionPublicId: session.publicId })
  await saveParents(clerk, one.publicId, { father_name: 'Rajeshbhai', mother_name: 'Hansa' }, 1)
  await commitImport(school.scope, record.publicId, { onlyValid: false })
  await runImport(school.scope, record.id)
  expect(await recordOf(school.scope, record.publicId)).toMatchObject({ state: 'done', counts: { changed: 1 } })
  const told = (await auditOf(school.id)).filter(({ action }) => action === 'student.updated')
  expect(told.map(({ details }) => details.father_name)).toEqual(['Rajesh → Rajeshbhai', 'Rajeshbhai → R. Patel'])
})

it('audits each due that an import changes', async () => {
  const { school, session, one } = await twoStudents()
  const dues = (amount: number) => ({
    kind: 'opening_dues' as const,
    file: `Enrollment number,Amount,Due date\nX1,${amount},20/01/2027\nX2,900,20/01/2027\n`,
    sessionPublicId: session.publicId,
  })
  await importFile(school.scope, dues(500))
  await execute('DELETE FROM audit_entries WHERE school_id = :id', { id: school.id })
  expect(await importFile(school.scope, dues(700))).toMatchObject({ counts: { changed: 1, unchanged: 1 } })
  const due = await readRows<{ id: number; amount: number; parts: number }>(
    `SELECT d.id, d.amount_paise AS amount, p.amount_paise AS parts
     FROM dues d JOIN due_parts p ON p.due_id = d.id WHERE d.student_id = :id`,
    { id: one.id },
  )
  expect(due).toEqual([{ id: expect.any(Number), amount: 70_000, parts: 70_000 }])
  expect(await auditOf(school.id)).toEqual([
    {
      action: 'due.changed',
      subject: due[0]?.id,
      details: {
        due: 'Opening dues, Balance brought forward',
        amountPaise: 70_000,
        amountBeforePaise: 50_000,
        dueOn: '2027-01-20',
        dueOnBefore: '2027-01-20',
      },
    },
  ])
})

it('matches a number that differs only in notation, and asks when it may belong to another student', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 6' })
  await makeSection(ofClass, { name: 'A' })
  for (const [enrollmentNumber, firstName] of [
    ['0012', 'Asha'],
    ['GR 007', 'Ravi'],
    ['5', 'Meera'],
    ['005', 'Kabir'],
  ] as const)
    await makeStudent(school, { enrollmentNumber, firstName, lastName: 'Patel', dateOfBirth: '2015-06-14' })
  const head = 'Enrollment number,First name,Last name,Father occupation,Date of birth,Class\n'
  const rows = [
    '12,Asha,Patel,Farmer,,',
    'gr7,,,Farmer,,',
    '00012,Diya,Mehta,Farmer,01/01/2016,6',
    '05,Kabir,Patel,Farmer,,',
    '0005,,,Farmer,,',
    '05,,,Farmer,,',
  ]
  const record = await importFile(school.scope, { file: head + rows.join('\n'), sessionPublicId: session.publicId })
  const told = (await rowsOf(school.scope, record)).map((row) => [
    row.line,
    row.outcome,
    row.problems.find(([column]) => column === 'Enrollment number')?.[1],
  ])
  const ask = 'Enter the number exactly as recorded; for another student, a different one'
  expect(told).toEqual([
    [2, 'changed', undefined],
    [3, 'changed', undefined],
    [4, 'rejected', `This looks like 0012 of Asha Patel. ${ask}`],
    [5, 'changed', undefined],
    [6, 'rejected', `This looks like 5 of Meera Patel or 005 of Kabir Patel. ${ask}`],
    [7, 'rejected', `This looks like 5 of Meera Patel or 005 of Kabir Patel. ${ask}`],
  ])
  const numbers = await readRows<{ number: string }>(
    'SELECT enrollment_number AS number FROM students WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(numbers.map(({ number }) => number)).toEqual(['0012', 'GR 007', '5', '005'])
  const money = await checkFile(school.scope, {
    kind: 'opening_dues',
    file: 'Enrollment number,Amount\n12,500\n0005,500\n99,500\n',
    sessionPublicId: session.publicId,
  })
  expect((await rowsOf(school.scope, money)).map((row) => row.problems[0]?.[1])).toEqual([
    undefined,
    `This looks like 5 of Meera Patel or 005 of Kabir Patel. ${ask}`,
    'No student has this enrollment number',
  ])
})

it('neither stores nor shows an Aadhaar number that is in a column for something else', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const file = `Enrollment number,First name,Last name,Gender,Date of birth,Category,Father name,Mother name,Mobile,Address,Class,SR number
234123412346,Asha,Patel,F,14/06/2015,General,Rajesh,Hansa,9825012345,7 Shanti Nagar,6,1
2,Ravi,Patel,M,14/06/2015,General,Rajesh 2341 2341 2346,Hansa,9825012346,7 Shanti Nagar,6,2
3,Meera,Patel,F,14/06/2015,General,Rajesh,Hansa,9825012347,"7 Shanti Nagar, UID ૨૩૪૧-૨૩૪૧-૨૩૪૬",6,2.34123412346E+11
4,Kabir,Patel,M,14/06/2015,General,Rajesh,Hansa,919825012348,7 Shanti Nagar,6,4
`
  const record = await importFile(school.scope, { file, sessionPublicId: session.publicId })
  expect(record.counts).toEqual({ new: 1, changed: 0, unchanged: 0, rejected: 3 })
  const looks = 'This looks like an Aadhaar number. It is allowed only in a column for Aadhaar numbers'
  const problems = (await rowsOf(school.scope, record)).map((row) => row.problems)
  expect(problems).toEqual([
    [['Enrollment number', looks]],
    [['Father’s name', looks]],
    expect.arrayContaining([
      ['Address', looks],
      ['SR number', looks],
    ]),
    [],
  ])
  const everything = JSON.stringify([
    await readRows('SELECT * FROM import_rows WHERE school_id = :id', { id: school.id }),
    await readRows('SELECT * FROM imports WHERE school_id = :id', { id: school.id }),
    await readRows('SELECT * FROM students WHERE school_id = :id', { id: school.id }),
    await listRejected(school.scope, record, { page: 1, pageSize: 100 }),
  ])
  expect(everything.replace(/[\s-]/g, '')).not.toMatch(/23412341|૨૩૪૧|2\.3412/)
  expect(everything).toContain('XXXX XXXX 2346')
})

it('accepts a column of twelve-digit numbers that are not Aadhaar numbers', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const numbers = Array.from({ length: 20 }, (_, index) => `2407001230${String(10 + index)}`)
  const file = `Enrollment number,First name,Last name,Gender,Date of birth,Category,Father name,Mother name,Mobile,Address,Class
${numbers.map((number, index) => `${number},Asha,Patel,F,14/06/2015,General,Rajesh,Hansa,98250123${10 + index},7 Shanti Nagar,6`).join('\n')}`
  expect(await checkFile(school.scope, { file, sessionPublicId: session.publicId })).toMatchObject({
    counts: { new: 20, rejected: 0 },
  })
})
