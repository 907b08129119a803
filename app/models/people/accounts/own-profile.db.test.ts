import { expect, it } from 'vitest'
import { execute, inTransaction, outsideTransaction } from '~/database/database.server'
import { receiveFile } from '~/models/core/files/receive-file.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { ownSchemas } from '~/models/people/students/describe/sections.server'
import { photoRule } from '~/models/people/students/documents.server'
import { findSections, listDocuments } from '~/models/people/students/find-sections.server'
import { entriesOf } from '../../../../tests/factories/audit'
import { stopClocks } from '../../../../tests/factories/days'
import { picture } from '../../../../tests/factories/pictures'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { untilLockWait } from '../../../../tests/reliability/stage'
import { confirmEmailChange, findEmailChange } from './email-change.server'
import { makeResetToken } from './passwords/reset-password.server'
import { saveOwnInformation } from './save-own-information.server'
import { findStudentSession, openSession } from './sign-in/sessions.server'

stopClocks()

const undoLinkOf = (token: string) => `https://school.test/undo?token=${token}`
const links = { confirm: (token: string) => `https://school.test/confirm?token=${token}`, undo: undoLinkOf }

const password = 'Neem-tree-by-the-well-8'
type Typed = Record<string, string | undefined>

const typedOf = (student: MadeStudent, changed: Typed = {}) => {
  const { current_password: typed, ...values } = { current_password: password, ...changed }
  const current = {
    first_name: student.firstName,
    last_name: student.lastName,
    father_name: student.fatherName,
    mother_name: student.motherName,
    date_of_birth: student.dateOfBirth,
    category: student.category,
    address: student.address,
    gender: student.gender,
    mobile_number: student.mobileNumber,
    email: student.email ?? '',
  }
  const { note, ...read } = ownSchemas.student.parse({ ...current, ...values })
  return { values: read, note: null, password: typed ?? null }
}

const save = (student: MadeStudent, changed: Typed, version = 1) =>
  saveOwnInformation(student.scope, student.publicId, typedOf(student, changed), version, [], links)

async function tokenMailedTo(address: string): Promise<string> {
  const mail = await readRow<{ text: string }>(
    'SELECT body_text AS text FROM outgoing_mail WHERE to_address = :address ORDER BY id DESC LIMIT 1',
    { address },
  )
  return /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

it('saves the student’s own fields, requests changes to the office’s fields, and mails a link to a new address', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { lastName: 'Patel', password })
  const saved = await save(asha, {
    address: '12 New Road',
    last_name: 'Shah',
    category: 'OBC',
    email: 'new@family.test',
  })
  expect(saved).toEqual({
    ok: true,
    asked: ['last_name', 'category'],
    mailedTo: 'new@family.test',
    hasMailedUndo: false,
  })
  const stored = await findSections(school.scope, asha.publicId)
  expect(stored?.values).toMatchObject({
    address: '12 New Road',
    last_name: 'Patel',
    category: 'General',
    email: asha.email,
  })
  expect(await findEmailChange(asha.scope)).toBe('new@family.test')
  expect(await entriesOf(school, 'email.change-asked')).toEqual([
    { kind: 'student', id: asha.id, by: 'student', details: {} },
  ])
  // Submitting the same form again creates no second request and no second mail.
  const again = await save(
    asha,
    { address: '12 New Road', last_name: 'Shah', category: 'OBC', email: 'new@family.test' },
    2,
  )
  expect(again).toEqual({ ok: true, asked: [], mailedTo: null, hasMailedUndo: false })
  expect(await save(asha, { last_name: 'Desai' }, 2)).toEqual({
    ok: false,
    reason: 'change-waits',
    fields: ['last_name'],
  })
})

it('switches to a new e-mail once confirmed, notifies the previous address and voids links mailed to it', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { password })
  const classmate = await makeStudent(school)
  await inTransaction(() => makeResetToken({ kind: 'student', schoolId: school.id, id: asha.id }, 30))
  await save(asha, { email: 'confirmed@family.test' })
  const token = await tokenMailedTo('confirmed@family.test')
  const row = await readRow<{ hash: string }>('SELECT token_hash AS hash FROM email_changes WHERE student_id = :id', {
    id: asha.id,
  })
  expect(row?.hash).not.toContain(token)
  const refused = { ok: false, reason: 'link-not-valid' }
  expect(await confirmEmailChange(classmate.scope, classmate.publicId, token, undoLinkOf)).toEqual(refused)
  expect(await confirmEmailChange(asha.scope, asha.publicId, 'x'.repeat(43), undoLinkOf)).toEqual(refused)
  expect(await confirmEmailChange(asha.scope, asha.publicId, token, undoLinkOf)).toEqual({
    ok: true,
    value: { email: 'confirmed@family.test' },
  })
  expect(await confirmEmailChange(asha.scope, asha.publicId, token, undoLinkOf)).toEqual(refused)
  const stored = await findSections(school.scope, asha.publicId)
  expect(stored?.values.email).toBe('confirmed@family.test')
  const told = await readRows<{ text: string }>('SELECT body_text AS text FROM outgoing_mail WHERE to_address = :to', {
    to: asha.email,
  })
  expect(told[0]?.text).toContain('confirmed@family.test')
  const links = await readRows('SELECT id FROM password_resets WHERE student_id = :id AND used_at IS NULL', {
    id: asha.id,
  })
  expect(links).toEqual([])
})

it('requires the current password only for changes of a sign-in name', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { password })
  const required = { ok: false, reason: 'password-required' }
  const wrong = { ok: false, reason: 'wrong-password' }
  const bare = { current_password: undefined }
  const valuesOf = async () => (await findSections(school.scope, asha.publicId))?.values
  const before = await valuesOf()
  for (const change of [{ email: 'thief@evil.test' }, { mobile_number: '9876500001' }]) {
    expect(await save(asha, { address: 'Not kept', ...change, ...bare })).toEqual(required)
    expect(await save(asha, { address: 'Not kept', ...change, current_password: 'not-it' })).toEqual(wrong)
  }
  expect(await valuesOf()).toEqual(before)
  expect(await findEmailChange(asha.scope)).toBeNull()
  // After a wrong password, even the right one has to wait. Sign-in and other fields are not affected.
  await save(asha, { mobile_number: '9876500001', current_password: 'not-it' })
  expect(await save(asha, { mobile_number: '9876500001' })).toMatchObject({ ok: false, reason: 'slowed' })
  expect(await save(asha, { address: '12 New Road', ...bare })).toMatchObject({ ok: true })
  await execute("DELETE FROM throttles WHERE bucket = CONCAT('own-password:student:', :id)", { id: asha.id })
  expect(await save(asha, { mobile_number: '9876500001', address: '12 New Road' }, 2)).toMatchObject({ ok: true })
  expect(await valuesOf()).toMatchObject({ mobile_number: '9876500001', address: '12 New Road' })
  // If the office has changed the number since the form was opened, the save is a conflict and needs no password.
  await execute("UPDATE students SET mobile_number = '9876500002', version = version + 1 WHERE id = :id", {
    id: asha.id,
  })
  const late = { mobile_number: '9876500001', address: '14 New Road', ...bare }
  expect(await save(asha, late, 3)).toMatchObject({ ok: false, reason: 'changed' })
  // Sent with the current version, the earlier number counts as a change of a sign-in name and requires the password.
  expect(await save(asha, late, 4)).toEqual(required)
  expect(await save(asha, { ...late, mobile_number: '9876500002' }, 4)).toMatchObject({ ok: true })
  expect(await valuesOf()).toMatchObject({ mobile_number: '9876500002', address: '14 New Road' })
  // Discarding or repeating a pending address needs no password either.
  const now = { mobile_number: '9876500002', address: '14 New Road' }
  await save(asha, { ...now, email: 'next@family.test' }, 5)
  expect(await save(asha, { ...now, email: 'next@family.test', ...bare }, 5)).toMatchObject({ ok: true })
  expect(await save(asha, { ...now, ...bare }, 5)).toMatchObject({ ok: true })
  expect(await findEmailChange(asha.scope)).toBeNull()
})

it('refuses to change the mobile number when the password was changed while the form was being submitted', async () => {
  const asha = await makeStudent(await makeSchool(), { password })
  const holds = inTransaction(async () => {
    await readRow('SELECT id FROM students WHERE id = :id FOR UPDATE', { id: asha.id })
    const saving = outsideTransaction(() => save(asha, { mobile_number: '9876500001' }))
    // The save has checked the password, and waits for the student's row.
    await outsideTransaction(() => untilLockWait({ about: `%FROM students%${asha.publicId}%FOR UPDATE%` }))
    await execute("UPDATE students SET password_hash = 'another' WHERE id = :id", { id: asha.id })
    return { saving }
  })
  expect(await (await holds).saving).toEqual({ ok: false, reason: 'password-required' })
})

it('discards a pending change of e-mail when the student reverts it or its link has expired', async () => {
  const asha = await makeStudent(await makeSchool(), { password })
  await save(asha, { email: 'mistake@family.test' })
  const token = await tokenMailedTo('mistake@family.test')
  await save(asha, {})
  expect(await findEmailChange(asha.scope)).toBeNull()
  expect(await confirmEmailChange(asha.scope, asha.publicId, token, undoLinkOf)).toMatchObject({ ok: false })
  await save(asha, { email: 'late@family.test' })
  await execute('UPDATE email_changes SET expires_at = UTC_TIMESTAMP(3) WHERE student_id = :id', { id: asha.id })
  const late = await tokenMailedTo('late@family.test')
  expect(await confirmEmailChange(asha.scope, asha.publicId, late, undoLinkOf)).toEqual({
    ok: false,
    reason: 'link-not-valid',
  })
})

it('sends four confirmation links in a row, and delays further ones', async () => {
  const asha = await makeStudent(await makeSchool(), { password })
  for (let n = 0; n < 4; n++) expect(await save(asha, { email: `a${n}@family.test` })).toMatchObject({ ok: true })
  expect(await save(asha, { email: 'a5@family.test' })).toMatchObject({ ok: false, reason: 'email-slowed' })
  // Changes that need no mail are saved without delay.
  expect(await save(asha, { address: 'Elsewhere', email: 'a3@family.test' })).toMatchObject({ ok: true })
})

it('delays changes of the mobile number after four that mailed an undo link; refused changes do not count', async () => {
  const asha = await makeStudent(await makeSchool(), { password })
  for (let n = 1; n <= 4; n++) {
    const change = { mobile_number: `987650000${n}` }
    expect(await save(asha, change, 9)).toMatchObject({ ok: false, reason: 'changed' })
    expect(await save(asha, change, n)).toMatchObject({ ok: true, hasMailedUndo: true })
  }
  expect(await save(asha, { mobile_number: '9876500005' }, 5)).toMatchObject({ ok: false, reason: 'mobile-slowed' })
})

it('reports a conflict when the profile has been saved since the form was loaded', async () => {
  const asha = await makeStudent(await makeSchool(), { password })
  expect(await save(asha, { address: 'First' })).toMatchObject({ ok: true })
  expect(await save(asha, { address: 'Second' })).toMatchObject({ ok: false, reason: 'changed' })
  expect(await save(asha, { address: 'Second' }, 2)).toMatchObject({ ok: true })
})

it('keeps a photo and its thumbnail, and removes both together', async () => {
  const asha = await makeStudent(await makeSchool(), { password })
  const take = async (color: string) => {
    const bytes = await picture(900, 1200, color).png().toBuffer()
    const received = await receiveFile(asha.scope, photoRule, { name: 'me.png', bytes, studentId: null })
    if (!received.ok) throw new Error(received.reason)
    return received.value
  }
  const files = () =>
    readRows<{ key: string; of: number | null; state: string }>(
      'SELECT storage_key AS `key`, thumbnail_of AS `of`, state FROM files WHERE student_id = :id ORDER BY id',
      { id: asha.id },
    )
  const first = await take('#204060')
  await saveOwnInformation(asha.scope, asha.publicId, typedOf(asha), 1, [first], links)
  const kept = await files()
  expect(kept.map(({ of, state }) => [of === null, state])).toEqual([
    [true, 'kept'],
    [false, 'kept'],
  ])
  const account = { kind: 'student', schoolId: asha.schoolId, id: asha.id } as const
  const token = await openSession(visitorScope(), account, { stage: 'full', idleMinutes: 30 })
  expect((await findStudentSession(visitorScope(), token))?.photoKey).toBe(kept[1]?.key)
  const second = await take('#602040')
  await saveOwnInformation(asha.scope, asha.publicId, typedOf(asha), 2, [second], links)
  expect((await files()).map(({ key }) => key)).toEqual([second.key, expect.stringMatching(/^photos\//)])
  expect(await listDocuments(asha.scope, asha)).toMatchObject([{ kind: 'student_photo', key: second.key }])
})
