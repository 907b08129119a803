import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { execute, inTransaction, outsideTransaction } from '~/database/database.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { makeFee } from '../../../../tests/factories/fees'
import { checkFile, importFile, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { checkImport } from './check-import.server'
import { sweepImports } from './import-file.server'
import { checkAgain, chooseColumns, commitImport } from './imports.server'
import { runImport } from './run-import.server'

const heading =
  "Enrollment No.,First Name,Surname,Sex,DOB,Caste,Father's Name,Mother Name,Mobile No.,Email,Address,Std,Div,Roll No.,RTE"
const line = (number: string, change: Record<string, string> = {}) => {
  const facts = {
    number,
    first: 'Asha',
    last: 'Patel',
    sex: 'F',
    dob: '14/06/2015',
    caste: 'Gen',
    father: 'Rajesh Patel',
    mother: 'Hansa Patel',
    mobile: `98${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    email: '',
    address: '"7, Shanti Nagar"',
    std: '6',
    div: 'A',
    roll: '',
    rte: 'No',
    ...change,
  }
  return Object.values(facts).join(',')
}
const file = (...lines: string[]) =>
  `\uFEFFShri Vidyalaya\n\n${heading}\n${lines.join('\n')}\n\nTotal,,,,${lines.length}\n`

async function newSchool() {
  const school = await makeSchool()
  return { school, scope: school.scope, session: await currentSession(school) }
}

const students = (schoolId: number) =>
  readRows<{
    id: number
    number: string
    version: number
    hash: string | null
    class: string | null
    section: string | null
    roll: number | null
  }>(
    `SELECT s.id, s.enrollment_number AS number, s.version, s.password_hash AS hash, c.name AS class, sec.name AS section, e.roll_number AS roll
     FROM students s LEFT JOIN enrollments e ON e.student_id = s.id LEFT JOIN classes c ON c.id = e.class_id
     LEFT JOIN sections sec ON sec.id = e.section_id WHERE s.school_id = :schoolId ORDER BY s.id`,
    { schoolId },
  )

const problemsOf = async (...args: Parameters<typeof rowsOf>) =>
  (await rowsOf(...args)).flatMap((row) => row.problems.map(([column, message]) => `${row.line} ${column}: ${message}`))

it('checks an import once when two workers run at the same time', async () => {
  const { scope, session } = await newSchool()
  const lines = Array.from({ length: 60 }, (_, index) => line(`T/${index}`, { roll: String(index + 1) }))
  const checked = await checkFile(scope, { file: file(...lines), sessionPublicId: session.publicId })
  await execute("UPDATE imports SET state = 'checking' WHERE id = :id", { id: checked.id })
  await Promise.all(Array.from({ length: 4 }, () => checkImport(scope, checked.id)))
  const record = await recordOf(scope, checked.publicId)
  expect(record).toMatchObject({ state: 'checked', counts: { new: 60, rejected: 0 } })
  expect(await rowsOf(scope, record)).toHaveLength(60)
})

it('creates students with classes and sections, and creates nothing when the file is imported again', async () => {
  const { school, scope, session } = await newSchool()
  const text = file(
    line('1', { std: 'VI', div: 'a', roll: '1' }),
    line('2', { std: 'Std 6', roll: '2' }),
    line('3', { std: '7-B', div: '' }),
  )
  const first = await importFile(scope, { file: text, sessionPublicId: session.publicId }, { onlyValid: false })
  expect(first).toMatchObject({
    state: 'done',
    fileId: null,
    counts: { new: 3, changed: 0, unchanged: 0, rejected: 0 },
  })
  expect(await students(school.id)).toMatchObject([
    { number: '1', hash: null, class: 'VI', section: 'A', roll: 1 },
    { number: '2', class: 'VI', section: 'A', roll: 2 },
    { number: '3', class: 'Class 7', section: 'B', roll: null },
  ])
  const before = await students(school.id)
  const again = await checkFile(scope, { file: text, sessionPublicId: session.publicId })
  expect(again).toMatchObject({ state: 'checked', counts: { new: 0, changed: 0, unchanged: 3, rejected: 0 } })
  expect(await students(school.id)).toEqual(before)
})

it('inserts new classes among the existing ones in school order', async () => {
  const { school, scope, session } = await newSchool()
  await makeClass(school, { name: 'Class 1', position: 1 })
  const names = ['11 Science', 'UKG', '2', 'Nursery', '11 Commerce', 'LKG']
  const record = await importFile(scope, {
    file: file(...names.map((std, index) => line(String(index), { std })), line('x', { std: 'Music', sex: '?' })),
    sessionPublicId: session.publicId,
  })
  expect(record).toMatchObject({ state: 'done', counts: { new: 6, rejected: 1 } })
  expect(
    await readRows('SELECT name, position FROM classes WHERE school_id = :id ORDER BY position', { id: school.id }),
  ).toEqual([
    { name: 'Nursery', position: 0 },
    { name: 'LKG', position: 1 },
    { name: 'UKG', position: 2 },
    { name: 'Class 1', position: 3 },
    { name: 'Class 2', position: 4 },
    { name: '11 Commerce', position: 11 },
    { name: '11 Science', position: 12 },
  ])
})

it('creates no duplicates when a file without enrollment numbers is imported again', async () => {
  const { school, scope, session } = await newSchool()
  await makeStudent(school, { enrollmentNumber: 'S-009' })
  const text = file(line('', { mobile: '9825012345' }), line('', { first: 'Ravi', mobile: '9825012345' }))
  const settings = { file: text, sessionPublicId: session.publicId }
  expect(await importFile(scope, settings)).toMatchObject({ counts: { new: 2 } })
  expect((await students(school.id)).map((student) => student.number)).toEqual(['S-009', 'S-010', 'S-011'])
  expect(await checkFile(scope, settings)).toMatchObject({ counts: { new: 0, unchanged: 2 } })
})

it('changes only values that differ, and keeps the stored value where a cell is blank', async () => {
  const { school, scope, session } = await newSchool()
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const [a, b] = [await makeSection(ofClass, { name: 'A' }), await makeSection(ofClass, { name: 'B' })]
  const student = await makeStudent(school, { enrollmentNumber: 'X1', email: 'asha@example.test' })
  await makeEnrollment(student, { session, class: ofClass, section: a, rollNumber: 3 })
  const record = await importFile(scope, {
    file: 'Enrollment number,Mobile,Email,Class,Section\nx1,+91 98250-12345,,6,B\n',
    sessionPublicId: session.publicId,
  })
  expect(record).toMatchObject({ state: 'done', counts: { changed: 1 } })
  expect((await rowsOf(scope, record))[0]?.changes).toEqual(['Mobile number', 'Section'])
  const row = await readRow('SELECT mobile_number AS mobile, email, version FROM students WHERE id = :id', {
    id: student.id,
  })
  expect(row).toEqual({ mobile: '9825012345', email: 'asha@example.test', version: 2 })
  expect(await students(school.id)).toMatchObject([{ section: 'B', roll: null }])
  const seats = await readRows(
    'SELECT section_id AS id, taken FROM section_seats WHERE school_id = :id ORDER BY section_id',
    { id: school.id },
  )
  expect(seats).toEqual([
    { id: a.id, taken: 0 },
    { id: b.id, taken: 1 },
  ])
})

it('reports every problem by line and column', async () => {
  const { school, scope, session } = await newSchool()
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A', capacity: 4 })
  await makeEnrollment(await makeStudent(school, { firstName: 'Meera', lastName: 'Iyer' }), {
    session,
    class: ofClass,
    section,
    rollNumber: 9,
  })
  const record = await checkFile(scope, {
    file: file(
      line('1', { roll: '1' }),
      line('1'),
      line('2', { roll: '1' }),
      line('3', { roll: '9' }),
      line('4', { dob: '31/02/2015', mobile: '1.2E+11', sex: 'Q' }),
      line('5', { std: '9' }),
      line('6', { mother: '', std: '' }),
      line('7'),
      line('8'),
      line('9'),
    ),
    sessionPublicId: session.publicId,
    createsClasses: false,
  })
  expect(await problemsOf(scope, record)).toEqual([
    '5 Enrollment number: Same student as line 4',
    '6 Roll number: Line 4 has the same roll number in this section',
    '7 Roll number: Meera Iyer has roll number 9 in this section',
    '8 Gender: Select a valid gender',
    '8 Date of birth: Write the date as dd/mm/yyyy or yyyy-mm-dd',
    '8 Mobile number: A spreadsheet has cut this number short. Format the column as text and type it again',
    '9 Class: There is no class “9”',
    '10 Mother’s name: Mother name is required',
    '10 Class: Class is required',
    '13 Section: Class 6 – A is full: it has 4 seats',
  ])
  expect(record.counts).toEqual({ new: 3, changed: 0, unchanged: 0, rejected: 7 })
})

it('lets two students swap their roll numbers, and refuses both when one cannot move', async () => {
  const { school, scope, session } = await newSchool()
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A' })
  for (const [number, roll] of [
    ['1', 1],
    ['2', 2],
    ['3', 3],
  ] as const)
    await makeEnrollment(await makeStudent(school, { enrollmentNumber: number }), {
      session,
      class: ofClass,
      section,
      rollNumber: roll,
    })
  const swap = 'Enrollment number,Class,Section,Roll number\n1,6,A,2\n2,6,A,1\n'
  expect(await importFile(scope, { file: swap, sessionPublicId: session.publicId })).toMatchObject({
    state: 'done',
    counts: { changed: 2 },
  })
  expect((await students(school.id)).map((row) => row.roll)).toEqual([2, 1, 3])
  const chain = 'Enrollment number,Class,Section,Roll number\n1,6,A,1\n2,6,A,3\n'
  expect(await checkFile(scope, { file: chain, sessionPublicId: session.publicId })).toMatchObject({
    counts: { rejected: 2 },
  })
})

it('raises the fees assigned to the class for new students, and none for RTE students', async () => {
  const { school, scope, session } = await newSchool()
  const ofClass = await makeClass(school, { name: 'Class 6' })
  await makeSection(ofClass, { name: 'A' })
  const fee = await makeFee(school, { session, class: ofClass })
  await assignFee(scope, fee.publicId)
  const record = await importFile(scope, {
    file: file(line('1'), line('2', { rte: 'Yes' })),
    sessionPublicId: session.publicId,
  })
  expect(record.counts.new).toBe(2)
  const dues = await readRows<{ number: string }>(
    `SELECT s.enrollment_number AS number FROM dues d JOIN students s ON s.id = d.student_id WHERE d.school_id = :id GROUP BY s.id`,
    { id: school.id },
  )
  expect(dues).toEqual([{ number: '1' }])
})

it('raises fees for current enrollments, not former ones, when a student is no longer RTE', async () => {
  const { school, scope, session } = await newSchool()
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A' })
  const last = await makeAcademicSession(school, { startYear: 2031 })
  const student = await makeStudent(school, { enrollmentNumber: '1', rte: true })
  const { id } = await makeEnrollment(student, { session: last, class: ofClass, section })
  await makeEnrollment(student, { session, class: ofClass, section })
  await execute("UPDATE enrollments SET status = 'left', left_on = '2032-01-01' WHERE id = :id", { id })
  for (const of of [last, session]) {
    const fee = await makeFee(school, { session: of, class: ofClass })
    await assignFee(scope, fee.publicId)
  }
  const record = await importFile(scope, { file: file(line('1')), sessionPublicId: session.publicId })
  expect(record.counts.changed).toBe(1)
  const dues = await readRows<{ session: number }>(
    'SELECT DISTINCT academic_session_id AS session FROM dues WHERE school_id = :id',
    { id: school.id },
  )
  expect(dues).toEqual([{ session: session.id }])
})

it('encrypts Aadhaar numbers wherever it stores them', async () => {
  const { school, scope, session } = await newSchool()
  const aadhaar = '234567890124'
  const text = `Enrollment number,First name,Last name,Gender,Date of birth,Category,Father name,Mother name,Mobile,Address,Class,Father Aadhaar
1,Asha,Patel,F,14/06/2015,General,Rajesh,Hansa,9825012345,7 Shanti Nagar,6,2345 6789 0124
2,Ravi,Patel,M,14/06/2016,General,Rajesh,Hansa,9825012345,7 Shanti Nagar,6,2345 6789 0125`
  const settings = { file: text, sessionPublicId: session.publicId }
  const record = await importFile(scope, settings)
  expect(record.counts).toMatchObject({ new: 1, rejected: 1 })
  const kept = await readRow<{ sealed: string; end: string }>(
    'SELECT father_aadhar AS sealed, father_aadhar_end AS end FROM guardians WHERE school_id = :id AND father_aadhar IS NOT NULL',
    { id: school.id },
  )
  expect(kept).toMatchObject({ end: '0124', sealed: expect.stringMatching(/^v1\./) })
  const everything = JSON.stringify([
    await readRows('SELECT * FROM import_rows WHERE school_id = :id', { id: school.id }),
    await readRows('SELECT * FROM imports WHERE school_id = :id', { id: school.id }),
    await readRows('SELECT * FROM audit_entries WHERE school_id = :id', { id: school.id }),
  ])
  expect(everything.replace(/[\s-]/g, '')).not.toContain(aadhaar.slice(0, 11))
  expect(await checkFile(scope, settings)).toMatchObject({ counts: { unchanged: 1, rejected: 1 } })
})

it('runs the imports of a school one at a time, and each only once', async () => {
  const { school, scope, session } = await newSchool()
  const settings = { file: file(line('1', { roll: '1' }), line('2')), sessionPublicId: session.publicId }
  const one = await checkFile(scope, settings)
  const other = await checkFile(scope, settings)
  for (const record of [one, other]) await commitImport(scope, record.publicId, { onlyValid: false })
  await execute('INSERT INTO import_turns (school_id) VALUES (:id)', { id: school.id })
  await inTransaction(async () => {
    await readRows('SELECT school_id FROM import_turns WHERE school_id = :id FOR UPDATE', { id: school.id })
    expect(await outsideTransaction(() => runImport(scope, one.id))).toBe('busy')
  })
  expect(await students(school.id)).toHaveLength(0)
  const finish = async (id: number) => {
    await expect.poll(() => runImport(scope, id), { interval: 20 }).not.toBe('busy')
  }
  await Promise.all([one.id, one.id, other.id, other.id].map(finish))
  expect(await students(school.id)).toHaveLength(2)
  const counts = [await recordOf(scope, one.publicId), await recordOf(scope, other.publicId)].map(
    (record) => record.counts,
  )
  expect(counts.map((count) => count.new).sort()).toEqual([0, 2])
  expect(counts.map((count) => count.unchanged).sort()).toEqual([0, 2])
})

it('imports nothing in all-or-nothing mode when a row has become invalid since the check', async () => {
  const { school, scope, session } = await newSchool()
  const ofClass = await makeClass(school, { name: 'Class 6' })
  const section = await makeSection(ofClass, { name: 'A' })
  const record = await checkFile(scope, {
    file: file(line('1', { roll: '1' }), line('2')),
    sessionPublicId: session.publicId,
  })
  await makeEnrollment(await makeStudent(school), { session, class: ofClass, section, rollNumber: 1 })
  expect(await commitImport(scope, record.publicId, { onlyValid: false })).toMatchObject({ ok: true })
  await runImport(scope, record.id)
  expect(await recordOf(scope, record.publicId)).toMatchObject({
    state: 'failed',
    stoppedBecause: 'rejected',
    counts: { rejected: 1 },
  })
  expect(await students(school.id)).toHaveLength(1)
})

it('refuses to run an unchecked import, an import of another school, and all rows when some are rejected', async () => {
  const { scope, session } = await newSchool()
  const other = await makeSchool()
  const record = await checkFile(scope, {
    file: file(line('1'), line('2', { sex: '?' })),
    sessionPublicId: session.publicId,
  })
  expect(await commitImport(scope, record.publicId, { onlyValid: false })).toEqual({
    ok: false,
    reason: 'has-rejected',
  })
  expect(await commitImport(other.scope, record.publicId, { onlyValid: true })).toEqual({
    ok: false,
    reason: 'not-found',
  })
  const unknown = await checkFile(scope, { file: 'a,b\n1,2\n', sessionPublicId: session.publicId })
  expect(unknown).toMatchObject({ state: 'columns' })
  expect(await commitImport(scope, unknown.publicId, { onlyValid: true })).toEqual({ ok: false, reason: 'not-checked' })
  expect(await chooseColumns(other.scope, unknown.publicId, { first_name: 0 })).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await chooseColumns(scope, unknown.publicId, { first_name: 0, last_name: 1 })).toMatchObject({ ok: true })
  await checkImport(scope, unknown.id)
  // A new student needs more than a name: the user must still choose the other columns.
  expect(await recordOf(scope, unknown.publicId)).toMatchObject({ state: 'columns', counts: { rejected: 1 } })
})

it('imports the sample file of 300 students with messy spellings', async () => {
  const { school, scope, session } = await newSchool()
  const bytes = readFileSync('tests/fixtures/imports/students-300-messy.csv')
  const record = await importFile(scope, {
    file: bytes,
    fileName: 'students-300-messy.csv',
    sessionPublicId: session.publicId,
  })
  expect(record).toMatchObject({ state: 'done', totalRows: 300, counts: { new: 290, rejected: 10 } })
  expect((await problemsOf(scope, record)).map((text) => text.replace(/^\d+ /, ''))).toEqual([
    'Date of birth: Write the date as dd/mm/yyyy or yyyy-mm-dd',
    'Mobile number: A spreadsheet has cut this number short. Format the column as text and type it again',
    'Mother’s name: Mother name is required',
    'Enrollment number: Same student as line 94',
    'Roll number: Line 124 has the same roll number in this section',
    'Email: Invalid email',
    'Gender: Select a valid gender',
    'Class: Class is required',
    'Category: Select a valid category',
    'Mobile number: Mobile number must be 10 digits',
  ])
  expect(await students(school.id)).toHaveLength(290)
  const again = await checkFile(scope, { file: bytes, sessionPublicId: session.publicId })
  expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 290 })
})

it('refuses to run an import that was checked again after the user saw the result', async () => {
  const { school, scope, session } = await newSchool()
  const seen = await checkFile(scope, { file: file(line('1')), sessionPublicId: session.publicId })
  await chooseColumns(scope, seen.publicId, seen.chosen ?? {})
  await checkImport(scope, seen.id)
  const now = await recordOf(scope, seen.publicId)
  const commit = (at: Date) => commitImport(scope, seen.publicId, { onlyValid: true, seen: at.getTime() })
  expect(await commit(seen.updatedAt)).toEqual({ ok: false, reason: 'checked-again' })
  expect(await Promise.all([commit(now.updatedAt), commit(now.updatedAt)])).toMatchObject([{ ok: true }, { ok: true }])
  await runImport(scope, seen.id)
  expect(await students(school.id)).toHaveLength(1)
})

it('checks a failed import again while its file is stored, but not a finished one or an unreadable file', async () => {
  const { scope, session } = await newSchool()
  const record = await checkFile(scope, { file: file(line('1')), sessionPublicId: session.publicId })
  expect(await checkAgain(scope, record.publicId)).toEqual({ ok: false, reason: 'too-late' })
  const fail = (reason: string) =>
    execute("UPDATE imports SET state = 'failed', stopped_because = :reason WHERE id = :id", { id: record.id, reason })
  await fail('empty')
  expect(await checkAgain(scope, record.publicId)).toEqual({ ok: false, reason: 'too-late' })
  await fail('collision')
  expect(await checkAgain((await makeSchool()).scope, record.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await checkAgain(scope, record.publicId)).toMatchObject({ ok: true })
  await checkImport(scope, record.id)
  expect(await recordOf(scope, record.publicId)).toMatchObject({
    state: 'checked',
    counts: { new: 1 },
    stoppedBecause: null,
  })
  await execute('UPDATE imports SET file_id = NULL WHERE id = :id', { id: record.id })
  await fail('gave-up')
  expect(await checkAgain(scope, record.publicId)).toEqual({ ok: false, reason: 'file-gone' })
})

it('refuses to run an import whose rows have been removed, shows the reason, and deletes the example values', async () => {
  const { scope, session } = await newSchool()
  const record = await checkFile(scope, { file: file(line('1')), sessionPublicId: session.publicId })
  expect(record.columns.length).toBeGreaterThan(0)
  await execute('UPDATE imports SET created_at = UTC_TIMESTAMP(3) - INTERVAL 31 DAY WHERE id = :id', { id: record.id })
  await sweepImports(systemScope())
  expect(await recordOf(scope, record.publicId)).toMatchObject({
    state: 'failed',
    stoppedBecause: 'rows-gone',
    fileId: null,
    // Removed too, because the columns contain example values from the file.
    columns: [],
  })
  expect(await commitImport(scope, record.publicId, { onlyValid: true })).toEqual({ ok: false, reason: 'not-checked' })
  expect(await rowsOf(scope, record)).toEqual([])
})
