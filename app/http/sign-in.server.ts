import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import type { Browser, SignedIn } from '~/models/accounts/open-account.server'
import { signInSchema, staffSignInSchema } from '~/models/accounts/schema'
import { signInStaff } from '~/models/accounts/sign-in-staff.server'
import { signInStudent } from '~/models/accounts/sign-in-student.server'
import { findApplicants } from '~/models/admissions/find-applicants.server'
import { signInGuardian } from '~/models/guardians/sign-in-guardian.server'
import { deviceOf } from '~/models/shared/device.server'
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
import { accountPaths, ownPath, paths } from './paths'
import { networkOfRequest } from './request-context.server'
import { schoolPaths } from './school-paths'
import { redirectWithToast, seeOther } from './toast.server'

/** The strategy of remix-auth-form over a form that is read as all of ours are: once, within limits, with names of ours. */
class CheckedForm<Attempt> extends FormStrategy<Attempt> {
  override async authenticate(request: Request): Promise<Attempt> {
    return this.verify({ form: await readForm(request), request })
  }
}

/** A posted sign-in: what is wrong with the form, or what the accounts say to it and the browser that it came from. */
type Attempt<Schema extends z.ZodType, SignIn> =
  | Extract<ParsedForm<z.output<Schema>>, { ok: false }>
  | (Extract<ParsedForm<z.output<Schema>>, { ok: true }> & { signIn: SignIn; browser: Browser })

/** Reads a posted sign-in of one side and tries the name and the password. */
function authenticating<Schema extends z.ZodType<object>, SignIn>(
  side: Role,
  schema: Schema,
  signInBy: (typed: z.output<Schema>, browser: Browser) => Promise<SignIn>,
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

/** A student's, by e-mail or mobile number. @throws Response as `readForm` */
export const authenticateStudent = authenticating(
  'student',
  signInSchema,
  ({ email: name, password, school }, browser) =>
    signInStudent(anyone(), { name, password, browser, school }, findApplicants),
)

/** The same for a staff user. @throws Response as `readForm` */
export const authenticateStaff = authenticating('school', staffSignInSchema, ({ email, password }, browser) =>
  signInStaff(anyone(), { email, password, browser }),
)

/** A guardian's, by mobile number or e-mail. */
export const authenticateGuardian = authenticating(
  'guardian',
  signInSchema,
  ({ email: name, password, school }, browser) => signInGuardian(anyone(), { name, password, browser, school }),
)

/** The browser of a request. It is asked for once: one without a device cookie gets a new token each time. */
export async function browserOf(request: Request, role: Role, shared: boolean): Promise<Browser> {
  return {
    deviceToken: await deviceTokenOf(request),
    oldToken: await readSessionToken(request, role),
    shared,
    origin: { device: deviceOf(request.headers.get('User-Agent')), network: networkOfRequest(request) },
  }
}

/** The cookies of a browser that somebody has just signed in from; where it goes may be a file, or another part of the portal: a document of its own. */
export async function signedInCookies(role: Role, signedIn: SignedIn, browser: Browser): Promise<Headers> {
  const headers = new Headers({ 'X-Remix-Reload-Document': 'true' })
  headers.append('Set-Cookie', await sessionCookieHeader(role, signedIn.token, { lasting: signedIn.lasting }))
  const known = signedIn.stage === 'full' && !browser.shared
  if (known) headers.append('Set-Cookie', await deviceCookieHeader(browser.deviceToken))
  return headers
}

/** Where a student goes after sign-in: where they wanted to, or first to choose a password. */
export async function enterAsStudent(
  signedIn: SignedIn,
  browser: Browser,
  redirectTo: string | undefined,
  toast: { title: string; message?: string } = { title: m.accounts_logged_in() },
): Promise<Response> {
  const headers = await signedInCookies('student', signedIn, browser)
  const wanted = ownPath(redirectTo, paths.student.home)
  if (signedIn.stage === 'full') return redirectWithToast(wanted, { type: 'success', ...toast }, headers)
  const query = new URLSearchParams({ redirectTo: wanted, ...(browser.shared ? { shared: '1' } : {}) })
  return seeOther(`${paths.student.choosePassword}?${query}`, headers)
}

/** Where a staff user goes after sign-in or registration: where they wanted to, or first to give the code. */
export async function enterAsStaff(
  signedIn: SignedIn,
  browser: Browser,
  redirectTo: string | undefined,
  title: string,
  message?: string,
): Promise<Response> {
  const headers = await signedInCookies('school', signedIn, browser)
  const wanted = ownPath(redirectTo, accountPaths.school.home)
  if (signedIn.stage === 'full') return redirectWithToast(wanted, { type: 'success', title, message }, headers)
  return seeOther(`${schoolPaths.secondStep}?${new URLSearchParams({ redirectTo: wanted })}`, headers)
}

/** Where a guardian goes after sign-in or activation: where they wanted to, or to the children. */
export async function enterAsGuardian(
  signedIn: SignedIn,
  browser: Browser,
  redirectTo: string | undefined,
  toast: { title: string; message?: string } = { title: m.accounts_logged_in() },
): Promise<Response> {
  const headers = await signedInCookies('guardian', signedIn, browser)
  return redirectWithToast(ownPath(redirectTo, paths.guardian.home), { type: 'success', ...toast }, headers)
}

/** Makes the full address of a role's reset page, as the mail carries it. */
export function resetLink(role: Role): (email: string, token: string) => string {
  return (email, token) => siteUrl(`${accountPaths[role].resetPassword}?${new URLSearchParams({ email, token })}`)
}

/** The same page as an invited colleague meets it: there is no password yet. */
export function invitationLink(email: string, token: string): string {
  return siteUrl(`${schoolPaths.resetPassword}?${new URLSearchParams({ email, token, invited: '1' })}`)
}

/** The page that undoes a change of e-mail or mobile number, as the mail to the address before carries it. */
export function undoLink(token: string): string {
  return siteUrl(`${paths.student.undoChange}?${new URLSearchParams({ token })}`)
}

/** The page that confirms a new e-mail address, as the mail to it carries it. */
export function emailChangeLink(token: string): string {
  return siteUrl(`${paths.student.confirmEmail}?${new URLSearchParams({ token })}`)
}

/** The same for a guardian's account. */
export function guardianEmailLink(token: string): string {
  return siteUrl(`${paths.guardian.confirmEmail}?${new URLSearchParams({ token })}`)
}
