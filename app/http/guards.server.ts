import { redirect, redirectDocument } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { schoolPaths } from '~/addresses/school-paths'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import {
  findSuspended,
  SchoolSuspended,
  suspendedSchool,
  suspendedSchoolOf,
} from '~/models/core/schools/suspended.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import {
  type GuardianScope,
  type SchoolScope,
  type SystemScope,
  schoolScope,
  systemScope,
  type VisitorScope,
  visitorScope,
} from '~/models/core/shared/scope.server'
import { type Application, listApplications } from '~/models/entry/admissions/applicants/find-applicants.server'
import { findOpenSchool } from '~/models/entry/admissions/applicants/find-open-schools.server'
import {
  findGuardianSession,
  findStaffSession,
  findStudentSession,
  type GuardianSession,
  isOpenedByGuardian,
  type StaffSession,
  type StudentSession,
} from '~/models/people/accounts/sign-in/sessions.server'
import { mayStaff, type Permission } from '~/models/people/accounts/staff/permissions'
import { type GuardiansWay, hasForms, mayUse } from '~/models/people/guardians/rights-rules'
import { fullName } from '~/models/people/students/rules'
import { isOperatorToken } from '~/services/secrets/operator-token.server'
import { applicationTicket, readSessionToken } from './own-cookies.server'
import { loginPath } from './paths'
import { networkOfRequest, noteSession, waitForAccount } from './request-context.server'

// Remix passes each loader its own Request object but the same load context, so the context is the cache key.
const students = new WeakMap<object, Promise<StudentSession | null>>()
const staff = new WeakMap<object, Promise<StaffSession | null>>()
const guardians = new WeakMap<object, Promise<GuardianSession | null>>()

function once<T>(memory: WeakMap<object, Promise<T>>, context: object, find: () => Promise<T>): Promise<T> {
  const cachedPromise = memory.get(context)
  if (cachedPromise) return cachedPromise
  const lookup = find()
  memory.set(context, lookup)
  return lookup
}

/** Hides the session of a suspended school on pages that need no sign-in. */
function unlessSuspended<Session extends { suspendedSchool: string | null }>(session: Session | null): Session | null {
  return session?.suspendedSchool === null ? session : null
}

/** @throws a redirect to the suspension page for a session of a suspended school */
function refuseSuspended(session: { suspendedSchool: string | null } | null): void {
  if (session && session.suspendedSchool !== null) throw ledToSuspended(session.suspendedSchool)
}

/** Redirects to the suspension page of this school (public id), which shows the contact. */
export const ledToSuspended = (school: string) => redirectDocument(paths.suspended(school))

/**
 * Runs `work`, which opens an account.
 * @throws a redirect to the suspension page when the account's school is suspended
 */
export async function openingUnlessSuspended<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof SchoolSuspended ? ledToSuspended(error.publicId) : error
  }
}

/**
 * Returns the record that a guardian requested by id.
 * @throws Response 404 when it does not exist, a redirect when its school is suspended
 */
export async function foundAtOpenSchool<Thing>(
  scope: GuardianScope,
  table: Parameters<typeof suspendedSchoolOf>[1],
  id: string | undefined,
  thing: Thing | null | undefined,
): Promise<Thing> {
  if (thing !== null && thing !== undefined) return thing
  const school = isPublicId(id) ? await suspendedSchoolOf(scope, table, id) : null
  if (school !== null) throw ledToSuspended(school)
  return foundOr404<Thing>(null)
}

async function noted<Session extends StudentSession | StaffSession | GuardianSession>(
  session: Session | null,
): Promise<Session | null> {
  if (!session) return null
  noteSession(session)
  await waitForAccount()
  return session
}

/** Declares that a route is public. */
export function anyone(): VisitorScope {
  return visitorScope()
}

/**
 * Authenticates the operator by OPERATOR_TOKEN: as a bearer token, or as the password of HTTP Basic (any user name).
 * @throws Response 404 when the installation has no token, else 401; a wrong token is a security event
 */
export async function requireOperator(request: Request, scheme: 'Basic' | 'Bearer'): Promise<SystemScope> {
  const [, given = ''] = new RegExp(`^${scheme} +(\\S+)$`, 'i').exec(request.headers.get('Authorization') ?? '') ?? []
  const token =
    scheme === 'Bearer'
      ? given
      : Buffer.from(given, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
  const isRight = isOperatorToken(token)
  if (isRight === null) throw new Response(null, { status: 404 })
  if (isRight) return systemScope()
  if (given) await recordSecurityEvent({ schoolId: null }, { kind: 'operator-refused' })
  const headers = { 'WWW-Authenticate': `${scheme} realm="Shala", charset="UTF-8"`, 'Cache-Control': 'no-store' }
  throw new Response(null, { status: 401, headers })
}

/** The signed-in student, or null, for pages that visitors may open too. */
export async function findStudent(context: object, request: Request): Promise<StudentSession | null> {
  const student = await findReader(context, request)
  return student?.guardian ? null : student
}

/**
 * Same as `findStudent`, but also returns the session of a guardian who opened the student's pages. The caller must
 * check the guardian's rights (`guardian`).
 */
export async function findReader(context: object, request: Request): Promise<StudentSession | null> {
  return unlessSuspended(await findReaderAnywhere(context, request))
}

/** Same as `findReader`, but also at a suspended school. */
function findReaderAnywhere(context: object, request: Request): Promise<StudentSession | null> {
  return once(students, context, async () => {
    const token = await readSessionToken(request, 'student')
    return noted(token ? await findStudentSession(visitorScope(), token, networkOfRequest(request)) : null)
  })
}

/** The signed-in staff user, or null; also null for a user who still has to enter or set up a second factor. */
export async function findStaff(context: object, request: Request): Promise<StaffSession | null> {
  const user = await findStaffAtAnyStage(context, request)
  return user?.stage === 'full' ? user : null
}

/** The staff user of the session cookie, even if the sign-in is not complete; for the pages of the sign-in itself. */
export async function findStaffAtAnyStage(context: object, request: Request): Promise<StaffSession | null> {
  return unlessSuspended(await findStaffAnywhere(context, request))
}

/** Same as `findStaffAtAnyStage`, but also at a suspended school. */
function findStaffAnywhere(context: object, request: Request): Promise<StaffSession | null> {
  return once(staff, context, async () => {
    const token = await readSessionToken(request, 'school')
    return noted(token ? await findStaffSession(visitorScope(), token, networkOfRequest(request)) : null)
  })
}

/**
 * The signed-in student, or a guardian who opened the student's pages if `guardians` allows it. Otherwise redirects to
 * the login page and back afterwards, or to the guardians' home when a guardian had opened these pages. A student
 * without a chosen password reaches only the page for choosing one.
 * @throws Response 403 for a guardian without the right, a redirect at a suspended school
 */
export async function requireStudent(
  context: object,
  request: Request,
  guardians: GuardiansWay = 'reads',
): Promise<StudentSession> {
  const student = await findReaderAnywhere(context, request)
  refuseSuspended(student)
  if (!student) throw await ledToSignIn(request)
  if (student.stage === 'choose-password') throw redirect(paths.student.choosePassword)
  if (student.guardian) await requireRight(student, student.guardian, request, guardians)
  return student
}

/**
 * Leads to the student's login page, or to the guardians' home for a guardian, who does not know the child's password.
 */
async function ledToSignIn(request: Request): Promise<Response> {
  const token = await readSessionToken(request, 'student')
  const wasGuardians = token !== null && (await isOpenedByGuardian(visitorScope(), token))
  return wasGuardians ? redirectDocument(paths.guardian.closedChild) : redirect(loginPath('student', request))
}

/**
 * Guards pages that need no sign-in.
 * @throws a redirect when the browser has the session of a student at a suspended school, including a session that a
 * guardian opened
 */
export async function refuseSuspendedStudent(context: object, request: Request): Promise<void> {
  refuseSuspended(await findReaderAnywhere(context, request))
}

/** Same as `refuseSuspendedStudent`, for the session of a staff user. */
export async function refuseSuspendedStaff(context: object, request: Request): Promise<void> {
  refuseSuspended(await findStaffAnywhere(context, request))
}

/**
 * The signed-in student in person, not a guardian: for pages with a password, a session or the family's particulars.
 */
export async function requireStudentInPerson(context: object, request: Request): Promise<StudentSession> {
  const student = await requireStudent(context, request)
  return student.guardian ? refuseGuardian(student) : student
}

async function requireRight(
  student: StudentSession,
  rights: NonNullable<StudentSession['guardian']>,
  request: Request,
  way: GuardiansWay,
): Promise<void> {
  const isSent = request.method !== 'GET' && request.method !== 'HEAD'
  if (!mayUse(way, rights, isSent)) return refuseGuardian(student)
  if (hasForms(way)) ensureSameChild(student, request, isSent)
}

/**
 * When two windows show two children, the child opened last is active in both. The address of a page with a form
 * therefore contains the child, and the form sends it back: a form for one child is never applied to another.
 * @throws a redirect to the address with the child added, or home when a form was sent without it or the address names
 * another child
 */
function ensureSameChild({ publicId }: StudentSession, request: Request, isSent: boolean): void {
  const url = new URL(request.url)
  const requestedChild = url.searchParams.get('child')
  if (requestedChild === publicId) return
  // Load a new document, since the student's pages do not know the routes of the guardians' pages.
  if (isSent || requestedChild !== null) throw redirectDocument(paths.guardian.anotherChild)
  url.searchParams.set('child', publicId)
  throw redirect(url.pathname.replace(/\.data$/, '') + url.search)
}

async function refuseGuardian({ scope }: StudentSession): Promise<never> {
  await recordSecurityEvent(scope, { kind: 'permission-refused', details: { permission: 'guardian' } })
  throw new Response(null, { status: 403 })
}

/** The signed-in guardian, or null; also null when all schools of the children are suspended. */
export async function findGuardian(context: object, request: Request): Promise<GuardianSession | null> {
  return unlessSuspended(await findGuardianAnywhere(context, request))
}

function findGuardianAnywhere(context: object, request: Request): Promise<GuardianSession | null> {
  return once(guardians, context, async () => {
    const token = await readSessionToken(request, 'guardian')
    return noted(token ? await findGuardianSession(visitorScope(), token, networkOfRequest(request)) : null)
  })
}

/**
 * The signed-in guardian, who belongs to no school. Otherwise redirects to the guardians' login page and back
 * afterwards.
 */
export async function requireGuardian(context: object, request: Request): Promise<GuardianSession> {
  const guardian = await findGuardianAnywhere(context, request)
  refuseSuspended(guardian)
  if (!guardian) throw redirect(loginPath('guardian', request))
  return guardian
}

/** The student whose password is still the date of birth; redirects all others, who have nothing to choose. */
export async function requireActivatingStudent(context: object, request: Request): Promise<StudentSession> {
  await refuseSuspendedStudent(context, request)
  const student = await findStudent(context, request)
  if (!student) throw redirect(paths.student.login)
  if (student.stage !== 'choose-password') throw redirect(paths.student.home)
  return student
}

/** The signed-in staff user with `permission`; 403 without it. */
export async function requireStaff(context: object, request: Request, permission: Permission): Promise<StaffSession> {
  const user = await requireAnyStaff(context, request)
  if (!mayStaff(user.role, permission)) return refusePermission(user, permission)
  return user
}

/**
 * Records a security event and refuses.
 * @throws Response always, 403
 */
export async function refusePermission({ scope, role }: StaffSession, permission: string): Promise<never> {
  await recordSecurityEvent(scope, { kind: 'permission-refused', details: { permission, role } })
  throw new Response(null, { status: 403 })
}

/**
 * Any signed-in staff user, for pages open to every role. Redirects a user who has not completed the sign-in to its
 * next step.
 */
export function requireAnyStaff(context: object, request: Request): Promise<StaffSession> {
  return staffAt(['full'], context, request)
}

/** The staff user who has entered the password but not yet the code; redirects all others. */
export function requireStaffAtSecondStep(context: object, request: Request): Promise<StaffSession> {
  return staffAt(['second-factor'], context, request)
}

/** The staff user who may set up a second factor, because the school requires it or by choice. */
export function requireStaffSettingUp(context: object, request: Request): Promise<StaffSession> {
  return staffAt(['full', 'set-up-factor'], context, request)
}

const pageOfStage = {
  full: schoolPaths.home,
  'second-factor': schoolPaths.secondStep,
  'set-up-factor': schoolPaths.setUpFactor,
} as const

async function staffAt(
  stages: readonly StaffSession['stage'][],
  context: object,
  request: Request,
): Promise<StaffSession> {
  const user = await findStaffAnywhere(context, request)
  refuseSuspended(user)
  if (!user) throw redirect(loginPath('school', request))
  if (!stages.includes(user.stage)) throw redirect(pageOfStage[user.stage])
  return user
}

/**
 * Id in the query parameter `name`, '' when absent; 404 for an invalid id. Filters ignore invalid ids instead
 * (`publicIdOf`).
 */
export function idOr404(query: URLSearchParams, name: string): string {
  const requestedId = query.get(name) ?? ''
  return requestedId === '' ? '' : foundOr404(isPublicId(requestedId) ? requestedId : null)
}

/** Throws 404 for a missing record; another owner's record gets the same response. */
export function foundOr404<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw new Response(null, { status: 404 })
  return thing
}

/**
 * A school that accepts online registrations, with the scope to apply there. Registration is public: the caller may
 * read the school's classes and write one admission, nothing more.
 * @throws a redirect to the suspension page
 */
export async function findSchoolToApplyTo(publicId: string | undefined) {
  await requireNotSuspended(publicId)
  const school = isPublicId(publicId) ? await findOpenSchool(anyone(), publicId) : null
  const actor = { kind: 'student', id: null, name: 'Online registration' } as const
  return school && { school, scope: schoolScope(school.id, actor) }
}

/**
 * Guards a school's public pages.
 * @throws a redirect to the suspension page
 */
export async function requireNotSuspended(publicId: string | null | undefined): Promise<void> {
  const id = publicId ?? undefined
  if (isPublicId(id) && (await findSuspended(anyone(), id))) throw ledToSuspended(id)
}

/** The registration that this browser has just signed in to; otherwise redirects to the login page. */
export async function requireApplication(request: Request): Promise<{ application: Application; scope: SchoolScope }> {
  const ticket = await applicationTicket.read(request)
  const [application] = ticket ? await listApplications(anyone(), [ticket.application]) : []
  if (!application) throw redirect(paths.student.login)
  const suspended = await suspendedSchool(application.schoolId)
  if (suspended !== null) throw ledToSuspended(suspended)
  const name = fullName(application)
  return { application, scope: schoolScope(application.schoolId, { kind: 'student', id: null, name }) }
}
