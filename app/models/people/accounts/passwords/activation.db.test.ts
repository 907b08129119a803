import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { schoolScope, systemActor, visitorScope } from '~/models/core/shared/scope.server'
import { newBrowser, signedInStudent } from '../../../../../tests/factories/accounts'
import { stopClocks } from '../../../../../tests/factories/days'
import { insert } from '../../../../../tests/factories/insert'
import { readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { findStudentSession } from '../sign-in/sessions.server'
import { signInStudent } from '../sign-in/sign-in-student.server'
import { changeStudentStatus, resetToFirstPassword } from '../student-account.server'
import { activationCode, requiresActivationCode } from './activation-code.server'
import { choosePassword } from './choose-password.server'

stopClocks()

const visitor = visitorScope()
const good = 'blue kite river'

async function wantCodes(school: MadeSchool) {
  await insert('school_settings', { school_id: school.id, activation_code_required: 1, updated_at: new Date() })
}

async function codeOf(student: MadeStudent) {
  const [row] = await readRows<{ publicId: string; activationRound: number }>(
    'SELECT public_id AS publicId, activation_round AS activationRound FROM students WHERE id = :id',
    { id: student.id },
  )
  return row ? activationCode(row) : ''
}

const signIn = (student: MadeStudent, password: string, browser = newBrowser()) =>
  signInStudent(visitor, { name: student.email ?? '', password, browser })

it('requires a code only if the school requires codes, and checks it before the password', async () => {
  const school = await makeSchool()
  const ravi = await makeStudent(school, { firstName: 'Ravi' })
  expect(await requiresActivationCode(school.scope)).toBe(false)
  await wantCodes(school)
  expect(await requiresActivationCode(school.scope)).toBe(true)
  const choose = (code: string | undefined, password: string) =>
    choosePassword(ravi.scope, { code, password }, newBrowser())
  expect(await choose(undefined, 'ravi12345')).toEqual({ ok: false, reason: 'code-required' })
  expect(await choose('2222-2222', 'ravi12345')).toEqual({ ok: false, reason: 'wrong-code' })
  const code = await codeOf(ravi)
  expect(await choose(code, 'ravi12345')).toEqual({ ok: false, reason: 'name' })
  expect(await choose(code.toLowerCase(), good)).toMatchObject({ ok: true })
  expect(await choose(code, 'another good one')).toEqual({ ok: false, reason: 'already-chosen' })
})

it('slows down wrong codes per account and network, and never the correct code', async () => {
  const school = await makeSchool()
  await wantCodes(school)
  const [ravi, asha] = [await makeStudent(school), await makeStudent(school)]
  const choose = (student: MadeStudent, code: string) =>
    choosePassword(student.scope, { code, password: good }, newBrowser())
  const answers = []
  for (let i = 0; i < 4; i++) answers.push(await choose(ravi, `2222-222${i + 2}`))
  expect(answers.at(-1)).toMatchObject({ reason: 'slowed' })
  expect(await choose(ravi, '2222-2226')).toMatchObject({ reason: 'slowed' })
  expect(await choose(asha, await codeOf(asha))).toMatchObject({ ok: true })
  // The wait is a minute at most, after any number of failures.
  const bucket = `activation:${school.id}:${ravi.id}:%`
  await execute('UPDATE throttles SET failures = 50, blocked_until = NULL WHERE bucket LIKE :bucket', { bucket })
  expect(await choose(ravi, '2222-2222')).toMatchObject({ reason: 'wrong-code' })
  expect(await choose(ravi, '2222-2223')).toMatchObject({ reason: 'slowed', waitSeconds: 60 })
  expect(await choose(ravi, await codeOf(ravi))).toMatchObject({ ok: true })
})

it('slows down all but three of a hundred concurrent wrong codes, as if they were sent one after the other', async () => {
  const school = await makeSchool()
  await wantCodes(school)
  const ravi = await makeStudent(school)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => choosePassword(ravi.scope, { code: '2222-2222', password: good }, newBrowser())),
  )
  const reasons = answers.map((answer) => (answer.ok ? 'ok' : answer.reason))
  const looked = reasons.filter((reason) => reason === 'wrong-code')
  expect(looked.length).toBeGreaterThanOrEqual(1)
  expect(looked.length).toBeLessThanOrEqual(3)
  expect(reasons.filter((reason) => reason === 'slowed')).toHaveLength(100 - looked.length)
})

it('resets to the first password, signs out everywhere and invalidates the old code', async () => {
  const school = await makeSchool()
  await wantCodes(school)
  const office = await makeStaff(school)
  const asha = await makeStudent(school, { password: good, dateOfBirth: '2011-03-04' })
  const browser = newBrowser()
  expect(await signIn(asha, good, browser)).toMatchObject({ ok: true })
  const session = await signedInStudent(asha)
  const oldCode = await codeOf(asha)

  expect(await resetToFirstPassword(office.scope, asha.publicId, 'first-form')).toEqual({ ok: true })
  expect(await findStudentSession(visitor, session.token)).toBeNull()
  expect(
    await readRows('SELECT account FROM device_cookies WHERE account = :key', { key: `student:${asha.id}` }),
  ).toEqual([])
  expect(await signIn(asha, good)).toMatchObject({ ok: false })
  expect(await signIn(asha, '2011-03-04')).toMatchObject({ ok: true, value: { stage: 'choose-password' } })
  const choose = (code: string) => choosePassword(asha.scope, { code, password: 'green parrot hill' }, newBrowser())
  expect(await choose(oldCode)).toEqual({ ok: false, reason: 'wrong-code' })
  const code = await codeOf(asha)
  // Submitting the same form again changes nothing: a code printed since is still valid.
  expect(await resetToFirstPassword(office.scope, asha.publicId, 'first-form')).toEqual({ ok: true })
  expect(await choose(code)).toMatchObject({ ok: true })
  expect(await resetToFirstPassword(office.scope, asha.publicId, 'first-form')).toEqual({ ok: true })
  expect(await signIn(asha, 'green parrot hill')).toMatchObject({ ok: true, value: { stage: 'full' } })
  const audit = await readRows<{ action: string; name: string }>(
    `SELECT action, actor_name AS name FROM audit_entries WHERE school_id = :id AND action = 'password.first-again'`,
    { id: school.id },
  )
  expect(audit).toEqual([{ action: 'password.first-again', name: office.name }])
  const foreign = schoolScope((await makeSchool()).id, systemActor)
  expect(await resetToFirstPassword(foreign, asha.publicId, 'first-form')).toEqual({ ok: false, reason: 'not-found' })
})

it('signs a deactivated student out at once and keeps them out until restored', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { password: good })
  const session = await signedInStudent(asha)
  expect(await changeStudentStatus(school.scope, asha.publicId, 'inactive')).toEqual({ ok: true })
  expect(await changeStudentStatus(school.scope, asha.publicId, 'inactive')).toEqual({ ok: true })
  expect(await findStudentSession(visitor, session.token)).toBeNull()
  expect(await signIn(asha, good)).toMatchObject({ ok: false })
  expect(await resetToFirstPassword(school.scope, asha.publicId, 'first-form')).toEqual({
    ok: false,
    reason: 'not-active',
  })
  expect(await changeStudentStatus(school.scope, asha.publicId, 'active')).toEqual({ ok: true })
  expect(await signIn(asha, good)).toMatchObject({ ok: true })
  const audit = await readRows<{ action: string }>(
    `SELECT action FROM audit_entries WHERE school_id = :id AND action LIKE 'student.%' ORDER BY id`,
    { id: school.id },
  )
  expect(audit.map((row) => row.action)).toEqual(['student.deactivated', 'student.restored'])
  expect(await changeStudentStatus((await makeSchool()).scope, asha.publicId, 'inactive')).toEqual({
    ok: false,
    reason: 'not-found',
  })
})
