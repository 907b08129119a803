import { expect, it } from 'vitest'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { currentSession, makeClass, makeSection } from '../../../../../tests/factories/academics'
import { type MadeAdmission, makeAdmission } from '../../../../../tests/factories/admissions'
import { makeFee } from '../../../../../tests/factories/fees'
import { insert, unique } from '../../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { acceptAdmission } from './accept-admission.server'
import type { AcceptanceFields } from './acceptance-fields'
import { countAdmissions, findAdmission } from './admission-queries.server'
import { rejectAdmission } from './decide-admission.server'

async function house(capacity = 40) {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school, { name: 'Class 1' })
  const section = await makeSection(ofClass, { capacity })
  const { scope } = await makeStaff(school)
  const fields = (change: Partial<AcceptanceFields> = {}): AcceptanceFields => ({
    academicSession: session.publicId,
    section: section.publicId,
    rollNumber: undefined,
    enrollment_number: '1001',
    enrolledOn: '2026-06-15',
    admission_number: null,
    admission_date: '2026-06-15',
    ...change,
  })
  return { school, session, ofClass, section, scope, fields }
}

async function studentsOf(school: MadeSchool): Promise<number> {
  const row = await readRow<{ count: number }>('SELECT COUNT(*) AS count FROM students WHERE school_id = :id', {
    id: school.id,
  })
  return row?.count ?? 0
}

function mailsTo(admission: MadeAdmission) {
  return readRows<{ subject: string; text: string }>(
    'SELECT subject, body_text AS text FROM outgoing_mail WHERE to_address = :to ORDER BY id',
    { to: admission.email },
  )
}

async function addDocument(school: MadeSchool, admission: MadeAdmission, kind: string): Promise<number> {
  const fileId = await insert('files', {
    school_id: school.id,
    storage_key: `documents/${unique()}.pdf`,
    visibility: 'student',
    content_type: 'application/pdf',
    file_name: 'paper.pdf',
    size_bytes: 10,
    state: 'kept',
    created_at: new Date(),
  })
  await insert('admission_documents', {
    school_id: school.id,
    admission_id: admission.id,
    kind,
    file_id: fileId,
    created_at: new Date(),
  })
  return fileId
}

it('creates student, account, enrollment, academic facts, documents and dues at once, and mails the family', async () => {
  const { school, session, ofClass, scope, fields } = await house()
  const fee = await makeFee(school, { session, class: ofClass })
  await assignFee(school.scope, fee.publicId)
  const admission = await makeAdmission(school, { class: ofClass, language: 'hi', origin: 'online' })
  const photo = await addDocument(school, admission, 'student_photo')
  const paper = await addDocument(school, admission, 'birth_certificate')
  const made = await acceptAdmission(scope, admission.publicId, fields({ rollNumber: 4, admission_number: 'GR-77' }))
  if (!made.ok) throw new Error(made.reason)

  const student = await readRow<Record<string, unknown>>(
    `SELECT s.id, s.first_name AS firstName, s.language, s.password_hash AS hash, s.photo_file_id AS photo,
       e.roll_number AS rollNumber, i.admission_number AS admissionNumber, i.admission_class AS admissionClass,
       (SELECT COUNT(*) FROM dues d WHERE d.student_id = s.id) AS dues
     FROM students s JOIN enrollments e ON e.student_id = s.id JOIN academic_infos i ON i.student_id = s.id
     WHERE s.public_id = :id`,
    { id: made.value },
  )
  expect(student).toMatchObject({
    firstName: admission.firstName,
    language: 'hi',
    hash: 'no password',
    photo,
    rollNumber: 4,
    admissionNumber: 'GR-77',
    admissionClass: 'Class 1',
    dues: 2,
  })
  const documents = await readRows<{ kind: string; file: number; owner: number }>(
    `SELECT d.kind, d.file_id AS file, f.student_id AS owner FROM student_documents d JOIN files f ON f.id = d.file_id
     WHERE d.student_id = :id ORDER BY d.kind`,
    { id: Number(student?.id) },
  )
  expect(documents).toEqual([
    { kind: 'student_photo', file: photo, owner: student?.id },
    { kind: 'birth_certificate', file: paper, owner: student?.id },
  ])
  expect(await findAdmission(scope, admission.publicId)).toMatchObject({ state: 'accepted', student: made.value })
  const [mail] = await mailsTo(admission)
  expect(mail?.subject).toContain('प्रवेश मिला')
  expect(mail?.text).toContain('वही जो आपने पंजीकरण के समय चुना था')
  expect(mail?.text).toContain('/students/login')
  const log = await readRows<{ action: string }>('SELECT action FROM audit_entries WHERE school_id = :id ORDER BY id', {
    id: school.id,
  })
  expect(log.map((entry) => entry.action)).toEqual(expect.arrayContaining(['admission.accepted', 'student.created']))
})

it('uses the date of birth as first password for an admission entered by the office', async () => {
  const { school, scope, fields } = await house()
  const admission = await makeAdmission(school)
  const made = await acceptAdmission(scope, admission.publicId, fields())
  if (!made.ok) throw new Error(made.reason)
  const student = await readRow<{ hash: string | null; changedAt: Date | null }>(
    'SELECT password_hash AS hash, password_changed_at AS changedAt FROM students WHERE public_id = :id',
    { id: made.value },
  )
  expect(student).toEqual({ hash: null, changedAt: null })
  expect((await mailsTo(admission))[0]?.text).toContain('the date of birth as yyyy-mm-dd. You then choose your own.')

  await insert('school_settings', { school_id: school.id, activation_code_required: 1, updated_at: new Date() })
  const second = await makeAdmission(school)
  expect((await acceptAdmission(scope, second.publicId, fields({ enrollment_number: '1002' }))).ok).toBe(true)
  expect((await mailsTo(second))[0]?.text).toContain('activation code')
})

it('gives the last seat to exactly one of fifty concurrently accepted admissions', async () => {
  const { school, ofClass, scope, fields } = await house(1)
  const admissions = await Promise.all(
    Array.from({ length: 50 }, (_, index) => makeAdmission(school, { class: ofClass, firstName: `Child${index}` })),
  )
  const outcomes = await Promise.all(
    admissions.map((one, index) => acceptAdmission(scope, one.publicId, fields({ enrollment_number: `N${index}` }))),
  )
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'section-full')).toHaveLength(49)
  expect(await studentsOf(school)).toBe(1)
  expect(await countAdmissions(scope, 'pending')).toBe(49)
})

it('creates one student from an admission accepted ten times concurrently', async () => {
  const { school, scope, fields } = await house()
  const admission = await makeAdmission(school)
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => acceptAdmission(scope, admission.publicId, fields())),
  )
  expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.value)).size).toBe(1)
  expect(await studentsOf(school)).toBe(1)
  expect(await mailsTo(admission)).toHaveLength(1)
  // Accepting it again with another enrollment number is refused.
  expect(await acceptAdmission(scope, admission.publicId, fields({ enrollment_number: '2002' }))).toEqual({
    ok: false,
    reason: 'decided',
  })
})

it('refuses each invalid field with its own reason, and leaves the admission unchanged', async () => {
  const { school, ofClass, scope, fields } = await house()
  const other = await house()
  const admission = await makeAdmission(school, { mobileNumber: '9812345678' })
  const accept = async (change: Partial<AcceptanceFields>) => {
    const outcome = await acceptAdmission(scope, admission.publicId, fields(change))
    return outcome.ok ? 'accepted' : outcome.reason
  }
  const first = await acceptAdmission(
    scope,
    (await makeAdmission(school, { class: ofClass })).publicId,
    fields({ rollNumber: 1, admission_number: 'GR-1' }),
  )
  expect(first.ok).toBe(true)
  expect(await accept({})).toBe('enrollment-number-taken')
  expect(await accept({ enrollment_number: '1002', rollNumber: 1 })).toBe('roll-number-taken')
  expect(await accept({ enrollment_number: '1002', admission_number: 'GR-1' })).toBe('admission-number-taken')
  expect(await accept({ enrollment_number: '1002', section: other.section.publicId })).toBe('no-such-section')
  expect(await accept({ enrollment_number: '1002', academicSession: other.session.publicId })).toBe('no-such-session')
  expect(await acceptAdmission(other.scope, admission.publicId, other.fields())).toEqual({
    ok: false,
    reason: 'not-found',
  })
  for (let child = 1; child <= 8; child++) await makeStudent(school, { mobileNumber: '9812345678', email: null })
  expect(await accept({ enrollment_number: '1002' })).toBe('mobile-crowded')
  expect(await findAdmission(scope, admission.publicId)).toMatchObject({ state: 'pending', student: null })
  expect(await mailsTo(admission)).toEqual([])
})

it('creates no dues for an RTE child', async () => {
  const { school, session, ofClass, scope, fields } = await house()
  const fee = await makeFee(school, { session, class: ofClass })
  await assignFee(school.scope, fee.publicId)
  const made = await acceptAdmission(scope, (await makeAdmission(school, { rte: true })).publicId, fields())
  expect(made.ok).toBe(true)
  const dues = await readRows<{ id: number }>('SELECT id FROM dues WHERE school_id = :id', { id: school.id })
  expect(dues).toEqual([])
})

it('rejects an admission once, mails the reason, and refuses another decision afterwards', async () => {
  const { school, scope, fields } = await house()
  const admission = await makeAdmission(school, { language: 'gu' })
  expect(await rejectAdmission(scope, admission.publicId, 'The class is full')).toEqual({ ok: true })
  expect(await rejectAdmission(scope, admission.publicId, 'The class is full')).toEqual({ ok: true })
  expect(await rejectAdmission(scope, admission.publicId, 'Another reason')).toEqual({ ok: false, reason: 'decided' })
  expect(await acceptAdmission(scope, admission.publicId, fields())).toEqual({ ok: false, reason: 'decided' })
  const mails = await mailsTo(admission)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toContain('પ્રવેશ')
  expect(mails[0]?.text).toContain('The class is full')
  expect(await rejectAdmission((await makeSchool()).scope, admission.publicId, 'x')).toEqual({
    ok: false,
    reason: 'not-found',
  })
  // No mail without an address.
  const silent = await makeAdmission(school, { email: null })
  expect(await rejectAdmission(scope, silent.publicId, 'No seat')).toEqual({ ok: true })
})

it('enforces in the database that an accepted admission has a student and a rejected one a reason', async () => {
  const school = await makeSchool()
  const { id } = await makeAdmission(school)
  const change = (sql: string) => readRows(`UPDATE admissions SET decided_at = NOW(3), ${sql} WHERE id = ${id}`)
  await expect(change("state = 'accepted'")).rejects.toThrow(/admissions_accepted/)
  await expect(change("state = 'rejected'")).rejects.toThrow(/admissions_rejected/)
  await expect(change("password_hash = 'x'")).rejects.toThrow()
})
