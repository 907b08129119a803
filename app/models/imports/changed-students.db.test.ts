import { expect, it } from 'vitest'
import { execute, select } from '~/database/connection.server'
import { findSections } from '~/models/students/find-sections.server'
import { saveParents } from '~/models/students/save-parents.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../tests/factories/academics'
import { checkFile, importFile, recordOf } from '../../../tests/factories/imports'
import { makeSchool, makeStaff } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { commitImport } from './commit-import.server'
import { runImport } from './run-import.server'

const at = (version: number, seenVersion: number | null = null) => ({ version, seenVersion })

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
    await select<{ action: string; subject: number; details: string }>(
      `SELECT action, subject_id AS subject, details FROM audit_entries
       WHERE school_id = :schoolId AND action NOT LIKE 'import.%' ORDER BY id`,
      { schoolId },
    )
  ).map((entry) => ({ ...entry, details: JSON.parse(entry.details) }))

it('tells the second clerk what an import changed, and keeps it when own changes are saved all the same', async () => {
  const { school, session, one, two, clerk } = await twoStudents()
  const file = 'Enrollment number,Father name,Father occupation,Admission number\nX1,R. Patel,Farmer,A-7\nX2,,,A-8\n'
  const record = await importFile(school.scope, { file, sessionPublicId: session.publicId })
  expect(record).toMatchObject({ state: 'done', counts: { changed: 2 } })
  const typed = { father_name: 'Rajesh', mother_name: 'Hansa B.' }
  const refused = await saveParents(clerk, one.publicId, typed, at(1))
  const by = school.scope.actor.name
  expect(refused).toMatchObject({
    reason: 'changed-meanwhile',
    conflict: {
      version: 2,
      typed: null,
      changes: expect.arrayContaining([
        { field: 'father_name', from: 'Rajesh', to: 'R. Patel', by, at: expect.any(Date) },
        { field: 'father_occupation', from: null, to: 'Farmer', by, at: expect.any(Date) },
        { field: 'admission_number', from: null, to: 'A-7', by, at: expect.any(Date) },
      ]),
    },
  })
  expect(await saveParents(clerk, one.publicId, typed, at(1, 2))).toEqual({ ok: true })
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

it('writes nothing of an old form when it is not known any more what others changed', async () => {
  const { school, session, one, clerk } = await twoStudents()
  const file = 'Enrollment number,Father name\nX1,R. Patel\n'
  await importFile(school.scope, { file, sessionPublicId: session.publicId })
  await execute('DELETE FROM student_changes WHERE student_id = :id', { id: one.id })
  const typed = { father_name: 'Rajesh', mother_name: 'Hansa B.', father_aadhar: '234123412346' }
  for (const opened of [at(1), at(1, 2)])
    expect(await saveParents(clerk, one.publicId, typed, opened)).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
      conflict: {
        version: 2,
        changes: [],
        typed: [
          { field: 'father_name', now: 'R. Patel', typed: 'Rajesh' },
          { field: 'mother_name', now: 'Hansa', typed: 'Hansa B.' },
          { field: 'father_aadhar', now: null, typed: null },
        ],
      },
    })
  expect((await findSections(school.scope, one.publicId))?.values).toMatchObject({ father_name: 'R. Patel' })
  expect(await saveParents(clerk, one.publicId, { ...typed, father_name: 'R. Patel' }, at(2))).toEqual({ ok: true })
})

it('has an audit entry for each student that it changes or moves, with what changed, and none for the others', async () => {
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
  const places2 = await select<{ roll: number | null }>(
    'SELECT roll_number AS roll FROM enrollments WHERE student_id IN (:ids) ORDER BY student_id',
    { ids: [one.id, two.id] },
  )
  expect(places2.map(({ roll }) => roll)).toEqual([2, null])
  const versions = await select<{ version: number }>('SELECT version FROM students WHERE school_id = :id ORDER BY id', {
    id: school.id,
  })
  expect(versions.map(({ version }) => version)).toEqual([2, 1])
})

it('goes on with what a clerk saved between check and run, and never writes over it unseen', async () => {
  const { school, session, one, clerk } = await twoStudents()
  const file = 'Enrollment number,Father name\nX1,R. Patel\n'
  const record = await checkFile(school.scope, { file, sessionPublicId: session.publicId })
  await saveParents(clerk, one.publicId, { father_name: 'Rajeshbhai', mother_name: 'Hansa' }, at(1))
  await commitImport(school.scope, record.publicId, { onlyValid: false })
  await runImport(school.scope, record.id)
  expect(await recordOf(school.scope, record.publicId)).toMatchObject({ state: 'done', counts: { changed: 1 } })
  const told = await select<{ from: string; version: number }>(
    `SELECT old_value AS \`from\`, version FROM student_changes WHERE student_id = :id ORDER BY id`,
    { id: one.id },
  )
  expect(told).toEqual([
    { from: 'Rajesh', version: 2 },
    { from: 'Rajeshbhai', version: 3 },
  ])
})

it('has an audit entry for each due that it changes', async () => {
  const { school, session, one } = await twoStudents()
  const dues = (amount: number) => ({
    kind: 'opening_dues' as const,
    file: `Enrollment number,Amount,Due date\nX1,${amount},10/01/2027\nX2,900,10/01/2027\n`,
    sessionPublicId: session.publicId,
  })
  await importFile(school.scope, dues(500))
  await execute('DELETE FROM audit_entries WHERE school_id = :id', { id: school.id })
  expect(await importFile(school.scope, dues(700))).toMatchObject({ counts: { changed: 1, unchanged: 1 } })
  const due = await select<{ id: number; amount: number; parts: number }>(
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
        dueOn: '2027-01-10',
        dueOnBefore: '2027-01-10',
      },
    },
  ])
})
