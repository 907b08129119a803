import { sessionCookieHeader } from '~/http/own-cookies.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import type { Browser } from '~/models/people/accounts/open-account.server'
import { idleMinutes, openSession, type SessionStage } from '~/models/people/accounts/sign-in/sessions.server'
import { newToken } from '~/services/secrets/secrets.server'
import type { MadeStaff } from './school'
import type { MadeStudent } from './student'

const nowhere = { device: { browser: null, system: null }, network: null }

/** A browser without any cookie of the portal. */
export function newBrowser(overrides: Partial<Browser> = {}): Browser {
  return { deviceToken: newToken(), oldToken: null, shared: false, origin: nowhere, ...overrides }
}

/** Opens a session row for the student; returns its token and the Cookie header that holds it. */
export async function signedInStudent(
  student: Pick<MadeStudent, 'id' | 'schoolId'>,
  stage: SessionStage = 'full',
): Promise<{ token: string; cookie: string }> {
  const account = { kind: 'student' as const, schoolId: student.schoolId, id: student.id }
  const token = await openSession(visitorScope(), account, { stage, idleMinutes: idleMinutes.student })
  return { token, cookie: cookiePair(await sessionCookieHeader('student', token, { lasting: true })) }
}

/** Opens a session row for the staff user; returns its token and the Cookie header that holds it. */
export async function signedInStaff(
  staff: Pick<MadeStaff, 'id' | 'scope'>,
): Promise<{ token: string; cookie: string }> {
  const account = { kind: 'staff' as const, schoolId: staff.scope.schoolId, id: staff.id }
  const token = await openSession(visitorScope(), account, { stage: 'full', idleMinutes: idleMinutes.staff })
  return { token, cookie: cookiePair(await sessionCookieHeader('school', token, { lasting: false })) }
}

/** `name=value` of a Set-Cookie line, as a browser sends it back. */
export function cookiePair(setCookie: string): string {
  return setCookie.split(';')[0] ?? ''
}
