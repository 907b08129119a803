import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { inLanguage } from '~/language/request.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { newBrowser, signedInStaff, signedInStudent } from '../../../../../tests/factories/accounts'
import { stopClocks } from '../../../../../tests/factories/days'
import { unique } from '../../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { resetTurns } from '../options'
import { signOutEverywhere } from '../sign-in/own-sessions.server'
import { findStaffSession, findStudentSession } from '../sign-in/sessions.server'
import { signInStaff } from '../sign-in/sign-in-staff.server'
import { signInStudent } from '../sign-in/sign-in-student.server'
import { changePassword } from './change-password.server'
import { choosePassword } from './choose-password.server'
import { confirmStaffPassword } from './own-password.server'
import { requestPasswordReset, resetPassword } from './reset-password.server'

stopClocks()

const visitor = visitorScope()
const old = 'blue kite river'
const next = 'green parrot hill'

async function canSignIn(name: string | null, password: string, browser = newBrowser()) {
  return (await signInStudent(visitor, { name: name ?? '', password, browser })).ok
}

const link = (email: string, token: string) => `reset|${email}|${token}|`

/** E-mail and token of each link in the newest mail to this address. */
async function mailedLinks(to: string) {
  const mail = await readRow<{ subject: string; text: string }>(
    'SELECT subject, body_text AS text FROM outgoing_mail WHERE to_address = :to ORDER BY id DESC LIMIT 1',
    { to },
  )
  const links = [...(mail?.text ?? '').matchAll(/reset\|([^|]+)\|([^|]+)\|/g)]
  return { subject: mail?.subject, links: links.map((found) => ({ email: found[1] ?? '', token: found[2] ?? '' })) }
}

it('replaces the date of birth by the first password, ends all sessions and opens a full session', async () => {
  const ravi = await makeStudent(await makeSchool(), { firstName: 'Ravi', dateOfBirth: '2011-08-15' })
  const activating = await signedInStudent(ravi, 'choose-password')
  expect(await choosePassword(ravi.scope, { password: '2011-08-15' }, newBrowser())).toEqual({
    ok: false,
    reason: 'date',
  })
  expect(await choosePassword(ravi.scope, { password: 'ravi12345' }, newBrowser())).toEqual({
    ok: false,
    reason: 'name',
  })
  expect(await choosePassword(ravi.scope, { password: `x${ravi.mobileNumber}` }, newBrowser())).toEqual({
    ok: false,
    reason: 'phone',
  })
  expect(await choosePassword(ravi.scope, { password: ravi.enrollmentNumber }, newBrowser())).toMatchObject({
    ok: false,
  })

  const chosen = await choosePassword(ravi.scope, { password: next }, newBrowser())
  if (!chosen.ok) throw new Error(chosen.reason)
  expect(await findStudentSession(visitor, activating.token)).toBeNull()
  expect((await findStudentSession(visitor, chosen.value.token))?.stage).toBe('full')
  expect(await choosePassword(ravi.scope, { password: 'another good one' }, newBrowser())).toEqual({
    ok: false,
    reason: 'already-chosen',
  })
  expect(await canSignIn(ravi.email, '2011-08-15')).toBe(false)
  expect(await canSignIn(ravi.email, next)).toBe(true)
})

it('refuses the school’s and the parents’ names as first password', async () => {
  const ravi = await makeStudent(await makeSchool({ name: 'Gyan Bharati Vidyalaya' }))
  await execute("UPDATE guardians SET father_name = 'Jignesh Dholakia' WHERE student_id = :id", { id: ravi.id })
  for (const password of ['Gyanbharati@2026', 'dholakia2011', 'jigneshdholakia'])
    expect(await choosePassword(ravi.scope, { password }, newBrowser())).toMatchObject({ ok: false })
  expect(await choosePassword(ravi.scope, { password: next }, newBrowser())).toMatchObject({ ok: true })
})

it('accepts only one of fifty concurrent first passwords', async () => {
  const ravi = await makeStudent(await makeSchool())
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      choosePassword(ravi.scope, { password: `${next} ${index}` }, newBrowser()),
    ),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
})

it('requires the old password for a change, renews the current session and ends the others', async () => {
  const asha = await makeStudent(await makeSchool(), { password: old })
  const here = await signedInStudent(asha)
  const elsewhere = await signedInStudent(asha)
  expect(await changePassword(asha.scope, { current: 'wrong', next }, here.token)).toEqual({
    ok: false,
    reason: 'wrong-password',
  })
  expect(await changePassword(asha.scope, { current: old, next: 'password123' }, here.token)).toEqual({
    ok: false,
    reason: 'common',
  })
  const changed = await changePassword(asha.scope, { current: old, next }, here.token)
  if (!changed.ok) throw new Error(changed.reason)
  expect(changed.value.lasting).toBe(true)
  expect(await findStudentSession(visitor, here.token)).toBeNull()
  expect(await findStudentSession(visitor, elsewhere.token)).toBeNull()
  expect((await findStudentSession(visitor, changed.value.token))?.publicId).toBe(asha.publicId)
  expect(await canSignIn(asha.email, old)).toBe(false)
  expect(await canSignIn(asha.email, next)).toBe(true)
  expect(
    await readRows('SELECT id FROM audit_entries WHERE school_id = :id AND action = :action', {
      id: asha.schoolId,
      action: 'password.changed',
    }),
  ).toHaveLength(1)
})

it('accepts only one of two concurrent changes with the same old password', async () => {
  const asha = await makeStudent(await makeSchool(), { password: old })
  const { token } = await signedInStudent(asha)
  const changes = [next, 'another kite over Surat'].map((text) =>
    changePassword(asha.scope, { current: old, next: text }, token),
  )
  const outcomes = await Promise.all(changes)
  expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'wrong-password' })
})

it('slows down guesses of the old password in an open session', async () => {
  const asha = await makeStudent(await makeSchool(), { password: old })
  const { token } = await signedInStudent(asha)
  for (let i = 0; i < 3; i++) await changePassword(asha.scope, { current: `wrong ${i}`, next }, token)
  expect(await changePassword(asha.scope, { current: old, next }, token)).toEqual({
    ok: false,
    reason: 'slowed',
    waitSeconds: 1,
  })
})

it('mails one link per account for a forgotten password, in the language of the first account', async () => {
  const [one, two] = [await makeSchool(), await makeSchool()]
  const email = `family.${unique()}@school.test`
  const elder = await makeStudent(one, { email, password: old, language: 'gu' })
  const younger = await makeStudent(two, { email, password: 'red lotus pond' })
  await inLanguage('en', () => requestPasswordReset(visitor, 'student', email.toUpperCase(), link))
  const { subject, links } = await mailedLinks(email)
  expect(subject).toBe('નવો પાસવર્ડ પસંદ કરો')
  expect(links).toHaveLength(2)
  expect(await readRows('SELECT id FROM outgoing_mail WHERE to_address = :email', { email })).toHaveLength(1)

  const reset = { email, token: links[1]?.token ?? '', password: next }
  expect(await resetPassword(visitor, 'student', reset)).toEqual({ ok: true, value: undefined })
  expect(await canSignIn(email, next)).toBe(true)
  expect(await canSignIn(email, 'red lotus pond')).toBe(false)
  expect(await canSignIn(elder.email, old)).toBe(true)
  expect(younger.email).toBe(email)
})

it('mails a reset link to the student of an approved school despite two hundred other accounts with the address', async () => {
  const email = `crowd.${unique()}@school.test`
  for (let made = 0; made < 200; made++) await makeStudent(await makeSchool({ approved: false }), { email })
  const own = await makeStudent(await makeSchool(), { email })
  await requestPasswordReset(visitor, 'student', email, link)
  expect((await mailedLinks(email)).links).toHaveLength(200)
  expect(await readRows('SELECT id FROM password_resets WHERE student_id = :id', { id: own.id })).toHaveLength(1)
})

it('accepts a reset link once within thirty minutes, for its address and role, even after a bad password', async () => {
  const asha = await makeStudent(await makeSchool(), { password: old })
  const email = asha.email ?? ''
  const open = await signedInStudent(asha)
  await requestPasswordReset(visitor, 'student', email, link)
  const token = (await mailedLinks(email)).links[0]?.token ?? ''
  const notValid = { ok: false, reason: 'link-not-valid' }
  const reset = (
    form: Partial<{ email: string; token: string; password: string }>,
    kind: 'student' | 'staff' = 'student',
  ) => resetPassword(visitor, kind, { email, token, password: next, ...form })
  expect(await reset({ email: 'other@school.test' })).toEqual(notValid)
  expect(await reset({ token: 'x'.repeat(43) })).toEqual(notValid)
  expect(await reset({}, 'staff')).toEqual(notValid)
  expect(await reset({ password: '2012-06-14' })).toEqual({ ok: false, reason: 'date' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => reset({})))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(await reset({})).toEqual(notValid)
  expect(await findStudentSession(visitor, open.token)).toBeNull()

  await requestPasswordReset(visitor, 'student', email, link)
  const late = (await mailedLinks(email)).links[0]?.token ?? ''
  const row = await readRow<{ minutes: number }>(
    `SELECT TIMESTAMPDIFF(SECOND, created_at, expires_at) / 60 AS minutes FROM password_resets
     WHERE student_id = :id ORDER BY id DESC LIMIT 1`,
    { id: asha.id },
  )
  expect(Number(row?.minutes)).toBe(30)
  await execute('UPDATE password_resets SET expires_at = UTC_TIMESTAMP(3) WHERE student_id = :id', { id: asha.id })
  expect(await reset({ token: late })).toEqual(notValid)
})

it('stores only the hash of a mailed link', async () => {
  const asha = await makeStudent(await makeSchool())
  await requestPasswordReset(visitor, 'student', asha.email ?? '', link)
  const token = (await mailedLinks(asha.email ?? '')).links[0]?.token ?? ''
  const rows = await readRows<{ hash: string }>(
    'SELECT token_hash AS hash FROM password_resets WHERE student_id = :id',
    { id: asha.id },
  )
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(rows.map((row) => row.hash)).not.toContain(token)
})

it('answers as usual but sends no mail for an unknown or inactive address, or after too many requests', async () => {
  const school = await makeSchool()
  const gone = await makeStudent(school, { status: 'inactive' })
  const nobody = `nobody.${unique()}@school.test`
  for (const email of [gone.email ?? '', nobody]) {
    expect(await requestPasswordReset(visitor, 'student', email, link)).toBeNull()
    expect(await readRows('SELECT id FROM outgoing_mail WHERE to_address = :email', { email })).toHaveLength(0)
  }
  const asha = await makeStudent(school)
  for (let i = 0; i < 6; i++) await requestPasswordReset(visitor, 'student', asha.email ?? '', link)
  expect(await readRows('SELECT id FROM outgoing_mail WHERE to_address = :to', { to: asha.email ?? '' })).toHaveLength(
    4,
  )
})

it('slows down a network that requests very many reset links, but no other network', async () => {
  const asha = await makeStudent(await makeSchool())
  const request = (network: string) => requestPasswordReset(visitor, 'student', asha.email ?? '', link, network)
  expect(await request('192.0.2.140')).toBeNull()
  await execute('UPDATE throttles SET failures = :free WHERE bucket = :bucket', {
    free: resetTurns.free,
    bucket: 'reset-network:192.0.2.140',
  })
  expect(await request('192.0.2.140')).toBeNull()
  expect(await request('192.0.2.140')).toMatchObject({ reason: 'slowed' })
  expect(await request('192.0.2.141')).toBeNull()
  expect(await readRows('SELECT id FROM outgoing_mail WHERE to_address = :to', { to: asha.email })).toHaveLength(3)
})

it('resets a staff user’s password by mail too, with 12 characters or more', async () => {
  const office = await makeStaff(await makeSchool(), { password: 'Demo-office-2026' })
  const open = await signedInStaff(office)
  await requestPasswordReset(visitor, 'staff', office.email, link)
  const token = (await mailedLinks(office.email)).links[0]?.token ?? ''
  const form = { email: office.email, token, password: 'parrot hill' }
  expect(await resetPassword(visitor, 'staff', form)).toEqual({ ok: false, reason: 'too-short' })
  expect((await resetPassword(visitor, 'staff', { ...form, password: next })).ok).toBe(true)
  expect(await findStaffSession(visitor, open.token)).toBeNull()
  const attempt = { email: office.email, password: next, browser: newBrowser() }
  expect((await signInStaff(visitor, attempt)).ok).toBe(true)
})

it('ends the other sessions and forgets known browsers when signing out everywhere', async () => {
  const asha = await makeStudent(await makeSchool(), { password: old })
  const known = newBrowser()
  await canSignIn(asha.email, old, known)
  const here = await signedInStudent(asha)
  await signOutEverywhere(asha.scope, here.token)
  expect((await findStudentSession(visitor, here.token))?.publicId).toBe(asha.publicId)
  const left = await readRows('SELECT id_hash FROM sessions WHERE student_id = :id', { id: asha.id })
  expect(left).toHaveLength(1)
  expect(await readRows('SELECT 1 FROM device_cookies WHERE account = :a', { a: `student:${asha.id}` })).toHaveLength(0)
})

it('asks a staff user for the password again, and records when it was confirmed', async () => {
  const office = await makeStaff(await makeSchool(), { password: 'Demo-office-2026' })
  const { token } = await signedInStaff(office)
  await execute('UPDATE sessions SET confirmed_at = NULL WHERE staff_user_id = :id', { id: office.id })
  expect(await confirmStaffPassword(office.scope, 'wrong', token)).toEqual({ ok: false, reason: 'wrong-password' })
  expect((await findStaffSession(visitor, token))?.confirmedAt).toBeNull()
  expect(await confirmStaffPassword(office.scope, 'Demo-office-2026', token)).toMatchObject({ ok: true })
  expect((await findStaffSession(visitor, token))?.confirmedAt).toBeInstanceOf(Date)
})
