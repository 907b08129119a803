import { expect, it } from 'vitest'
import { execute, select, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { receiveFile } from '~/models/files/receive-file.server'
import { visitorScope } from '~/models/shared/scope.server'
import { photoRule } from '~/models/students/document-rules.server'
import { findSections, listDocuments } from '~/models/students/find-sections.server'
import type { OwnStudentFields } from '~/models/students/schema'
import { picture } from '../../../tests/factories/pictures'
import { makeSchool } from '../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../tests/factories/student'
import { confirmEmailChange } from './confirm-email-change.server'
import { findEmailChange } from './email-change.server'
import { makeResetToken } from './reset-links.server'
import { saveOwnInformation } from './save-own-information.server'
import { findStudentSession, openSession } from './sessions.server'

const at = (version: number, seenVersion: number | null = null) => ({ version, seenVersion })
const linkOf = (token: string) => `https://school.test/confirm?token=${token}`

const fieldsOf = (student: MadeStudent, changed: Partial<OwnStudentFields> = {}): OwnStudentFields => ({
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
  ...changed,
})

const save = (student: MadeStudent, changed: Partial<OwnStudentFields>, opened = at(1)) =>
  saveOwnInformation(student.scope, student.publicId, fieldsOf(student, changed), opened, [], linkOf)

async function tokenMailedTo(address: string): Promise<string> {
  const mail = await selectOne<{ text: string }>(
    'SELECT body_text AS text FROM outgoing_mail WHERE to_address = :address ORDER BY id DESC LIMIT 1',
    { address },
  )
  return /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

it('writes what is the student’s own, asks for what is the office’s, and mails a link to a new address', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { lastName: 'Patel' })
  const saved = await save(asha, {
    address: '12 New Road',
    last_name: 'Shah',
    category: 'OBC',
    email: 'new@family.test',
  })
  expect(saved).toEqual({ ok: true, asked: ['last_name', 'category'], mailedTo: 'new@family.test' })
  const stored = await findSections(school.scope, asha.publicId)
  expect(stored?.values).toMatchObject({
    address: '12 New Road',
    last_name: 'Patel',
    category: 'General',
    email: asha.email,
  })
  expect(await findEmailChange(asha.scope)).toBe('new@family.test')
  // The same form again asks for nothing twice and mails nothing twice.
  const again = await save(
    asha,
    { address: '12 New Road', last_name: 'Shah', category: 'OBC', email: 'new@family.test' },
    at(2),
  )
  expect(again).toEqual({ ok: true, asked: [], mailedTo: null })
  expect(await save(asha, { last_name: 'Desai' }, at(2))).toEqual({
    ok: false,
    reason: 'change-waits',
    fields: ['last_name'],
  })
})

it('counts a new address once its owner confirms it, tells the one before, and voids links mailed there', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school)
  const classmate = await makeStudent(school)
  await inTransaction((tx) => makeResetToken({ kind: 'student', schoolId: school.id, id: asha.id }, 30, tx))
  await save(asha, { email: 'confirmed@family.test' })
  const token = await tokenMailedTo('confirmed@family.test')
  const row = await selectOne<{ hash: string }>('SELECT token_hash AS hash FROM email_changes WHERE student_id = :id', {
    id: asha.id,
  })
  expect(row?.hash).not.toContain(token)
  const refused = { ok: false, reason: 'link-not-valid' }
  expect(await confirmEmailChange(classmate.scope, classmate.publicId, token)).toEqual(refused)
  expect(await confirmEmailChange(asha.scope, asha.publicId, 'x'.repeat(43))).toEqual(refused)
  expect(await confirmEmailChange(asha.scope, asha.publicId, token)).toEqual({
    ok: true,
    value: { email: 'confirmed@family.test' },
  })
  expect(await confirmEmailChange(asha.scope, asha.publicId, token)).toEqual(refused)
  const stored = await findSections(school.scope, asha.publicId)
  expect(stored?.values.email).toBe('confirmed@family.test')
  const told = await select<{ text: string }>('SELECT body_text AS text FROM outgoing_mail WHERE to_address = :to', {
    to: asha.email,
  })
  expect(told[0]?.text).toContain('confirmed@family.test')
  const links = await select('SELECT id FROM password_resets WHERE student_id = :id AND used_at IS NULL', {
    id: asha.id,
  })
  expect(links).toEqual([])
})

it('forgets a change that is taken back or too old', async () => {
  const asha = await makeStudent(await makeSchool())
  await save(asha, { email: 'mistake@family.test' })
  const token = await tokenMailedTo('mistake@family.test')
  await save(asha, {})
  expect(await findEmailChange(asha.scope)).toBeNull()
  expect(await confirmEmailChange(asha.scope, asha.publicId, token)).toMatchObject({ ok: false })
  await save(asha, { email: 'late@family.test' })
  await execute('UPDATE email_changes SET expires_at = UTC_TIMESTAMP(3) WHERE student_id = :id', { id: asha.id })
  const late = await tokenMailedTo('late@family.test')
  expect(await confirmEmailChange(asha.scope, asha.publicId, late)).toEqual({ ok: false, reason: 'link-not-valid' })
})

it('sends four links in a row and then has to be waited for', async () => {
  const asha = await makeStudent(await makeSchool())
  for (let n = 0; n < 4; n++) expect(await save(asha, { email: `a${n}@family.test` })).toMatchObject({ ok: true })
  expect(await save(asha, { email: 'a5@family.test' })).toMatchObject({ ok: false, reason: 'email-slowed' })
  // What needs no mail is saved all the same.
  expect(await save(asha, { address: 'Elsewhere', email: 'a3@family.test' })).toMatchObject({ ok: true })
})

it('shares versions with the office: who saves second is asked', async () => {
  const asha = await makeStudent(await makeSchool())
  expect(await save(asha, { address: 'First' })).toMatchObject({ ok: true })
  expect(await save(asha, { address: 'Second' })).toMatchObject({ ok: false, reason: 'changed-meanwhile' })
  expect(await save(asha, { address: 'Second' }, at(1, 2))).toMatchObject({ ok: true })
})

it('keeps a photo and its small twin, which go together', async () => {
  const asha = await makeStudent(await makeSchool())
  const take = async (color: string) => {
    const bytes = await picture(900, 1200, color).png().toBuffer()
    const received = await receiveFile(asha.scope, photoRule, { name: 'me.png', bytes, studentId: null })
    if (!received.ok) throw new Error(received.reason)
    return received.value
  }
  const files = () =>
    select<{ key: string; of: number | null; state: string }>(
      'SELECT storage_key AS `key`, thumbnail_of AS `of`, state FROM files WHERE student_id = :id ORDER BY id',
      { id: asha.id },
    )
  const first = await take('#204060')
  await saveOwnInformation(asha.scope, asha.publicId, fieldsOf(asha), at(1), [first], linkOf)
  const kept = await files()
  expect(kept.map(({ of, state }) => [of === null, state])).toEqual([
    [true, 'kept'],
    [false, 'kept'],
  ])
  const account = { kind: 'student', schoolId: asha.schoolId, id: asha.id } as const
  const token = await openSession(visitorScope(), account, { stage: 'full', idleMinutes: 30 })
  expect((await findStudentSession(visitorScope(), token))?.photoKey).toBe(kept[1]?.key)
  const second = await take('#602040')
  await saveOwnInformation(asha.scope, asha.publicId, fieldsOf(asha), at(2), [second], linkOf)
  expect((await files()).map(({ key }) => key)).toEqual([second.key, expect.stringMatching(/^photos\//)])
  expect(await listDocuments(asha.scope, asha)).toMatchObject([{ kind: 'student_photo', key: second.key }])
})
