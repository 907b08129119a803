import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { findSections } from '~/models/people/students/find-sections.server'
import { accountsSharingAName } from '~/models/people/students/options'
import { runForClient } from '~/services/programs/asker.server'
import { newBrowser } from '../../../../../tests/factories/accounts'
import { unique } from '../../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { type MadeStudent, makeStudent, type StudentFacts } from '../../../../../tests/factories/student'
import { confirmEmailChange, findEmailChange, requestEmailChange } from '../email-change.server'
import { makeResetToken, resetPassword } from '../passwords/reset-password.server'
import { saveOwnInformation } from '../save-own-information.server'
import { findUndo, undoSignInChange } from '../undo-sign-in-change.server'
import { rememberDevice } from './devices.server'
import { findStudentSession, openSession, sweepSessions } from './sessions.server'
import { signInStudent } from './sign-in-student.server'
import { forgetSignInFailures } from './throttle.server'

const visitor = visitorScope()
const password = 'Neem-tree-by-the-well-8'
const next = 'Kite-over-the-river-5'
const notValid = { ok: false, reason: 'link-not-valid' }
const links = {
  confirm: (token: string) => `https://school.test/confirm?token=${token}`,
  undo: (token: string) => `https://school.test/undo?token=${token}`,
}

async function makeFirst(facts: Partial<StudentFacts> = {}, school?: Awaited<ReturnType<typeof makeSchool>>) {
  const home = school ?? (await makeSchool())
  const student = await makeStudent(home, { email: `first.${unique()}@family.test`, password, ...facts })
  return { school: home, student, first: student.email ?? '' }
}

/** Requests an address and confirms it, as the student or a thief with phone and password would. */
async function changeEmail(student: MadeStudent, email: string): Promise<void> {
  await inTransaction(() => requestEmailChange(student.scope, email, links.confirm))
  const token = await newest('confirm', email)
  expect(await confirmEmailChange(student.scope, student.publicId, token, links.undo)).toMatchObject({ ok: true })
}

async function changeMobile(student: MadeStudent, mobile: string): Promise<void> {
  const now = await stored(student)
  const values = {
    first_name: student.firstName,
    last_name: student.lastName,
    father_name: student.fatherName,
    mother_name: student.motherName,
    date_of_birth: student.dateOfBirth,
    category: student.category,
    address: student.address,
    gender: student.gender,
    mobile_number: mobile,
    email: now.email ?? 'nobody@family.test',
  }
  const typed = { values, note: null, password }
  const saved = await saveOwnInformation(student.scope, student.publicId, typed, now.version, [], links)
  expect(saved).toMatchObject({ ok: true })
}

async function stored(student: MadeStudent) {
  const row = await readRow<{ email: string | null; mobile: string; version: number }>(
    'SELECT email, mobile_number AS mobile, version FROM students WHERE id = :id',
    { id: student.id },
  )
  if (!row) throw new Error('gone')
  return row
}

async function mailsTo(address: string): Promise<string[]> {
  const rows = await readRows<{ text: string }>(
    'SELECT body_text AS text FROM outgoing_mail WHERE to_address = :address ORDER BY id',
    { address },
  )
  return rows.map(({ text }) => text)
}

async function tokensTo(kind: 'undo' | 'confirm', address: string): Promise<string[]> {
  const pattern = new RegExp(`${kind}\\?token=(\\S+)`)
  return (await mailsTo(address)).flatMap((text) => pattern.exec(text)?.[1] ?? [])
}

async function newest(kind: 'undo' | 'confirm', address: string): Promise<string> {
  return (await tokensTo(kind, address)).at(-1) ?? ''
}

const undo = (token: string) => undoSignInChange(visitor, token)

async function signsIn(student: { id: number }, name: string, typed: string): Promise<boolean> {
  await inTransaction(() => forgetSignInFailures({ kind: 'student', id: student.id }))
  const browser = newBrowser()
  return (await signInStudent(visitor, { name, password: typed, browser })).ok
}

it('restores the first address, and ends the intruder’s session, known device, pending change and reset link', async () => {
  const { student, first } = await makeFirst()
  const account = { kind: 'student', schoolId: student.schoolId, id: student.id } as const
  const thief = `thief.${unique()}@evil.test`
  await changeEmail(student, thief)
  const token = await newest('undo', first)
  const kept = await readRow<{ hash: string }>(
    'SELECT token_hash AS hash FROM sign_in_undos WHERE student_id = :id',
    account,
  )
  expect(kept?.hash).not.toContain(token)
  expect((await mailsTo(first)).at(-1)).toContain(thief)
  const session = await openSession(visitor, account, { stage: 'full', idleMinutes: 30 })
  const reset = await inTransaction(async () => {
    await rememberDevice(newBrowser({ deviceToken: 'thiefs-browser' }), account)
    await requestEmailChange(student.scope, `next.${thief}`, links.confirm)
    return makeResetToken(account, 30)
  })
  expect(await findUndo(visitor, token)).toEqual({
    name: `${student.firstName} ${student.lastName}`,
    schoolName: expect.any(String),
    email: first,
    mobile: student.mobileNumber,
  })

  // Completes the undo even when the client has disconnected.
  const undone = await runForClient({ gone: () => AbortSignal.abort() }, () => undo(token))
  expect(undone).toMatchObject({ ok: true, value: { email: first } })
  expect(await stored(student)).toMatchObject({ email: first, mobile: student.mobileNumber })
  expect(await findStudentSession(visitor, session)).toBeNull()
  expect(await readRows('SELECT 1 FROM device_cookies WHERE account = :key', { key: `student:${student.id}` })).toEqual(
    [],
  )
  expect(await findEmailChange(student.scope)).toBeNull()
  for (const email of [thief, first]) {
    expect(await resetPassword(visitor, 'student', { email, token: reset, password: next })).toEqual(notValid)
  }
  for (const name of [thief, first, student.mobileNumber]) expect(await signsIn(student, name, password)).toBe(false)
  // The replaced address is notified, without a link to undo the undo.
  expect((await mailsTo(thief)).at(-1)).toContain('was undone')
  expect(await tokensTo('undo', thief)).toEqual([])
  expect(await undo(token)).toEqual(notValid)
  expect(await findUndo(visitor, token)).toBeNull()

  const resetToken = undone.ok ? undone.value.resetToken : ''
  const chosen = await resetPassword(visitor, 'student', { email: first, token: resetToken, password: next })
  expect(chosen).toMatchObject({ ok: true })
  expect(await signsIn(student, first, next)).toBe(true)
  const told = await readRows<{ action: string }>(
    "SELECT action FROM audit_entries WHERE subject_kind = 'student' AND subject_id = :id ORDER BY id",
    account,
  )
  expect(told.map(({ action }) => action)).toContain('sign-in-change.undone')
})

it('keeps the undo link of the first address valid, however often an intruder changes the address later', async () => {
  const { student, first } = await makeFirst()
  const [second, third] = [`second.${unique()}@evil.test`, `third.${unique()}@evil.test`]
  await changeEmail(student, second)
  // A day before the first link expires, the address changes again: the first link lives as long as the second.
  await execute('UPDATE sign_in_undos SET expires_at = expires_at - INTERVAL 48 HOUR WHERE student_id = :id', {
    id: student.id,
  })
  await changeEmail(student, third)
  await changeMobile(student, '9876500001')
  const [mine = '', his = ''] = [await newest('undo', first), await newest('undo', second)]
  await execute('UPDATE sign_in_undos SET expires_at = expires_at - INTERVAL 71 HOUR WHERE student_id = :id', {
    id: student.id,
  })
  // The thief undoes the second change: the first link still works, for three more days.
  expect(await undo(his)).toMatchObject({ ok: true, value: { email: second } })
  await execute('UPDATE sign_in_undos SET expires_at = expires_at - INTERVAL 71 HOUR WHERE student_id = :id', {
    id: student.id,
  })
  expect(await undo(mine)).toMatchObject({ ok: true, value: { email: first } })
  expect(await stored(student)).toMatchObject({ email: first, mobile: student.mobileNumber })
  for (const address of [second, third]) {
    for (const token of await tokensTo('undo', address)) expect(await undo(token)).toEqual(notValid)
  }
})

it('sends no undo link to an address that the student replaces by the previous one, and voids its links', async () => {
  const { student, first } = await makeFirst()
  const second = `second.${unique()}@evil.test`
  await changeEmail(student, second)
  await changeMobile(student, '9876500001')
  const his = await newest('undo', second)
  expect(await findUndo(visitor, his)).not.toBeNull()
  await changeEmail(student, first)
  expect(await undo(his)).toEqual(notValid)
  expect(await tokensTo('undo', second)).toHaveLength(1)
  expect((await mailsTo(second)).at(-1)).toContain("tell the school's office at once")
  // The first link also restores the number, which is still the thief's.
  expect(await undo(await newest('undo', first))).toMatchObject({ ok: true })
  expect(await stored(student)).toMatchObject({ email: first, mobile: student.mobileNumber })
})

it('notifies the student’s e-mail of a changed mobile number, or only audits the change if there is none', async () => {
  const { student, first } = await makeFirst()
  await changeMobile(student, '9876500001')
  const mail = (await mailsTo(first)).at(-1)
  expect(mail).toContain('which ends in 0001')
  expect(mail).not.toContain('9876500001')
  expect(await undo(await newest('undo', first))).toMatchObject({ ok: true })
  expect(await stored(student)).toMatchObject({ email: first, mobile: student.mobileNumber })

  const bare = await makeFirst({ email: null })
  const before = await readRow<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM outgoing_mail', {})
  await changeMobile(bare.student, '9876500002')
  const after = await readRows<{ to: string }>(
    'SELECT to_address AS `to` FROM outgoing_mail WHERE id > :id',
    before ?? {},
  )
  expect(after.map(({ to }) => to)).not.toContain(null)
  expect(await readRows('SELECT 1 FROM sign_in_undos WHERE student_id = :id', { id: bare.student.id })).toEqual([])
  const audit = await readRows<{ details: string }>(
    "SELECT details FROM audit_entries WHERE subject_kind = 'student' AND subject_id = :id AND action = 'student.updated'",
    { id: bare.student.id },
  )
  expect(JSON.stringify(audit)).toContain(`${bare.student.mobileNumber} → 9876500002`)
})

it('refuses to undo when the office has set the address since, or when too many accounts share the previous address', async () => {
  const { school, student, first } = await makeFirst()
  const set = (email: string) =>
    execute('UPDATE students SET email = :email, version = version + 1 WHERE id = :id', { id: student.id, email })
  const [second, office] = [`second.${unique()}@family.test`, `office.${unique()}@family.test`]
  await changeEmail(student, second)
  const token = await newest('undo', first)
  await set(office)
  expect(await undo(token)).toEqual({ ok: false, reason: 'set-by-office' })
  expect(await stored(student)).toMatchObject({ email: office })
  expect(await signsIn(student, office, password)).toBe(true)
  // A student's change after the office's has its own undo link; earlier links do not override the office.
  await changeEmail(student, second)
  expect(await undo(token)).toEqual({ ok: false, reason: 'set-by-office' })
  expect(await undo(await newest('undo', office))).toMatchObject({ ok: true, value: { email: office } })

  const late = await makeFirst({}, school)
  await changeEmail(late.student, `another.${unique()}@family.test`)
  for (let n = 0; n < accountsSharingAName; n++) await makeStudent(school, { email: late.first })
  expect(await undo(await newest('undo', late.first))).toEqual({ ok: false, reason: 'crowded' })
  expect((await stored(late.student)).email).not.toBe(late.first)
  expect(await findUndo(visitor, await newest('undo', late.first))).not.toBeNull()
})

it('undoes the change of only one of several students with the same sign-in names, also in other schools', async () => {
  const { school, student, first } = await makeFirst()
  const shared = { email: first, mobileNumber: student.mobileNumber, lastName: student.lastName }
  const [sister, namesake] = [
    await makeStudent(school, { ...shared, password }),
    await makeStudent(await makeSchool(), { ...shared, firstName: student.firstName, password }),
  ]
  const sessions = await Promise.all(
    [sister, namesake].map(({ schoolId, id }) =>
      openSession(visitor, { kind: 'student', schoolId, id }, { stage: 'full', idleMinutes: 30 }),
    ),
  )
  await changeEmail(student, `second.${unique()}@evil.test`)
  await changeEmail(sister, `sister.${unique()}@family.test`)
  const [his = '', hers = ''] = await tokensTo('undo', first)
  expect((await findUndo(visitor, his))?.name).toBe(`${student.firstName} ${student.lastName}`)
  expect(await undo(his)).toMatchObject({ ok: true })
  expect((await stored(sister)).email).toContain('sister.')
  for (const session of sessions) expect(await findStudentSession(visitor, session)).not.toBeNull()
  expect(await findUndo(visitor, hers)).not.toBeNull()
  expect((await findSections(namesake.scope, namesake.publicId))?.hasPassword).toBe(true)
  expect(await signsIn(student, first, password)).toBe(true)
})

it('undoes a change once when its link is pressed ten times, and discards an address that is confirmed at that moment', async () => {
  const { student, first } = await makeFirst()
  const [second, third] = [`second.${unique()}@evil.test`, `third.${unique()}@evil.test`]
  await changeEmail(student, second)
  const token = await newest('undo', first)
  const pressed = await Promise.all(Array.from({ length: 10 }, () => undo(token)))
  expect(pressed.filter(({ ok }) => ok)).toHaveLength(1)
  expect(pressed.filter((one) => !one.ok && one.reason === 'link-not-valid')).toHaveLength(9)

  for (let round = 0; round < 4; round++) {
    await changeEmail(student, second)
    const mine = await newest('undo', first)
    await inTransaction(() => requestEmailChange(student.scope, third, links.confirm))
    const confirm = await newest('confirm', third)
    const [undone] = await Promise.all([
      undo(mine),
      confirmEmailChange(student.scope, student.publicId, confirm, links.undo),
    ])
    expect(undone).toMatchObject({ ok: true })
    expect((await stored(student)).email).toBe(first)
    for (const his of [...(await tokensTo('undo', second)), ...(await tokensTo('undo', third))])
      expect(await findUndo(visitor, his)).toBeNull()
  }
})

it('refuses an undo link after 72 hours or when the student has left, and an unknown token', async () => {
  const { student, first } = await makeFirst()
  await changeEmail(student, `second.${unique()}@family.test`)
  const token = await newest('undo', first)
  for (const bad of ['', 'x'.repeat(43), token.slice(1), `${token} `, token.toLowerCase(), 'નીમ🌳', "' OR 1=1 -- "]) {
    expect(await undo(bad), bad).toEqual(notValid)
  }
  await execute("UPDATE students SET status = 'inactive' WHERE id = :id", { id: student.id })
  expect(await undo(token)).toEqual(notValid)
  await execute("UPDATE students SET status = 'active' WHERE id = :id", { id: student.id })
  await execute('UPDATE sign_in_undos SET expires_at = expires_at - INTERVAL 71 HOUR WHERE student_id = :id', {
    id: student.id,
  })
  expect(await findUndo(visitor, token)).not.toBeNull()
  await execute('UPDATE sign_in_undos SET expires_at = expires_at - INTERVAL 1 HOUR WHERE student_id = :id', {
    id: student.id,
  })
  expect(await undo(token)).toEqual(notValid)
  await sweepSessions(visitor)
  expect(await readRows('SELECT 1 FROM sign_in_undos WHERE student_id = :id', { id: student.id })).toEqual([])
})
