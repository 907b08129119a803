import { beforeEach, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { requireAnyStaff, requireStaff, requireStudent } from '~/http/route.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { visitorScope } from '~/models/core/shared/scope.server'
import { leaveSchool } from '~/models/entry/admissions/leave-school.server'
import { returnStudent } from '~/models/entry/admissions/return-student.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { newBrowser, signedInStaff, signedInStudent } from '../../../../../tests/factories/accounts'
import { readRow } from '../../../../../tests/factories/read'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { setStaffStatus } from '../staff/staff.server'
import { findStaffSession, findStudentSession, sweepSessions } from './sessions.server'
import { signInStudent } from './sign-in-student.server'

const visitor = visitorScope()
const password = 'blue kite river'

let school: MadeSchool
let student: MadeStudent
let staff: MadeStaff

beforeEach(async () => {
  school = await makeSchool()
  student = await makeStudent(school, { password })
  staff = await makeStaff(school)
})

interface SessionTimes {
  /** Seconds for which the session is still valid; negative once it has ended. */
  left: number
  /** Seconds since the last recorded use. */
  untouched: number
}

function timesOf(token: string) {
  return readRow<SessionTimes>(
    `SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), expires_at) AS \`left\`,
       TIMESTAMPDIFF(SECOND, seen_at, UTC_TIMESTAMP(3)) AS untouched
     FROM sessions WHERE id_hash = :hash`,
    { hash: hashToken(token) },
  )
}

/** Moves the last use of a session back by `seconds`. */
function idleFor(token: string, seconds: number) {
  return execute(
    `UPDATE sessions SET seen_at = seen_at - INTERVAL :seconds SECOND, expires_at = expires_at - INTERVAL :seconds SECOND
     WHERE id_hash = :hash`,
    { seconds, hash: hashToken(token) },
  )
}

/** Returns the guard's redirect; null when it admits the browser. */
async function sentTo(cookie: string, guard: (context: object, request: Request) => Promise<unknown>, path: string) {
  const request = new Request(`http://localhost:3000${path}`, { headers: { Cookie: cookie } })
  const answer = await guard({}, request).catch((thrown: unknown) => thrown)
  return answer instanceof Response ? answer.headers.get('Location') : null
}

const day = 24 * 3600
const kinds = [
  {
    who: 'a student',
    idleSeconds: 7 * day,
    signIn: () => signedInStudent(student),
    find: (token: string) => findStudentSession(visitor, token),
    ask: (cookie: string) => sentTo(cookie, requireStudent, '/students/fees?page=2'),
    login: '/students/login?redirectTo=%2Fstudents%2Ffees%3Fpage%3D2',
  },
  {
    who: 'a staff user',
    idleSeconds: 2 * 3600,
    signIn: () => signedInStaff(staff),
    find: (token: string) => findStaffSession(visitor, token),
    ask: (cookie: string) => sentTo(cookie, requireAnyStaff, '/school/students'),
    login: '/school/login?redirectTo=%2Fschool%2Fstudents',
  },
] as const

describe.each(kinds)('session of $who', ({ idleSeconds, signIn, find, ask, login }) => {
  it('ends after the full idle time, and the browser is redirected to sign in', async () => {
    const session = await signIn()
    expect(await ask(session.cookie)).toBeNull()
    await idleFor(session.token, idleSeconds + 1)
    expect(await find(session.token)).toBeNull()
    expect(await ask(session.cookie)).toBe(login)
    // The request did not revive the session.
    expect((await timesOf(session.token))?.left ?? -1).toBeLessThan(0)
  })

  it('continues for another full idle time after a request just before the end', async () => {
    const session = await signIn()
    await idleFor(session.token, idleSeconds - 60)
    expect(await ask(session.cookie)).toBeNull()
    const times = await timesOf(session.token)
    expect(times?.left).toBeGreaterThan(idleSeconds - 60)
    expect(times?.left).toBeLessThanOrEqual(idleSeconds)
    await idleFor(session.token, idleSeconds - 60)
    expect(await find(session.token)).not.toBeNull()
  })

  it('updates the time of its last use at most every five minutes', async () => {
    const session = await signIn()
    await idleFor(session.token, 4 * 60)
    await find(session.token)
    expect((await timesOf(session.token))?.untouched).toBeGreaterThanOrEqual(4 * 60)
    await idleFor(session.token, 70)
    await find(session.token)
    expect((await timesOf(session.token))?.untouched).toBeLessThan(60)
  })

  it('is deleted by the sweep once it has ended, and not before', async () => {
    const [ended, open] = [await signIn(), await signIn()]
    await idleFor(ended.token, idleSeconds + 1)
    await idleFor(open.token, idleSeconds - 60)
    await sweepSessions(visitor)
    expect(await timesOf(ended.token)).toBeNull()
    expect(await find(open.token)).not.toBeNull()
  })
})

it('ends a session on a shared phone half an hour after its last use', async () => {
  const signedIn = await signInStudent(visitor, {
    name: student.email ?? '',
    password,
    browser: newBrowser({ shared: true }),
  })
  if (!signedIn.ok) throw new Error(signedIn.reason)
  const { token } = signedIn.value
  await idleFor(token, 29 * 60)
  expect(await findStudentSession(visitor, token)).not.toBeNull()
  expect((await timesOf(token))?.left).toBeLessThanOrEqual(30 * 60)
  await idleFor(token, 30 * 60 + 1)
  expect(await findStudentSession(visitor, token)).toBeNull()
})

describe('session of a student who left', () => {
  const leaving = { leftOn: todayInIndia(new Date()), reason: 'Family moved to Surat', cancelDues: [] }

  it('is refused at the next request', async () => {
    const session = await signedInStudent(student)
    expect(await leaveSchool(school.scope, student.publicId, leaving)).toEqual({ ok: true })
    expect(await sentTo(session.cookie, requireStudent, '/students')).toMatch(/^\/students\/login/)
  })

  it('is refused even when it is opened just after the school recorded the departure', async () => {
    await leaveSchool(school.scope, student.publicId, leaving)
    const session = await signedInStudent(student)
    expect(await findStudentSession(visitor, session.token)).toBeNull()
    expect(await sentTo(session.cookie, requireStudent, '/students')).toMatch(/^\/students\/login/)
  })

  it('stays closed after readmission', async () => {
    const session = await signedInStudent(student)
    await leaveSchool(school.scope, student.publicId, leaving)
    const back = { seats: [], reopenDues: [], register: { mistake: 'Another student was meant' } }
    expect(await returnStudent(school.scope, student.publicId, back)).toEqual({ ok: true })
    expect(await findStudentSession(visitor, session.token)).toBeNull()
    expect(await findStudentSession(visitor, (await signedInStudent(student)).token)).not.toBeNull()
  })
})

it('refuses a student whose account was closed, even in a session that is already open', async () => {
  const session = await signedInStudent(student)
  await execute("UPDATE students SET status = 'inactive' WHERE id = :id", { id: student.id })
  expect(await sentTo(session.cookie, requireStudent, '/students')).toMatch(/^\/students\/login/)
})

it('refuses a deactivated staff user at the next request, even in a session opened just afterwards', async () => {
  const owner = await makeStaff(school)
  const open = await signedInStaff(staff)
  expect(await setStaffStatus(owner.scope, staff.publicId, 'inactive')).toEqual({ ok: true })
  const late = await signedInStaff(staff)
  const guard = (context: object, request: Request) => requireStaff(context, request, 'students:view')
  for (const session of [open, late]) {
    expect(await findStaffSession(visitor, session.token)).toBeNull()
    expect(await sentTo(session.cookie, guard, '/school/students')).toMatch(/^\/school\/login/)
  }
  // A reactivated user must sign in again.
  await setStaffStatus(owner.scope, staff.publicId, 'active')
  expect(await findStaffSession(visitor, open.token)).toBeNull()
})
