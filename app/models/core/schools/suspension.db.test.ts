import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { enqueueJob, enqueueMail } from '~/models/core/outbox/enqueue.server'
import { guardianScope, systemScope, visitorScope } from '~/models/core/shared/scope.server'
import { openAccount } from '~/models/people/accounts/open-account.server'
import { requestPasswordReset } from '~/models/people/accounts/passwords/reset-password.server'
import { newBrowser } from '../../../../tests/factories/accounts'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../tests/factories/guardians'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import {
  findSuspended,
  listSuspended,
  onlySuspendedSchool,
  SchoolSuspended,
  suspendedSchool,
  suspendedSchoolOf,
} from './suspended.server'
import { reopenSchool, suspendSchool } from './suspension.server'
import { findUsage } from './usage.server'

const told = (email: string) =>
  readRows<{ subject: string; text: string; schoolId: number | null }>(
    'SELECT subject, body_text AS text, school_id AS schoolId FROM outgoing_mail WHERE to_address = :email ORDER BY id',
    { email },
  )

it('suspends a school once, mails the reason to its owners, and reopens it once', async () => {
  const school = await makeSchool()
  const [owner, office] = [await makeStaff(school, { role: 'owner' }), await makeStaff(school, { role: 'office' })]
  expect(await reopenSchool(school.scope)).toEqual({ ok: false, reason: 'open' })
  expect((await suspendSchool(school.scope, 'Sends spam')).ok).toBe(true)
  expect(await suspendSchool(school.scope, null)).toEqual({ ok: false, reason: 'suspended' })
  expect(await findUsage(systemScope(), school.publicId)).toMatchObject({
    suspendedAt: expect.any(Date),
    suspendedReason: 'Sends spam',
  })
  expect(await findSuspended(visitorScope(), school.publicId)).toMatchObject({ name: school.name, phone: school.phone })
  expect(await suspendedSchool(school.id)).toBe(school.publicId)

  expect((await reopenSchool(school.scope)).ok).toBe(true)
  expect(await findUsage(systemScope(), school.publicId)).toMatchObject({ suspendedAt: null, suspendedReason: null })
  expect(await findSuspended(visitorScope(), school.publicId)).toBeNull()
  expect(await suspendedSchool(school.id)).toBeNull()
  const mails = await told(owner.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your school’s portal is suspended',
    'Your school’s portal is open again',
  ])
  // Both are mails of the portal, because a suspended school's own mails are held back.
  expect(mails.map(({ schoolId }) => schoolId)).toEqual([null, null])
  expect(mails[0]?.text).toContain('Reason: Sends spam')
  expect(await told(office.email)).toEqual([])
  expect(
    await readRows('SELECT action FROM audit_entries WHERE school_id = :id ORDER BY id', { id: school.id }),
  ).toEqual([{ action: 'school.suspended' }, { action: 'school.reopened' }])
})

it('lists a guardian’s suspended schools, and detects when the guardian has no open school', async () => {
  const [closed, open] = [await makeSchool(), await makeSchool()]
  const account = await makeGuardianAccount({ password: null })
  const scope = guardianScope(account.id, account.name)
  const child = await makeStudent(closed)
  await linkGuardian(await makeGuardian(closed, { accountId: account.id }), child)
  expect(await onlySuspendedSchool(account.id)).toBeNull()
  await suspendSchool(closed.scope, null)
  expect(await onlySuspendedSchool(account.id)).toBe(closed.publicId)
  expect((await listSuspended(scope)).map(({ publicId }) => publicId)).toEqual([closed.publicId])
  expect(await suspendedSchoolOf(scope, 'students', child.publicId)).toBe(closed.publicId)
  const stranger = await makeGuardianAccount({ password: null })
  expect(await suspendedSchoolOf(guardianScope(stranger.id, 'S'), 'students', child.publicId)).toBeNull()
  await linkGuardian(await makeGuardian(open, { accountId: account.id }), await makeStudent(open))
  expect(await onlySuspendedSchool(account.id)).toBeNull()
})

it('drops bulk mails and notifications of past days on reopening, and keeps the rest', async () => {
  const school = await makeSchool()
  const write = (facts: object) =>
    inTransaction(() => enqueueMail({ schoolId: school.id, to: 'a@b.test', subject: 's', text: 't', ...facts }))
  const [bulk, receipt] = [await write({ bulkIn: 'en' }), await write({ class: 'money' })]
  for (const kind of ['tell-results', 'run-import', 'tell-breach'] as const)
    await inTransaction(() => enqueueJob({ kind, schoolId: school.id, payload: {} }))
  await suspendSchool(school.scope, null)
  await execute('UPDATE outgoing_mail SET created_at = created_at - INTERVAL 1 DAY WHERE school_id = :id', {
    id: school.id,
  })
  await execute('UPDATE jobs SET run_at = run_at - INTERVAL 1 DAY WHERE school_id = :id', { id: school.id })
  const today = await write({ bulkIn: 'en' })
  await inTransaction(() => enqueueJob({ kind: 'tell-cards', schoolId: school.id, payload: {} }))
  await reopenSchool(school.scope)
  const state = (id: number) => readRow('SELECT state, last_error AS why FROM outgoing_mail WHERE id = :id', { id })
  expect(await state(bulk)).toEqual({ state: 'skipped', why: 'suspended' })
  expect([await state(receipt), await state(today)]).toEqual([
    { state: 'waiting', why: null },
    { state: 'waiting', why: null },
  ])
  const jobs = await readRows<{ kind: string }>(
    "SELECT kind FROM jobs WHERE school_id = :id AND kind <> 'send-mail' ORDER BY id",
    { id: school.id },
  )
  expect(jobs.map(({ kind }) => kind)).toEqual(['run-import', 'tell-breach', 'tell-cards'])
})

it('refuses sign-in to a suspended school after authentication, and mails no password link', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school, { role: 'owner' })
  const student = await makeStudent(school)
  const accounts = [
    { kind: 'staff', schoolId: school.id, id: owner.id },
    { kind: 'student', schoolId: school.id, id: student.id },
  ] as const
  const open = (account: (typeof accounts)[number]) => openAccount(visitorScope(), account, 'full', newBrowser())
  for (const account of accounts) expect((await open(account)).token).toBeTruthy()
  await suspendSchool(school.scope, null)
  for (const account of accounts) await expect(open(account)).rejects.toEqual(new SchoolSuspended(school.publicId))
  const mailed = (await told(owner.email)).length
  await requestPasswordReset(visitorScope(), 'staff', owner.email, () => 'https://x.test')
  expect(await told(owner.email)).toHaveLength(mailed)
  await reopenSchool(school.scope)
  const left = await readRow('SELECT COUNT(*) AS count FROM sessions WHERE school_id = :id', { id: school.id })
  expect(left).toEqual({ count: 0 })
})
