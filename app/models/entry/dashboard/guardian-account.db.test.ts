import { beforeEach, describe, expect, it, vi } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { requireStudent } from '~/http/guards.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { keepFile } from '~/models/core/files/keep-file.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { changePassword } from '~/models/people/accounts/passwords/change-password.server'
import {
  makeResetToken,
  requestPasswordReset,
  resetPassword,
} from '~/models/people/accounts/passwords/reset-password.server'
import { listSessions, signOutEverywhere } from '~/models/people/accounts/sign-in/own-sessions.server'
import {
  findGuardianSession,
  findStudentSession,
  idleMinutes,
  isOpenedByGuardian,
  openSession,
  scopeOfAccount,
} from '~/models/people/accounts/sign-in/sessions.server'
import { activateWithPassword, joinAccount } from '~/models/people/guardians/activate.server'
import { changeSignIn, confirmEmail, listWrongContacts } from '~/models/people/guardians/change-sign-in.server'
import { chooseGuardianAccount, listGuardianChoices } from '~/models/people/guardians/choose-account.server'
import { closeAccess, guardians } from '~/models/people/guardians/guardians.server'
import { makeInvitation, proveInvitation, voidInvitation } from '~/models/people/guardians/invitations.server'
import { mailInvitations, makeSlips } from '~/models/people/guardians/invite.server'
import { openChild } from '~/models/people/guardians/open-child.server'
import { chooseGuardianLanguage, findSignInFacts } from '~/models/people/guardians/own-account.server'
import { signInGuardian } from '~/models/people/guardians/sign-in-guardian.server'
import * as passwords from '~/services/secrets/passwords.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { newBrowser, signedInStudent } from '../../../../tests/factories/accounts'
import { guardianCookie } from '../../../../tests/factories/app'
import { makeHoliday, makeSheet } from '../../../../tests/factories/attendance'
import { atMoment, stopClocks } from '../../../../tests/factories/days'
import {
  guardianPassword,
  linkGuardian,
  type MadeGuardian,
  makeGuardian,
  makeGuardianAccount,
} from '../../../../tests/factories/guardians'
import { insert, unique } from '../../../../tests/factories/insert'
import { makeDue } from '../../../../tests/factories/ledger'
import { makeNotice } from '../../../../tests/factories/notices'
import { readRows } from '../../../../tests/factories/read'
import { makeExamWithPapers } from '../../../../tests/factories/results'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { findChildrenAtHome } from './children-at-home.server'

stopClocks()

const visitor = visitorScope()
const password = 'red kite over Surat'
const nextPassword = 'orange kite over Bhuj'
let school: MadeSchool
let count = 0

beforeEach(async () => {
  school = await makeSchool()
})

/** Returns a mobile number that no other test uses. */
const newMobile = () => `9${String(Date.now() % 1_000_000).padStart(6, '0')}${String(++count % 1000).padStart(3, '0')}`

/** Creates a guardian of the school with a child and a mobile number. */
async function family(at = school, mobileNumber = newMobile()) {
  const guardian = await makeGuardian(at, { mobileNumber })
  const child = await makeStudent(at)
  const link = await linkGuardian(guardian, child)
  return { guardian, child, link, mobileNumber, at }
}

async function invited(guardian: MadeGuardian, at = school): Promise<string> {
  const made = await makeInvitation(at.scope, guardian.id)
  if (!made.ok) throw new Error(made.reason)
  return made.value
}

async function prove(code: string, contact: string) {
  const proved = await proveInvitation(visitor, { contact, code }, null)
  if (!proved.ok) throw new Error(proved.reason)
  return proved.value
}

const details = { name: 'Rajesh Patel', email: null as string | null, password, language: 'en' as const }

/** Tokens of the links mailed to new addresses. */
const mailed: string[] = []
function linkOf(token: string): string {
  mailed.push(token)
  return `https://shala.test/${token}`
}

const activate = (proof: Awaited<ReturnType<typeof prove>>, as = details) =>
  activateWithPassword(visitor, proof, as, newBrowser(), linkOf)

async function sessionOf(token: string) {
  const session = await findGuardianSession(visitor, token)
  if (!session) throw new Error('nobody is signed in')
  return session
}

/** Activates the family's invitation with a new account; returns its session. */
async function activated({ guardian, mobileNumber, at }: Awaited<ReturnType<typeof family>>, as = details) {
  const opened = await activate(await prove(await invited(guardian, at), mobileNumber), as)
  if (!opened.ok) throw new Error(opened.reason)
  return { token: opened.value.token, ...(await sessionOf(opened.value.token)) }
}

/** Creates a grievance of the guardian, which the school must keep. */
function makeGrievanceOf({ guardian, child, at }: Awaited<ReturnType<typeof family>>): Promise<number> {
  const now = new Date()
  return insert('grievances', {
    public_id: newPublicId(),
    school_id: at.id,
    financial_year: '2026-27',
    number: 1,
    writer: 'guardian',
    guardian_id: guardian.id,
    student_id: child.id,
    writer_name: guardian.name,
    topic: 'data',
    words: 'Whose?',
    language: 'en',
    state: 'open',
    received_on: '2026-07-13',
    answer_by: '2026-08-12',
    law_by: '2026-10-11',
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
}

const signIn = (name: string, text: string) => signInGuardian(visitor, { name, password: text, browser: newBrowser() })

describe('guardian invitation', () => {
  it('is activated once, by its code and the whole mobile number, and creates an account', async () => {
    const home = await family()
    const code = await invited(home.guardian)
    expect(code).toMatch(/^[2-9B-Z]{4}-[2-9B-Z]{4}-[2-9B-Z]{4}$/)
    const proof = await prove(code.toLowerCase().replaceAll('-', ' '), home.mobileNumber)
    const opened = await activate(proof)
    if (!opened.ok) throw new Error(opened.reason)
    const { scope } = await sessionOf(opened.value.token)
    expect(await findSignInFacts(scope)).toMatchObject({ mobileNumber: home.mobileNumber, email: null })
    expect((await findChildrenAtHome(scope, todayInIndia(new Date()))).map((one) => one.publicId)).toEqual([
      home.child.publicId,
    ])
    expect(await proveInvitation(visitor, { contact: home.mobileNumber, code }, null)).toMatchObject({
      reason: 'not-valid',
    })
    expect(await activate(proof)).toMatchObject({ reason: 'not-valid' })
    expect(await signIn(home.mobileNumber, password)).toMatchObject({ ok: true })
    expect(
      await readRows('SELECT actor_kind AS kind, action FROM audit_entries WHERE school_id = :id', { id: school.id }),
    ).toContainEqual({ kind: 'guardian', action: 'guardian.activated' })
  })

  it('returns the same error for a wrong code, another number, and an expired, replaced, revoked or outdated code', async () => {
    const home = await family()
    const refused = async (code: string, contact = home.mobileNumber) => {
      const answer = await proveInvitation(visitor, { contact, code }, null)
      expect(answer).toEqual({ ok: false, reason: 'not-valid' })
      await execute("DELETE FROM throttles WHERE bucket LIKE 'guardian-activation%'", {})
    }
    const first = await invited(home.guardian)
    await refused('2345-2345-2345')
    await refused(first, newMobile())
    const second = await invited(home.guardian)
    await refused(first)
    await execute('UPDATE guardian_invitations SET expires_at = UTC_TIMESTAMP(3) WHERE guardian_id = :id', {
      id: home.guardian.id,
    })
    await refused(second)
    const third = await invited(home.guardian)
    const proof = await prove(third, home.mobileNumber)
    const now = newMobile()
    await execute('UPDATE family_guardians SET mobile_number = :now WHERE id = :id', { now, id: home.guardian.id })
    await refused(third)
    await refused(third, now)
    expect(await activate(proof)).toMatchObject({ reason: 'not-valid' })
    const fourth = await invited(home.guardian)
    await voidInvitation(school.scope, home.guardian.id)
    await refused(fourth, now)
    const nobody = await makeGuardian(school)
    expect(await makeInvitation(school.scope, nobody.id)).toMatchObject({ reason: 'no-contact' })
    expect(await makeInvitation((await makeSchool()).scope, home.guardian.id)).toMatchObject({ reason: 'not-found' })
  })

  it('is no longer valid after ten wrong numbers', async () => {
    const home = await family()
    const code = await invited(home.guardian)
    for (let i = 0; i < 10; i++) await proveInvitation(visitor, { contact: newMobile(), code }, null)
    expect(await proveInvitation(visitor, { contact: home.mobileNumber, code }, null)).toMatchObject({
      reason: 'not-valid',
    })
  })

  it('still opens with its code after wrong codes have blocked further guesses from the network', async () => {
    const home = await family()
    const network = `network of ${unique()}`
    const code = await invited(home.guardian)
    const attempt = (typed: string) => proveInvitation(visitor, { contact: home.mobileNumber, code: typed }, network)
    let answer = await attempt('2345-2345-2345')
    for (let i = 0; answer.ok || answer.reason !== 'slowed'; i++) {
      expect(i).toBeLessThan(1000)
      answer = await attempt(`2345-2345-${2345 + i}`)
    }
    expect(await attempt('2345-2345-2346')).toMatchObject({ reason: 'slowed' })
    expect(await attempt(code)).toMatchObject({ ok: true })
  })

  it('is valid with the code of a new slip, although too many wrong numbers were tried with the previous one', async () => {
    const home = await family()
    const lost = await invited(home.guardian)
    for (let i = 0; i < 10; i++) await proveInvitation(visitor, { contact: newMobile(), code: lost }, null)
    const code = await invited(home.guardian)
    expect(await proveInvitation(visitor, { contact: home.mobileNumber, code }, null)).toMatchObject({ ok: true })
  })

  it('does not count a correct code and number as a failed try of the network', async () => {
    const home = await family()
    const network = `network of ${unique()}`
    const code = await invited(home.guardian)
    const tries = async () => {
      const [row] = await readRows<{ failures: number }>('SELECT failures FROM throttles WHERE bucket = :bucket', {
        bucket: `guardian-activation-network:${network}`,
      })
      return row?.failures
    }
    await proveInvitation(visitor, { contact: newMobile(), code }, network)
    expect(await tries()).toBe(1)
    expect(await proveInvitation(visitor, { contact: home.mobileNumber, code }, network)).toMatchObject({ ok: true })
    expect(await tries()).toBe(1)
  })

  it('refuses a guessable password', async () => {
    const home = await family()
    const proof = await prove(await invited(home.guardian), home.mobileNumber)
    for (const [text, reason] of [
      ['Rajesh Patel', 'name'],
      [home.mobileNumber, 'phone'],
      ['kite', 'too-short'],
    ] as const)
      expect(await activate(proof, { ...details, password: text })).toMatchObject({ reason })
  })

  it('sent by mail, requires the mobile number, so that access to the mailbox alone is not enough', async () => {
    const home = await family()
    const email = `mailbox.${unique()}@family.test`
    await execute('UPDATE family_guardians SET email = :email WHERE id = :id', { email, id: home.guardian.id })
    const codeOf = async () => {
      expect(await mailInvitations(school.scope, { guardian: home.guardian.publicId }, 'https://shala.test')).toEqual({
        ok: true,
        value: 1,
      })
      const mails = await readRows<{ text: string }>(
        'SELECT body_text AS text FROM outgoing_mail WHERE to_address = :email ORDER BY id DESC LIMIT 1',
        { email },
      )
      return /\w{4}-\w{4}-\w{4}/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    }
    const code = await codeOf()
    expect(await proveInvitation(visitor, { contact: email, code }, null)).toMatchObject({ reason: 'not-valid' })
    expect(await proveInvitation(visitor, { contact: home.mobileNumber, code }, null)).toMatchObject({ ok: true })
    // The code of a printed slip was not mailed, so the e-mail address is accepted with it.
    await prove(await invited(home.guardian), email)
    await execute("UPDATE family_guardians SET mobile_state = 'wrong' WHERE id = :id", { id: home.guardian.id })
    await prove(await codeOf(), email)
  })

  it('is refused for a number marked as wrong, and for a guardian without rights', async () => {
    const home = await family()
    const before = await prove(await invited(home.guardian), home.mobileNumber)
    const state = (name: 'unproved' | 'wrong') =>
      execute('UPDATE family_guardians SET mobile_state = :name WHERE id = :id', { name, id: home.guardian.id })
    await state('wrong')
    expect(await activate(before)).toMatchObject({ reason: 'not-valid' })
    await state('unproved')
    await execute('UPDATE guardian_links SET may_see = 0, may_pay = 0, is_told = 0 WHERE id = :id', { id: home.link })
    expect(await activate(before)).toMatchObject({ reason: 'not-valid' })
    await execute('UPDATE guardian_links SET may_see = 1 WHERE id = :id', { id: home.link })
    // Marking the number as wrong in the office's form revokes the invitation: the old slip stays invalid when the
    // number is marked as right again.
    const row = await guardians.find(school.scope, home.guardian.publicId)
    if (!row) throw new Error('no guardian')
    const { name, mobileNumber, email, emailState, language } = row
    const values = { name, mobileNumber, email, emailState, language }
    const save = (version: number, mobileState: 'unproved' | 'wrong') =>
      guardians.update(school.scope, home.guardian.publicId, version, { ...values, mobileState })
    expect(await save(row.version, 'wrong')).toMatchObject({ ok: true })
    expect(await save(row.version + 1, 'unproved')).toMatchObject({ ok: true })
    expect(await activate(before)).toMatchObject({ reason: 'not-valid' })
  })
})

describe('guardian account', () => {
  it('opens the children of two schools once its owner has confirmed the second with the password', async () => {
    const mobile = newMobile()
    const home = await activated(await family(school, mobile))
    const other = await makeSchool()
    const there = await family(other, mobile)
    const proof = await prove(await invited(there.guardian, other), mobile)
    const join = (current: string, next: string) =>
      joinAccount(visitor, home.scope, proof, { current, next }, home.token)
    expect(await join('not this one', nextPassword)).toMatchObject({ reason: 'wrong-password' })
    // The owner must set a new password, because a clerk who set the account up may know the current one.
    expect(await join(password, password)).toMatchObject({ reason: 'same' })
    expect(await join(password, mobile)).toMatchObject({ reason: 'phone' })
    const elsewhere = await signIn(mobile, password)
    if (!elsewhere.ok) throw new Error(elsewhere.reason)
    const account = { kind: 'guardian', schoolId: null, id: home.scope.accountId } as const
    await makeResetToken(account, 30)
    const joined = await join(password, nextPassword)
    if (!joined.ok) throw new Error(joined.reason)
    expect(await findGuardianSession(visitor, elsewhere.value.token)).toBeNull()
    expect(await findGuardianSession(visitor, joined.value.token)).not.toBeNull()
    expect(await signIn(mobile, password)).toMatchObject({ reason: 'wrong-password' })
    expect(await signIn(mobile, nextPassword)).toMatchObject({ ok: true })
    const open = 'SELECT id FROM password_resets WHERE guardian_account_id = :id AND used_at IS NULL'
    expect(await readRows(open, { id: account.id })).toEqual([])
    const children = await findChildrenAtHome(home.scope, todayInIndia(new Date()))
    expect(children.map((one) => one.schoolName).sort()).toEqual([school.name, other.name].sort())
  })

  it('cannot be linked to a second guardian of the same school', async () => {
    const own = await family()
    const home = await activated(own)
    const aunt = await family()
    const proof = await prove(await invited(aunt.guardian), aunt.mobileNumber)
    const passwords = { current: password, next: nextPassword }
    expect(await joinAccount(visitor, home.scope, proof, passwords, home.token)).toMatchObject({
      reason: 'other-guardian',
    })
    expect(await signIn(own.mobileNumber, password)).toMatchObject({ ok: true })
  })

  it('is recovered with a new slip from the office when its password is forgotten', async () => {
    const home = await family()
    const before = await activated(home)
    const slips = await makeSlips(school.scope, { guardian: home.guardian.publicId })
    if (!slips.ok) throw new Error(slips.reason)
    const proof = await prove(slips.value[0]?.code ?? '', home.mobileNumber)
    expect(await activate(proof, { ...details, password: nextPassword })).toMatchObject({ ok: true })
    expect(await findGuardianSession(visitor, before.token)).toBeNull()
    const opened = await signIn(home.mobileNumber, nextPassword)
    if (!opened.ok) throw new Error(opened.reason)
    expect((await sessionOf(opened.value.token)).scope.accountId).toBe(before.scope.accountId)
    const row = await guardians.find(school.scope, home.guardian.publicId)
    expect(row).toMatchObject({ isActivated: true, activatedOn: todayInIndia(new Date()) })
  })

  it('is chosen by the user from the accounts that the password fits, if there are several', async () => {
    const mobile = newMobile()
    const other = await makeSchool()
    const [here, there] = [await family(school, mobile), await family(other, mobile)]
    const [one, two] = [await activated(here), await activated(there)]
    const mother = await makeGuardianAccount({ mobileNumber: mobile, name: 'Meena Patel' })
    const several = await signIn(mobile, password)
    if (several.ok || several.reason !== 'several') throw new Error('not asked')
    const choices = await listGuardianChoices(visitor, several.accounts)
    expect(choices.map(({ name, schools }) => [name, schools])).toEqual([
      ['Rajesh Patel', school.name],
      ['Rajesh Patel', other.name],
    ])
    for (const [index, { scope }] of [one, two].entries()) {
      const opened = await chooseGuardianAccount(visitor, several.accounts, several.accounts[index] ?? '', newBrowser())
      if (!opened.ok) throw new Error(opened.reason)
      expect((await sessionOf(opened.value.token)).scope.accountId).toBe(scope.accountId)
    }
    const [motherId] = await readRows<{ id: string }>('SELECT public_id AS id FROM guardian_accounts WHERE id = :id', {
      id: mother.id,
    })
    expect(await chooseGuardianAccount(visitor, several.accounts, motherId?.id ?? '', newBrowser())).toMatchObject({
      reason: 'not-proved',
    })
  })

  it('is found although another school has created many accounts with its number or address', async () => {
    const [mobileNumber, email] = [newMobile(), `crowd.${unique()}@family.test`]
    const crowd = await makeSchool()
    const make = async (at: MadeSchool, as: string) => {
      const account = await makeGuardianAccount({ mobileNumber, email, password: as })
      await makeGuardian(at, { accountId: account.id })
      return account
    }
    for (let made = 0; made < 24; made++) await make(crowd, guardianPassword)
    const mine = await make(school, password)
    for (const name of [mobileNumber, email]) {
      const opened = await signIn(name, password)
      if (!opened.ok) throw new Error(opened.reason)
      expect((await sessionOf(opened.value.token)).scope.accountId).toBe(mine.id)
    }
    await requestPasswordReset(visitor, 'guardian', email, (_to, token) => token)
    const asked = 'SELECT id FROM password_resets WHERE guardian_account_id = :id'
    expect(await readRows(asked, { id: mine.id })).toHaveLength(1)
  })

  it('is found among many if its school is approved, the browser is known, or the user names the school', async () => {
    const [mobileNumber, email] = [newMobile(), `crowd.${unique()}@family.test`]
    const make = async (at: MadeSchool, as: string) => {
      const account = await makeGuardianAccount({ mobileNumber, email, password: as })
      await makeGuardian(at, { accountId: account.id })
      return account
    }
    for (let made = 0; made < 25; made++) await make(await makeSchool({ approved: false }), guardianPassword)
    const own = await makeSchool({ approved: false, name: `Own school ${unique()}` })
    const mine = await make(own, password)
    await make(school, nextPassword)
    const browser = newBrowser()
    const asked = (typed: string, named?: string) =>
      signInGuardian(visitor, { name: mobileNumber, password: typed, browser, school: named })
    expect(await asked(nextPassword)).toMatchObject({ ok: true })
    expect(await asked(password)).toEqual({ ok: false, reason: 'which-school' })
    expect(await asked(password, own.name)).toMatchObject({ ok: true })
    // The sign-in above linked this browser to the account, so the school is no longer needed.
    expect(await asked(password)).toMatchObject({ ok: true })
    await requestPasswordReset(visitor, 'guardian', email, (_to, token) => token)
    const links = 'SELECT id FROM password_resets WHERE guardian_account_id = :id'
    expect(await readRows(links, { id: mine.id })).toHaveLength(1)
  })

  it('signs in although thirteen accounts share its number, more than the eight that the portal allows', async () => {
    const mobileNumber = newMobile()
    for (let made = 0; made < 12; made++)
      await makeGuardian(school, {
        accountId: (await makeGuardianAccount({ mobileNumber, password: guardianPassword })).id,
      })
    const last = await makeGuardianAccount({ mobileNumber, password })
    await makeGuardian(school, { accountId: last.id })
    expect(await signIn(mobileNumber, password)).toMatchObject({ ok: true })
  })

  it('gets an e-mail address once its mailed link is used, and loses it when a new invitation is used', async () => {
    const home = await family()
    const email = `typed.${unique()}@family.test`
    const account = await activated(home, { ...details, email })
    expect(await findSignInFacts(account.scope)).toMatchObject({ email: null })
    expect(await signIn(email, password)).toMatchObject({ reason: 'wrong-password' })
    const confirmed = await confirmEmail(account.scope, mailed.at(-1) ?? '', {
      keepToken: account.token,
      language: 'en',
    })
    expect(confirmed).toEqual({ ok: true, value: { email } })
    expect(await signIn(email, password)).toMatchObject({ ok: true })
    const again = await activated(home, { ...details, password: nextPassword })
    expect(again.scope.accountId).toBe(account.scope.accountId)
    expect(await findSignInFacts(again.scope)).toMatchObject({ email: null, mobileNumber: home.mobileNumber })
  })

  it('is deleted with all personal data when the last school deletes the guardian', async () => {
    const mobile = newMobile()
    const [here, there] = [await family(school, mobile), await family(await makeSchool(), mobile)]
    const home = await activated(here)
    const proof = await prove(await invited(there.guardian, there.at), mobile)
    const passwords = { current: password, next: nextPassword }
    const joined = await joinAccount(visitor, home.scope, proof, passwords, home.token)
    if (!joined.ok) throw new Error(joined.reason)
    expect(await guardians.remove(school.scope, here.guardian.publicId)).toMatchObject({ ok: true })
    expect(await signIn(mobile, nextPassword)).toMatchObject({ ok: true })
    expect(await guardians.remove(there.at.scope, there.guardian.publicId)).toMatchObject({ ok: true })
    expect(await signIn(mobile, nextPassword)).toMatchObject({ reason: 'wrong-password' })
    expect(await findGuardianSession(visitor, joined.value.token)).toBeNull()
    const kept =
      'SELECT name, mobile_number AS mobile, email, password_hash AS hash, status FROM guardian_accounts WHERE id = :id'
    expect(await readRows(kept, { id: home.scope.accountId })).toEqual([
      { name: 'Removed', mobile: null, email: null, hash: '', status: 'inactive' },
    ])
  })

  it('gets a new password from a new invitation if it belongs to one school, and all its sessions end', async () => {
    const home = await family()
    const before = await activated(home)
    await makeResetToken({ kind: 'guardian', schoolId: null, id: before.scope.accountId }, 30)
    const after = await activated(home, { ...details, password: 'green kite over Vapi' })
    expect(after.scope.accountId).toBe(before.scope.accountId)
    expect(await findGuardianSession(visitor, before.token)).toBeNull()
    expect(await signIn(home.mobileNumber, password)).toMatchObject({ ok: false })
    expect(await signIn(home.mobileNumber, 'green kite over Vapi')).toMatchObject({ ok: true })
    // An earlier reset link opens nothing.
    const open = 'SELECT id FROM password_resets WHERE guardian_account_id = :id AND used_at IS NULL'
    expect(await readRows(open, { id: before.scope.accountId })).toEqual([])
  })

  it('is not opened by another school that enters its number; an invitation opens only that school’s children', async () => {
    const mobile = newMobile()
    const home = await family(school, mobile)
    const victim = await activated(home)
    const other = await makeSchool()
    const there = await family(other, mobile)
    const proof = await prove(await invited(there.guardian, other), mobile)
    const passwords = { current: password, next: nextPassword }
    const taken = await joinAccount(visitor, victim.scope, proof, passwords, victim.token)
    expect(taken).toMatchObject({ ok: true })
    // The second school holds the number, so it can invite and activate the guardian itself.
    const clerk = await activated(there, { ...details, password: 'clerk in the office' })
    expect(clerk.scope.accountId).not.toBe(victim.scope.accountId)
    const today = todayInIndia(new Date())
    expect((await findChildrenAtHome(clerk.scope, today)).map((one) => one.publicId)).toEqual([there.child.publicId])
    expect((await findChildrenAtHome(victim.scope, today)).map((one) => one.publicId)).toEqual([home.child.publicId])
    expect(await signIn(mobile, nextPassword)).toMatchObject({ ok: true })
    // The school's audit log does not reveal the person's other account, which opens other children.
    expect(
      await readRows(
        "SELECT details FROM audit_entries WHERE school_id = :id AND action = 'guardian.activated' ORDER BY id",
        { id: other.id },
      ),
    ).toEqual([{ details: '{"again":false}' }, { details: '{"again":true}' }])
    // Nor does a third school get access by entering the number for a guardian of its own, without an invitation.
    const third = await makeSchool()
    await family(third, mobile)
    expect(await findChildrenAtHome(victim.scope, today)).toHaveLength(1)
  })

  it('signs in with its own password when parents share a number and address, and slows down guesses', async () => {
    const mobileNumber = newMobile()
    const email = `parents.${unique()}@example.test`
    const father = await makeGuardianAccount({ mobileNumber, email })
    const mother = await makeGuardianAccount({ mobileNumber, email, name: 'Meena Patel', password })
    for (const name of [mobileNumber, email.toUpperCase()]) {
      for (const [text, account] of [
        [guardianPassword, father],
        [password, mother],
      ] as const) {
        const opened = await signIn(name, text)
        if (!opened.ok) throw new Error(opened.reason)
        expect((await sessionOf(opened.value.token)).scope.accountId).toBe(account.id)
      }
    }
    for (let i = 0; i < 3; i++) await signIn(mobileNumber, `wrong ${i}`)
    expect(await signIn(mobileNumber, 'wrong')).toMatchObject({ reason: 'slowed' })
    // A slowed sign-in is refused before the password is hashed.
    const hashes = [vi.spyOn(passwords, 'verifyPassword'), vi.spyOn(passwords, 'verifyAgainstDecoy')]
    expect(await signIn(mobileNumber, 'wrong')).toMatchObject({ reason: 'slowed' })
    for (const hash of hashes) expect(hash).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    const unknown = newMobile()
    for (let i = 0; i < 3; i++) expect(await signIn(unknown, `wrong ${i}`)).toMatchObject({ reason: 'wrong-password' })
    expect(await signIn(unknown, 'wrong')).toMatchObject({ reason: 'slowed' })
    await execute("UPDATE guardian_accounts SET status = 'inactive' WHERE id = :id", { id: mother.id })
    expect(await signIn(email, password)).toMatchObject({ ok: false })
  })

  it('resets its password by a mailed link, changes it, and signs out everywhere', async () => {
    const email = `guardian.${unique()}@example.test`
    const account = await makeGuardianAccount({ email })
    const links: string[] = []
    await requestPasswordReset(visitor, 'guardian', email, (_to, token) => {
      links.push(token)
      return token
    })
    expect(links).toHaveLength(1)
    const form = { email, token: links[0] ?? '', password }
    expect(await resetPassword(visitor, 'student', form)).toMatchObject({ reason: 'link-not-valid' })
    expect(await resetPassword(visitor, 'guardian', form)).toMatchObject({ ok: true })
    expect(await resetPassword(visitor, 'guardian', form)).toMatchObject({ reason: 'link-not-valid' })
    const [one, two] = [await signIn(email, password), await signIn(email, password)]
    if (!one.ok || !two.ok) throw new Error('not signed in')
    const { scope } = await sessionOf(one.value.token)
    expect(scope.accountId).toBe(account.id)
    expect(await listSessions(scope, one.value.token, 10)).toHaveLength(2)
    await signOutEverywhere(scope, one.value.token)
    expect(await findGuardianSession(visitor, two.value.token)).toBeNull()
    const changed = await changePassword(scope, { current: password, next: 'yellow kite at noon' }, one.value.token)
    expect(changed).toMatchObject({ ok: true, value: { lasting: true } })
    expect(await signIn(email, 'yellow kite at noon')).toMatchObject({ ok: true })
  })

  it('audits its owner’s actions at each of its schools, and uses one language at all of them', async () => {
    const home = await activated(await family())
    await chooseGuardianLanguage(home.scope, 'gu')
    await recordAudit(home.scope, { action: 'guardian.tested', subject: { kind: 'guardian', id: null } })
    const rows = await readRows<{ action: string }>(
      'SELECT action FROM audit_entries WHERE school_id = :id ORDER BY id',
      { id: school.id },
    )
    expect(rows.map((row) => row.action).slice(-2)).toEqual(['guardian.language-chosen', 'guardian.tested'])
    expect(
      await readRows('SELECT language FROM family_guardians WHERE account_id = :id', { id: home.scope.accountId }),
    ).toEqual([{ language: 'gu' }])
  })
})

describe('sign-in names of a guardian account', () => {
  const asked = { mobileNumber: null as string | null, email: null as string | null, password: guardianPassword }
  const told = (to: string) =>
    readRows<{ text: string; kind: string }>(
      'SELECT body_text AS text, kind FROM outgoing_mail WHERE to_address = :to ORDER BY id',
      { to },
    )

  async function signedIn(facts: { mobileNumber?: string; email?: string }) {
    const account = await makeGuardianAccount(facts)
    await makeGuardian(school, { accountId: account.id })
    const signed = await signIn(facts.mobileNumber ?? facts.email ?? '', guardianPassword)
    if (!signed.ok) throw new Error(signed.reason)
    const { scope } = await sessionOf(signed.value.token)
    const links: string[] = []
    const linkOf = (token: string) => {
      links.push(token)
      return `https://shala.test/${token}`
    }
    const change = (more: Partial<typeof asked>) =>
      changeSignIn(scope, { ...asked, ...more, language: 'en' }, { keepToken: signed.value.token, linkOf })
    return { account, scope, token: signed.value.token, links, change }
  }

  it('changes its number at once and its address by a mailed link, and notifies the previous address', async () => {
    const [before, email] = [`a.${unique()}@family.test`, `b.${unique()}@family.test`]
    const { account, scope, token, links, change } = await signedIn({ email: before })
    const elsewhere = await signIn(before, guardianPassword)
    if (!elsewhere.ok) throw new Error(elsewhere.reason)
    expect(await change({ email, password: 'not this one' })).toMatchObject({ reason: 'wrong-password' })
    expect(await change({})).toEqual({ ok: false, reason: 'none-left' })
    expect(await change({ email: before })).toEqual({ ok: true, value: { emailToConfirm: null } })
    expect(await told(before)).toEqual([])
    const mobileNumber = newMobile()
    expect(await change({ email, mobileNumber })).toEqual({ ok: true, value: { emailToConfirm: email } })
    expect(await findSignInFacts(scope)).toMatchObject({ mobileNumber, email: before })
    expect(await findGuardianSession(visitor, elsewhere.value.token)).toBeNull()
    expect(await findGuardianSession(visitor, token)).not.toBeNull()
    expect(await told(before)).toMatchObject([{ kind: 'account', text: expect.stringContaining('was changed') }])
    const [link = ''] = links
    expect((await told(email))[0]?.text).toContain(link)
    const confirm = (by: typeof scope, sealed: string) => confirmEmail(by, sealed, { keepToken: token, language: 'en' })
    const other = await signedIn({ mobileNumber: newMobile() })
    expect(await confirm(other.scope, link)).toEqual({ ok: false, reason: 'link-not-valid' })
    expect(await confirm(scope, link.slice(0, -4))).toEqual({ ok: false, reason: 'link-not-valid' })
    expect(await confirm(scope, link)).toEqual({ ok: true, value: { email } })
    expect(await confirm(scope, link)).toEqual({ ok: false, reason: 'link-not-valid' })
    expect(await findSignInFacts(scope)).toMatchObject({ name: account.name, mobileNumber, email })
    expect(await told(before)).toHaveLength(2)
    const actions = await readRows<{ action: string }>(
      "SELECT action FROM audit_entries WHERE school_id = :id AND action = 'guardian.sign-in-changed'",
      { id: school.id },
    )
    expect(actions).toHaveLength(2)
  })

  it('confirms an address by a mailed link within thirty minutes', async () => {
    const email = `late.${unique()}@family.test`
    const { scope, token, links, change } = await signedIn({ mobileNumber: newMobile() })
    const { mobileNumber } = (await findSignInFacts(scope)) ?? { mobileNumber: null }
    expect(await change({ mobileNumber, email })).toEqual({ ok: true, value: { emailToConfirm: email } })
    const confirmIn = (minutes: number) =>
      atMoment(new Date(Date.now() + minutes * 60_000), () =>
        confirmEmail(scope, links[0] ?? '', { keepToken: token, language: 'en' }),
      )
    expect(await confirmIn(31)).toEqual({ ok: false, reason: 'link-not-valid' })
    expect(await confirmIn(29)).toEqual({ ok: true, value: { email } })
  })

  it('refuses a number that eight other accounts use, and the sixth change in a day', async () => {
    const crowded = newMobile()
    for (let made = 0; made < 8; made++) await makeGuardianAccount({ mobileNumber: crowded, password: null })
    const { change } = await signedIn({ mobileNumber: newMobile() })
    expect(await change({ mobileNumber: crowded })).toEqual({ ok: false, reason: 'crowded' })
    const results: boolean[] = []
    for (let tried = 0; tried < 6; tried++) results.push((await change({ mobileNumber: newMobile() })).ok)
    expect(results.filter((isDone) => isDone).length).toBeLessThanOrEqual(5)
    expect(await change({ mobileNumber: newMobile() })).toEqual({ ok: false, reason: 'too-often' })
  })

  it('shows the guardian which numbers and addresses a school has marked as wrong', async () => {
    const { account, scope } = await signedIn({ mobileNumber: newMobile() })
    expect(await listWrongContacts(scope)).toEqual([])
    await execute(
      `UPDATE family_guardians SET mobile_number = '9825012345', mobile_state = 'wrong', email = 'x@y.test', email_state = 'proved'
       WHERE account_id = :id`,
      { id: account.id },
    )
    expect(await listWrongContacts(scope)).toMatchObject([{ mobileEnd: '45', email: null }])
  })
})

describe("guardian on a child's pages", () => {
  async function open(home: Awaited<ReturnType<typeof family>>, guardian: Awaited<ReturnType<typeof activated>>) {
    const opened = await openChild(guardian, home.child.publicId, newBrowser())
    if (!opened.ok) throw new Error(opened.reason)
    return opened.value.token
  }

  it('opens the pages of a linked child, with the guardian’s name as the actor', async () => {
    const home = await family()
    const token = await open(home, await activated(home))
    const session = await findStudentSession(visitor, token)
    expect(session).toMatchObject({
      publicId: home.child.publicId,
      guardian: { name: 'Rajesh Patel', maySee: true, mayPay: true },
      scope: { studentId: home.child.id, actor: { kind: 'guardian', name: 'Rajesh Patel' } },
    })
    const stranger = await activated(await family())
    expect(await openChild(stranger, home.child.publicId, newBrowser())).toMatchObject({ reason: 'not-found' })
  })

  it.each([
    [{ maySee: true, mayPay: false, isTold: false }, true],
    [{ maySee: false, mayPay: true, isTold: false }, true],
    [{ maySee: false, mayPay: false, isTold: true }, false],
    [{ maySee: true, mayPay: true, isTold: true, shutOutAt: new Date() }, false],
  ])('opens the pages only with the right to see or the right to pay: %j', async (rights, isOpened) => {
    const account = await makeGuardianAccount({ password: null })
    const guardian = await makeGuardian(school, { accountId: account.id })
    const child = await makeStudent(school)
    await linkGuardian(guardian, child, rights)
    const token = await openSession(
      visitor,
      { kind: 'guardian', schoolId: null, id: account.id },
      { stage: 'full', idleMinutes: idleMinutes.student },
    )
    expect((await openChild(await sessionOf(token), child.publicId, newBrowser())).ok).toBe(isOpened)
  })

  it.each([
    ['a right is taken', 'UPDATE guardian_links SET may_see = 0, may_pay = 0 WHERE id = :link'],
    ['the student is 18 and wants it', 'UPDATE guardian_links SET shut_out_at = UTC_TIMESTAMP(3) WHERE id = :link'],
    ['the link is gone', 'DELETE FROM guardian_links WHERE id = :link'],
    ['the child may not come in any more', "UPDATE students SET status = 'inactive' WHERE id = :child"],
    ['the account is closed', "UPDATE guardian_accounts SET status = 'inactive' WHERE id = :account"],
    ['the school unlinks the guardian', 'UPDATE family_guardians SET account_id = NULL WHERE id = :guardian'],
    ['the guardian’s own session ends', 'DELETE FROM sessions WHERE guardian_account_id = :account'],
  ])('is shut out at once when %s', async (_when, sql) => {
    const home = await family()
    const guardian = await activated(home)
    const token = await open(home, guardian)
    expect(await findStudentSession(visitor, token)).not.toBeNull()
    const values = {
      link: home.link,
      child: home.child.id,
      account: guardian.scope.accountId,
      guardian: home.guardian.id,
    }
    await execute(sql, Object.fromEntries(Object.entries(values).filter(([name]) => sql.includes(`:${name}`))))
    expect(await findStudentSession(visitor, token)).toBeNull()
    // The session still counts as a guardian's, so that the browser goes to the guardian's pages, not to the child's
    // sign-in page.
    expect(await isOpenedByGuardian(visitor, token)).toBe(true)
  })

  it.each(['a changed password', 'signing out everywhere', 'another number', 'a second school'] as const)(
    'loses the pages in every browser after %s, and opens them again from the browser that is still signed in',
    async (act) => {
      const home = await family()
      const guardian = await activated(home)
      const opened = [await open(home, guardian), await open(home, guardian)]
      // Session as read before the change, to simulate opening the child's pages while the change is made.
      const before = await sessionOf(guardian.token)
      const token = await {
        'a changed password': async () => {
          const changed = await changePassword(
            guardian.scope,
            { current: password, next: nextPassword },
            guardian.token,
          )
          return changed.ok ? changed.value.token : ''
        },
        'signing out everywhere': async () => {
          await signOutEverywhere(guardian.scope, guardian.token)
          return guardian.token
        },
        'another number': async () => {
          const asked = { mobileNumber: newMobile(), email: null, password, language: 'en' } as const
          await changeSignIn(guardian.scope, asked, { keepToken: guardian.token, linkOf })
          return guardian.token
        },
        'a second school': async () => {
          const there = await family(await makeSchool(), home.mobileNumber)
          const proof = await prove(await invited(there.guardian, there.at), home.mobileNumber)
          const passwords = { current: password, next: nextPassword }
          const joined = await joinAccount(visitor, guardian.scope, proof, passwords, guardian.token)
          return joined.ok ? joined.value.token : ''
        },
      }[act]()
      opened.push(await open(home, { ...guardian, ...before }))
      for (const one of opened) expect(await findStudentSession(visitor, one)).toBeNull()
      const after = await sessionOf(token ?? '')
      expect(await listSessions(after.scope, token ?? '', 10)).toMatchObject([
        { publicId: after.publicId, isThis: true },
      ])
      const reopened = await open(home, { token: token ?? '', ...after })
      expect(await findStudentSession(visitor, reopened)).toMatchObject({ publicId: home.child.publicId })
    },
  )

  it('does not get the photo’s storage key, and is not listed among the student’s sessions', async () => {
    const home = await family()
    const facts = { fileName: 'photo.jpg', contentType: 'image/jpeg', sizeBytes: 7, visibility: 'student' as const }
    const photo = await keepFile(school.scope, { ...facts, key: `photos/${unique()}.jpg`, studentId: home.child.id })
    await execute('UPDATE students SET photo_file_id = :photo WHERE id = :id', { photo, id: home.child.id })
    const opened = await open(home, await activated(home))
    const own = await signedInStudent(home.child)
    expect((await findStudentSession(visitor, own.token))?.photoKey).toMatch(/^photos\//)
    expect((await findStudentSession(visitor, opened))?.photoKey).toBeNull()
    expect(await listSessions(home.child.scope, own.token, 10)).toMatchObject([{ isThis: true }])
    await signOutEverywhere(home.child.scope, own.token)
    expect(await findStudentSession(visitor, opened)).not.toBeNull()
  })

  it.each([
    ['reads', { maySee: false, mayPay: true }],
    ['acts', { maySee: false, mayPay: true }],
    ['pays', { maySee: true, mayPay: false }],
  ] as const)('is refused on a page that needs a right which the guardian lacks (%s)', async (way, rights) => {
    const account = await makeGuardianAccount({ password: null })
    const guardian = await makeGuardian(school, { accountId: account.id })
    const child = await makeStudent(school)
    await linkGuardian(guardian, child, rights)
    const headers = { Cookie: await guardianCookie(account, child) }
    const asked = requireStudent({}, new Request('http://localhost:3000/any', { headers }), way)
    expect(await asked.catch((thrown: unknown) => thrown)).toMatchObject({ status: 403 })
  })

  it.each(['pays', 'acts'] as const)(
    'reaches a form only at an address of the child opened last, so that two windows never mix two children (%s)',
    async (way) => {
      const account = await makeGuardianAccount({ password: null })
      const guardian = await makeGuardian(school, { accountId: account.id })
      const [child, sister] = [await makeStudent(school), await makeStudent(school)]
      for (const one of [child, sister]) await linkGuardian(guardian, one)
      const headers = { Cookie: await guardianCookie(account, child) }
      const answerTo = (method: string, address: string) =>
        requireStudent({}, new Request(`http://localhost:3000${address}`, { method, headers }), way).then(
          ({ publicId }) => publicId,
          (thrown: Response) => `${thrown.status} ${thrown.headers.get('Location')}`,
        )
      for (const address of ['/form?page=2', '/form.data?page=2']) {
        for (const method of ['GET', 'HEAD', 'POST']) {
          expect(await answerTo(method, `${address}&child=${child.publicId}`)).toBe(child.publicId)
          for (const other of [sister.publicId, 'unknown', ''])
            expect(await answerTo(method, `${address}&child=${other}`), `${method} ${address} ${other}`).toBe(
              '302 /guardians?opened=another',
            )
        }
        for (const method of ['GET', 'HEAD'])
          expect(await answerTo(method, address)).toBe(`302 /form?page=2&child=${child.publicId}`)
        expect(await answerTo('POST', address)).toBe('302 /guardians?opened=another')
      }
    },
  )

  it('keeps the guardian’s own session alive while the child’s pages are read', async () => {
    const home = await family()
    const guardian = await activated(home)
    const token = await open(home, guardian)
    const { accountId } = guardian.scope
    await execute(
      `UPDATE sessions SET seen_at = seen_at - INTERVAL 10 MINUTE, expires_at = UTC_TIMESTAMP(3) + INTERVAL 5 MINUTE
       WHERE guardian_account_id = :accountId OR student_id = :child`,
      { accountId, child: home.child.id },
    )
    expect(await findStudentSession(visitor, token)).not.toBeNull()
    const [own] = await readRows<{ minutes: number }>(
      'SELECT TIMESTAMPDIFF(MINUTE, UTC_TIMESTAMP(3), expires_at) AS minutes FROM sessions WHERE guardian_account_id = :accountId',
      { accountId },
    )
    expect(own?.minutes).toBeGreaterThan(10)
  })

  it('opens one child per browser, and closes the previous child’s pages', async () => {
    const home = await family()
    const guardian = await activated(home)
    const sister = await makeStudent(school)
    await linkGuardian(home.guardian, sister)
    const first = await open(home, guardian)
    const second = await openChild(guardian, sister.publicId, newBrowser({ oldToken: first }))
    if (!second.ok) throw new Error(second.reason)
    expect(await findStudentSession(visitor, first)).toBeNull()
    expect(await findStudentSession(visitor, second.value.token)).toMatchObject({ publicId: sister.publicId })
  })

  it('sees and opens no child whose account the school has closed', async () => {
    const home = await family()
    const guardian = await activated(home)
    await execute("UPDATE students SET status = 'inactive' WHERE id = :id", { id: home.child.id })
    expect(await findChildrenAtHome(guardian.scope, todayInIndia(new Date()))).toEqual([])
    expect(await openChild(guardian, home.child.publicId, newBrowser())).toMatchObject({ reason: 'not-found' })
  })

  it('is not shown as the opener of a session that the student opened', async () => {
    const { token } = await signedInStudent(await makeStudent(school))
    expect(await isOpenedByGuardian(visitor, token)).toBe(false)
    expect(await isOpenedByGuardian(visitor, 'nobody')).toBe(false)
  })
})

describe('access closed by the office', () => {
  const reason = 'The son has activated it'

  it('ends a wrong account, its sessions and slips, and lets the guardian activate a new account by invitation', async () => {
    const home = await family()
    const intruder = await activated(home)
    const child = await openChild(intruder, home.child.publicId, newBrowser())
    if (!child.ok) throw new Error(child.reason)
    const found = await guardians.find(school.scope, home.guardian.publicId)
    // Entering a new number does not close the intruder's session.
    const mobileNumber = newMobile()
    const values = { name: 'Rajesh Patel', mobileNumber, mobileState: 'unproved', email: null } as const
    await guardians.update(school.scope, home.guardian.publicId, found?.version ?? 0, {
      ...values,
      emailState: 'unproved',
      language: null,
    })
    expect(await findGuardianSession(visitor, intruder.token)).not.toBeNull()
    // The change of number has revoked earlier slips; the office issues a new one.
    const code = await invited(home.guardian)
    const proof = await prove(code, mobileNumber)

    const another = await makeSchool()
    expect(await closeAccess(another.scope, home.guardian.publicId, reason)).toMatchObject({ reason: 'not-found' })
    expect(await closeAccess(school.scope, home.guardian.publicId, reason)).toMatchObject({ ok: true })
    expect(await closeAccess(school.scope, home.guardian.publicId, reason)).toMatchObject({ reason: 'no-account' })
    expect(await findGuardianSession(visitor, intruder.token)).toBeNull()
    expect(await findStudentSession(visitor, child.value.token)).toBeNull()
    expect(await signIn(home.mobileNumber, password)).toMatchObject({ ok: false })
    expect(await proveInvitation(visitor, { contact: mobileNumber, code }, null)).toMatchObject({ reason: 'not-valid' })
    expect(await activate(proof)).toMatchObject({ reason: 'not-valid' })
    expect(await guardians.find(school.scope, home.guardian.publicId)).toMatchObject({
      isActivated: false,
      isInvited: false,
      links: 1,
    })
    const [entry] = await readRows<{ details: string }>(
      "SELECT details FROM audit_entries WHERE school_id = :id AND action = 'guardian.access-closed'",
      { id: school.id },
    )
    expect(JSON.parse(entry?.details ?? '')).toEqual({ name: 'Rajesh Patel', reason })

    const own = await activated({ ...home, mobileNumber }, { ...details, password: nextPassword })
    expect(own.scope.accountId).not.toBe(intruder.scope.accountId)
    expect(await openChild(own, home.child.publicId, newBrowser())).toMatchObject({ ok: true })
  })

  it('does not close the child’s pages that the other parent has open', async () => {
    const [father, mother] = [await family(), await family()]
    await linkGuardian(mother.guardian, father.child)
    await activated(father)
    const pages = await openChild(await activated(mother), father.child.publicId, newBrowser())
    if (!pages.ok) throw new Error(pages.reason)
    expect(await closeAccess(school.scope, father.guardian.publicId, reason)).toMatchObject({ ok: true })
    expect(await findStudentSession(visitor, pages.value.token)).not.toBeNull()
  })

  it('keeps the account’s access to another school, and refuses to delete a guardian with records', async () => {
    const mobile = newMobile()
    const [here, there] = [await family(school, mobile), await family(await makeSchool(), mobile)]
    const account = await makeGuardianAccount({ mobileNumber: mobile })
    for (const { guardian } of [here, there])
      await execute('UPDATE family_guardians SET account_id = :account WHERE id = :id', {
        account: account.id,
        id: guardian.id,
      })
    const opened = await signIn(mobile, guardianPassword)
    if (!opened.ok) throw new Error('not signed in')
    const session = await sessionOf(opened.value.token)
    const tokens = []
    for (const { child } of [here, there]) {
      const pages = await openChild(session, child.publicId, newBrowser())
      if (!pages.ok) throw new Error(pages.reason)
      tokens.push(pages.value.token)
    }
    await makeGrievanceOf(here)
    expect(await guardians.remove(school.scope, here.guardian.publicId)).toMatchObject({ reason: 'has-acted' })
    expect(await closeAccess(school.scope, here.guardian.publicId, reason)).toMatchObject({ ok: true })
    const [closed, kept] = tokens
    expect(await findStudentSession(visitor, closed ?? '')).toBeNull()
    expect(await findStudentSession(visitor, kept ?? '')).toMatchObject({ publicId: there.child.publicId })
    const children = await findChildrenAtHome(session.scope, todayInIndia(new Date()))
    expect(children.map(({ publicId }) => publicId)).toEqual([there.child.publicId])
    // Linking the same account again does not reopen the child's page that was closed.
    await execute('UPDATE family_guardians SET account_id = :account WHERE id = :id', {
      account: account.id,
      id: here.guardian.id,
    })
    expect(await findStudentSession(visitor, closed ?? '')).toBeNull()
  })
})

it('loads a guardian’s home page for any number of children in five statements, showing what each right allows', async () => {
  const mobile = newMobile()
  const account = await makeGuardianAccount({ mobileNumber: mobile, password: null })
  const today = todayInIndia(new Date())
  const rights = [
    {},
    { mayPay: false, isTold: false },
    { maySee: false, isTold: false },
    { maySee: false, mayPay: false },
    { shutOutAt: new Date() },
  ]
  for (const at of [school, await makeSchool()]) {
    const guardian = await makeGuardian(at, { mobileNumber: mobile, accountId: account.id })
    const session = await currentSession(at)
    const ofClass = await makeClass(at)
    const section = await makeSection(ofClass)
    await makeExamWithPapers(at, {
      session,
      class: ofClass,
      papers: [],
      name: 'Annual',
      startsOn: addDays(today, 1),
      endsOn: addDays(today, 9),
    })
    await makeHoliday(at, { name: 'Diwali', startsOn: today, endsOn: today })
    const marked = []
    for (const right of rights) {
      const child = await makeStudent(at)
      // A due is overdue from the day after enrollment at the earliest, so the child must have enrolled before today.
      const enrollment = await makeEnrollment(child, {
        session,
        class: ofClass,
        section,
        enrolledOn: addDays(today, -30),
      })
      marked.push({ studentId: child.id, enrollmentId: enrollment.id, status: 'present' as const })
      await makeDue(child, { session, amountPaise: 70_000, dueOn: '2020-04-10' })
      await makeDue(child, { session, amountPaise: 30_000 })
      await makeNotice(at, { student: child })
      await linkGuardian(guardian, child, right)
    }
    await makeSheet({ schoolId: at.id, sessionId: session.id, sectionId: section.id }, today, marked)
  }
  const scope = scopeOfAccount({ kind: 'guardian', schoolId: null, id: account.id }, account.name)
  const { value: children, count: statements } = await countQueries(() => findChildrenAtHome(scope, today))
  expect(statements).toBe(5)
  const money = { owedPaise: 100_000, overduePaise: 70_000, nextDue: expect.objectContaining({ balancePaise: 70_000 }) }
  const noMoney = { owedPaise: 0, overduePaise: 0, nextDue: null }
  const seen = { attendance: 'present', holiday: 'Diwali', nextExam: 'Annual', notices: 1 }
  const unseen = { attendance: null, holiday: null, nextExam: null, notices: 0 }
  const shown = children.map(({ maySee, mayPay, owedPaise, overduePaise, nextDue, attendance, holiday, ...more }) => ({
    maySee,
    mayPay,
    owedPaise,
    overduePaise,
    nextDue,
    attendance,
    holiday,
    nextExam: more.nextExam?.title ?? null,
    notices: more.notices.length,
  }))
  const ofSchool = [
    { maySee: true, mayPay: true, ...money, ...seen },
    { maySee: true, mayPay: false, ...money, ...seen },
    { maySee: false, mayPay: true, ...money, ...unseen },
    { maySee: false, mayPay: false, ...noMoney, ...unseen },
  ]
  expect(shown).toEqual([...ofSchool, ...ofSchool])
})

it('shows each school’s closed days and the current exam on the guardian’s home page', async () => {
  const account = await makeGuardianAccount({})
  const other = await makeSchool()
  const make = async (at: MadeSchool) => {
    const guardian = await makeGuardian(at, { accountId: account.id })
    const place = { session: await currentSession(at), class: await makeClass(at) }
    const child = await makeStudent(at)
    await makeEnrollment(child, { ...place, section: await makeSection(place.class) })
    await linkGuardian(guardian, child)
    return { child, place }
  }
  const [here, there] = [await make(school), await make(other)]
  await makeHoliday(school, { name: 'Diwali', startsOn: '2026-11-09', endsOn: '2026-11-13' })
  await execute(
    `INSERT INTO school_settings (school_id, saturdays_off, updated_at) VALUES (:id, 'second_fourth', UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE saturdays_off = 'second_fourth'`,
    { id: other.id },
  )
  const exam = (name: string, startsOn: string, endsOn: string) =>
    makeExamWithPapers(school, { ...here.place, papers: [], name, startsOn, endsOn })
  await exam('Annual', '2027-03-01', '2027-03-12')
  await exam('Half-yearly', '2026-11-02', '2026-11-06')
  const scope = scopeOfAccount({ kind: 'guardian', schoolId: null, id: account.id }, account.name)
  const of = async (today: string) => {
    const children = await findChildrenAtHome(scope, today)
    return [here, there].map(({ child }) => {
      const { holiday, isClosed, attendance } = children.find((one) => one.publicId === child.publicId) ?? {}
      return { holiday, isClosed, attendance }
    })
  }
  const [open, off] = [
    { holiday: null, isClosed: false, attendance: null },
    { holiday: null, isClosed: true, attendance: null },
  ]
  const diwali = { holiday: 'Diwali', isClosed: true, attendance: null }
  // A Tuesday in the first school's holidays, the following Saturday and Sunday, and a Monday.
  expect(await of('2026-11-10')).toEqual([diwali, open])
  expect(await of('2026-11-14')).toEqual([open, off])
  expect(await of('2026-11-15')).toEqual([off, off])
  expect(await of('2026-11-16')).toEqual([open, open])
  const next = async (today: string) => {
    const children = await findChildrenAtHome(scope, today)
    const { nextExam } = children.find((one) => one.publicId === here.child.publicId) ?? {}
    return nextExam && [nextExam.title, nextExam.isUnderWay]
  }
  expect(await next('2026-11-02')).toEqual(['Half-yearly', false])
  expect(await next('2026-11-03')).toEqual(['Half-yearly', true])
  expect(await next('2026-11-06')).toEqual(['Half-yearly', true])
  expect(await next('2026-11-07')).toEqual(['Annual', false])
  // A long project does not hide an exam held during it.
  await exam('Project', '2026-10-01', '2027-02-26')
  expect(await next('2026-11-04')).toEqual(['Half-yearly', true])
})
