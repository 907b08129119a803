import sharp from 'sharp'
import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { receiveFile } from '~/models/core/files/receive-file.server'
import { officeMailsADay } from '~/models/core/outbox/options'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { studentSchema } from '~/models/people/students/describe/sections.server'
import { photoRule } from '~/models/people/students/documents.server'
import { suggestNumbers } from '~/models/people/students/next-numbers.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import {
  currentSession,
  type MadeSection,
  makeAcademicSession,
  makeClass,
  makeSection,
} from '../../../../tests/factories/academics'
import { makeFee } from '../../../../tests/factories/fees'
import { countOfficeMails, passMailDay } from '../../../../tests/factories/mail-room'
import { readRow, readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { admitStudent } from './admit-student.server'
import { enrollStudent } from './enroll-student.server'
import { updateStudent } from './update-student.server'

type Fields = Parameters<typeof admitStudent>[1]

async function house(capacity = 40) {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass, { capacity })
  return { school, session, ofClass, section }
}

function form(place: { session: { publicId: string }; section: MadeSection }, change: Partial<Fields> = {}): Fields {
  const typed = {
    first_name: 'Kavya',
    last_name: 'Reddy',
    mother_name: 'Padma Reddy',
    father_name: 'Srinivas Reddy',
    address: '4 Station Road',
    gender: 'Female',
    date_of_birth: '2014-02-03',
    category: 'General',
    mobile_number: '9812345678',
    enrollment_number: '1001',
  }
  return {
    ...studentSchema.parse(typed),
    academicSession: place.session.publicId,
    section: place.section.publicId,
    rollNumber: undefined,
    enrolledOn: '2026-06-15',
    ...change,
  }
}

async function studentsOf(school: MadeSchool): Promise<number> {
  const row = await readRow<{ count: number }>('SELECT COUNT(*) AS count FROM students WHERE school_id = :id', {
    id: school.id,
  })
  return row?.count ?? 0
}

async function duesOf(school: MadeSchool) {
  return readRows<{ title: string; amount: number }>(
    'SELECT title, amount_paise AS amount FROM dues WHERE school_id = :id ORDER BY due_on',
    { id: school.id },
  )
}

it('creates student, parents, address, enrollment and seat at once', async () => {
  const { school, section, session } = await house()
  const made = await admitStudent(school.scope, form({ session, section }, { rollNumber: 7 }))
  if (!made.ok) throw new Error(made.reason)
  expect(await findStudentRecord(school.scope, made.value)).toMatchObject({
    firstName: 'Kavya',
    fatherName: 'Srinivas Reddy',
    motherName: 'Padma Reddy',
    address: '4 Station Road',
    email: null,
    rte: false,
    hasPassword: false,
  })
  expect(await suggestNumbers(school.scope)).toEqual({ enrollment: '1002', admission: null })
})

it('keeps the photo sent with the form, and creates no student when the photo no longer exists', async () => {
  const { school, section, session } = await house()
  const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const photo = await receiveFile(school.scope, photoRule, { name: 'kavya.png', bytes, studentId: null })
  if (!photo.ok) throw new Error(photo.reason)
  const made = await admitStudent(school.scope, form({ session, section }), [photo.value])
  expect(made.ok).toBe(true)
  const kept = await readRows<{ state: string; key: string }>(
    `SELECT f.state, f.storage_key AS \`key\` FROM students s JOIN files f ON f.id = s.photo_file_id AND f.student_id = s.id
     WHERE s.school_id = :id`,
    { id: school.id },
  )
  expect(kept).toEqual([{ state: 'kept', key: photo.value.key }])
  // Submitting the same form again returns the same student; another form with a used photo creates none.
  expect(await admitStudent(school.scope, form({ session, section }), [photo.value])).toEqual(made)
  const other = form({ session, section }, { enrollment_number: '1002', mobile_number: '9812345679' })
  expect(await admitStudent(school.scope, other, [photo.value])).toEqual({ ok: false, reason: 'files-gone' })
  expect(await studentsOf(school)).toBe(1)
})

it('gives the last seat to exactly one of fifty concurrent students', async () => {
  const { school, section, session } = await house(1)
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      admitStudent(
        school.scope,
        form({ session, section }, { enrollment_number: `N${index}`, mobile_number: `98000000${10 + index}` }),
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'section-full')).toHaveLength(49)
  expect(await studentsOf(school)).toBe(1)
})

it('creates one student when the same form is sent ten times concurrently', async () => {
  const { school, section, session } = await house(3)
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => admitStudent(school.scope, form({ session, section }))),
  )
  expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.value)).size).toBe(1)
  expect(await studentsOf(school)).toBe(1)
})

it('refuses an enrollment number or roll number already in use', async () => {
  const { school, section, session } = await house()
  await admitStudent(school.scope, form({ session, section }, { rollNumber: 1 }))
  expect(await admitStudent(school.scope, form({ session, section }, { first_name: 'Other' }))).toEqual({
    ok: false,
    reason: 'enrollment-number-taken',
  })
  expect(
    await admitStudent(school.scope, form({ session, section }, { enrollment_number: '1002', rollNumber: 1 })),
  ).toEqual({ ok: false, reason: 'roll-number-taken' })
  expect(await studentsOf(school)).toBe(1)
})

it('accepts neither session nor section of another school', async () => {
  const own = await house()
  const theirs = await house()
  const { scope } = own.school
  expect(await admitStudent(scope, form({ session: theirs.session, section: own.section }))).toEqual({
    ok: false,
    reason: 'no-such-session',
  })
  expect(await admitStudent(scope, form({ session: own.session, section: theirs.section }))).toEqual({
    ok: false,
    reason: 'no-such-section',
  })
  expect(await studentsOf(own.school)).toBe(0)
})

it('allows eight siblings to share a mobile number, not nine', async () => {
  const { school, section, session } = await house()
  for (let child = 1; child <= 8; child++) {
    await makeStudent(school, { mobileNumber: '9812345678', email: null })
  }
  expect(await admitStudent(school.scope, form({ session, section }))).toEqual({ ok: false, reason: 'mobile-crowded' })
})

it('raises the class’s assigned fees for a new student, and none for an RTE student', async () => {
  const { school, section, session, ofClass } = await house()
  const assigned = await makeFee(school, { session, class: ofClass, name: 'School Fee' })
  await makeFee(school, { session, class: ofClass, name: 'Not assigned yet' })
  await assignFee(school.scope, assigned.publicId)
  await admitStudent(school.scope, form({ session, section }))
  await admitStudent(school.scope, form({ session, section }, { enrollment_number: '1002', rte: true }))
  expect(await duesOf(school)).toEqual([
    { title: 'First instalment', amount: 25_000_00 },
    { title: 'Second instalment', amount: 25_000_00 },
  ])
})

it('raises dues for every student when a fee is assigned while students are being admitted', async () => {
  const { school, section, session, ofClass } = await house()
  const fee = await makeFee(school, { session, class: ofClass })
  await Promise.all([
    ...Array.from({ length: 12 }, (_, index) =>
      admitStudent(
        school.scope,
        form({ session, section }, { enrollment_number: `N${index}`, mobile_number: `98000000${10 + index}` }),
      ),
    ),
    assignFee(school.scope, fee.publicId),
  ])
  expect(await duesOf(school)).toHaveLength(24)
})

it('enrolls a student in another session once, and refuses to repeat it', async () => {
  const { school, section, session } = await house()
  const next = await makeAcademicSession(school, { startYear: 2040 })
  const made = await admitStudent(school.scope, form({ session, section }))
  if (!made.ok) throw new Error(made.reason)
  const place = form({ session: next, section })
  expect(await enrollStudent(school.scope, made.value, place)).toEqual({ ok: true })
  expect(await enrollStudent(school.scope, made.value, place)).toEqual({ ok: false, reason: 'already-enrolled' })
  expect(await enrollStudent((await makeSchool()).scope, made.value, place)).toEqual({ ok: false, reason: 'not-found' })
})

it('refuses to enroll a student who left, but enrolls one with a deactivated account', async () => {
  const { school, section, session } = await house()
  const place = form({ session: await makeAcademicSession(school, { startYear: 2040 }), section })
  const made = await admitStudent(school.scope, form({ session, section }))
  if (!made.ok) throw new Error(made.reason)
  const set = (status: string) =>
    execute(
      `UPDATE students SET status = :status, left_on = IF(:status = 'left', '2026-05-05', NULL),
         leaving_reason = IF(:status = 'left', 'Moved away', NULL) WHERE public_id = :id`,
      { status, id: made.value },
    )
  await set('left')
  expect(await enrollStudent(school.scope, made.value, place)).toEqual({ ok: false, reason: 'has-left' })
  await set('inactive')
  expect(await enrollStudent(school.scope, made.value, place)).toEqual({ ok: true })
})

it('edits only students of this school, and keeps enrollment numbers unique', async () => {
  const { school, section, session } = await house()
  const first = await admitStudent(school.scope, form({ session, section }))
  if (!first.ok) throw new Error(first.reason)
  await makeStudent(school, { enrollmentNumber: 'TAKEN' })
  const fields = form({ session, section }, { first_name: 'Kavita', email: 'k@school.test', father_name: 'S. Reddy' })
  expect(await updateStudent(school.scope, first.value, fields, 1)).toEqual({ ok: true })
  expect(await findStudentRecord(school.scope, first.value)).toMatchObject({
    firstName: 'Kavita',
    email: 'k@school.test',
    fatherName: 'S. Reddy',
  })
  expect(await updateStudent(school.scope, first.value, { ...fields, enrollment_number: 'TAKEN' }, 2)).toEqual({
    ok: false,
    reason: 'enrollment-number-taken',
  })
  expect(await updateStudent((await makeSchool()).scope, first.value, fields, 1)).toEqual({
    ok: false,
    reason: 'not-found',
  })
  const log = await readRows<{ details: string }>(
    `SELECT details FROM audit_entries WHERE school_id = :id AND action = 'student.updated'`,
    { id: school.id },
  )
  expect(log.map((entry) => JSON.parse(entry.details))).toEqual([
    {
      section: 'student',
      changed: 'first_name father_name email',
      first_name: 'Kavya → Kavita',
      father_name: 'Srinivas Reddy → S. Reddy',
      email: ' → k@school.test',
    },
  ])
})

it('mails the previous address when the office changes sign-in names, without revealing the new ones', async () => {
  const { school, section, session } = await house()
  const first = await admitStudent(school.scope, form({ session, section }, { email: 'k@school.test' }))
  if (!first.ok) throw new Error(first.reason)
  const fields = form({ session, section }, { email: 'k@school.test', address: '7 Lake Road' })
  const told = () =>
    readRows<{ text: string }>(
      "SELECT body_text AS text FROM outgoing_mail WHERE to_address = 'k@school.test' AND school_id = :id",
      { id: school.id },
    )
  expect(await updateStudent(school.scope, first.value, fields, 1)).toEqual({ ok: true })
  expect(await told()).toEqual([])
  const moved = { ...fields, email: 'k2@school.test' }
  expect(await updateStudent(school.scope, first.value, moved, 2)).toEqual({ ok: true })
  expect(await told()).toEqual([{ text: expect.stringContaining('The office has changed') }])
  expect((await told())[0]?.text).not.toMatch(/k2@|https?:/)
})

it('refuses new sign-in names above the daily limit of account mails, but saves changes of other fields', async () => {
  const { school, section, session } = await house()
  const first = await admitStudent(school.scope, form({ session, section }, { email: 'k@school.test' }))
  if (!first.ok) throw new Error(first.reason)
  await countOfficeMails(school, officeMailsADay.least)
  const fields = form({ session, section }, { email: 'k@school.test', address: '7 Lake Road' })
  expect(await updateStudent(school.scope, first.value, fields, 1)).toEqual({ ok: true })
  const moved = { ...fields, email: 'k2@school.test' }
  expect(await updateStudent(school.scope, first.value, moved, 2)).toEqual({ ok: false, reason: 'too-many-mails' })
  await passMailDay(school)
  expect(await updateStudent(school.scope, first.value, moved, 2)).toEqual({ ok: true })
})
