import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { officeMailsADay } from '~/models/core/outbox/options'
import { visitorScope } from '~/models/core/shared/scope.server'
import { newBrowser, signedInStaff } from '../../../../../tests/factories/accounts'
import { countOfficeMails, passMailDay } from '../../../../../tests/factories/mail-room'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeSecondFactor } from '../../../../../tests/factories/second-factor'
import { makeTwoOwners } from '../../../../../tests/factories/second-person'
import { makeInvited } from '../../../../../tests/factories/teaching'
import { changePassword } from '../passwords/change-password.server'
import { confirmStaffPassword } from '../passwords/own-password.server'
import { requestPasswordReset, resetPassword } from '../passwords/reset-password.server'
import { signOutEverywhere } from '../sign-in/own-sessions.server'
import { findStaffSession } from '../sign-in/sessions.server'
import { signInStaff } from '../sign-in/sign-in-staff.server'
import { inviteStaff, sendInvitation } from './invitations.server'
import { ifUnchanged, renameSelf, setStaffStatus, updateStaff } from './staff.server'
import type { StaffUserFields } from './staff-fields'
import { invitationsOfSchool } from './staff-options'
import { findStaffUser, isEmailOfColleague, staff } from './staff-queries.server'

const visitor = visitorScope()
const linkOf = (email: string, token: string) => `link:${email}:${token}`
/** Loads a colleague and saves these fields with the loaded version. */
async function save(by: MadeStaff, publicId: string, fields: StaffUserFields) {
  const opened = await findStaffUser(by.scope, publicId)
  return updateStaff(by.scope, publicId, ifUnchanged(opened?.version ?? 1, fields), linkOf)
}
const password = 'Mango-tree-by-the-wall-7'
const everything = { search: '', sort: 'name', descending: false, page: 1 } as const

let made = 0
function person(school: MadeSchool, role: MadeStaff['role'] = 'office') {
  made += 1
  return { name: 'Kavita Rao', email: `kavita.${made}.${school.publicId}@school.test`, role }
}

/** Tokens mailed to an address, newest last. */
async function tokensFor(email: string): Promise<string[]> {
  const mails = await readRows<{ bodyText: string }>(
    'SELECT body_text AS bodyText FROM outgoing_mail WHERE to_address = :email ORDER BY id',
    { email },
  )
  return mails.flatMap(({ bodyText }) => [...bodyText.matchAll(/link:[^:]+:([\w-]+)/g)].map((found) => found[1] ?? ''))
}

async function actionsOf(school: MadeSchool): Promise<string[]> {
  const rows = await readRows<{ action: string }>(
    'SELECT action FROM audit_entries WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  return rows.map((row) => row.action)
}

async function ownersOf(school: MadeSchool): Promise<number> {
  const list = await staff.list(school.scope, { ...everything, filters: { role: 'owner', state: 'active' } })
  return list.total
}

it('invites a colleague, who sets a password through the mailed link within seven days', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const fields = person(school)
  const invited = await inviteStaff(owner.scope, fields, linkOf)
  if (!invited.ok) throw new Error(invited.reason)
  expect(await findStaffUser(school.scope, invited.value)).toMatchObject({ state: 'invited', hasPassword: false })
  // No password matches yet; the refusal is the same as for a wrong one.
  const attempt = { email: fields.email, password, browser: newBrowser() }
  expect(await signInStaff(visitor, attempt)).toEqual({ ok: false, reason: 'wrong-password' })

  const [token = ''] = await tokensFor(fields.email)
  await execute(
    `UPDATE password_resets SET expires_at = expires_at - INTERVAL 167 HOUR
     WHERE staff_user_id = (SELECT id FROM staff_users WHERE public_id = :id)`,
    { id: invited.value },
  )
  expect(await resetPassword(visitor, 'staff', { email: fields.email, token, password: 'short' })).toMatchObject({
    reason: 'too-short',
  })
  expect(await resetPassword(visitor, 'staff', { email: fields.email, token, password })).toEqual({ ok: true })
  expect((await signInStaff(visitor, attempt)).ok).toBe(true)
  expect(await findStaffUser(school.scope, invited.value)).toMatchObject({ state: 'active' })
  expect(await actionsOf(school)).toEqual(['staff.invited', 'password.reset'])
})

it('refuses an invitation that is older than seven days', async () => {
  const school = await makeSchool()
  const fields = person(school)
  await inviteStaff((await makeStaff(school)).scope, fields, linkOf)
  const [token = ''] = await tokensFor(fields.email)
  await execute('UPDATE password_resets SET expires_at = expires_at - INTERVAL 169 HOUR WHERE school_id = :id', {
    id: school.id,
  })
  expect(await resetPassword(visitor, 'staff', { email: fields.email, token, password })).toMatchObject({
    reason: 'link-not-valid',
  })
})

it('sends the invitation again; only the newest link works', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const fields = person(school)
  const invited = await inviteStaff(owner.scope, fields, linkOf)
  if (!invited.ok) throw new Error(invited.reason)
  expect(await sendInvitation(owner.scope, invited.value, linkOf)).toEqual({ ok: true })
  const [first = '', second = ''] = await tokensFor(fields.email)
  const choose = (token: string) => resetPassword(visitor, 'staff', { email: fields.email, token, password })
  expect(await choose(first)).toMatchObject({ reason: 'link-not-valid' })
  expect((await choose(second)).ok).toBe(true)
  expect(await sendInvitation(owner.scope, invited.value, linkOf)).toEqual({ ok: false, reason: 'not-invited' })
  const stranger = await makeStaff(await makeSchool())
  expect(await sendInvitation(stranger.scope, invited.value, linkOf)).toEqual({ ok: false, reason: 'not-found' })
})

it('mails a reset link to an invited person without a password', async () => {
  const school = await makeSchool()
  const invited = await makeInvited(school)
  await requestPasswordReset(visitor, 'staff', invited.email, linkOf)
  const [token = ''] = await tokensFor(invited.email)
  expect((await resetPassword(visitor, 'staff', { email: invited.email, token, password })).ok).toBe(true)
})

it('refuses to change another owner’s e-mail, even together with or after removing the role', async () => {
  const school = await makeSchool()
  const [one, other] = [await makeStaff(school), await makeStaff(school)]
  const fields = { ...person(school, 'owner'), name: other.name }
  expect(await save(one, other.publicId, fields)).toEqual({ ok: false, reason: 'email-of-owner' })
  expect(await save(one, other.publicId, { ...fields, role: 'office' })).toMatchObject({ reason: 'email-of-owner' })
  expect(await findStaffUser(school.scope, other.publicId)).toMatchObject({ email: other.email, role: 'owner' })
  expect(await actionsOf(school)).toEqual([])
  expect(await save(other, other.publicId, fields)).toEqual({ ok: true })
  // Deactivating the sign-in or removing the role first does not help.
  const elsewhere = { ...person(school, 'owner'), name: other.name }
  await setStaffStatus(one.scope, other.publicId, 'inactive')
  expect(await save(one, other.publicId, elsewhere)).toMatchObject({ reason: 'email-of-owner' })
  await setStaffStatus(one.scope, other.publicId, 'active')
  expect(await save(one, other.publicId, { ...fields, role: 'teacher' })).toEqual({ ok: true })
  expect(await save(one, other.publicId, { ...elsewhere, role: 'teacher' })).toMatchObject({ reason: 'email-of-owner' })
  expect(await save(other, other.publicId, { ...elsewhere, role: 'teacher' })).toEqual({ ok: true })
  // The invitation is still unused, so a mistyped address can be corrected.
  const invited = await inviteStaff(one.scope, person(school, 'owner'), linkOf)
  if (!invited.ok) throw new Error(invited.reason)
  expect(await save(one, invited.value, person(school, 'owner'))).toEqual({ ok: true })
})

it('allows an e-mail to sign in at one school only', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const theirs = await makeStaff(await makeSchool())
  const colleague = await makeStaff(school, { role: 'office' })
  for (const email of [theirs.email, colleague.email]) {
    expect(await inviteStaff(owner.scope, { ...person(school), email }, linkOf)).toEqual({
      ok: false,
      reason: 'email-taken',
    })
  }
  const fields = { name: colleague.name, email: theirs.email, role: colleague.role }
  expect(await save(owner, colleague.publicId, fields)).toMatchObject({ reason: 'email-taken' })
  expect(await isEmailOfColleague(owner.scope, theirs.email)).toBe(false)
  expect(await isEmailOfColleague(owner.scope, colleague.email)).toBe(true)
})

it('ends only the sessions of a person whose role changes or whose sign-in is deactivated', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const colleague = await makeStaff(school, { role: 'office' })
  const fields = { name: 'Farida S.', email: colleague.email, role: 'office' as const }
  const isIn = async (token: string) => (await findStaffSession(visitor, token)) !== null
  const first = await signedInStaff(colleague)
  const own = await signedInStaff(owner)
  expect(await save(owner, colleague.publicId, fields)).toEqual({ ok: true })
  expect(await isIn(first.token)).toBe(true)
  await save(owner, colleague.publicId, { ...fields, role: 'accounts' })
  expect(await isIn(first.token)).toBe(false)

  const second = await signedInStaff(colleague)
  expect(await setStaffStatus(owner.scope, colleague.publicId, 'inactive')).toEqual({ ok: true })
  expect(await isIn(second.token)).toBe(false)
  expect(await isIn((await signedInStaff(colleague)).token)).toBe(false)
  await setStaffStatus(owner.scope, colleague.publicId, 'active')
  expect(await isIn((await signedInStaff(colleague)).token)).toBe(true)
  expect(await isIn(own.token)).toBe(true)
  expect(await actionsOf(school)).toEqual(['staff.updated', 'staff.updated', 'staff.deactivated', 'staff.restored'])
})

it('voids links mailed to a previous address, and sends the invitation again to the new address', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const before = person(school)
  const invited = await inviteStaff(owner.scope, before, linkOf)
  if (!invited.ok) throw new Error(invited.reason)
  const after = { ...before, email: `new.${before.email}` }
  await save(owner, invited.value, after)
  const [old = ''] = await tokensFor(before.email)
  const [fresh = ''] = await tokensFor(after.email)
  const choose = (token: string) => resetPassword(visitor, 'staff', { email: after.email, token, password })
  expect(await choose(old)).toMatchObject({ reason: 'link-not-valid' })
  expect((await choose(fresh)).ok).toBe(true)
})

it('keeps the last owner, and refuses changes to the actor’s own rights', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const asOffice = { name: owner.name, email: owner.email, role: 'office' as const }
  expect(await save(owner, owner.publicId, asOffice)).toMatchObject({ reason: 'last-owner' })
  expect(await setStaffStatus(owner.scope, owner.publicId, 'inactive')).toMatchObject({ reason: 'last-owner' })
  // An invited owner cannot yet act as one.
  await makeInvited(school, { role: 'owner' })
  expect(await setStaffStatus(school.scope, owner.publicId, 'inactive')).toMatchObject({ reason: 'last-owner' })
  await makeStaff(school)
  expect(await save(owner, owner.publicId, asOffice)).toMatchObject({ reason: 'own-rights' })
  expect(await setStaffStatus(owner.scope, owner.publicId, 'inactive')).toMatchObject({ reason: 'own-rights' })
  expect(await save(owner, owner.publicId, { ...asOffice, role: 'owner', name: 'New' })).toEqual({ ok: true })
  const stranger = await makeStaff(await makeSchool())
  expect(await save(stranger, owner.publicId, asOffice)).toMatchObject({ reason: 'not-found' })
  expect(await setStaffStatus(stranger.scope, owner.publicId, 'inactive')).toMatchObject({ reason: 'not-found' })
})

it('keeps one owner when two owners demote or deactivate each other concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const school = await makeSchool()
    const [one, other] = [await makeStaff(school), await makeStaff(school)]
    const demote = (by: MadeStaff, whom: MadeStaff) =>
      round % 2 === 0
        ? save(by, whom.publicId, { name: whom.name, email: whom.email, role: 'teacher' })
        : setStaffStatus(by.scope, whom.publicId, 'inactive')
    const outcomes = await Promise.all([demote(one, other), demote(other, one)])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes).toContainEqual({ ok: false, reason: 'no-owner-any-more' })
    expect(await ownersOf(school)).toBe(1)
  }
})

it('reports a second factor only after its first correct code', async () => {
  const school = await makeSchool()
  const [waiting, confirmed] = [await makeStaff(school), await makeStaff(school)]
  await makeSecondFactor(waiting, { confirmed: false })
  await makeSecondFactor(confirmed)
  for (const [person, hasFactor] of [
    [waiting, false],
    [confirmed, true],
  ] as const)
    expect(await findStaffUser(school.scope, person.publicId)).toMatchObject({ hasFactor })
})

it('lists the school’s own staff by role and state', async () => {
  const school = await makeSchool()
  await makeStaff(await makeSchool())
  const office = await makeStaff(school, { role: 'office', name: 'Bela' })
  await makeInvited(school, { role: 'teacher', name: 'Chetan' })
  await makeStaff(school, { role: 'owner', name: 'Asmita' })
  await setStaffStatus(school.scope, office.publicId, 'inactive')
  const named = async ({ search = '', role = '', state = '' }) =>
    (await staff.list(school.scope, { ...everything, search, filters: { role, state } })).rows.map((row) => row.name)
  expect(await named({})).toEqual(['Asmita', 'Bela', 'Chetan'])
  expect(await named({ state: 'invited' })).toEqual(['Chetan'])
  expect(await named({ state: 'inactive' })).toEqual(['Bela'])
  expect(await named({ role: 'owner' })).toEqual(['Asmita'])
  expect(await named({ search: office.email })).toEqual(['Bela'])
})

it('changes the user’s own name and password, and signs out everywhere else', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school, { password })
  const here = await signedInStaff(owner)
  const there = await signedInStaff(owner)
  await renameSelf(owner.scope, 'Meenakshi J.')
  expect((await findStaffSession(visitor, here.token))?.name).toBe('Meenakshi J.')

  const next = 'Kite-over-the-river-55'
  const change = (current: string, wanted: string) => changePassword(owner.scope, { current, next: wanted }, here.token)
  expect(await change('not this one at all', next)).toMatchObject({ reason: 'wrong-password' })
  expect(await change(password, 'too short')).toMatchObject({ reason: 'too-short' })
  const changed = await change(password, next)
  if (!changed.ok) throw new Error(changed.reason)
  expect(await findStaffSession(visitor, there.token)).toBeNull()
  expect(await findStaffSession(visitor, here.token)).toBeNull()
  expect(await findStaffSession(visitor, changed.value.token)).not.toBeNull()
  expect((await confirmStaffPassword(owner.scope, next, changed.value.token)).ok).toBe(true)

  const elsewhere = await signedInStaff(owner)
  await signOutEverywhere(owner.scope, changed.value.token)
  expect(await findStaffSession(visitor, elsewhere.token)).toBeNull()
  expect(await findStaffSession(visitor, changed.value.token)).not.toBeNull()
  const row = await readRow<{ rows: number }>('SELECT COUNT(*) AS `rows` FROM sessions WHERE staff_user_id = :id', {
    id: owner.id,
  })
  expect(row?.rows).toBe(1)
})

it('mails the previous address when the e-mail for signing in changes, but not when only the name changes', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const colleague = await makeStaff(school, { role: 'office' })
  const fields = { name: 'Farida S.', email: colleague.email, role: 'office' as const }
  const told = () =>
    readRows<{ text: string }>('SELECT body_text AS text FROM outgoing_mail WHERE to_address = :to', {
      to: colleague.email,
    })
  expect(await save(owner, colleague.publicId, fields)).toEqual({ ok: true })
  expect(await told()).toEqual([])
  const moved = { ...fields, email: `moved.${colleague.email}` }
  expect(await save(owner, colleague.publicId, moved)).toEqual({ ok: true })
  expect(await told()).toEqual([{ text: expect.stringContaining('has changed the e-mail address') }])
})

it('refuses invitations and address changes, but no deactivation, once account mails are used up', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const colleague = await makeStaff(school, { role: 'office' })
  await countOfficeMails(school, officeMailsADay.least)
  const refused = { ok: false, reason: 'too-many-mails' }
  expect(await inviteStaff(owner.scope, person(school), linkOf)).toEqual(refused)
  const fields = { name: 'Farida S.', email: colleague.email, role: 'office' as const }
  expect(await save(owner, colleague.publicId, { ...fields, email: `moved.${fields.email}` })).toEqual(refused)
  expect(await save(owner, colleague.publicId, fields)).toEqual({ ok: true })
  expect(await setStaffStatus(owner.scope, colleague.publicId, 'inactive')).toEqual({ ok: true })
  await passMailDay(school)
  expect(await inviteStaff(owner.scope, person(school), linkOf)).toMatchObject({ ok: true })
})

it('sends at most five invitations a day to one address, and keeps the last mailed link valid', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const invited = await makeInvited(school)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => sendInvitation(owner.scope, invited.publicId, linkOf)),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(5)
  expect(answers.filter((answer) => !answer.ok && answer.reason === 'too-many-mails')).toHaveLength(3)
  // The last link that was sent is still valid.
  const good = 'SELECT token_hash FROM password_resets WHERE staff_user_id = :id AND used_at IS NULL'
  expect(await readRows(good, { id: invited.id })).toHaveLength(1)
})

it.each([
  ['a school that is not approved yet has sent ten in a day', false, invitationsOfSchool.waiting],
  ['the invitations of the day are used up', true, 3],
])('refuses to invite once %s, and creates no sign-in without sending its mail', async (_, approved, max) => {
  const school = await makeSchool({ approved })
  const owner = await makeStaff(school)
  const fields = (place: number) => ({
    name: 'Farida Shaikh',
    email: `farida.${place}.${school.id}@school.test`,
    role: 'office' as const,
  })
  const reasons: string[] = []
  for (let place = 0; place < max + 3; place++) {
    const answer = await inviteStaff(owner.scope, fields(place), linkOf)
    if (!answer.ok) reasons.push(answer.reason)
    if (approved && place === max - 1)
      await execute('UPDATE throttles SET failures = :max WHERE bucket = :bucket', {
        bucket: `invitations:${school.id}`,
        max: invitationsOfSchool.approved,
      })
  }
  expect(reasons).toEqual(['too-many-mails', 'too-many-mails', 'too-many-mails'])
  expect(await readRow('SELECT COUNT(*) AS staff FROM staff_users WHERE school_id = :id', { id: school.id })).toEqual({
    staff: max + 1,
  })
  expect(await readRow('SELECT COUNT(*) AS mails FROM outgoing_mail WHERE school_id = :id', { id: school.id })).toEqual(
    { mails: max },
  )
})

it('reports a conflict to the second of two owners who edit one colleague', async () => {
  const school = await makeSchool()
  const [one, other] = [await makeStaff(school), await makeStaff(school)]
  const colleague = await makeStaff(school, { role: 'office' })
  const fields = { name: 'Farida S.', email: colleague.email, role: 'office' as const }
  const outcomes = await Promise.all([
    updateStaff(one.scope, colleague.publicId, ifUnchanged(1, fields), linkOf),
    updateStaff(other.scope, colleague.publicId, ifUnchanged(1, { ...fields, role: 'accounts' }), linkOf),
  ])
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(outcomes).toContainEqual({ ok: false, reason: 'changed' })
})

describe('notifyOwnersOfSecondPerson', () => {
  const subject = 'Another colleague can soon act as second person'
  const toldOwners = async (school: MadeSchool) => {
    const mails = await readRows<{ to: string; text: string }>(
      'SELECT to_address AS `to`, body_text AS text FROM outgoing_mail WHERE school_id = :id AND subject = :subject ORDER BY id',
      { id: school.id, subject },
    )
    await execute('DELETE FROM outgoing_mail WHERE school_id = :id AND subject = :subject', { id: school.id, subject })
    return mails
  }

  it('mails all owners after any step that creates a possible second person, if the school has the second-person rule', async () => {
    const school = await makeSchool()
    const { asker, second } = await makeTwoOwners(school)
    const both = [asker.email, second.email]
    const told = async () => (await toldOwners(school)).map(({ to }) => to)
    const fields = person(school, 'accounts')
    const invited = await inviteStaff(asker.scope, fields, linkOf)
    if (!invited.ok) throw new Error(invited.reason)
    const mails = await toldOwners(school)
    expect(mails.map(({ to }) => to)).toEqual(both)
    expect(mails[1]?.text).toContain(`${asker.name} has given a sign-in`)
    expect(mails[1]?.text).toContain(fields.email)
    expect(await save(asker, invited.value, { ...fields, role: 'teacher' })).toEqual({ ok: true })
    expect(await told()).toEqual([])
    expect(await save(asker, invited.value, { ...fields, role: 'owner' })).toEqual({ ok: true })
    expect(await told()).toEqual(both)
    expect(await save(asker, invited.value, { ...person(school, 'owner') })).toEqual({ ok: true })
    expect(await told()).toEqual(both)
    await setStaffStatus(asker.scope, invited.value, 'inactive')
    expect(await told()).toEqual([])
    await setStaffStatus(asker.scope, invited.value, 'active')
    expect(await told()).toEqual(both)
    const without = await makeSchool()
    await inviteStaff((await makeStaff(without)).scope, person(without, 'accounts'), linkOf)
    expect(await toldOwners(without)).toEqual([])
  })

  it('accepts an account as a second person only some days after its first password, however old the invitation', async () => {
    const school = await makeSchool()
    const { asker } = await makeTwoOwners(school)
    const fields = person(school, 'accounts')
    const invited = await inviteStaff(asker.scope, fields, linkOf)
    if (!invited.ok) throw new Error(invited.reason)
    const of = { id: invited.value }
    await execute(
      'UPDATE staff_users SET rights_changed_at = rights_changed_at - INTERVAL 30 DAY WHERE public_id = :id',
      of,
    )
    const ageInDays = async () => {
      const row = await readRow<{ days: number }>(
        'SELECT TIMESTAMPDIFF(DAY, rights_changed_at, UTC_TIMESTAMP(3)) AS days FROM staff_users WHERE public_id = :id',
        of,
      )
      return row?.days
    }
    const [token = ''] = await tokensFor(fields.email)
    expect(await resetPassword(visitor, 'staff', { email: fields.email, token, password })).toEqual({ ok: true })
    expect(await ageInDays()).toBe(0)
    // Resetting a forgotten password does not make the account new.
    await execute(
      'UPDATE staff_users SET rights_changed_at = rights_changed_at - INTERVAL 30 DAY WHERE public_id = :id',
      of,
    )
    await requestPasswordReset(visitor, 'staff', fields.email, linkOf)
    const again = (await tokensFor(fields.email)).at(-1) ?? ''
    const reset = { email: fields.email, token: again, password: 'Neem-tree-by-the-well-8' }
    expect(await resetPassword(visitor, 'staff', reset)).toEqual({ ok: true })
    expect(await ageInDays()).toBe(30)
  })
})
