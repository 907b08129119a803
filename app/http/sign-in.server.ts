import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { z } from 'zod'
import { accountPaths, paths } from '~/addresses/paths'
import { schoolPaths } from '~/addresses/school-paths'
import { m } from '~/language/paraglide/messages'
import { deviceOf } from '~/models/core/shared/client/device.server'
import { findApplicants } from '~/models/entry/admissions/applicants/find-applicants.server'
import type { Browser, SignedIn } from '~/models/people/accounts/open-account.server'
import { signInSchema, staffSignInSchema } from '~/models/people/accounts/schema'
import { signInStaff } from '~/models/people/accounts/sign-in/sign-in-staff.server'
import { signInStudent } from '~/models/people/accounts/sign-in/sign-in-student.server'
import { signInGuardian } from '~/models/people/guardians/sign-in-guardian.server'
import { siteUrl } from '~/services/site.server'
import { type ParsedForm, parseFields, readForm } from './forms.server'
import { anyone, openingUnlessSuspended } from './guards.server'
import {
  deviceCookieHeader,
  deviceTokenOf,
  type Role,
  readSessionToken,
  sessionCookieHeader,
} from './own-cookies.server'
import { ownPath } from './paths'
import { networkOfRequest } from './request-context.server'
import { redirectWithToast, seeOther } from './toast.server'

/** Strategy of remix-auth-form that reads the form like all our forms: once, within limits, with valid field names. */
class CheckedForm<Attempt> extends FormStrategy<Attempt> {
  override async authenticate(request: Request): Promise<Attempt> {
    return this.verify({ form: await readForm(request), request })
  }
}

/** Result of a posted sign-in: the form's errors, or the parsed form with the sign-in's result and the browser. */
type Attempt<Schema extends z.ZodType, SignIn> =
  | Extract<ParsedForm<z.output<Schema>>, { ok: false }>
  | (Extract<ParsedForm<z.output<Schema>>, { ok: true }> & { signIn: SignIn; browser: Browser })

/** Builds a function that reads the posted sign-in form of one role and tries to sign in. */
function authenticating<Schema extends z.ZodType<object>, SignIn>(
  side: Role,
  schema: Schema,
  signInBy: (credentials: z.output<Schema>, browser: Browser) => Promise<SignIn>,
) {
  const authenticator = new Authenticator<Attempt<Schema, SignIn>>().use(
    new CheckedForm(async ({ form, request }) => {
      const parsed = parseFields(form, schema, { secret: ['password'] })
      if (!parsed.ok) return parsed
      const isShared = 'shared' in parsed.value && parsed.value.shared === true
      const browser = await browserOf(request, side, isShared)
      const signIn = await openingUnlessSuspended(() => signInBy(parsed.value, browser))
      return { ...parsed, browser, signIn }
    }),
  )
  return (request: Request) => authenticator.authenticate('form', request)
}

/**
 * Authenticates a student by e-mail or mobile number.
 * @throws Response as `readForm`
 */
export const authenticateStudent = authenticating(
  'student',
  signInSchema,
  ({ email: name, password, school }, browser) =>
    signInStudent(anyone(), { name, password, browser, school }, findApplicants),
)

/**
 * Authenticates a staff user.
 * @throws Response as `readForm`
 */
export const authenticateStaff = authenticating('school', staffSignInSchema, ({ email, password }, browser) =>
  signInStaff(anyone(), { email, password, browser }),
)

/** Authenticates a guardian by mobile number or e-mail. */
export const authenticateGuardian = authenticating(
  'guardian',
  signInSchema,
  ({ email: name, password, school }, browser) => signInGuardian(anyone(), { name, password, browser, school }),
)

/** The browser of a request. Call it once: each call creates a new token for a browser without a device cookie. */
export async function browserOf(request: Request, role: Role, shared: boolean): Promise<Browser> {
  return {
    deviceToken: await deviceTokenOf(request),
    oldToken: await readSessionToken(request, role),
    shared,
    origin: { device: deviceOf(request.headers.get('User-Agent')), network: networkOfRequest(request) },
  }
}

/**
 * Headers with the cookies after a sign-in. They also make Remix load a new document, since the target may be a file or
 * another part of the portal.
 */
export async function signedInCookies(role: Role, signedIn: SignedIn, browser: Browser): Promise<Headers> {
  const headers = new Headers({ 'X-Remix-Reload-Document': 'true' })
  headers.append('Set-Cookie', await sessionCookieHeader(role, signedIn.token, { lasting: signedIn.lasting }))
  const remembersDevice = signedIn.stage === 'full' && !browser.shared
  if (remembersDevice) headers.append('Set-Cookie', await deviceCookieHeader(browser.deviceToken))
  return headers
}

/** Redirects a student after sign-in: to the requested page, or first to choosing a password. */
export async function enterAsStudent(
  signedIn: SignedIn,
  browser: Browser,
  redirectTo: string | undefined,
  toast: { title: string; message?: string } = { title: m.accounts_logged_in() },
): Promise<Response> {
  const headers = await signedInCookies('student', signedIn, browser)
  const targetPath = ownPath(redirectTo, paths.student.home)
  if (signedIn.stage === 'full') return redirectWithToast(targetPath, { type: 'success', ...toast }, headers)
  const query = new URLSearchParams({ redirectTo: targetPath, ...(browser.shared ? { shared: '1' } : {}) })
  return seeOther(`${paths.student.choosePassword}?${query}`, headers)
}

/**
 * Redirects a staff user after sign-in or registration: to the requested page, or first to the page for the second
 * step.
 */
export async function enterAsStaff(
  signedIn: SignedIn,
  browser: Browser,
  redirectTo: string | undefined,
  title: string,
  message?: string,
): Promise<Response> {
  const headers = await signedInCookies('school', signedIn, browser)
  const targetPath = ownPath(redirectTo, accountPaths.school.home)
  if (signedIn.stage === 'full') return redirectWithToast(targetPath, { type: 'success', title, message }, headers)
  return seeOther(`${schoolPaths.secondStep}?${new URLSearchParams({ redirectTo: targetPath })}`, headers)
}

/** Redirects a guardian after sign-in or activation: to the requested page, or to the list of children. */
export async function enterAsGuardian(
  signedIn: SignedIn,
  browser: Browser,
  redirectTo: string | undefined,
  toast: { title: string; message?: string } = { title: m.accounts_logged_in() },
): Promise<Response> {
  const headers = await signedInCookies('guardian', signedIn, browser)
  return redirectWithToast(ownPath(redirectTo, paths.guardian.home), { type: 'success', ...toast }, headers)
}

export function resetLink(role: Role): (email: string, token: string) => string {
  return (email, token) => siteUrl(`${accountPaths[role].resetPassword}?${new URLSearchParams({ email, token })}`)
}

/** Address of the reset page for an invited colleague, who has no password yet. */
export function invitationLink(email: string, token: string): string {
  return siteUrl(`${schoolPaths.resetPassword}?${new URLSearchParams({ email, token, invited: '1' })}`)
}

/** Address of the page that undoes a change of e-mail or mobile number, for the mail to the previous address. */
export function undoLink(token: string): string {
  return siteUrl(`${paths.student.undoChange}?${new URLSearchParams({ token })}`)
}

/** Address of the page that confirms a new e-mail address, for the mail to it. */
export function emailChangeLink(token: string): string {
  return siteUrl(`${paths.student.confirmEmail}?${new URLSearchParams({ token })}`)
}

/** Like `emailChangeLink`, for a guardian's account. */
export function guardianEmailLink(token: string): string {
  return siteUrl(`${paths.guardian.confirmEmail}?${new URLSearchParams({ token })}`)
}
