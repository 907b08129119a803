import { m } from '~/language/paraglide/messages'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import type { StudentSession } from '~/models/people/accounts/sign-in/sessions.server'
import { keyedDigest, sameText } from '~/services/secrets/secrets.server'
import { findStudent, refuseSuspendedStudent } from './guards.server'
import { readSessionToken } from './own-cookies.server'

/** Maximum bytes of a call's JSON body: enough for a hundred answers of five hundred characters. */
const maxCallBytes = 256 * 1024

/** JSON response to a call of section 7 of the student specification. */
export function callAnswer(body: object, status: number, headers: HeadersInit = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', Vary: 'Cookie', ...headers } })
}

export function notAllowed(allowed: 'GET' | 'POST'): Response {
  return callAnswer({ message: 'Method not allowed' }, 405, { Allow: allowed })
}

/** The signed-in student of a call, or the 401 response, also for a student who has not chosen a password yet. */
export async function callingStudent(context: object, request: Request): Promise<StudentSession | Response> {
  await refuseSuspendedStudent(context, request)
  const student = await findStudent(context, request)
  return student?.stage === 'full' ? student : callAnswer({ message: m.quizzes_log_in() }, 401)
}

/**
 * Same as `callingStudent` for a call that changes data: it also requires the session's `X-CSRF-Token`, which only our
 * pages can read (403 without). Calls come from browsers, so the server's origin check covers them as well.
 */
export async function changingStudent(context: object, request: Request): Promise<StudentSession | Response> {
  const student = await callingStudent(context, request)
  if (student instanceof Response) return student
  const csrfToken = request.headers.get('X-CSRF-Token') ?? ''
  if (sameText(csrfToken, await callToken(request))) return student
  await recordSecurityEvent(student.scope, { kind: 'tampered', details: { what: 'token of a call' } })
  return callAnswer({ message: m.public_call_stale() }, 403)
}

/** The call token of this session; each sign-in has its own. */
export async function callToken(request: Request): Promise<string> {
  return keyedDigest('call-token', (await readSessionToken(request, 'student')) ?? '').toString('base64url')
}

/** The JSON body of a call, or the 4xx response. */
export async function callBody(request: Request): Promise<{ body: unknown } | Response> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxCallBytes)
    return callAnswer({ message: 'Too large' }, 413)
  try {
    return { body: await request.json() }
  } catch {
    return callAnswer({ message: 'The body is not JSON' }, 400)
  }
}
