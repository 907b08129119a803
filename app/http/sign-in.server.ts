import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { m } from '~/language/paraglide/messages'
import type { Browser, SignedIn } from '~/models/accounts/open-account.server'
import { type StaffSignIn, signInStaff } from '~/models/accounts/sign-in-staff.server'
import { type StudentSignIn, signInStudent } from '~/models/accounts/sign-in-student.server'
import { findApplicants } from '~/models/admissions/find-applicants.server'
import { deviceOf } from '~/models/shared/device.server'
import { deviceCookieHeader, deviceTokenOf } from './device-cookie.server'
import { anyone } from './guards.server'
import { networkOfRequest } from './network.server'
import { accountPaths, ownPath, paths } from './paths'
import { schoolPaths } from './school-paths'
import { type Role, readSessionToken, sessionCookieHeader } from './session-cookie.server'
import { redirectWithToast, seeOther } from './toast.server'

const students = new Authenticator<StudentSignIn>().use(
  new FormStrategy(async ({ form, request }) =>
    signInStudent(
      anyone(),
      {
        name: text(form, 'email'),
        password: text(form, 'password'),
        browser: await browserOf(request, 'student', form.has('shared')),
      },
      findApplicants,
    ),
  ),
)

const staff = new Authenticator<StaffSignIn>().use(
  new FormStrategy(async ({ form, request }) =>
    signInStaff(anyone(), {
      email: text(form, 'email'),
      password: text(form, 'password'),
      browser: await browserOf(request, 'school', false),
    }),
  ),
)

/** Tries the posted e-mail or mobile number and password. The caller has checked the form (from a clone of the request). */
export function authenticateStudent(request: Request): Promise<StudentSignIn> {
  return students.authenticate('form', request)
}

export function authenticateStaff(request: Request): Promise<StaffSignIn> {
  return staff.authenticate('form', request)
}

function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export async function browserOf(request: Request, role: Role, shared: boolean): Promise<Browser> {
  return {
    deviceToken: await deviceTokenOf(request),
    oldToken: await readSessionToken(request, role),
    shared,
    origin: { device: deviceOf(request.headers.get('User-Agent')), network: networkOfRequest(request) },
  }
}

/** The cookies of a browser that somebody has just signed in from. */
export async function signedInCookies(role: Role, signedIn: SignedIn, browser: Browser): Promise<Headers> {
  const headers = new Headers()
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
