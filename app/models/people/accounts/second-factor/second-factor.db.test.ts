import { beforeEach, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { sessionCookieHeader } from '~/http/own-cookies.server'
import { findStaff, requireAnyStaff, requireStaffAtSecondStep, requireStaffSettingUp } from '~/http/route.server'
import { findSettings, saveFactorRoles } from '~/models/core/schools/settings.server'
import { systemScope, visitorScope } from '~/models/core/shared/scope.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { cookiePair, newBrowser, signedInStaff } from '../../../../../tests/factories/accounts'
import { stopClocks } from '../../../../../tests/factories/days'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { appCode, makeSecondFactor, requireFactorOf } from '../../../../../tests/factories/second-factor'
import { requestPasswordReset, resetPassword } from '../passwords/reset-password.server'
import { findStaffSession } from '../sign-in/sessions.server'
import { signInStaff } from '../sign-in/sign-in-staff.server'
import { findSignIn } from '../staff/staff-queries.server'
import { passSecondStep, proveSecondFactor } from './prove-second-factor.server'
import { renewRecoveryCodes } from './recovery-codes.server'
import { closeFactorOffer, findSecondFactor, removeOwnFactor, takeFactorAway } from './second-factor.server'
import { readFactorCode } from './second-factor-rules'
import { confirmSecondFactor, findKeyToConfirm, startSecondFactor } from './set-up-second-factor.server'

stopClocks()

const visitor = visitorScope()
const password = 'Banyan-by-the-gate-4'

let school: MadeSchool
let owner: MadeStaff
let clerk: MadeStaff

beforeEach(async () => {
  school = await makeSchool()
  owner = await makeStaff(school, { name: 'Meenakshi Joshi' })
  clerk = await makeStaff(school, { role: 'accounts', password })
})

async function signIn(staff: MadeStaff, browser = newBrowser()) {
  const signedIn = await signInStaff(visitor, { email: staff.email, password, browser })
  if (!signedIn.ok) throw new Error(signedIn.reason)
  return signedIn.value
}

/** Returns the redirect of a guard for this token; null when it admits the browser. */
async function sentTo(token: string, guard: (context: object, request: Request) => Promise<unknown>) {
  const cookie = cookiePair(await sessionCookieHeader('school', token, { lasting: false }))
  const request = new Request('http://localhost:3000/school/students', { headers: { Cookie: cookie } })
  const answer = await guard({}, request).catch((thrown: unknown) => thrown)
  return answer instanceof Response ? answer.headers.get('Location') : null
}

async function setUp(staff: MadeStaff) {
  const session = await signedInStaff(staff)
  expect(await startSecondFactor(staff.scope)).toEqual({ ok: true })
  const key = (await findKeyToConfirm(staff.scope))?.key.replaceAll(' ', '') ?? ''
  const confirmed = await confirmSecondFactor(staff.scope, appCode(key), session.token)
  if (!confirmed.ok) throw new Error(confirmed.reason)
  return { key, session, ...confirmed.value }
}

async function sealedOf(staff: MadeStaff): Promise<string | undefined> {
  const row = await readRow<{ sealed: string }>(
    'SELECT totp_key AS sealed FROM staff_factors WHERE staff_user_id = :id',
    { id: staff.id },
  )
  return row?.sealed
}

const actionsOf = async () =>
  (
    await readRows<{ action: string }>('SELECT action FROM audit_entries WHERE school_id = :id ORDER BY id', {
      id: school.id,
    })
  ).map((row) => row.action)

describe('confirmSecondFactor', () => {
  it('requires a code of the new key, shows ten recovery codes, ends the user’s other sessions and replaces the current session’s id', async () => {
    const elsewhere = await signedInStaff(clerk)
    const here = await signedInStaff(clerk)
    await startSecondFactor(clerk.scope)
    const key = (await findKeyToConfirm(clerk.scope))?.key.replaceAll(' ', '') ?? ''
    // Until a code confirms the key, the password alone opens the account.
    expect((await signIn(clerk)).stage).toBe('full')
    expect(await confirmSecondFactor(clerk.scope, '000000', here.token)).toEqual({ ok: false, reason: 'wrong-code' })
    expect(await confirmSecondFactor(clerk.scope, appCode(key), here.token)).toMatchObject({ ok: true })
    expect(await findStaffSession(visitor, elsewhere.token)).toBeNull()
    expect(await findStaffSession(visitor, here.token)).toBeNull()
    expect(await findSecondFactor(clerk.scope)).toMatchObject({ codes: 10, isOffered: false })
    expect(await startSecondFactor(clerk.scope)).toEqual({ ok: false, reason: 'already-on' })
    expect(await confirmSecondFactor(clerk.scope, appCode(key, 1), here.token)).toEqual({
      ok: false,
      reason: 'not-started',
    })
    expect(await findKeyToConfirm(clerk.scope)).toBeNull()
    expect(await actionsOf()).toEqual(['second-factor.set-up'])
  })

  it('returns a valid session, and stores the key encrypted and the recovery codes hashed', async () => {
    const { key, codes, token } = await setUp(clerk)
    expect((await findStaffSession(visitor, token))?.stage).toBe('full')
    expect(await sealedOf(clerk)).toMatch(/^v1\./)
    expect(await sealedOf(clerk)).not.toContain(key)
    const hashes = await readRows<{ hash: string }>(
      'SELECT code_hash AS hash FROM recovery_codes WHERE staff_user_id = :id',
      { id: clerk.id },
    )
    expect(hashes.map((row) => row.hash).sort()).toEqual(codes.map(hashToken).sort())
    expect(codes.map(readFactorCode).every((code) => code?.kind === 'recovery')).toBe(true)
  })

  it('accepts only one of two concurrent confirmations by the same person', async () => {
    const session = await signedInStaff(clerk)
    await startSecondFactor(clerk.scope)
    const key = (await findKeyToConfirm(clerk.scope))?.key.replaceAll(' ', '') ?? ''
    const answers = await Promise.all([0, 1].map(() => confirmSecondFactor(clerk.scope, appCode(key), session.token)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect((await findSecondFactor(clerk.scope)).codes).toBe(10)
  })

  it('sets up the factor for one user only; its codes fail for others, even if the sealed key is copied', async () => {
    const { key } = await setUp(clerk)
    const stranger = await makeStaff(await makeSchool(), { password })
    await makeSecondFactor(stranger)
    expect(await findSecondFactor(owner.scope)).toMatchObject({ confirmedAt: null, codes: 0 })
    expect(await proveSecondFactor(stranger.scope, appCode(key, 1))).toEqual({ ok: false, reason: 'wrong-code' })
    // A sealed key copied into another row cannot be opened.
    await execute('UPDATE staff_factors SET totp_key = :sealed WHERE staff_user_id = :id', {
      sealed: (await sealedOf(clerk)) ?? '',
      id: stranger.id,
    })
    expect(await proveSecondFactor(stranger.scope, appCode(key, 1))).toEqual({ ok: false, reason: 'wrong-code' })
  })
})

describe('passSecondStep', () => {
  it('admits an intermediate session only to the second-step page, and replaces it after the code', async () => {
    const key = await makeSecondFactor(clerk)
    const browser = newBrowser()
    const half = await signIn(clerk, browser)
    expect(half.stage).toBe('second-factor')
    expect(await sentTo(half.token, requireAnyStaff)).toBe('/school/second-factor')
    expect(await sentTo(half.token, requireStaffSettingUp)).toBe('/school/second-factor')
    expect(await sentTo(half.token, requireStaffAtSecondStep)).toBeNull()
    const cookie = cookiePair(await sessionCookieHeader('school', half.token, { lasting: false }))
    expect(await findStaff({}, new Request('http://localhost:3000/', { headers: { Cookie: cookie } }))).toBeNull()
    // The browser becomes a known browser only after the code.
    expect(
      await readRows('SELECT 1 FROM device_cookies WHERE account = :account', { account: `staff:${clerk.id}` }),
    ).toEqual([])

    const passed = await passSecondStep(clerk.scope, appCode(key), { ...browser, oldToken: half.token })
    if (!passed.ok) throw new Error(passed.reason)
    expect(passed.value.token).not.toBe(half.token)
    expect(await findStaffSession(visitor, half.token)).toBeNull()
    expect(await sentTo(passed.value.token, requireAnyStaff)).toBeNull()
    expect(await sentTo(passed.value.token, requireStaffAtSecondStep)).toBe('/school')
  })

  it('accepts each code once, even in concurrent requests, and refuses codes older than the last one', async () => {
    const key = await makeSecondFactor(clerk)
    const code = appCode(key)
    const sent = await Promise.all([0, 1, 2].map(() => proveSecondFactor(clerk.scope, code)))
    expect(sent.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await proveSecondFactor(clerk.scope, code)).toMatchObject({ ok: false })
    expect(await proveSecondFactor(clerk.scope, appCode(key, 1))).toMatchObject({ ok: true })
    expect(await proveSecondFactor(clerk.scope, code)).toEqual({ ok: false, reason: 'wrong-code' })
    expect(await proveSecondFactor(clerk.scope, appCode(key, -1))).toEqual({ ok: false, reason: 'wrong-code' })
  })

  it('accepts each recovery code once, however typed, and returns how many are left', async () => {
    const codes = ['7KQ4MW2HBCDF2345', 'ZZZZYYYYXXXXWWWW']
    await makeSecondFactor(clerk, { recoveryCodes: codes })
    const sent = await Promise.all([0, 1, 2].map(() => proveSecondFactor(clerk.scope, '7kq4 mw2h bcdf-2345')))
    expect(sent.filter((answer) => answer.ok)).toEqual([{ ok: true, value: { recoveryCodesLeft: 1 } }])
    expect(await proveSecondFactor(clerk.scope, codes[0] ?? '')).toMatchObject({ ok: false })
    expect(await actionsOf()).toEqual(['recovery-code.used'])
    // A colleague's code does not work.
    await makeSecondFactor(owner)
    expect(await proveSecondFactor(owner.scope, codes[1] ?? '')).toEqual({ ok: false, reason: 'wrong-code' })
  })

  it('delays tries after wrong codes, by a minute at most, and accepts the correct code after the delay', async () => {
    const key = await makeSecondFactor(clerk)
    for (let tries = 0; tries < 3; tries++) {
      expect(await proveSecondFactor(clerk.scope, '000000')).toEqual({ ok: false, reason: 'wrong-code' })
    }
    expect(await proveSecondFactor(clerk.scope, '000000')).toEqual({ ok: false, reason: 'wrong-code' })
    expect(await proveSecondFactor(clerk.scope, appCode(key))).toMatchObject({ ok: false, reason: 'slowed' })
    const bucket = `factor:staff:${clerk.id}`
    await execute('UPDATE throttles SET failures = 500, blocked_until = UTC_TIMESTAMP(3) WHERE bucket = :bucket', {
      bucket,
    })
    expect(await proveSecondFactor(clerk.scope, '000000')).toEqual({ ok: false, reason: 'wrong-code' })
    const slowed = await proveSecondFactor(clerk.scope, appCode(key))
    expect(slowed).toMatchObject({ ok: false, reason: 'slowed', waitSeconds: 60 })
    await execute('UPDATE throttles SET blocked_until = UTC_TIMESTAMP(3) WHERE bucket = :bucket', { bucket })
    expect(await proveSecondFactor(clerk.scope, appCode(key))).toMatchObject({ ok: true })
    expect(await readRows('SELECT 1 FROM throttles WHERE bucket = :bucket', { bucket })).toEqual([])
  })

  it('ends an intermediate session ten minutes after the password, even if its page was opened later', async () => {
    await makeSecondFactor(clerk)
    const { token } = await signIn(clerk)
    const pass = (minutes: number) =>
      execute(
        `UPDATE sessions SET seen_at = seen_at - INTERVAL :minutes MINUTE, expires_at = expires_at - INTERVAL :minutes MINUTE
         WHERE id_hash = :hash`,
        { minutes, hash: hashToken(token) },
      )
    await pass(6)
    expect((await findStaffSession(visitor, token))?.stage).toBe('second-factor')
    await pass(4)
    expect(await findStaffSession(visitor, token)).toBeNull()
  })

  it('still requires the second factor after a password reset by mail', async () => {
    const key = await makeSecondFactor(clerk)
    await requestPasswordReset(visitor, 'staff', clerk.email, (email, token) => `reset|${email}|${token}|`)
    const mail = await readRow<{ text: string }>(
      'SELECT body_text AS text FROM outgoing_mail WHERE to_address = :to ORDER BY id DESC LIMIT 1',
      { to: clerk.email },
    )
    const token = /reset\|[^|]+\|([^|]+)\|/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await resetPassword(visitor, 'staff', { email: clerk.email, token, password: 'Mango-tree-71-new' })).toEqual(
      { ok: true },
    )
    const signedIn = await signInStaff(visitor, {
      email: clerk.email,
      password: 'Mango-tree-71-new',
      browser: newBrowser(),
    })
    expect(signedIn).toMatchObject({ ok: true, value: { stage: 'second-factor' } })
    expect(await proveSecondFactor(clerk.scope, appCode(key))).toMatchObject({ ok: true })
  })
})

describe('removeOwnFactor and takeFactorAway', () => {
  it('turns the user’s own factor off, after which the password alone signs in', async () => {
    await setUp(clerk)
    await removeOwnFactor(clerk.scope)
    expect(await findSecondFactor(clerk.scope)).toMatchObject({ confirmedAt: null, codes: 0 })
    expect((await signIn(clerk)).stage).toBe('full')
    expect(await actionsOf()).toEqual(['second-factor.set-up', 'second-factor.turned-off'])
  })

  it('removes a colleague’s factor, ends sessions and notifies by mail, but refuses the actor’s own', async () => {
    const { token } = await setUp(clerk)
    const stranger = await makeStaff(await makeSchool())
    expect(await takeFactorAway(stranger.scope, clerk.publicId)).toEqual({ ok: false, reason: 'not-found' })
    expect(await takeFactorAway(clerk.scope, clerk.publicId)).toEqual({ ok: false, reason: 'own-factor' })
    expect(await takeFactorAway(owner.scope, clerk.publicId)).toEqual({ ok: true })
    expect(await takeFactorAway(owner.scope, clerk.publicId)).toEqual({ ok: false, reason: 'has-none' })
    expect(await findStaffSession(visitor, token)).toBeNull()
    expect((await findSecondFactor(clerk.scope)).codes).toBe(0)
    const mails = await readRows<{ text: string }>(
      'SELECT body_text AS text FROM outgoing_mail WHERE to_address = :to',
      { to: clerk.email },
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Meenakshi Joshi has turned off your two-step sign-in')
    expect(await actionsOf()).toEqual(['second-factor.set-up', 'second-factor.taken-away'])
  })

  it('allows the operator to remove the factor of a sole owner', async () => {
    await setUp(owner)
    const found = await findSignIn(systemScope(), ` ${owner.email.toUpperCase()}`)
    expect(found).toEqual({ schoolId: school.id, publicId: owner.publicId })
    expect(await takeFactorAway(school.scope, owner.publicId)).toEqual({ ok: true })
    expect(await findSignIn(systemScope(), 'nobody@nowhere.test')).toBeNull()
  })

  it('replaces all recovery codes with new ones', async () => {
    const { codes } = await setUp(clerk)
    const renewed = await renewRecoveryCodes(clerk.scope)
    expect(await proveSecondFactor(clerk.scope, codes[0] ?? '')).toMatchObject({ ok: false })
    expect(await proveSecondFactor(clerk.scope, renewed[0] ?? '')).toMatchObject({ value: { recoveryCodesLeft: 9 } })
  })
})

describe('compulsory second factor', () => {
  it('redirects staff without a factor to the setup, including the owner, and admits staff with one', async () => {
    const [ownerSession, clerkSession] = [await signedInStaff(owner), await signedInStaff(clerk)]
    const teacher = await makeStaff(school, { role: 'teacher' })
    await saveFactorRoles(owner.scope, ['owner', 'accounts', 'owner'])
    expect((await findSettings(owner.scope)).factorRoles).toEqual(['owner', 'accounts'])
    for (const { token } of [ownerSession, clerkSession]) {
      expect(await sentTo(token, requireAnyStaff)).toBe('/school/second-factor/set-up')
      expect(await sentTo(token, requireStaffAtSecondStep)).toBe('/school/second-factor/set-up')
      expect(await sentTo(token, requireStaffSettingUp)).toBeNull()
    }
    expect(await sentTo((await signedInStaff(teacher)).token, requireAnyStaff)).toBeNull()
    const { token } = await setUp(owner)
    expect(await sentTo(token, requireAnyStaff)).toBeNull()
    await saveFactorRoles(owner.scope, [])
    expect(await sentTo(clerkSession.token, requireAnyStaff)).toBeNull()
  })

  it('applies to the staff of the school that requires it, not to another school’s staff', async () => {
    await requireFactorOf(school.id, 'owner')
    const other = await makeStaff(await makeSchool())
    expect((await findStaffSession(visitor, (await signedInStaff(other)).token))?.stage).toBe('full')
  })

  it('ignores a key that was never confirmed', async () => {
    await requireFactorOf(school.id, 'accounts')
    await makeSecondFactor(clerk, { confirmed: false })
    expect((await findStaffSession(visitor, (await signedInStaff(clerk)).token))?.stage).toBe('set-up-factor')
    expect((await signIn(clerk)).stage).toBe('full')
  })
})

it('stops offering a second factor to a person who dismissed the offer, but not to others', async () => {
  await closeFactorOffer(clerk.scope)
  expect((await findSecondFactor(clerk.scope)).isOffered).toBe(false)
  expect((await findSecondFactor(owner.scope)).isOffered).toBe(true)
})
