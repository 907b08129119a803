import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { countQueries, execute, inTransaction } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { keepLastFour, shortenAadhaar } from '~/models/entry/retention/aadhaar.server'
import { saveMarks } from '~/models/learning/exams/marks/save-marks.server'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { cancelPayment } from '~/models/money/ledger/counter/void-payment.server'
import { lockLedger } from '~/models/money/ledger/locks.server'
import {
  currentSession,
  type MadeClass,
  type MadeEnrollment,
  type MadeSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../../tests/factories/academics'
import { makeSheet } from '../../../../../tests/factories/attendance'
import { entriesOf } from '../../../../../tests/factories/audit'
import { issueDraft, makeDraft, makeKinds } from '../../../../../tests/factories/certificates'
import { makeGrievance } from '../../../../../tests/factories/consents'
import { makeFee } from '../../../../../tests/factories/fees'
import { linkGuardian, makeGuardian } from '../../../../../tests/factories/guardians'
import { checkFile, importFile, recordOf } from '../../../../../tests/factories/imports'
import { withoutReversed } from '../../../../../tests/factories/imports-to-undo'
import { insert } from '../../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { giveMarks, makeExamWithPapers } from '../../../../../tests/factories/results'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { snapshotOf } from '../../../../../tests/factories/school-rows'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { holdLock, untilLockWait } from '../../../../../tests/reliability/stage'
import { sweepImports } from '../import-file.server'
import type { ImportRecord } from '../import-record.server'
import { findTwins } from '../queries.server'
import { saveMarksFile } from '../save-marks-file.server'
import { dropTrace, openTrace, sealTrace } from './trace.server'
import { findUndoDay, previewUndo, startUndo, undoImport } from './undo-import.server'

/** Takes an import back as the page and the worker do. */
async function undo(scope: SchoolScope, record: ImportRecord, { rest = false } = {}) {
  const started = await startUndo(scope, record.publicId, { rest })
  if (!started.ok) return started
  expect(await undoImport(scope, record.id)).toBe('over')
  return recordOf(scope, record.publicId)
}

async function keptOf(scope: SchoolScope, record: ImportRecord) {
  const preview = await previewUndo(scope, await recordOf(scope, record.publicId))
  if (typeof preview === 'string') throw new Error(preview)
  return preview
}

/** What a test may add to an imported student before the undo. */
interface BuiltOn {
  school: MadeSchool
  scope: SchoolScope
  session: MadeSession
  six: MadeClass
  student: Pick<MadeStudent, 'id' | 'publicId'>
  enrollment: Pick<MadeEnrollment, 'id'>
}

const head =
  'Enrollment number,First name,Last name,Gender,Date of birth,Category,Father name,Mother name,Mobile,Address,Class,Section,Roll number,Admission number,RTE\n'
const people = new Map([
  ['N1', 'Asha'],
  ['N2', 'Binita'],
  ['N3', 'Chetna'],
  ['N4', 'Divya'],
])
const row = (number: string, rest: string) =>
  `${number},${people.get(number)},Patel,F,14/06/2015,General,Rajesh Patel,Hansa Patel,98250123${number.slice(1)}0,7 Shanti Nagar,${rest}\n`

/** A school with three students in class 6, sections A and B, and fees of two classes. */
async function schoolWithStudents() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'owner' })
  const session = await currentSession(school)
  const six = await makeClass(school, { name: 'Class 6', position: 6 })
  const eight = await makeClass(school, { name: 'Class 8', position: 7 })
  const [a, b] = [await makeSection(six, { name: 'A' }), await makeSection(six, { name: 'B' })]
  const c = await makeSection(eight, { name: 'A' })
  const students = []
  for (const [index, number] of ['X1', 'X2', 'X3'].entries()) {
    const student = await makeStudent(school, { enrollmentNumber: number, fatherName: 'Rajesh', motherName: 'Hansa' })
    const enrollment = await makeEnrollment(student, { session, class: six, section: a, rollNumber: index + 1 })
    students.push({ student, enrollment })
  }
  for (const ofClass of [six, eight]) {
    const fee = await makeFee(school, { session, class: ofClass, name: `Fee of ${ofClass.name}` })
    await assignFee(scope, fee.publicId)
  }
  const [one, two, three] = students
  if (!one || !two || !three) throw new Error('no students')
  return { school, scope, session, six, eight, a, b, c, one, two, three }
}

it('undoes an import of students: every row, class, seat, number and due is as before', async () => {
  const { school, scope, session } = await schoolWithStudents()
  const before = await snapshotOf(school.id)
  const file = `${head}${row('N1', '7,A,1,A-1,')}${row('N2', '6,A,9,A-2,')}${row('N3', '8,A,1,A-3,Yes')}X1,,,,,,R. Patel,,,,6,A,2,B-1,\nX2,,,,,,,,,,6,A,1,B-2,\nX3,,,,,,,,9825098250,,8,A,3,,\n`
  const record = await importFile(scope, { file, sessionPublicId: session.publicId })
  expect(record).toMatchObject({ state: 'done', counts: { new: 3, changed: 3, rejected: 0 } })
  expect(await snapshotOf(school.id)).not.toEqual(before)
  expect(await findUndoDay(scope, record)).not.toBeNull()
  expect(await keptOf(scope, record)).toMatchObject({ takes: 8, keptCount: 0 })
  expect(await undo(scope, record)).toMatchObject({ state: 'undone', undoneRows: 8, keptRows: 0 })
  expect(await snapshotOf(school.id)).toEqual(before)
  // The import cannot be taken back twice, and the file can be imported again.
  expect(await undo(scope, record)).toEqual({ ok: false, reason: 'too-late' })
  expect(await importFile(scope, { file, sessionPublicId: session.publicId })).toMatchObject({
    state: 'done',
    counts: { new: 3, changed: 3 },
  })
})

it('does not restore an admission number that another student now has, in upper or lower case', async () => {
  const { school, scope, session, one } = await schoolWithStudents()
  const numbered = (student: { id: number }, admission_number: string | null) =>
    insert('academic_infos', { student_id: student.id, school_id: school.id, admission_number, updated_at: new Date() })
  await numbered(one.student, null)
  const file = 'Enrollment number,Admission number\nX1,B-1\n'
  const record = await importFile(scope, { file, sessionPublicId: session.publicId })
  expect(record).toMatchObject({ counts: { changed: 1 } })
  // Imports do not replace register numbers at present, so the test edits the stored trace as if this import had.
  const trace = await openTrace(scope, record.id)
  if (trace === null || trace === 'unreadable') throw new Error('no trace')
  const changed = trace.units.flatMap(({ entries }) => entries).find(({ table }) => table === 'academic_infos')
  if (changed?.did !== 'changed') throw new Error('no change')
  changed.was = { ...changed.was, admission_number: 'gr-7' }
  await inTransaction(async () => {
    await dropTrace(scope, record.id)
    await sealTrace(scope, record.id, trace)
  })
  await numbered(await makeStudent(school, { enrollmentNumber: 'Y1' }), 'GR-7')
  expect(await keptOf(scope, record)).toMatchObject({ takes: 0, kept: [[expect.stringContaining('X1'), 'number']] })
})

it('undoes thirty changed rows with no more SQL statements than two rows', async () => {
  const { school, scope, session } = await schoolWithStudents()
  const count = 30
  for (let index = 0; index < count; index++) await makeStudent(school, { enrollmentNumber: `M${index}` })
  const statements = async (rows: number) => {
    const before = await snapshotOf(school.id)
    const lines = Array.from({ length: rows }, (_, index) => `M${index},Rajesh Patel,${index} Shanti Nagar\n`)
    const file = `Enrollment number,Father name,Address\n${lines.join('')}`
    const record = await importFile(scope, { file, sessionPublicId: session.publicId })
    expect(record).toMatchObject({ counts: { changed: rows } })
    expect(await startUndo(scope, record.publicId, { rest: false })).toMatchObject({ ok: true })
    const { count: statements } = await countQueries(() => undoImport(scope, record.id))
    expect(await snapshotOf(school.id)).toEqual(before)
    return statements
  }
  expect(await statements(count)).toBe(await statements(2))
})

it('encrypts the values from before the import, and deletes them after thirty days', async () => {
  const { school, scope, session } = await schoolWithStudents()
  const record = await importFile(scope, {
    file: 'Enrollment number,Father name\nX1,Rameshbhai\n',
    sessionPublicId: session.publicId,
  })
  const stored = await readRows<{ sealed: string }>('SELECT sealed FROM import_traces WHERE school_id = :id', {
    id: school.id,
  })
  expect(stored).toHaveLength(1)
  expect(stored[0]?.sealed).toMatch(/^v1\./)
  await execute('UPDATE imports SET finished_at = UTC_TIMESTAMP(3) - INTERVAL 31 DAY WHERE id = :id', { id: record.id })
  expect(await undo(scope, record)).toEqual({ ok: false, reason: 'too-late' })
  await sweepImports({} as never)
  expect(await readRows('SELECT id FROM import_traces WHERE school_id = :id', { id: school.id })).toEqual([])
  expect(await findUndoDay(scope, await recordOf(scope, record.publicId))).toBeNull()
})

it('keeps imported rows that later records refer to, lists them with the reason, and undoes the others', async () => {
  const { school, scope, session, six, one } = await schoolWithStudents()
  const file = `${head}${row('N1', '7,A,1,,')}${row('N2', '6,A,9,,')}${row('N3', '6,A,10,,')}${row('N4', '6,B,1,,')}X1,,,,,,R. Patel,,,,,,,,\nX2,,,,,,R. Patel,,,,,,,,\n`
  const record = await importFile(scope, { file, sessionPublicId: session.publicId })
  expect(record).toMatchObject({ counts: { new: 4, changed: 2 } })
  const studentOf = async (number: string) => {
    const student = await readRow<{ id: number; enrollmentId: number }>(
      `SELECT s.id, e.id AS enrollmentId FROM students s JOIN enrollments e ON e.student_id = s.id
       WHERE s.school_id = :school AND s.enrollment_number = :number`,
      { school: school.id, number },
    )
    if (!student) throw new Error(number)
    return student
  }
  // Adds what prevents an undo: N1 has attendance, N2 money, N3 a password, and X1 was edited later.
  const first = await studentOf('N1')
  await execute(
    `INSERT INTO attendance (school_id, student_id, enrollment_id, held_on, status, created_at, updated_at)
     VALUES (:school, :student, :enrollment, '2026-07-01', 'present', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    { school: school.id, student: first.id, enrollment: first.enrollmentId },
  )
  const second = await studentOf('N2')
  const [due] = await readRows<{ publicId: string; paise: number }>(
    'SELECT public_id AS publicId, amount_paise AS paise FROM dues WHERE student_id = :id',
    { id: second.id },
  )
  await recordOfflinePayment(scope, {
    dueIds: [due?.publicId ?? ''],
    method: 'cash',
    amountPaise: due?.paise ?? 0,
    reference: null,
    remarks: null,
    paidOn: session.startsOn,
    formKey: randomUUID(),
  })
  const third = await studentOf('N3')
  await execute("UPDATE students SET password_hash = 'x' WHERE id = :id", { id: third.id })
  await execute('UPDATE students SET version = version + 1 WHERE id = :id', { id: one.student.id })
  const preview = await keptOf(scope, record)
  expect(preview).toMatchObject({ takes: 2, keptCount: 6 })
  expect(Object.fromEntries(preview.kept)).toMatchObject({
    'Asha Patel, N1': 'attendance',
    'Binita Patel, N2': 'money',
    'Chetna Patel, N3': 'account',
    [`${one.student.firstName} ${one.student.lastName}, X1`]: 'changed',
  })
  // The new class and its section are kept, because a kept student is in them.
  expect(preview.kept.filter(([, reason]) => reason === 'students')).toHaveLength(2)
  expect(await undo(scope, record)).toEqual({ ok: false, reason: 'obstacles' })
  expect(await undo(scope, record, { rest: true })).toMatchObject({ state: 'undone', undoneRows: 2, keptRows: 6 })
  const numbers = await readRows<{ number: string }>(
    'SELECT enrollment_number AS number FROM students WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(numbers.map(({ number }) => number)).toEqual(['X1', 'X2', 'X3', 'N1', 'N2', 'N3'])
  const seats = await readRows(
    'SELECT taken FROM section_seats WHERE school_id = :id AND section_id IN (SELECT id FROM sections WHERE class_id = :six) ORDER BY section_id',
    { id: school.id, six: six.id },
  )
  expect(seats).toEqual([{ taken: 5 }])
  // Once the attendance is deleted, the rest of the import can be taken back too.
  await execute('DELETE FROM attendance WHERE school_id = :id', { id: school.id })
  expect(await undo(scope, record, { rest: true })).toMatchObject({ state: 'undone', undoneRows: 5, keptRows: 3 })
})

it.each<[about: string, reason: string, build: (found: BuiltOn) => Promise<unknown>]>([
  [
    'marks',
    'marks',
    async ({ school, session, six, student, enrollment }) => {
      const papers = [{ subject: 'Science', maxMarks: 50 }]
      await giveMarks(await makeExamWithPapers(school, { session, class: six, papers }), student, enrollment, [40])
    },
  ],
  [
    'a draft of a certificate',
    'certificates',
    async ({ school, scope, student }) => makeDraft(scope, student, (await makeKinds(school)).bonafide),
  ],
  [
    'an issued certificate',
    'certificates',
    async ({ school, scope, student }) =>
      issueDraft(scope, await makeDraft(scope, student, (await makeKinds(school)).bonafide)),
  ],
])('keeps an imported student who has %s since, and undoes the other', async (_, reason, build) => {
  const { school, scope, session, six } = await schoolWithStudents()
  const file = `${head}${row('N1', '6,A,9,,')}${row('N2', '6,A,10,,')}`
  const record = await importFile(scope, { file, sessionPublicId: session.publicId })
  expect(record).toMatchObject({ counts: { new: 2 } })
  const found = await readRow<{ id: number; publicId: string; enrollmentId: number }>(
    `SELECT s.id, s.public_id AS publicId, e.id AS enrollmentId FROM students s JOIN enrollments e ON e.student_id = s.id
     WHERE s.school_id = :id AND s.enrollment_number = 'N1'`,
    { id: school.id },
  )
  if (!found) throw new Error('no student')
  expect(await keptOf(scope, record)).toMatchObject({ takes: 2, kept: [] })
  await build({ school, scope, session, six, student: found, enrollment: { id: found.enrollmentId } })
  const built = await snapshotOf(school.id)
  expect(await keptOf(scope, record)).toMatchObject({ takes: 1, kept: [['Asha Patel, N1', reason]] })
  expect(await undo(scope, record)).toEqual({ ok: false, reason: 'obstacles' })
  expect(await snapshotOf(school.id)).toEqual(built)
  expect(await undo(scope, record, { rest: true })).toMatchObject({ state: 'undone', undoneRows: 1, keptRows: 1 })
  const left = await snapshotOf(school.id)
  expect(left.students).toEqual(built.students?.filter((text) => !text.includes('"N2"')))
  for (const table of ['exam_marks', 'certificates', 'certificate_copies'])
    expect(left[table], table).toEqual(built[table])
})

it('does not move a student back to a roll number, admission number or seat that another student now has', async () => {
  const { school, scope, session, six, a, b, one, two } = await schoolWithStudents()
  const file = 'Enrollment number,Class,Section,Roll number\nX1,6,B,1\nX2,6,B,2\n'
  const record = await importFile(scope, { file, sessionPublicId: session.publicId })
  expect(record).toMatchObject({ counts: { changed: 2 } })
  const other = await makeStudent(school, { enrollmentNumber: 'Y1' })
  await makeEnrollment(other, { session, class: six, section: a, rollNumber: 1 })
  await execute('UPDATE section_seats SET capacity = taken + 1 WHERE section_id = :id', { id: a.id })
  expect(await keptOf(scope, record)).toMatchObject({ takes: 1, kept: [[expect.stringContaining('X1'), 'number']] })
  await execute('UPDATE section_seats SET capacity = taken WHERE section_id = :id', { id: a.id })
  expect((await keptOf(scope, record)).kept.map(([, reason]) => reason).sort()).toEqual(['number', 'seats'])
  await execute('UPDATE section_seats SET capacity = 60 WHERE section_id = :id', { id: a.id })
  expect(await undo(scope, record, { rest: true })).toMatchObject({ undoneRows: 1, keptRows: 1 })
  const sections = await readRows<{ section: number }>(
    'SELECT section_id AS section FROM enrollments WHERE id IN (:ids) ORDER BY id',
    { ids: [one.enrollment.id, two.enrollment.id] },
  )
  expect(sections.map(({ section }) => section)).toEqual([b.id, a.id])
})

it('undoes an import of teachers', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'owner' })
  await importFile(scope, { kind: 'teachers', file: 'Emp No,Name,Mobile\nT1,Kavita Rao,9825012345\nT2,Mina Joshi,\n' })
  const section = await makeSection(await makeClass(school))
  const before = await snapshotOf(school.id)
  const record = await importFile(scope, {
    kind: 'teachers',
    file: 'Emp No,Name,Qualification\nT1,Kavita Rao,M.Sc.\nT3,Ravi Shah,\nT4,Neha Dave,\n',
  })
  expect(record).toMatchObject({ counts: { new: 2, changed: 1 } })
  await execute(
    "UPDATE sections SET class_teacher_id = (SELECT id FROM teachers WHERE school_id = :school AND employee_number = 'T4') WHERE id = :id",
    { school: school.id, id: section.id },
  )
  expect(await keptOf(scope, record)).toMatchObject({ takes: 2, kept: [['Neha Dave, T4', 'teaching']] })
  await execute('UPDATE sections SET class_teacher_id = NULL WHERE id = :id', { id: section.id })
  expect(await undo(scope, record)).toMatchObject({ state: 'undone', undoneRows: 3 })
  expect(await snapshotOf(school.id)).toEqual(before)
})

async function schoolWithFamilies() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'owner' })
  const session = await makeAcademicSession(school, { startYear: 2026, isCurrent: true })
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A' })
  const enroll = async (enrollmentNumber: string, firstName: string, lastName: string) => {
    const student = await makeStudent(school, { enrollmentNumber, firstName, lastName })
    return { student, enrollment: await makeEnrollment(student, { session, class: ofClass, section }) }
  }
  const [asha, diya] = [await enroll('R1', 'Asha', 'Patel'), await enroll('R2', 'Diya', 'Patel')]
  return { school, scope, session, ofClass, section, asha, diya, ravi: await enroll('R3', 'Ravi', 'Shah') }
}

it('undoes an import of guardians and of their links to children', async () => {
  const { school, scope, session, asha, diya } = await schoolWithFamilies()
  await linkGuardian(await makeGuardian(school, { name: 'Rajesh Patel', mobileNumber: '9825041001' }), asha.student)
  const before = await snapshotOf(school.id)
  const record = await importFile(scope, {
    kind: 'guardians',
    sessionPublicId: session.publicId,
    file: 'GR No,Guardian Name,Relation,Mobile\nR1,Rajesh Patel,Father,9825041001\nR2,Rajesh Patel,Father,9825041001\nR3,Mahesh Shah,Uncle,9825041002\nR1,Hansa Patel,Mother,9825041003\nR2,Hansa Patel,Mother,9825041003\n',
  })
  expect(record).toMatchObject({ counts: { new: 4, unchanged: 1 } })
  expect(await keptOf(scope, record)).toMatchObject({ counts: '2 guardians, 1 child of a known guardian', kept: [] })
  const [rajesh, mahesh, hansa] = await readRows<{ id: number }>(
    'SELECT id FROM family_guardians WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  // After the import, each of the three guardians changed: one acted, one got another child, one was edited.
  await makeGrievance(diya.student, { guardianId: rajesh?.id ?? 0 })
  const link = await linkGuardian({ id: mahesh?.id ?? 0, schoolId: school.id } as never, diya.student)
  await execute('UPDATE family_guardians SET version = 2 WHERE id = :id', { id: hansa?.id ?? 0 })
  expect((await keptOf(scope, record)).kept.sort()).toEqual([
    ['Hansa Patel', 'changed'],
    ['Mahesh Shah', 'children'],
    ['Rajesh Patel – Diya Patel, R2', 'acted'],
  ])
  expect(await undo(scope, record)).toEqual({ ok: false, reason: 'nothing-left' })
  await execute('DELETE FROM guardian_links WHERE id = :link', { link })
  expect(await undo(scope, record, { rest: true })).toMatchObject({ state: 'undone', undoneRows: 1, keptRows: 2 })
  expect(
    await readRows('SELECT link_public_id FROM guardian_batch_links WHERE school_id = :id', { id: school.id }),
  ).toHaveLength(3)
  await execute('DELETE FROM grievances WHERE school_id = :id', { id: school.id })
  await execute('UPDATE family_guardians SET version = 1 WHERE id = :id', { id: hansa?.id ?? 0 })
  expect(await undo(scope, record)).toMatchObject({ state: 'undone', undoneRows: 3, keptRows: 0 })
  expect(await snapshotOf(school.id)).toEqual(before)
})

it('undoes new, changed and removed months of attendance', async () => {
  const { school, scope, session, section, asha } = await schoolWithFamilies()
  const settings = { kind: 'attendance_months' as const, sessionPublicId: session.publicId }
  const heading = 'GR No,Month,Days held,Days attended\n'
  await importFile(scope, { ...settings, file: `${heading}R1,06/2026,20,15.5\nR1,07/2026,25,10\nR3,06/2026,20,20\n` })
  const before = await snapshotOf(school.id)
  const file = `${heading}R1,06/2026,0,0\nR1,07/2026,25,12\nR3,06/2026,20,20\nR3,08/2026,22,22\n`
  const record = await importFile(scope, { ...settings, file })
  expect(record).toMatchObject({ counts: { new: 1, changed: 2, unchanged: 1 } })
  expect(await keptOf(scope, record)).toMatchObject({ counts: '3 months of attendance', kept: [] })
  // After the import, days of a removed month are marked, and another file corrects a month.
  await makeSheet({ schoolId: school.id, sessionId: session.id, sectionId: section.id }, '2026-06-08', [
    { studentId: asha.student.id, enrollmentId: asha.enrollment.id, status: 'present' },
  ])
  const later = await importFile(scope, { ...settings, file: `${heading}R3,08/2026,22,21\n` })
  expect((await keptOf(scope, record)).kept.sort()).toEqual([
    ['No longer there', 'attendance'],
    ['Ravi Shah, R3: 08/2026', 'changed'],
  ])
  expect(await undo(scope, record)).toEqual({ ok: false, reason: 'obstacles' })
  expect(await undo(scope, record, { rest: true })).toMatchObject({ state: 'undone', undoneRows: 1, keptRows: 2 })
  for (const table of ['attendance', 'attendance_sheets'])
    await execute(`DELETE FROM ${table} WHERE school_id = :id`, { id: school.id })
  expect(await undo(scope, later)).toMatchObject({ state: 'undone', undoneRows: 1 })
  expect(await undo(scope, record)).toMatchObject({ state: 'undone', undoneRows: 3, keptRows: 0 })
  expect(await snapshotOf(school.id)).toEqual(before)
})

it('undoes a file of marks', async () => {
  const { school, scope, session, ofClass, section, asha, diya, ravi } = await schoolWithFamilies()
  const exam = await makeExamWithPapers(school, {
    session,
    class: ofClass,
    papers: [{ subject: 'Science', maxMarks: 50 }],
  })
  const rows = (marks: ReadonlyArray<[typeof asha, text: string, seen: string]>) => ({
    ...{ exam: exam.publicId, paper: exam.papers[0]?.publicId ?? '', section: section.publicId, duties: null },
    mode: 'rows' as const,
    rows: marks.map(([{ enrollment }, text, seen]) => ({
      ...{ enrollment: enrollment.publicId, text, seen },
      presence: 'present' as const,
    })),
  })
  await saveMarks(scope, rows([[asha, '40', '']]))
  const before = await snapshotOf(school.id)
  const ofFile = rows([
    [asha, '45', '40'],
    [diya, '30', ''],
    [ravi, 'AB', ''],
  ])
  const file = { name: 'science.xlsx', about: 'Test, Class 6 – A, Science' }
  expect(await saveMarksFile(scope, ofFile, file)).toMatchObject({ ok: true, value: { saved: 3 } })
  // The same file again changes nothing, and is not recorded.
  expect(await saveMarksFile(scope, ofFile, file)).toMatchObject({ ok: true, value: { saved: 0 } })
  const found = await readRows<{ id: string }>('SELECT public_id AS id FROM imports WHERE school_id = :id', {
    id: school.id,
  })
  expect(found).toHaveLength(1)
  const record = await recordOf(scope, found[0]?.id ?? '')
  expect(record).toMatchObject({
    kind: 'marks',
    state: 'done',
    fileName: 'science.xlsx',
    counts: { new: 2, changed: 1 },
  })
  expect(await keptOf(scope, record)).toMatchObject({ counts: '3 marks', kept: [] })

  await execute('UPDATE exams SET published_at = UTC_TIMESTAMP(3) WHERE school_id = :id', { id: school.id })
  expect((await keptOf(scope, record)).kept.map(([, reason]) => reason)).toEqual(Array(3).fill('published'))
  expect(await undo(scope, record)).toEqual({ ok: false, reason: 'nothing-left' })
  await execute('UPDATE exams SET published_at = NULL WHERE school_id = :id', { id: school.id })

  await saveMarks(scope, rows([[diya, '31', '30']]))
  expect((await keptOf(scope, record)).kept).toEqual([['Diya Patel, R2', 'changed']])
  expect(await undo(scope, record, { rest: true })).toMatchObject({ state: 'undone', undoneRows: 2, keptRows: 1 })
  await saveMarks(scope, rows([[diya, '30', '31']]))
  expect(await undo(scope, record)).toMatchObject({ state: 'undone', undoneRows: 3, keptRows: 0 })
  expect(await snapshotOf(school.id)).toEqual(before)
})

const opening =
  'GR No,Fee,Term,Due Date,Amount\n1,Tuition 2025-26,Term 1,20/06/2025,4500\n1,Tuition 2025-26,Term 2,20/12/2025,4500\n2,,,,1200.50\n'

async function schoolWithDues() {
  const school = await makeSchool()
  const { scope } = await makeStaff(school, { role: 'accounts' })
  const session = await currentSession(school)
  for (const enrollmentNumber of ['1', '2']) await makeStudent(school, { enrollmentNumber })
  const settings = { sessionPublicId: session.publicId }
  return { school, scope, session, settings }
}

it('undoes new and changed opening dues', async () => {
  const { school, scope, settings } = await schoolWithDues()
  const empty = await snapshotOf(school.id)
  const first = await importFile(scope, { kind: 'opening_dues', file: opening, ...settings })
  const before = await snapshotOf(school.id)
  const changed = opening
    .replace('Term 1,20/06/2025,4500', 'Term 1,21/06/2025,5000')
    .replace('2,,,,1200.50', '2,Bus,,,300')
  const second = await importFile(scope, { kind: 'opening_dues', file: changed, ...settings })
  expect(second).toMatchObject({ counts: { new: 1, changed: 1, unchanged: 1 } })
  // Undoing the first import would keep the due that the second import has changed.
  expect(await keptOf(scope, first)).toMatchObject({ takes: 2, kept: [[expect.stringContaining('Term 1'), 'money']] })
  expect(await undo(scope, second)).toMatchObject({ state: 'undone', undoneRows: 2 })
  expect(await snapshotOf(school.id)).toEqual(before)
  expect(await undo(scope, first)).toMatchObject({ state: 'undone', undoneRows: 3 })
  expect(await snapshotOf(school.id)).toEqual(empty)
})

const paid =
  'Student ID,Fee,Installment,Amount,Date,Mode\n1,tuition 2025-26,TERM 1,4500,15/06/2025,Cash\n2,,,200,2025-06-17,Cash\n'

it('undoes an import of payments: restores the dues, and cancels the receipts but keeps their numbers', async () => {
  const { school, scope, settings } = await schoolWithDues()
  const dues = await importFile(scope, { kind: 'opening_dues', file: opening, ...settings })
  const before = await snapshotOf(school.id)
  const record = await importFile(scope, { kind: 'paid_fees', file: paid, ...settings })
  expect(record).toMatchObject({ counts: { new: 2 } })
  expect((await keptOf(scope, dues)).kept.map(([, reason]) => reason)).toEqual(['money', 'money'])
  expect(await undo(scope, record)).toMatchObject({ state: 'undone', undoneRows: 2 })
  const { payments, payment_lines: lines, receipts, ...rest } = await snapshotOf(school.id)
  expect(rest).toEqual(before)
  expect(payments?.map((text) => JSON.parse(text).state)).toEqual(['cancelled', 'cancelled'])
  expect(lines).toHaveLength(4)
  const shown = receipts?.map((text) => JSON.parse(text)) ?? []
  expect(shown.map(({ number }) => number).sort()).toEqual([1, 2])
  for (const { cancelled_at: at, view } of shown) {
    expect(at).not.toBeNull()
    expect(JSON.parse(view)).toMatchObject({ cancelled: true })
  }
  // Dues to which cancelled receipts refer are cancelled, not deleted, and another import can reopen them.
  expect(await undo(scope, dues)).toMatchObject({ state: 'undone', undoneRows: 3 })
  const state = () =>
    readRows('SELECT title, state, amount_paise AS paise FROM dues WHERE school_id = :id ORDER BY title', {
      id: school.id,
    })
  expect(await state()).toEqual([
    { title: 'Balance brought forward', state: 'cancelled', paise: 120_050 },
    { title: 'Term 1', state: 'cancelled', paise: 450_000 },
  ])
  await importFile(scope, { kind: 'opening_dues', file: opening.replace('1200.50', '900'), ...settings })
  expect(await state()).toEqual([
    { title: 'Balance brought forward', state: 'open', paise: 90_000 },
    { title: 'Term 1', state: 'open', paise: 450_000 },
    { title: 'Term 2', state: 'open', paise: 450_000 },
  ])
  expect(await importFile(scope, { kind: 'paid_fees', file: paid, ...settings })).toMatchObject({ counts: { new: 2 } })
})

it('leaves earlier payments of the same students as they were when it undoes an import of payments', async () => {
  const { school, scope, session, settings } = await schoolWithDues()
  await importFile(scope, { kind: 'opening_dues', file: opening, ...settings })
  const dues = await readRows<{ publicId: string; paise: number }>(
    'SELECT public_id AS publicId, amount_paise AS paise FROM dues WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  const pay = async (due: (typeof dues)[number] | undefined, paise: number) => {
    const dueId = due?.publicId ?? ''
    const money = { method: 'cash', reference: null, remarks: null, paidOn: session.startsOn } as const
    const parts = new Map([[dueId, paise]])
    const amountPaise = due?.paise ?? 0
    const paid = await recordOfflinePayment(scope, {
      ...money,
      dueIds: [dueId],
      parts,
      amountPaise,
      formKey: randomUUID(),
    })
    if (!paid.ok) throw new Error(paid.reason)
    return readRow<{ publicId: string }>(
      'SELECT public_id AS publicId FROM payments WHERE school_id = :id ORDER BY id DESC LIMIT 1',
      { id: school.id },
    )
  }
  // Paid before the import: a part of one of the imported dues, a due with no other payment, and one payment that was
  // cancelled.
  await pay(dues[0], 50_000)
  await pay(dues[1], 450_000)
  const wrong = await pay(dues[2], 10_000)
  expect(await cancelPayment(scope, { paymentId: wrong?.publicId ?? '', reason: 'Wrong student' })).toMatchObject({
    ok: true,
  })
  const before = await snapshotOf(school.id)
  expect([before.payments?.length, before.payment_lines?.length, before.receipts?.length]).toEqual([3, 4, 3])
  const file = paid.replace('4500', '4000')
  const record = await importFile(scope, { kind: 'paid_fees', file, ...settings })
  expect(record).toMatchObject({ counts: { new: 2 } })
  expect(await undo(scope, record)).toMatchObject({ state: 'undone', undoneRows: 2 })
  const after = await snapshotOf(school.id)
  expect([after.payments?.length, after.payment_lines?.length, after.receipts?.length]).toEqual([5, 8, 5])
  expect(withoutReversed(after, before)).toEqual(before)
})

it('skips a payment that was reversed before, and does not reverse a refunded one', async () => {
  const { school, scope, settings } = await schoolWithDues()
  await importFile(scope, { kind: 'opening_dues', file: opening, ...settings })
  const record = await importFile(scope, { kind: 'paid_fees', file: paid, ...settings })
  const payments = await readRows<{ id: number; publicId: string }>(
    'SELECT id, public_id AS publicId FROM payments WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  await cancelPayment(scope, { paymentId: payments[0]?.publicId ?? '', reason: 'Wrong' })
  await execute("UPDATE payments SET state = 'part_refunded', refunded_paise = 100 WHERE id = :id", {
    id: payments[1]?.id ?? 0,
  })
  expect(await keptOf(scope, record)).toMatchObject({ takes: 0, kept: [[expect.stringContaining('₹200'), 'refunded']] })
  expect(await undo(scope, record, { rest: true })).toEqual({ ok: false, reason: 'nothing-left' })
})

it('asks a second person to agree when the payments to reverse exceed the limit', async () => {
  const { school, scope, settings } = await schoolWithDues()
  await importFile(scope, { kind: 'opening_dues', file: opening, ...settings })
  const record = await importFile(scope, { kind: 'paid_fees', file: paid, ...settings })
  await execute(
    `INSERT INTO school_settings (school_id, second_person_paise, updated_at) VALUES (:id, 100000, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE second_person_paise = 100000`,
    { id: school.id },
  )
  expect(await undo(scope, record)).toMatchObject({ state: 'done', undoStopped: 'second-person' })
  expect(
    await readRows('SELECT kind, amount_paise AS paise FROM second_person_requests WHERE school_id = :id', {
      id: school.id,
    }),
  ).toEqual([{ kind: 'import-undo', paise: 470_000 }])
  expect(
    await readRows("SELECT id FROM payments WHERE school_id = :id AND state = 'paid'", { id: school.id }),
  ).toHaveLength(2)
})

it('runs one undo when two clerks start it, and waits while another import of the school runs', async () => {
  const { school, scope, session } = await schoolWithStudents()
  const before = await snapshotOf(school.id)
  const record = await importFile(scope, { file: `${head}${row('N1', '7,A,1,,')}`, sessionPublicId: session.publicId })
  const started = await Promise.all([1, 2].map(() => startUndo(scope, record.publicId, { rest: false })))
  expect(started.map(({ ok }) => ok)).toEqual([true, true])
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  let taken = () => {}
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve
  })
  const other = inTransaction(async () => {
    await execute('UPDATE import_turns SET school_id = school_id WHERE school_id = :id', { id: school.id })
    await readRows('SELECT school_id FROM import_turns WHERE school_id = :id FOR UPDATE', { id: school.id })
    taken()
    await isHeld
  })
  await isTaken
  expect(await undoImport(scope, record.id)).toBe('busy')
  release()
  await other
  expect(await Promise.all([1, 2].map(() => undoImport(scope, record.id)))).toContain('over')
  await undoImport(scope, record.id)
  expect(await snapshotOf(school.id)).toEqual(before)
  for (const action of ['import.undo-started', 'import.undone'])
    expect(await entriesOf(school, action)).toMatchObject([{ kind: 'import', id: record.id, by: 'staff' }])
})

it('keeps an imported due that is paid while the undo runs', async () => {
  const { school, scope, settings } = await schoolWithDues()
  const record = await importFile(scope, { kind: 'opening_dues', file: opening, ...settings })
  expect(await startUndo(scope, record.publicId, { rest: false })).toMatchObject({ ok: true })
  const due = await readRow<{ id: number; studentId: number }>(
    'SELECT id, student_id AS studentId FROM dues WHERE school_id = :id ORDER BY id LIMIT 1',
    { id: school.id },
  )
  const payment = await holdLock(async () => {
    await lockLedger(scope, due?.studentId ?? 0)
    await execute('UPDATE dues SET paid_paise = 100 WHERE id = :id', { id: due?.id ?? 0 })
  })
  const running = undoImport(scope, record.id)
  // The undo has not checked the dues yet: it waits until the payment releases the ledger, and then finds the payment.
  await untilLockWait({ about: `%FROM students WHERE school_id = ${school.id} %` }).finally(payment.release)
  await running
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'done', undoStopped: 'obstacles' })
  expect(await readRows('SELECT id FROM dues WHERE school_id = :id', { id: school.id })).toHaveLength(3)
  expect(await undo(scope, record, { rest: true })).toMatchObject({ state: 'undone', undoneRows: 2, keptRows: 1 })
})

it('changes nothing when an undo fails half-way, and completes it at the next try', async () => {
  const { school, scope, session } = await schoolWithStudents()
  const before = await snapshotOf(school.id)
  const file = `${head}${row('N1', '7,A,1,,')}X1,,,,,,R. Patel,,,,6,B,2,,\n`
  const record = await importFile(scope, { file, sessionPublicId: session.publicId })
  const imported = await snapshotOf(school.id)
  expect(await startUndo(scope, record.publicId, { rest: false })).toMatchObject({ ok: true })
  // The audit entry is written last, so a user name that is too long for it makes the undo fail after all other writes.
  const actor = { ...scope.actor, name: 'x'.repeat(500) }
  await expect(undoImport({ ...scope, actor }, record.id)).rejects.toThrow()
  expect(await snapshotOf(school.id)).toEqual(imported)
  expect(await recordOf(scope, record.publicId)).toMatchObject({ state: 'undoing' })
  expect(await undoImport(scope, record.id)).toBe('over')
  expect(await snapshotOf(school.id)).toEqual(before)
})

it('books payments without new receipts for a school that keeps its old ones, and undo reverses them', async () => {
  const { school, scope, settings } = await schoolWithDues()
  await importFile(scope, { kind: 'opening_dues', file: opening, ...settings })
  const before = await snapshotOf(school.id)
  const file = 'Student ID,Amount,Date,Mode,Receipt No\n1,4500,15/06/2025,Cash,OLD-501\n1,100,15/06/2025,Cash,OLD-502\n'
  const record = await importFile(scope, { kind: 'paid_fees', file, keepsReceipts: true, ...settings })
  expect(record.notes).toEqual(['₹4,600 will be recorded in 2 payments, with the old receipts.'])
  expect(
    await readRows(
      'SELECT reference, transaction_id AS transaction, state FROM payments WHERE school_id = :id ORDER BY id',
      { id: school.id },
    ),
  ).toEqual([
    { reference: 'OLD-501', transaction: null, state: 'paid' },
    { reference: 'OLD-502', transaction: null, state: 'paid' },
  ])
  for (const table of ['receipts', 'receipt_counters'])
    expect(await readRows(`SELECT 1 AS found FROM ${table} WHERE school_id = :id`, { id: school.id })).toEqual([])
  expect(await undo(scope, record)).toMatchObject({ state: 'undone', undoneRows: 2 })
  const { payments, payment_lines: lines, ...rest } = await snapshotOf(school.id)
  expect(rest).toEqual(before)
  expect([payments?.length, lines?.length]).toEqual([2, 4])
})

it('warns that the same file was uploaded or imported by another user', async () => {
  const { school, scope, settings } = await schoolWithDues()
  const other = await makeStaff(school, { role: 'accounts', name: 'Meenakshi' })
  const first = await checkFile(other.scope, { kind: 'opening_dues', file: opening, ...settings })
  expect(await findTwins(other.scope, first)).toEqual([])
  const second = await importFile(scope, { kind: 'opening_dues', file: opening, ...settings })
  expect(await findTwins(scope, second)).toMatchObject([
    { publicId: first.publicId, startedByName: 'Meenakshi', state: 'checked' },
  ])
  expect(await findTwins(other.scope, first)).toMatchObject([{ publicId: second.publicId, state: 'done' }])
  const different = await checkFile(scope, { kind: 'opening_dues', file: `${opening}2,Bus,,,5\n`, ...settings })
  expect(await findTwins(scope, different)).toEqual([])
  // An old upload and an import that was taken back do not count.
  await execute('UPDATE imports SET created_at = UTC_TIMESTAMP(3) - INTERVAL 2 DAY WHERE id = :id', { id: first.id })
  expect(await findTwins(scope, second)).toEqual([])
  expect(await undo(scope, second)).toMatchObject({ state: 'undone' })
  expect(await findTwins(other.scope, first)).toEqual([])
})

it('removes full Aadhaar numbers from the values kept for an undo once the school keeps only the last digits', async () => {
  const { scope, session, one } = await schoolWithStudents()
  const numbers = async (text: string) =>
    importFile(scope, { file: `Enrollment number,Father Aadhaar\nX1,${text}\n`, sessionPublicId: session.publicId })
  await numbers('234123412346')
  const record = await numbers('987654321096')
  expect(record).toMatchObject({ counts: { changed: 1 } })
  const wasOf = async () => {
    const trace = await openTrace(scope, record.id)
    if (trace === null || trace === 'unreadable') throw new Error('no trace')
    return JSON.stringify(trace)
  }
  expect(await wasOf()).toContain('"father_aadhar":"v1.')
  await keepLastFour(scope)
  await shortenAadhaar(scope)
  expect(await wasOf()).not.toContain('v1.')
  expect(await undo(scope, record)).toMatchObject({ state: 'undone' })
  expect(
    await readRow(
      'SELECT father_aadhar AS sealed, father_aadhar_end AS lastFour FROM guardians WHERE student_id = :id',
      { id: one.student.id },
    ),
  ).toEqual({ sealed: null, lastFour: '2346' })
})
