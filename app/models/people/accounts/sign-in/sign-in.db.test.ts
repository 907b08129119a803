import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { runForClient } from '~/services/programs/asker.server'
import * as passwords from '~/services/secrets/passwords.server'
import { newToken } from '~/services/secrets/secrets.server'
import { newBrowser } from '../../../../../tests/factories/accounts'
import { stopClocks } from '../../../../../tests/factories/days'
import { unique } from '../../../../../tests/factories/insert'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeStudent, makeStudentRows } from '../../../../../tests/factories/student'
import { activationCode } from '../passwords/activation-code.server'
import { proveOwnPassword } from '../passwords/own-password.server'
import { requestPasswordReset } from '../passwords/reset-password.server'
import { chooseAccount, listAccountChoices } from './choose-account.server'
import { rememberDevice } from './devices.server'
import { findStaffSession, findStudentSession } from './sessions.server'
import { signInStaff } from './sign-in-staff.server'
import { signInStudent } from './sign-in-student.server'
import { bucketOf, signInBucket } from './throttle.server'

stopClocks()

const password = 'blue kite river'
const visitor = visitorScope()
let school: MadeSchool

beforeEach(async () => {
  school = await makeSchool()
})
afterEach(() => {
  vi.restoreAllMocks()
})

function tryStudent(name: string | null, text: string, browser = newBrowser()) {
  return signInStudent(visitor, { name: name ?? '', password: text, browser })
}

/** Returns a factory of new browsers in one network. */
function from(network: string) {
  return () => newBrowser({ origin: { device: { browser: null, system: null }, network } })
}

/** Sets the wait of an account to `minutes` from now; 0 ends it. */
async function wait(student: { id: number }, minutes: number) {
  await execute(
    `UPDATE throttles SET blocked_until = UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE WHERE bucket LIKE CONCAT(:bucket, ':%')`,
    { minutes, bucket: signInBucket({ kind: 'student', id: student.id }) },
  )
}

const newMobile = () => `97${randomInt(10_000_000, 99_999_999)}`

describe('signInStudent with a name that many schools have entered', () => {
  /** Creates one student with this number at each of `schools` unapproved schools. */
  async function crowd(mobileNumber: string, schools = 25) {
    for (let made = 0; made < schools; made++)
      await makeStudent(await makeSchool({ approved: false }), { mobileNumber, password: 'another password' })
  }

  it('signs in the student of an approved school although many other accounts share the sign-in name', async () => {
    const mobileNumber = newMobile()
    await crowd(mobileNumber)
    await makeStudent(school, { mobileNumber, password })
    expect(await tryStudent(mobileNumber, password)).toMatchObject({ ok: true })
  })

  it('signs in a student from a known browser although many accounts share the name, and mails every account a reset link', async () => {
    const mobileNumber = newMobile()
    const email = `crowd.${unique()}@family.test`
    const browser = newBrowser()
    for (let made = 0; made < 25; made++)
      await makeStudent(await makeSchool({ approved: false }), { mobileNumber, email, password: 'another password' })
    const own = await makeStudent(await makeSchool({ approved: false }), { mobileNumber, email, password })
    expect(await tryStudent(mobileNumber, password, browser)).toMatchObject({ ok: false })
    await rememberDevice(browser, { kind: 'student', schoolId: own.schoolId, id: own.id })
    for (const name of [mobileNumber, email])
      expect(await tryStudent(name, password, browser)).toMatchObject({ ok: true })
    await requestPasswordReset(visitor, 'student', email, () => 'a link')
    expect(await readRows('SELECT id FROM password_resets WHERE student_id = :id', { id: own.id })).toHaveLength(1)
  })

  it('asks for the school when too many accounts share the sign-in name, and signs in once the school’s name is entered', async () => {
    const mobileNumber = newMobile()
    await crowd(mobileNumber)
    const own = await makeSchool({ approved: false })
    const name = `Own school ${unique()}`
    await execute('UPDATE schools SET name = :name WHERE id = :id', { name, id: own.id })
    await makeStudent(own, { mobileNumber, password })
    expect(await tryStudent(mobileNumber, password)).toEqual({ ok: false, reason: 'which-school' })
    const named = (text: string) =>
      signInStudent(visitor, { name: mobileNumber, password: text, browser: newBrowser(), school: name })
    expect(await named('wrong password')).toEqual({ ok: false, reason: 'wrong-password' })
    expect(await named(password)).toMatchObject({ ok: true })
  })
})

describe('signInStudent', () => {
  it('signs in by mobile number, and by e-mail in upper or lower case', async () => {
    const asha = await makeStudent(school, { password })
    for (const name of [asha.email, asha.email?.toUpperCase() ?? '', asha.mobileNumber]) {
      const signedIn = await tryStudent(name, password)
      if (!signedIn.ok) throw new Error(signedIn.reason)
      const session = await findStudentSession(visitor, signedIn.value.token)
      expect(session).toMatchObject({ stage: 'full', publicId: asha.publicId })
    }
  })

  it('opens only the password choice for a sign-in with the date of birth, and refuses the date once a password was chosen', async () => {
    const ravi = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    const signedIn = await tryStudent(ravi.email, '2011-08-15')
    expect(signedIn).toMatchObject({ ok: true, value: { stage: 'choose-password', lasting: false } })
    expect(await tryStudent(ravi.email, '2011-08-16')).toEqual({ ok: false, reason: 'wrong-password' })
    const activated = await makeStudent(school, { dateOfBirth: '2011-08-15', password })
    expect(await tryStudent(activated.email, '2011-08-15')).toEqual({ ok: false, reason: 'wrong-password' })
  })

  it('returns the same error for a student who has left as for an unknown name', async () => {
    const gone = await makeStudent(school, { password, status: 'inactive' })
    expect(await tryStudent(gone.email, password)).toEqual({ ok: false, reason: 'wrong-password' })
  })

  it('renews the session id, and ends the browser’s earlier session', async () => {
    const asha = await makeStudent(school, { password })
    const first = await tryStudent(asha.email, password)
    if (!first.ok) throw new Error(first.reason)
    const second = await tryStudent(asha.email, password, newBrowser({ oldToken: first.value.token }))
    if (!second.ok) throw new Error(second.reason)
    expect(second.value.token).not.toBe(first.value.token)
    expect(await findStudentSession(visitor, first.value.token)).toBeNull()
  })

  it('limits a session on a shared phone to half an hour without use, and does not remember the device', async () => {
    const asha = await makeStudent(school, { password })
    const browser = newBrowser({ shared: true })
    const signedIn = await tryStudent(asha.email, password, browser)
    expect(signedIn).toMatchObject({ ok: true, value: { lasting: false } })
    const row = await readRow<{ idle: number }>('SELECT idle_minutes AS idle FROM sessions WHERE student_id = :id', {
      id: asha.id,
    })
    expect(row?.idle).toBe(30)
    expect(await readRows('SELECT 1 FROM device_cookies WHERE account = :a', { a: `student:${asha.id}` })).toHaveLength(
      0,
    )
  })
})

describe('signInStudent for siblings with one mobile number', () => {
  it('distinguishes siblings by their passwords', async () => {
    const elder = await makeStudent(school, { password })
    const younger = await makeStudent(school, { mobileNumber: elder.mobileNumber, password: 'green parrot hill' })
    const signedIn = await tryStudent(elder.mobileNumber, 'green parrot hill')
    if (!signedIn.ok) throw new Error(signedIn.reason)
    expect((await findStudentSession(visitor, signedIn.value.token))?.publicId).toBe(younger.publicId)
  })

  it('asks siblings to choose when one password fits several accounts (twins), and opens only one of these accounts', async () => {
    const ravi = await makeStudent(school, { firstName: 'Ravi', dateOfBirth: '2011-08-15' })
    const rahul = await makeStudent(school, {
      firstName: 'Rahul',
      mobileNumber: ravi.mobileNumber,
      dateOfBirth: '2011-08-15',
    })
    const other = await makeStudent(school, { mobileNumber: ravi.mobileNumber, dateOfBirth: '2013-01-01' })
    const attempt = await tryStudent(ravi.mobileNumber, '2011-08-15')
    expect(attempt).toEqual({
      ok: false,
      reason: 'several',
      accounts: [ravi.publicId, rahul.publicId],
      applications: [],
    })
    const proved = [ravi.publicId, rahul.publicId]
    expect((await listAccountChoices(visitor, proved)).map((choice) => choice.firstName)).toEqual(['R…i', 'R…l'])
    expect(await chooseAccount(visitor, proved, other.publicId, newBrowser())).toEqual({
      ok: false,
      reason: 'not-proved',
    })
    const chosen = await chooseAccount(visitor, proved, rahul.publicId, newBrowser())
    if (!chosen.ok) throw new Error(chosen.reason)
    const session = await findStudentSession(visitor, chosen.value.token)
    expect(session).toMatchObject({ stage: 'choose-password', publicId: rahul.publicId })
  })

  it('does not reset one sibling’s count of wrong passwords when the other sibling signs in', async () => {
    const elder = await makeStudent(school, { password })
    await makeStudent(school, { mobileNumber: elder.mobileNumber, password: 'green parrot hill' })
    await tryStudent(elder.mobileNumber, 'wrong one')
    await tryStudent(elder.mobileNumber, 'wrong two')
    expect((await tryStudent(elder.mobileNumber, 'green parrot hill')).ok).toBe(true)
    await tryStudent(elder.mobileNumber, 'wrong three')
    expect(await tryStudent(elder.mobileNumber, password)).toMatchObject({ ok: false, reason: 'slowed' })
    // Only the elder sibling's account is slowed down; the younger still signs in with the same number.
    expect((await tryStudent(elder.mobileNumber, 'green parrot hill')).ok).toBe(true)
  })

  it('finds siblings at each school, regardless of other schools’ accounts with the same name', async () => {
    const other = await makeSchool()
    const names = { email: `shared.${unique()}@family.test`, mobileNumber: `9${String(Date.now()).slice(-9)}` }
    await Promise.all(Array.from({ length: 9 }, () => makeStudent(other, { ...names, password: 'somebody else' })))
    const asha = await makeStudent(school, { ...names, password })
    for (const name of [names.email, names.mobileNumber]) {
      const signedIn = await tryStudent(name, password)
      if (!signedIn.ok) throw new Error(signedIn.reason)
      expect((await findStudentSession(visitor, signedIn.value.token))?.publicId).toBe(asha.publicId)
    }
  })
})

describe('signInStudent with wrong passwords', () => {
  it('delays further tries by up to a minute, returns the waiting time, and never locks the account', async () => {
    const asha = await makeStudent(school, { password })
    for (let i = 0; i < 3; i++) {
      expect(await tryStudent(asha.email, `wrong ${i}`)).toEqual({ ok: false, reason: 'wrong-password' })
    }
    expect(await tryStudent(asha.email, password)).toEqual({ ok: false, reason: 'slowed', waitSeconds: 1 })
    for (let i = 0; i < 12; i++) {
      await wait(asha, 0)
      await tryStudent(asha.email, `wrong again ${i}`)
    }
    const slowed = await tryStudent(asha.email, password)
    expect(slowed).toEqual({ ok: false, reason: 'slowed', waitSeconds: 60 })
    await wait(asha, 0)
    expect((await tryStudent(asha.email, password)).ok).toBe(true)
  })

  it('delays other networks only after 100 wrong passwords, and never a network known to the account', async () => {
    const asha = await makeStudent(school, { password })
    const home = from('203.0.113.7')
    expect((await tryStudent(asha.email, password, home())).ok).toBe(true)
    for (let i = 0; i < 4; i++) await tryStudent(asha.email, `wrong ${i}`, from('198.51.100.1')())
    expect(await tryStudent(asha.email, password, from('198.51.100.1')())).toMatchObject({ reason: 'slowed' })
    expect((await tryStudent(asha.email, password, from('192.0.2.9')())).ok).toBe(true)
    for (let i = 0; i < 99; i++) await tryStudent(asha.email, `wrong again ${i}`, from(`198.51.100.${i + 2}`)())
    const slowed = await tryStudent(asha.email, password, from('192.0.2.10')())
    expect(slowed).toEqual({ ok: false, reason: 'slowed', waitSeconds: 30 })
    expect((await tryStudent(asha.email, password, home())).ok).toBe(true)
  })

  it('after 200 tries from a network, delays only accounts that never signed in there, by two seconds', async () => {
    const network = `2001:db8:${unique()}:7`
    const asha = await makeStudent(school, { password })
    const ravi = await makeStudent(school, { password })
    expect((await tryStudent(asha.email, password, from(network)())).ok).toBe(true)
    await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
       VALUES (:bucket, 200, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 HOUR)
       ON DUPLICATE KEY UPDATE failures = 200, blocked_until = NULL`,
      { bucket: `sign-in-network:strangers:${network}` },
    )
    expect(await tryStudent('nobody@nowhere.test', 'wrong', from(network)())).toMatchObject({
      reason: 'wrong-password',
    })
    expect(await tryStudent(ravi.email, password, from(network)())).toMatchObject({ reason: 'slowed', waitSeconds: 2 })
    expect((await tryStudent(asha.email, password, from(network)())).ok).toBe(true)
    expect((await tryStudent(ravi.email, password, from('192.0.2.44')())).ok).toBe(true)
  })

  it('counts wrong passwords together for all names of an account, and accepts no lookalike spelling of a name', async () => {
    const asha = await makeStudent(school, { password })
    const email = asha.email ?? ''
    for (const name of [email, asha.mobileNumber, email.toUpperCase()]) await tryStudent(name, 'wrong')
    expect(await tryStudent(asha.mobileNumber, password)).toMatchObject({ reason: 'slowed' })
    expect(await tryStudent(email, password)).toMatchObject({ reason: 'slowed' })
    await wait(asha, 0)
    const spellings = Array.from('\u200b\u200c\u200d\u200e\u2060\u180e\u0300\u0301\u00ad', (sign) =>
      email.replace('@', `${sign}@`),
    )
    for (const spelling of [...spellings, email.replace('s', 'ş'), email.replace('e', 'é')])
      expect(await tryStudent(spelling, password)).toEqual({ ok: false, reason: 'wrong-password' })
    expect((await tryStudent(email, password)).ok).toBe(true)
  })

  it('counts a wrong password of a student even if it opens an account with this name at another school', async () => {
    const victim = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    const other = await makeSchool()
    for (const dateOfBirth of ['2011-08-12', '2011-08-13', '2011-08-14']) {
      const puppet = await makeStudent(other, { mobileNumber: victim.mobileNumber, dateOfBirth })
      expect(await tryStudent(victim.mobileNumber, dateOfBirth)).toMatchObject({ ok: true })
      await execute("UPDATE students SET status = 'inactive' WHERE id = :id", { id: puppet.id })
    }
    expect(await tryStudent(victim.mobileNumber, '2011-08-15')).toMatchObject({ reason: 'slowed' })
  })

  it('checks at most three of forty concurrent wrong passwords', async () => {
    const asha = await makeStudent(school, { password })
    const typed = Array.from({ length: 40 }, (_, index) => `wrong ${index}`)
    const answers = await Promise.all(typed.map((text) => tryStudent(asha.email, text)))
    const tried = answers.filter((answer) => !answer.ok && answer.reason === 'wrong-password')
    expect(tried.length).toBeGreaterThan(0)
    expect(tried.length).toBeLessThanOrEqual(3)
  })

  it('accepts a right password from a known browser without delay', async () => {
    const asha = await makeStudent(school, { password })
    const own = newBrowser()
    await tryStudent(asha.email, password, own)
    for (let i = 0; i < 4; i++) await tryStudent(asha.email, `wrong ${i}`)
    expect(await tryStudent(asha.email, password)).toMatchObject({ reason: 'slowed' })
    expect((await tryStudent(asha.email, password, own)).ok).toBe(true)
    // The browser is known to Asha's account, not to another account that is slowed down.
    const ravi = await makeStudent(school, { password })
    for (let i = 0; i < 4; i++) await tryStudent(ravi.email, `wrong ${i}`)
    expect(await tryStudent(ravi.email, password, own)).toMatchObject({ reason: 'slowed' })
  })

  it('delays a browser that was used so long ago that the account no longer knows it', async () => {
    const asha = await makeStudent(school, { password })
    const own = newBrowser()
    await tryStudent(asha.email, password, own)
    await execute('UPDATE device_cookies SET expires_at = UTC_TIMESTAMP(3) WHERE account = :account', {
      account: `student:${asha.id}`,
    })
    for (let i = 0; i < 4; i++) await tryStudent(asha.email, `wrong ${i}`)
    expect(await tryStudent(asha.email, password, own)).toMatchObject({ reason: 'slowed' })
  })

  it('exempts a known browser from the delay for only fifty wrong passwords', async () => {
    const asha = await makeStudent(school, { password })
    const own = newBrowser()
    await tryStudent(asha.email, password, own)
    for (let i = 0; i < 3; i++) await tryStudent(asha.email, `wrong ${i}`)
    await wait(asha, 9)
    for (let i = 0; i < 50; i++) {
      expect(await tryStudent(asha.email, `wrong again ${i}`, own)).toMatchObject({ reason: 'wrong-password' })
    }
    expect(await tryStudent(asha.email, password, own)).toMatchObject({ reason: 'slowed' })
  })

  it('responds alike for known and unknown names: one argon2 check per try, and none while delayed', async () => {
    const asha = await makeStudent(school, { password })
    const ravi = await makeStudent(school)
    const nothing = vi.spyOn(passwords, 'verifyAgainstDecoy')
    const something = vi.spyOn(passwords, 'verifyPassword')
    const checks = () => {
      const count = nothing.mock.calls.length + something.mock.calls.length
      nothing.mockClear()
      something.mockClear()
      return count
    }
    for (const name of [asha.email, ravi.email, `nobody.${unique()}@school.test`, `9${String(Date.now()).slice(-9)}`]) {
      const answers = []
      for (let i = 0; i < 4; i++) {
        answers.push(await tryStudent(name, 'wrong password'))
        expect(checks()).toBe(i < 3 ? 1 : 0)
      }
      const wrong = { ok: false, reason: 'wrong-password' }
      expect(answers).toEqual([wrong, wrong, wrong, { ok: false, reason: 'slowed', waitSeconds: 1 }])
    }
  })

  it('runs as many SQL statements for an unknown name as for a known one', async () => {
    const ravi = await makeStudent(school)
    const known = await countQueries(() => tryStudent(ravi.email, '2001-01-01'))
    const unknown = await countQueries(() => tryStudent(`nobody.${unique()}@school.test`, '2001-01-01'))
    expect(unknown.count).toBe(known.count)
  })
})

describe('signInStudent when birth dates are guessed across a whole school', () => {
  const wrong = { ok: false, reason: 'wrong-password' }
  const comesIn = { ok: true, value: { stage: 'choose-password' } }
  const anywhere = () => from(`192.0.2.${Math.floor(Math.random() * 256)}`)()
  /** Returns whether the school still accepts right dates; uses a new account each time. */
  const takesDates = async (of: MadeSchool) => {
    const other = await makeStudent(of, { dateOfBirth: '2011-08-15' })
    return (await tryStudent(other.email, '2011-08-15', anywhere())).ok
  }

  it('requires the slip’s code after some wrong dates, and notifies the office once', async () => {
    const students = await Promise.all(
      Array.from({ length: 4 }, () => makeStudent(school, { dateOfBirth: '2011-08-15' })),
    )
    const [first, second, third, slip] = students
    if (!first || !second || !third || !slip) throw new Error('no students')
    const own = await makeStudent(school, { password })
    const mails = () =>
      readRows('SELECT id FROM outgoing_mail WHERE school_id = :id AND to_address = :to', {
        id: school.id,
        to: school.email,
      })
    // A mistake that is corrected does not count.
    await tryStudent(slip.email, '2011-08-14')
    expect(await tryStudent(slip.email, '2011-08-15')).toMatchObject(comesIn)
    await tryStudent(first.email, '2010-01-01')
    await tryStudent(first.email, '2010-01-02')
    expect(await mails()).toHaveLength(0)
    expect(await tryStudent(second.email, '2010-01-01')).toEqual(wrong)
    expect(await mails()).toHaveLength(1)
    // The refusal does not reveal that the date was right.
    for (const date of ['2011-08-15', '2010-01-01', '2010-01-02'])
      expect(await tryStudent(third.email, date, anywhere())).toEqual(wrong)
    expect((await tryStudent(own.email, password)).ok).toBe(true)
    expect(await mails()).toHaveLength(1)

    const code = activationCode({ publicId: third.publicId, activationRound: 0 })
    for (const typed of [`2011-08-16 ${code}`, '2011-08-15 BCDF-GHJK', code])
      expect(await tryStudent(third.email, typed, anywhere())).toEqual(wrong)
    expect(await tryStudent(third.email, `2011-08-15 ${code}`, from('198.51.100.82')())).toMatchObject(comesIn)
    // Another school is not affected.
    expect(await takesDates(await makeSchool())).toBe(true)
  })

  it('accepts the date with the slip’s code at once, whatever wrong tries came before from any network', async () => {
    const ravi = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    const slip = `2011-08-15 ${activationCode({ publicId: ravi.publicId, activationRound: 0 })}`
    const here = from('198.51.100.120')
    const blocked = async (bucket: string) =>
      execute(
        `REPLACE INTO throttles (bucket, failures, first_failed_at, last_failed_at, blocked_until, expires_at)
         VALUES (:bucket, 5000, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 HOUR, UTC_TIMESTAMP(3) + INTERVAL 1 DAY)`,
        { bucket },
      )
    const account = signInBucket({ kind: 'student', id: ravi.id })
    for (const bucket of [account, `${account}:198.51.100.120`, 'sign-in-network:strangers:198.51.100.120']) {
      await blocked(bucket)
      expect(await tryStudent(ravi.email, '2011-08-15', here())).toMatchObject({ reason: 'slowed' })
      for (const typed of ['2011-08-15 BCDF-GHJK', slip.replace('2011', '2012')])
        expect(await tryStudent(ravi.email, typed, here())).toMatchObject({ reason: 'slowed' })
      expect(await tryStudent(ravi.email, slip, here())).toMatchObject(comesIn)
    }
  })

  it('checks concurrent dates one after the other, and none past the limit', async () => {
    const right = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    const students = await Promise.all(
      Array.from({ length: 12 }, () => makeStudent(school, { dateOfBirth: '2011-08-15' })),
    )
    await Promise.all(
      students.map((student, index) => tryStudent(student.email, '2010-01-01', from(`192.0.3.${index}`)())),
    )
    expect(await tryStudent(right.email, '2011-08-15')).toEqual(wrong)
    const counted = await readRows(`SELECT 1 FROM throttles WHERE bucket LIKE 'birth-date:${school.id}:%'`)
    expect(counted).toHaveLength(13)
  })

  it('accepts any number of concurrent sign-ins with correct dates of birth', async () => {
    const students = await Promise.all(
      Array.from({ length: 40 }, () => makeStudent(school, { dateOfBirth: '2011-08-15' })),
    )
    const lab = from('192.0.2.200')
    const answers = await Promise.all(students.map((student) => tryStudent(student.email, '2011-08-15', lab())))
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
  })

  it('refuses an account’s date of birth after five wrong dates in a day, but still accepts other accounts’ dates', async () => {
    await makeStudentRows(
      school,
      Array.from({ length: 700 }, () => ({})),
    )
    const ravi = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    for (let day = 1; day <= 5; day++) await tryStudent(ravi.email, `2010-01-0${day}`, anywhere())
    expect(await tryStudent(ravi.email, '2011-08-15', from('198.51.100.90')())).toEqual(wrong)
    expect(await takesDates(school)).toBe(true)
  })

  it('does not count a date as wrong for one sibling when it opens another sibling’s account', async () => {
    const elder = await makeStudent(school, { dateOfBirth: '2011-08-15' })
    const younger = await makeStudent(school, { dateOfBirth: '2014-02-03', mobileNumber: elder.mobileNumber })
    for (let time = 0; time < 6; time++)
      expect(await tryStudent(elder.mobileNumber, '2011-08-15', anywhere())).toMatchObject(comesIn)
    expect(await tryStudent(younger.mobileNumber, '2014-02-03')).toMatchObject(comesIn)
    expect(await takesDates(school)).toBe(true)
  })
})

describe('signInStaff', () => {
  const secret = 'Demo-office-2026'

  it('signs in by e-mail, for a session that ends after two hours without use', async () => {
    const office = await makeStaff(school, { password: secret })
    const signedIn = await signInStaff(visitor, { email: office.email, password: secret, browser: newBrowser() })
    if (!signedIn.ok) throw new Error(signedIn.reason)
    expect(signedIn.value.lasting).toBe(false)
    expect(await findStaffSession(visitor, signedIn.value.token)).toMatchObject({
      publicId: office.publicId,
      role: 'owner',
    })
    const row = await readRow<{ idle: number }>('SELECT idle_minutes AS idle FROM sessions WHERE staff_user_id = :id', {
      id: office.id,
    })
    expect(row?.idle).toBe(120)
  })

  it('delays staff after wrong passwords, except in a known browser', async () => {
    const office = await makeStaff(school, { password: secret })
    const own = newBrowser()
    const attempt = (text: string, browser = newBrowser()) =>
      signInStaff(visitor, { email: office.email, password: text, browser })
    expect((await attempt(secret, own)).ok).toBe(true)
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await attempt(`wrong ${i}`))
    expect(answers.map((answer) => (answer.ok ? 'in' : answer.reason))).toEqual([
      'wrong-password',
      'wrong-password',
      'wrong-password',
      'slowed',
    ])
    expect(await attempt(secret)).toMatchObject({ reason: 'slowed' })
    expect((await attempt(secret, own)).ok).toBe(true)
  })

  it('responds alike whether or not the account exists: one argon2 check per try, and none while delayed', async () => {
    const office = await makeStaff(school, { password: secret })
    const nothing = vi.spyOn(passwords, 'verifyAgainstDecoy')
    const something = vi.spyOn(passwords, 'verifyPassword')
    const wrong = { ok: false, reason: 'wrong-password' }
    for (const email of [office.email, `nobody.${unique()}@school.test`]) {
      const answers = []
      const checks = []
      for (let i = 0; i < 4; i++) {
        nothing.mockClear()
        something.mockClear()
        answers.push(await signInStaff(visitor, { email, password: 'wrong', browser: newBrowser() }))
        checks.push(nothing.mock.calls.length + something.mock.calls.length)
      }
      expect(answers).toEqual([wrong, wrong, wrong, { ok: false, reason: 'slowed', waitSeconds: 1 }])
      expect(checks).toEqual([1, 1, 1, 0])
    }
  })
})

describe('a sign-in try that is rejected because the password queue is full or the client disconnected', () => {
  const secret = 'Demo-office-2026'
  const leaving = (work: () => Promise<unknown>) =>
    runForClient({ gone: () => AbortSignal.abort(new Error('gone')) }, work)
  /** Counters of accounts and names, over all networks and for each network. */
  const counters = (subjects: readonly string[]) =>
    readRows<{ bucket: string; failures: number; until: Date | null }>(
      `SELECT bucket, failures, blocked_until AS until FROM throttles WHERE failures > 0 AND (bucket IN (:networks) OR
         ${subjects.map((subject) => `bucket LIKE '${subject}%'`).join(' OR ')}) ORDER BY bucket`,
      { networks: ['192.0.2.91', '192.0.2.92'].map((network) => `sign-in-network:strangers:${network}`) },
    )
  const failuresOf = (rows: ReadonlyArray<{ bucket: string; failures: number }>) =>
    rows.map(({ bucket, failures }) => `${bucket}: ${failures}`)

  /** Runs `work` while the password queue is full. */
  async function whileFull(work: () => Promise<unknown>) {
    let isOver = false
    const one = async () => {
      while (!isOver) await passwords.verifyPassword('no hash', 'x')
    }
    const others = Array.from({ length: passwords.maxWaitingPasswords + passwords.passwordsAtOnce }, one)
    await work().finally(() => {
      isOver = true
    })
    await Promise.all(others)
  }

  it('is not counted as a wrong password of a student, a staff user or an unknown name', async () => {
    const asha = await makeStudent(school, { password })
    const office = await makeStaff(school, { password: secret })
    const nobody = `nobody.${unique()}@school.test`
    const tries = (text: string, network: string) => {
      const at = from(network)
      return [
        () => tryStudent(asha.email, text, at()),
        () => tryStudent(nobody, text, at()),
        () => signInStaff(visitor, { email: office.email, password: text, browser: at() }),
        () => signInStaff(visitor, { email: nobody, password: text, browser: at() }),
      ]
    }
    const subjects = [
      ...[signInBucket({ kind: 'student', id: asha.id }), signInBucket({ kind: 'staff', id: office.id })],
      ...[bucketOf('student', nobody), bucketOf('staff', nobody)],
    ]
    // Each of these subjects already has a counter, which must not change.
    for (const attempt of tries('wrong', '192.0.2.91')) await attempt()
    const before = await counters(subjects)
    expect(before).toHaveLength(9)
    const all = [...tries('wrong', '192.0.2.91'), ...tries(password, '192.0.2.92')]
    await whileFull(async () => {
      for (const attempt of all) await expect(attempt()).rejects.toThrow(passwords.PasswordsBusy)
    })
    expect(await counters(subjects)).toEqual(before)
    for (const attempt of all) await expect(leaving(attempt)).rejects.toThrow('gone')
    expect(failuresOf(await counters(subjects))).toEqual(failuresOf(before))
  })

  it('is not counted as a wrong password when a signed-in user confirms with the password', async () => {
    const office = await makeStaff(school, { password: secret })
    const subjects = [`own-password:staff:${office.id}`]
    const prove = () => proveOwnPassword(office.scope, 'wrong')
    await prove()
    const before = await counters(subjects)
    await whileFull(() => expect(prove()).rejects.toThrow(passwords.PasswordsBusy))
    expect(await counters(subjects)).toEqual(before)
    await expect(leaving(prove)).rejects.toThrow('gone')
    expect(failuresOf(await counters(subjects))).toEqual(failuresOf(before))
  })
})

it('finds no session for an unknown token', async () => {
  expect(await findStudentSession(visitor, newToken())).toBeNull()
})
