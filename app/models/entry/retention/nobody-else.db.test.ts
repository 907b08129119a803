import { beforeAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { keepFile } from '~/models/core/files/keep-file.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { schoolScope, systemActor } from '~/models/core/shared/scope.server'
import { listSiblings } from '~/models/people/academics/siblings.server'
import { makeInvitation } from '~/models/people/guardians/invitations.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { makeAdmission } from '../../../../tests/factories/admissions'
import { guardianCookie } from '../../../../tests/factories/app'
import { entriesOf } from '../../../../tests/factories/audit'
import { addAffectedStudents, makeBreach } from '../../../../tests/factories/breaches'
import { makeGrievance } from '../../../../tests/factories/consents'
import {
  linkGuardian,
  type MadeGuardian,
  makeGuardian,
  makeGuardianAccount,
} from '../../../../tests/factories/guardians'
import { insert, unique } from '../../../../tests/factories/insert'
import { makeDocument } from '../../../../tests/factories/profile'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeFormerStudent, makeHold } from '../../../../tests/factories/retention'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { removable } from './field-classes'
import { setHold } from './holds.server'
import { removeData } from './remove-data.server'
import { confirmRun, countRemoved, findRun, giveUpRun, listRemovals, listRuns, requestRun } from './runs.server'

/*
 * Tests that a run leaves other data alone: siblings, guardians of another child, other schools, students who returned,
 * and permanent data.
 */

const longAgo = '2001-04-29'

async function begin({ scope }: Pick<MadeStaff, 'scope'>) {
  const asked = await requestRun(scope)
  if (!asked.ok) throw new Error(asked.reason)
  const confirmed = await confirmRun(scope, asked.value.publicId)
  if (!confirmed.ok) throw new Error(confirmed.reason)
  const run = await findRun(scope, asked.value.publicId)
  return { id: run?.id ?? 0, publicId: asked.value.publicId }
}

const work = (school: { id: number }, runId: number) => removeData(schoolScope(school.id, systemActor), runId)

async function runOf(school: MadeSchool, owner: MadeStaff): Promise<number> {
  const { id } = await begin(owner)
  await work(school, id)
  return id
}

async function makeFamily(school: MadeSchool, children: readonly MadeStudent[], name: string) {
  const account = await makeGuardianAccount({ name, email: `${unique()}@home.test`, password: null })
  const guardian = await makeGuardian(school, {
    name,
    mobileNumber: '9825012345',
    accountId: account.id,
    email: account.email,
  })
  for (const child of children) await linkGuardian(guardian, child)
  await guardianCookie(account)
  await insert('password_resets', {
    token_hash: unique().padEnd(64, '0').slice(0, 64),
    guardian_account_id: account.id,
    created_at: new Date(),
    expires_at: new Date(Date.now() + 3_600_000),
  })
  return { account, guardian }
}

const nameOf = async ({ id }: MadeGuardian) =>
  (await readRow<{ name: string }>('SELECT name FROM family_guardians WHERE id = :id', { id }))?.name

async function accountState({ id }: { id: number }) {
  const row = await readRow<{ name: string; status: string; sessions: number; links: number }>(
    `SELECT a.name, a.status,
       (SELECT CAST(COUNT(*) AS SIGNED) FROM sessions s WHERE s.guardian_account_id = a.id) AS sessions,
       (SELECT CAST(COUNT(*) AS SIGNED) FROM password_resets p WHERE p.guardian_account_id = a.id) AS links
     FROM guardian_accounts a WHERE a.id = :id`,
    { id },
  )
  return row && [row.name, row.status, row.sessions, row.links]
}
const ended = ['Removed', 'inactive', 0, 0]
const unchanged = (name: string) => [name, 'active', 1, 1]

const mailTo = (school: { id: number }, address: string) =>
  insert('outgoing_mail', {
    school_id: school.id,
    to_address: address,
    subject: 'Fees',
    body_text: 'Dear parent',
    state: 'failed',
    created_at: new Date(),
  })
const subjectOf = async (id: number) =>
  (await readRow<{ subject: string }>('SELECT subject FROM outgoing_mail WHERE id = :id', { id }))?.subject

describe('removal from a family', () => {
  let school: MadeSchool
  let owner: MadeStaff
  let gone: MadeStudent
  beforeAll(async () => {
    school = await makeSchool()
    owner = await makeStaff(school)
    gone = await makeFormerStudent(school, longAgo, { email: 'shared@home.test' })
  })

  it('keeps a guardian who also has another child, a child on hold or a child at another school', async () => {
    const sister = await makeStudent(school, { email: 'sister@home.test' })
    const held = await makeFormerStudent(school, longAgo)
    await makeHold(held)
    const elsewhere = await makeSchool()
    const theirs = await makeStudent(elsewhere, { email: 'shared@home.test', mobileNumber: gone.mobileNumber })

    const only = await makeFamily(school, [gone], 'Only Parent')
    const ofSister = await makeFamily(school, [gone, sister], 'Parent Of Two')
    const ofHeld = await makeFamily(school, [gone, held], 'Parent Of Held')
    const ofBoth = await makeFamily(school, [gone], 'Parent Of Both')
    const there = await makeGuardian(elsewhere, { name: 'Parent Of Both', accountId: ofBoth.account.id })
    await linkGuardian(there, theirs)
    expect((await makeInvitation(owner.scope, only.guardian.id)).ok).toBe(true)
    await makeGrievance(gone, { state: 'answered', guardianId: only.guardian.id })
    const mails = {
      gone: await mailTo(school, 'shared@home.test'),
      guardian: await mailTo(school, only.account.email ?? ''),
      sister: await mailTo(school, 'sister@home.test'),
      ofSister: await mailTo(school, ofSister.account.email ?? ''),
      elsewhere: await mailTo(elsewhere, 'shared@home.test'),
      // Mail about a breach, to an address that the family no longer uses.
      breach: await mailTo(school, 'before@home.test'),
    }
    const breach = await makeBreach(owner.scope)
    await addAffectedStudents(owner.scope, breach, [gone])
    await execute(
      'UPDATE outgoing_mail SET breach_person_id = (SELECT id FROM breach_people WHERE case_id = :case) WHERE id = :id',
      { case: breach.id, id: mails.breach },
    )
    for (const address of ['shared@home.test', 'sister@home.test', 'before@home.test'])
      await insert('mail_addresses', {
        public_id: unique().slice(-12),
        school_id: school.id,
        to_address: address,
        bounce_reason: 'full',
        bounced_at: new Date(),
        created_at: new Date(),
        updated_at: new Date(),
      })

    await runOf(school, owner)
    expect(await Promise.all([only, ofSister, ofHeld, ofBoth].map(({ guardian }) => nameOf(guardian)))).toEqual([
      ...['Removed', 'Parent Of Two', 'Parent Of Held', 'Removed'],
    ])
    expect(await nameOf(there)).toBe('Parent Of Both')
    expect(await accountState(only.account)).toEqual(ended)
    expect(await accountState(ofSister.account)).toEqual(unchanged('Parent Of Two'))
    expect(await accountState(ofHeld.account)).toEqual(unchanged('Parent Of Held'))
    expect(await accountState(ofBoth.account)).toEqual(unchanged('Parent Of Both'))
    expect(await readRows('SELECT id FROM guardian_invitations WHERE school_id = :id', { id: school.id })).toEqual([])
    expect(await Promise.all(Object.values(mails).map(subjectOf))).toEqual(['', '', 'Fees', 'Fees', 'Fees', ''])
    expect(
      await readRows('SELECT to_address AS address FROM mail_addresses WHERE school_id = :id', { id: school.id }),
    ).toEqual([{ address: 'sister@home.test' }])
    const others = await readRows<{ email: string; mobile: string }>(
      'SELECT email, mobile_number AS mobile FROM students WHERE id IN (:ids) ORDER BY id',
      { ids: [sister.id, held.id, theirs.id] },
    )
    expect(others).toEqual([sister, held, theirs].map(({ email, mobileNumber }) => ({ email, mobile: mobileNumber })))

    // After the hold ends, the next run removes the other child, and the guardian has no child left.
    await setHold(owner.scope, held, null)
    expect(await entriesOf({ id: owner.scope.schoolId }, 'retention.hold-ended')).toMatchObject([{ kind: 'student' }])
    await runOf(school, owner)
    expect(await nameOf(ofHeld.guardian)).toBe('Removed')
    expect(await accountState(ofHeld.account)).toEqual(ended)
    expect(await nameOf(ofSister.guardian)).toBe('Parent Of Two')
    // Two students whose mobile numbers were removed do not count as siblings.
    expect(await listSiblings(owner.scope, gone.publicId)).toEqual([])
  })

  it('keeps a student who returned, and all permanent data', async () => {
    const before = await listRemovals({ schoolId: school.id }, gone.id)
    expect(before).toHaveLength(removable.length)
    await execute(
      "UPDATE students SET status = 'active', left_on = NULL, leaving_reason = NULL, email = 'again@home.test' WHERE id = :id",
      { id: gone.id },
    )
    expect(await requestRun(owner.scope)).toEqual({ ok: false, reason: 'nothing-due' })
    const row = await readRow(
      `SELECT s.first_name AS first, s.email, g.father_name AS father FROM students s JOIN guardians g ON g.student_id = s.id WHERE s.id = :id`,
      { id: gone.id },
    )
    expect(row).toEqual({ first: gone.firstName, email: 'again@home.test', father: gone.fatherName })
    const log = await readRows<{ action: string; by: string }>(
      "SELECT action, actor_name AS `by` FROM audit_entries WHERE school_id = :id AND action = 'retention.confirmed'",
      { id: school.id },
    )
    expect(log).toEqual([0, 1].map(() => ({ action: 'retention.confirmed', by: owner.name })))
  })
})

it.each([
  ['a brother who is still here', (school: MadeSchool, email: string) => makeStudent(school, { email })],
  [
    'a sister whom the office holds',
    async (school: MadeSchool, email: string) => {
      await makeHold(await makeFormerStudent(school, longAgo, { email }))
    },
  ],
  [
    'the guardian of another child',
    async (school: MadeSchool, email: string) => {
      await linkGuardian(await makeGuardian(school, { email }), await makeStudent(school))
    },
  ],
  ['a colleague', (school: MadeSchool, email: string) => makeStaff(school, { email, role: 'teacher' })],
])('keeps mails to an address that also belongs to %s', async (_who, share) => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const [shared, own] = [`${unique()}@home.test`, `${unique()}@home.test`]
  for (const email of [shared, own]) await makeFormerStudent(school, longAgo, { email })
  await share(school, shared)
  const mails = [await mailTo(school, shared), await mailTo(school, own)]
  await runOf(school, owner)
  expect(await Promise.all(mails.map(subjectOf))).toEqual(['Fees', ''])
})

describe('removal of a student with a grievance', () => {
  it.each([
    ['open', true],
    ['reopened', true],
    ['answered', false],
    ['closed', false],
  ])('keeps the data of a student whose grievance is %s: %s', async (state, isHeld) => {
    const school = await makeSchool()
    const owner = await makeStaff(school)
    const [ofChild, ofFamily] = [await makeFormerStudent(school, longAgo), await makeFormerStudent(school, longAgo)]
    const guardian = await makeGuardian(school)
    await linkGuardian(guardian, ofFamily)
    await makeGrievance(ofChild)
    // Grievance of a guardian who did not name a child.
    await makeGrievance(ofFamily, { guardianId: guardian.id })
    await execute('UPDATE grievances SET state = :state WHERE school_id = :id', { state, id: school.id })
    await execute('UPDATE grievances SET student_id = NULL WHERE guardian_id = :id', { id: guardian.id })
    if (isHeld) expect(await requestRun(owner.scope)).toEqual({ ok: false, reason: 'nothing-due' })
    else await runOf(school, owner)
    const removed = [ofChild, ofFamily].map(({ id }) => listRemovals({ schoolId: school.id }, id))
    expect((await Promise.all(removed)).map((rows) => rows.length > 0)).toEqual([!isHeld, !isHeld])
  })
})

it('deletes the devices of removed students, and no others', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const [gone, here] = [await makeFormerStudent(school, longAgo), await makeStudent(school)]
  const accounts = [gone, here].map(({ id }) => `student:${id}`)
  for (const account of accounts)
    await insert('device_cookies', {
      id_hash: unique().padEnd(64, '0').slice(0, 64),
      account,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
  await runOf(school, owner)
  expect(await readRows('SELECT account FROM device_cookies WHERE account IN (:accounts)', { accounts })).toEqual([
    { account: accounts[1] },
  ])
})

it('removes rejected and withdrawn admissions, and keeps waiting ones', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  for (const state of ['rejected', 'withdrawn', 'pending'] as const) await makeAdmission(school, { state })
  await execute('UPDATE admissions SET decided_at = :longAgo WHERE school_id = :id AND decided_at IS NOT NULL', {
    id: school.id,
    longAgo,
  })
  await runOf(school, owner)
  const rows = await readRows<{ state: string; isThere: number }>(
    "SELECT state, first_name <> 'Removed' AND mobile_number <> '' AS isThere FROM admissions WHERE school_id = :id ORDER BY id",
    { id: school.id },
  )
  expect(rows).toEqual([
    { state: 'rejected', isThere: 0 },
    { state: 'withdrawn', isThere: 0 },
    { state: 'pending', isThere: 1 },
  ])
})

it('keeps the mail address record of an applicant, and the text of a mail that is still to be sent', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const email = `${unique()}@home.test`
  const gone = await makeFormerStudent(school, longAgo, { email })
  const applicant = await makeAdmission(school)
  for (const address of [email, applicant.email ?? ''])
    await insert('mail_addresses', {
      public_id: newPublicId(),
      school_id: school.id,
      to_address: address,
      bounce_reason: 'full',
      bounced_at: new Date(),
      created_at: new Date(),
      updated_at: new Date(),
    })
  const [sent, waiting] = [await mailTo(school, email), await mailTo(school, email)]
  await execute("UPDATE outgoing_mail SET state = 'waiting' WHERE id = :waiting", { waiting })
  await runOf(school, owner)
  expect(await listRemovals({ schoolId: school.id }, gone.id)).not.toEqual([])
  expect(await Promise.all([sent, waiting].map(subjectOf))).toEqual(['', 'Fees'])
  expect(
    await readRows('SELECT to_address AS address FROM mail_addresses WHERE school_id = :id', { id: school.id }),
  ).toEqual([{ address: applicant.email }])
})

it.each(['admission', 'applicant'])('clears the audit details of a rejected admission, subject %s', async (kind) => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const admission = await makeAdmission(school, { state: 'rejected' })
  await execute('UPDATE admissions SET decided_at = :longAgo WHERE school_id = :id', { id: school.id, longAgo })
  const entry = await insert('audit_entries', {
    school_id: school.id,
    actor_kind: 'staff',
    actor_name: 'Meenakshi Joshi',
    action: 'admission.updated',
    subject_kind: kind,
    subject_id: admission.id,
    details: '{"name":"Diya Mehta"}',
    created_at: new Date(),
  })
  await runOf(school, owner)
  expect(await readRow('SELECT details FROM audit_entries WHERE id = :entry', { entry })).toEqual({ details: '{}' })
})

it('removes the message preferences of a guardian without other children', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const [gone, here] = [await makeFormerStudent(school, longAgo), await makeStudent(school)]
  const guardians = [await makeGuardian(school), await makeGuardian(school)] as const
  for (const [index, child] of [gone, here].entries()) {
    const guardian = guardians[index] ?? guardians[0]
    await linkGuardian(guardian, child)
    await insert('message_preferences', {
      school_id: school.id,
      guardian_id: guardian.id,
      muted: 'notice',
      updated_at: new Date(),
    })
  }
  await runOf(school, owner)
  expect(
    await readRows('SELECT guardian_id AS id FROM message_preferences WHERE school_id = :id', { id: school.id }),
  ).toEqual([{ id: guardians[1].id }])
})

it('lets the only remaining owner confirm a run, and lists the last run first', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const left = await makeStaff(school)
  await execute("UPDATE staff_users SET status = 'inactive' WHERE id = :id", { id: left.id })
  const runs = []
  for (let made = 0; made < 2; made += 1) {
    await makeFormerStudent(school, longAgo)
    runs.push(await runOf(school, owner))
  }
  expect((await listRuns(owner.scope)).map(({ id }) => id)).toEqual(runs.reverse())
})

it('removes a photo that is also a document', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const gone = await makeFormerStudent(school, longAgo)
  const store = async () => {
    const key = newStorageKey('documents', 'jpg')
    const sizeBytes = await fileStore().put(key, Buffer.from('picture'), 'image/jpeg')
    const facts = { key, fileName: 'a.jpg', contentType: 'image/jpeg', sizeBytes, visibility: 'student' as const }
    return { key, id: await keepFile(owner.scope, { ...facts, studentId: gone.id }) }
  }
  const photo = await store()
  await makeDocument(gone, photo.key, 'student_photo')
  await execute('UPDATE students SET photo_file_id = :file WHERE id = :id', { id: gone.id, file: photo.id })
  await runOf(school, owner)
  expect(await fileStore().get(photo.key)).toBeNull()
  expect(await readRow('SELECT photo_file_id AS photo FROM students WHERE id = :id', { id: gone.id })).toEqual({
    photo: null,
  })
})

it('removes the data once when two workers process the same run', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const many = 120
  for (let made = 0; made < many; made += 1) await makeFormerStudent(school, longAgo)
  const { id, publicId } = await begin(owner)
  // The job failed for good, so the run must be confirmed again.
  await giveUpRun(schoolScope(school.id, systemActor), id)
  expect((await findRun(owner.scope, publicId))?.state).toBe('asked')
  const ofRun = { kind: 'retention-run', id, details: {} }
  expect(await entriesOf(school, 'retention.asked')).toEqual([{ ...ofRun, by: 'staff' }])
  expect(await entriesOf(school, 'retention.gave-up')).toEqual([{ ...ofRun, by: 'system' }])
  expect((await confirmRun(owner.scope, publicId)).ok).toBe(true)
  await Promise.all([work(school, id), work(school, id)])
  const removed = await countRemoved(owner.scope, id)
  expect(removed.map(({ count }) => count)).toEqual(removable.map(() => many))
  expect((await findRun(owner.scope, publicId))?.state).toBe('done')
  const done = await readRows("SELECT id FROM audit_entries WHERE school_id = :id AND action = 'retention.done'", {
    id: school.id,
  })
  expect(done).toHaveLength(1)
})
