import { beforeEach, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { requireAnyStaff, requireStudent } from '~/http/route.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import { collectOwnData } from '~/models/people/students/own-data.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { newBrowser, signedInStaff, signedInStudent } from '../../../../../tests/factories/accounts'
import { readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { holdLock, untilLockWait } from '../../../../../tests/reliability/stage'
import { openAccount } from '../open-account.server'
import { changePassword } from '../passwords/change-password.server'
import { endSession, listSessions } from './own-sessions.server'
import { findStaffSession, findStudentSession, sweepSessions } from './sessions.server'

const visitor = visitorScope()

let school: MadeSchool
let otherSchool: MadeSchool
let asha: MadeStudent
let office: MadeStaff

beforeEach(async () => {
  school = await makeSchool()
  otherSchool = await makeSchool()
  asha = await makeStudent(school, { password: 'blue kite river' })
  office = await makeStaff(school)
})

/** Moves the opening time of a session back by `minutes`, as if it had been used until now. */
function openedBefore(token: string, minutes: number) {
  return execute('UPDATE sessions SET created_at = created_at - INTERVAL :minutes MINUTE WHERE id_hash = :hash', {
    minutes,
    hash: hashToken(token),
  })
}

function untouchedFor(token: string, minutes: number) {
  return execute('UPDATE sessions SET seen_at = seen_at - INTERVAL :minutes MINUTE WHERE id_hash = :hash', {
    minutes,
    hash: hashToken(token),
  })
}

const day = 24 * 60

/** Every kind of account, with its guard and lifetimes. */
const kinds = [
  {
    who: 'a student',
    life: 30 * day,
    account: () => asha,
    signIn: () => signedInStudent(asha),
    others: async () => [
      await signedInStudent(await makeStudent(school)),
      await signedInStudent(await makeStudent(otherSchool)),
      await signedInStaff(office),
    ],
    find: findStudentSession,
    guard: requireStudent,
    login: '/students/login',
  },
  {
    who: 'a staff user',
    life: 12 * 60,
    account: () => office,
    signIn: () => signedInStaff(office),
    others: async () => [
      await signedInStaff(await makeStaff(school)),
      await signedInStaff(await makeStaff(otherSchool)),
      await signedInStudent(asha),
    ],
    find: findStaffSession,
    guard: requireAnyStaff,
    login: '/school/login',
  },
] as const

async function idOf(token: string): Promise<string> {
  const rows = await readRows<{ id: string }>('SELECT public_id AS id FROM sessions WHERE id_hash = :hash', {
    hash: hashToken(token),
  })
  return rows[0]?.id ?? ''
}

/** Returns the redirect of a guard for this cookie; null when it admits the browser. */
async function sentTo(cookie: string, guard: (context: object, request: Request) => Promise<unknown>) {
  const request = new Request('http://localhost:3000/any', { method: 'POST', headers: { Cookie: cookie } })
  const answer = await guard({}, request).catch((thrown: unknown) => thrown)
  return answer instanceof Response ? answer.headers.get('Location') : null
}

describe.each(kinds)('own sessions of $who', ({ life, account, signIn, others, find, guard, login }) => {
  it('ends sessions after their lifetime, regardless of use', async () => {
    const session = await signIn()
    await openedBefore(session.token, life - 1)
    expect(await find(visitor, session.token)).not.toBeNull()
    await openedBefore(session.token, 2)
    expect(await find(visitor, session.token)).toBeNull()
    expect(await sentTo(session.cookie, guard)).toBe(login)
  })

  it('refuses sessions that are 400 days old, and does not prolong them', async () => {
    const session = await signIn()
    await openedBefore(session.token, 400 * day)
    await untouchedFor(session.token, 10)
    expect(await sentTo(session.cookie, guard)).toBe(login)
    const [row] = await readRows<{ untouched: number }>(
      'SELECT TIMESTAMPDIFF(MINUTE, seen_at, UTC_TIMESTAMP(3)) AS untouched FROM sessions WHERE id_hash = :hash',
      { hash: hashToken(session.token) },
    )
    expect(row?.untouched).toBe(10)
  })

  it('prolongs a session at most to the end of its lifetime, so that the sweep deletes it then', async () => {
    const session = await signIn()
    await openedBefore(session.token, life - 20)
    await untouchedFor(session.token, 10)
    await find(visitor, session.token)
    const [row] = await readRows<{ left: number }>(
      'SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), expires_at) AS `left` FROM sessions WHERE id_hash = :hash',
      { hash: hashToken(session.token) },
    )
    expect(row?.left).toBeGreaterThan(0)
    expect(row?.left).toBeLessThanOrEqual(20 * 60)
  })

  it('lists only the account’s open sessions, the current one first, then the most recently used', async () => {
    const [earlier, later, idle, old, here] = [
      await signIn(),
      await signIn(),
      await signIn(),
      await signIn(),
      await signIn(),
    ]
    await untouchedFor(earlier.token, 60)
    await untouchedFor(later.token, 30)
    await execute('UPDATE sessions SET expires_at = UTC_TIMESTAMP(3) WHERE id_hash = :hash', {
      hash: hashToken(idle.token),
    })
    await openedBefore(old.token, life + 1)
    await others()
    const listed = await listSessions(account().scope, here.token, 50)
    expect(listed.map(({ publicId, isThis }) => [publicId, isThis])).toEqual([
      [await idOf(here.token), true],
      [await idOf(later.token), false],
      [await idOf(earlier.token), false],
    ])
    expect(await listSessions(account().scope, here.token, 2)).toHaveLength(2)
  })

  it('ends one session: it is refused at its next request, the others continue', async () => {
    const [here, there, third] = [await signIn(), await signIn(), await signIn()]
    expect(await endSession(account().scope, await idOf(there.token), here.token)).toEqual({
      ok: true,
      value: undefined,
    })
    expect(await sentTo(there.cookie, guard)).toBe(login)
    expect(await sentTo(here.cookie, guard)).toBeNull()
    expect(await sentTo(third.cookie, guard)).toBeNull()
    const audit = await readRows('SELECT 1 FROM audit_entries WHERE school_id = :id AND action = :action', {
      id: school.id,
      action: 'session.ended',
    })
    expect(audit).toHaveLength(1)
  })

  it('refuses to end sessions of other accounts, and the current one', async () => {
    const here = await signIn()
    const refused = { ok: false, reason: 'not-found' }
    for (const other of await others()) {
      expect(await endSession(account().scope, await idOf(other.token), here.token)).toEqual(refused)
      expect(await idOf(other.token)).not.toBe('')
    }
    expect(await endSession(account().scope, await idOf(here.token), here.token)).toEqual(refused)
    expect(await endSession(account().scope, 'zzzzzzzzzzzz', here.token)).toEqual(refused)
    expect(await sentTo(here.cookie, guard)).toBeNull()
  })

  it('ends a session only once when two requests end it concurrently, even while other requests use it', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const id = await idOf(there.token)
    await untouchedFor(there.token, 10)
    const [first, second] = await Promise.all([
      endSession(account().scope, id, here.token),
      endSession(account().scope, id, here.token),
      find(visitor, there.token),
      find(visitor, there.token),
    ])
    expect([first.ok, second.ok].sort()).toEqual([false, true])
    expect(await sentTo(there.cookie, guard)).toBe(login)
  })
})

const jio = 'fe80:2409:40c1:1a'
const phone = { device: { browser: 'Chrome', system: 'Android' }, network: jio }

it('stores the device and the network of the sign-in, and the network last seen, for the list of sessions', async () => {
  const browser = newBrowser({ origin: phone })
  const { token } = await openAccount(
    asha.scope,
    { kind: 'student', schoolId: school.id, id: asha.id },
    'full',
    browser,
  )
  const [opened] = await listSessions(asha.scope, token, 50)
  expect(opened).toMatchObject({ browser: 'Chrome', system: 'Android', openedNetwork: jio, seenNetwork: jio })

  // The session's network is updated at most every five minutes.
  await findStudentSession(visitor, token, '103.21.58.7')
  expect((await listSessions(asha.scope, token, 50))[0]?.seenNetwork).toBe(jio)
  await untouchedFor(token, 6)
  await findStudentSession(visitor, token, '103.21.58.7')
  expect((await listSessions(asha.scope, token, 50))[0]).toMatchObject({
    openedNetwork: jio,
    seenNetwork: '103.21.58.7',
  })
  // A request without a known address leaves the last seen network unchanged.
  await untouchedFor(token, 6)
  await findStudentSession(visitor, token)
  expect((await listSessions(asha.scope, token, 50))[0]?.seenNetwork).toBe('103.21.58.7')

  const { sessions } = await collectOwnData(asha.scope)
  expect(sessions).toContainEqual(
    expect.objectContaining({ name: 'Chrome, Android', openedNetwork: jio, network: '103.21.58.7' }),
  )
})

it('continues the same session after a password change, without extending its lifetime', async () => {
  const here = await signedInStudent(asha)
  await openedBefore(here.token, 29 * day)
  const id = await idOf(here.token)
  const changed = await changePassword(asha.scope, { current: 'blue kite river', next: 'mango tree 71 q' }, here.token)
  if (!changed.ok) throw new Error(changed.reason)
  expect(await idOf(changed.value.token)).toBe(id)
  await openedBefore(changed.value.token, day + 1)
  expect(await findStudentSession(visitor, changed.value.token)).toBeNull()
})

it('ends a session on a shared phone after half a day of use', async () => {
  const browser = newBrowser({ shared: true })
  const { token } = await openAccount(
    asha.scope,
    { kind: 'student', schoolId: school.id, id: asha.id },
    'full',
    browser,
  )
  await openedBefore(token, 12 * 60 - 1)
  expect(await findStudentSession(visitor, token)).not.toBeNull()
  await openedBefore(token, 2)
  expect(await findStudentSession(visitor, token)).toBeNull()
})

it('ends both of two sessions that end each other concurrently, without a deadlock', async () => {
  const [one, two] = [await signedInStaff(office), await signedInStaff(office)]
  const [idOne, idTwo] = [await idOf(one.token), await idOf(two.token)]
  // Both requests wait for the lock before either can end a session.
  const held = await holdLock(() =>
    readRows('SELECT id_hash FROM sessions WHERE staff_user_id = :id FOR UPDATE', { id: office.id }),
  )
  const ending = Promise.all([endSession(office.scope, idTwo, one.token), endSession(office.scope, idOne, two.token)])
  await untilLockWait({ about: `DELETE s FROM sessions%staff_user_id = ${office.id} %`, waiters: 2 })
  await held.release()
  const answers = await ending
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await sentTo(one.cookie, requireAnyStaff)).toBe('/school/login')
  expect(await sentTo(two.cookie, requireAnyStaff)).toBe('/school/login')
})

it('deletes the device data of a session together with the session', async () => {
  const { token } = await openAccount(
    asha.scope,
    { kind: 'student', schoolId: school.id, id: asha.id },
    'full',
    newBrowser({ origin: phone }),
  )
  await execute('UPDATE sessions SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id_hash = :hash', {
    hash: hashToken(token),
  })
  await sweepSessions(visitor)
  expect(await idOf(token)).toBe('')
})
