import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { accountPaths, paths } from '~/addresses/paths'
import { schoolPaths } from '~/addresses/school-paths'
import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { networkStart } from '~/models/core/shared/client/network.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { changePassword } from '~/models/people/accounts/passwords/change-password.server'
import { requestPasswordReset, resetPassword } from '~/models/people/accounts/passwords/reset-password.server'
import {
  changePasswordSchema,
  chooseLanguageSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
} from '~/models/people/accounts/schema'
import {
  endSession,
  listSessions,
  type OpenSession,
  signOutEverywhere,
} from '~/models/people/accounts/sign-in/own-sessions.server'
import {
  closeSession,
  findGuardianSession,
  findStaffSession,
  findStudentSession,
  idleMinutes,
  isOpenedByGuardian,
  lifeMinutes,
  securityOwnerOf,
} from '~/models/people/accounts/sign-in/sessions.server'
import { passwordProblemWords, waitWords } from '~/models/people/accounts/sign-in/words.server'
import { emptiedCartHeader } from './cart.server'
import { parseForm } from './forms.server'
import {
  anyone,
  findGuardian,
  findStaffAtAnyStage,
  findStudent,
  foundOr404,
  openingUnlessSuspended,
  requireAnyStaff,
  requireGuardian,
  requireStudentInPerson,
} from './guards.server'
import {
  deviceCookieHeader,
  expiredSessionCookieHeader,
  languageCookieHeader,
  type Role,
  readSessionToken,
  sessionCookieHeader,
} from './own-cookies.server'
import { networkOfRequest } from './request-context.server'
import { browserOf, resetLink } from './sign-in.server'
import { redirectWithToast, seeOther } from './toast.server'

// Loaders and actions of the account pages that students, staff and guardians share, by side.

const someone = { student: findStudent, school: findStaffAtAnyStage, guardian: findGuardian }
const signedIn = { student: requireStudentInPerson, school: requireAnyStaff, guardian: requireGuardian }
const kinds = { student: 'student', school: 'staff', guardian: 'guardian' } as const
const sessionFinders = { student: findStudentSession, school: findStaffSession, guardian: findGuardianSession }
const day = 24 * 60
const pagesBySide = {
  student: { account: paths.student.settings, sessions: paths.student.sessions, limits: limitsOfPhones },
  guardian: { account: paths.guardian.account, sessions: paths.guardian.sessions, limits: limitsOfPhones },
  school: {
    account: schoolPaths.account,
    sessions: schoolPaths.accountSessions,
    limits: () => m.accounts_sessions_limits_staff({ idle: idleMinutes.staff / 60, life: lifeMinutes.brief / 60 }),
  },
}

function limitsOfPhones(): string {
  return m.accounts_sessions_limits_student({
    idle: idleMinutes.student / day,
    life: lifeMinutes.student / day,
    shared: idleMinutes.sharedPhone,
    sharedLife: lifeMinutes.brief / 60,
  })
}

/**
 * Page data with a Refresh header, which redirects after two seconds. Enhanced pages redirect after the specification's
 * exact time.
 */
function movingOn<Data>(value: Data, to: string) {
  return data(value, { headers: { Refresh: `2; url=${to}` } })
}

/** Sign-out page: confirmation, then result. Signing out is always allowed, even when the session has already ended. */
export function signingOut(side: Role) {
  return {
    loader: async ({ context, request }: LoaderFunctionArgs) =>
      (await someone[side](context, request))
        ? data({ signedIn: true })
        : movingOn({ signedIn: false }, accountPaths[side].login),
    action: ({ request }: ActionFunctionArgs) => signOut(request, side),
  }
}

/**
 * Ends the session on the server and in this browser. Deletes only this role's cookies by name, including a student's
 * cart or the student session that a guardian opened. Clears cached pages and storage, but keeps other roles' cookies,
 * the language and the device cookie.
 */
export async function signOut(request: Request, side: Role): Promise<Response> {
  const token = await readSessionToken(request, side)
  if (token) {
    const session = await sessionFinders[side](anyone(), token)
    await closeSession(anyone(), token)
    const { scope } = session ?? {}
    if (scope) await recordSecurityEvent(securityOwnerOf(scope), { kind: 'signed-out' })
  }
  const headers = new Headers({ 'Clear-Site-Data': '"cache", "storage"' })
  headers.append('Set-Cookie', await expiredSessionCookieHeader(side))
  if (side === 'guardian' && (await hasGuardianOpened(request)))
    headers.append('Set-Cookie', await expiredSessionCookieHeader('student'))
  if (side === 'student') headers.append('Set-Cookie', await emptiedCartHeader())
  return seeOther(accountPaths[side].logout, headers)
}

/** Returns whether a guardian opened the student session in this browser. */
async function hasGuardianOpened(request: Request): Promise<boolean> {
  const token = await readSessionToken(request, 'student')
  return token !== null && isOpenedByGuardian(anyone(), token)
}

/** Mails password reset links to an address. The response is the same whether or not an account exists. */
export function askingForReset(side: Role) {
  return {
    /** Returns whether the mail was already requested: if so, the page shows a confirmation instead of the form. */
    loader: ({ request }: LoaderFunctionArgs) => {
      anyone()
      return { sent: new URL(request.url).searchParams.has('sent') }
    },
    action: async ({ request }: ActionFunctionArgs) => {
      const form = await parseForm(request, forgotPasswordSchema)
      if (!form.ok) return form.reply()
      const { email } = form.value
      const refusal = await requestPasswordReset(
        anyone(),
        kinds[side],
        email,
        resetLink(side),
        networkOfRequest(request),
      )
      if (refusal) return form.refuse(m.accounts_reset_slowed({ wait: waitWords(refusal.waitSeconds) }))
      return seeOther(`${accountPaths[side].forgotPassword}?sent=1`)
    },
  }
}

/** Sets a password through the mailed link. */
export function resetting(side: Role) {
  return {
    loader: ({ request }: LoaderFunctionArgs) => {
      anyone()
      const query = new URL(request.url).searchParams
      const nothing = { done: true, invited: false, email: '', token: '' }
      if (query.has('done')) return movingOn(nothing, accountPaths[side].login)
      return data({
        done: false,
        // An invited colleague has no password to reset yet.
        invited: side === 'school' && query.has('invited'),
        email: query.get('email') ?? '',
        token: query.get('token') ?? '',
      })
    },
    action: async ({ request }: ActionFunctionArgs) => {
      const form = await parseForm(request, resetPasswordSchema(kinds[side]), {
        secret: ['password', 'password_confirmation'],
      })
      if (!form.ok) return form.reply()
      const browser = await browserOf(request, side, false)
      const reset = await openingUnlessSuspended(() => resetPassword(anyone(), kinds[side], form.value, browser))
      const deviceCookie = { 'Set-Cookie': await deviceCookieHeader(browser.deviceToken) }
      if (reset.ok) return seeOther(`${accountPaths[side].resetPassword}?done=1`, deviceCookie)
      if (reset.reason === 'link-not-valid') return form.refuse(m.accounts_link_not_valid())
      return form.refuse(null, { password: [passwordProblemWords(reset.reason, kinds[side])] })
    },
  }
}

export function changingPassword(side: Role) {
  return {
    loader: async ({ context, request }: LoaderFunctionArgs) => {
      await signedIn[side](context, request)
      return null
    },
    action: async ({ context, request }: ActionFunctionArgs) => {
      const { scope } = await signedIn[side](context, request)
      const secret = ['current_password', 'password', 'password_confirmation']
      const form = await parseForm(request, changePasswordSchema(kinds[side]), { secret })
      if (!form.ok) return form.reply()
      const { current_password: current, password: next } = form.value
      const token = (await readSessionToken(request, side)) ?? ''
      const changed = await changePassword(scope, { current, next }, token)
      if (changed.ok) {
        const lasting = side !== 'school' && changed.value.lasting
        const cookie = await sessionCookieHeader(side, changed.value.token, { lasting })
        const toast = { type: 'success', title: m.accounts_updated(), message: m.accounts_password_changed() } as const
        return redirectWithToast(pagesBySide[side].account, toast, { 'Set-Cookie': cookie })
      }
      if (changed.reason === 'slowed') return form.refuse(m.accounts_slowed({ wait: waitWords(changed.waitSeconds) }))
      if (changed.reason === 'wrong-password')
        return form.refuse(null, { current_password: [m.accounts_password_incorrect()] })
      return form.refuse(null, { password: [passwordProblemWords(changed.reason, kinds[side])] })
    },
  }
}

/** Sets the language of this browser's pages, and of the mails, receipts and messages to its user. */
export function choosingLanguage<Scope>(
  side: 'student' | 'guardian',
  guard: (context: object, request: Request) => Promise<{ scope: Scope }>,
  choose: (scope: Scope, language: Language) => Promise<void>,
) {
  return {
    loader: async ({ context, request }: LoaderFunctionArgs) => {
      await guard(context, request)
      return seeOther(pagesBySide[side].account)
    },
    action: async ({ context, request }: ActionFunctionArgs) => {
      const { scope } = await guard(context, request)
      const form = await parseForm(request, chooseLanguageSchema)
      if (!form.ok) throw new Response(null, { status: 422 })
      const { language } = form.value
      await choose(scope, language)
      const title = inLanguage(language, () => m.accounts_updated())
      const cookie = languageCookieHeader(language)
      return redirectWithToast(pagesBySide[side].account, { type: 'success', title }, { 'Set-Cookie': cookie })
    },
  }
}

/** Maximum number of listed sessions. Users rarely have more, and "Sign out everywhere" ends them all. */
const maxSessions = 50

/** The user's open sessions in the request's language. `areAll` is false when more are open than listed. */
async function shownSessions(side: Role, { context, request }: LoaderFunctionArgs) {
  const { scope } = await signedIn[side](context, request)
  const openSessions = await listSessions(scope, (await readSessionToken(request, side)) ?? '', maxSessions + 1)
  const here = networkOfRequest(request)
  const sessions = openSessions
    .slice(0, maxSessions)
    .map((session) => ({
      id: session.publicId,
      device: deviceWords(session),
      since: formatInstant(session.openedAt, currentLanguage()),
      seen: formatInstant(session.seenAt, currentLanguage()),
      network: networkWords(session.isThis ? { ...session, seenNetwork: here } : session, here),
      isThis: session.isThis,
    }))
  return { sessions, areAll: openSessions.length <= maxSessions }
}

/** Lists the user's sessions and how long they last; the action signs out all other sessions. */
export function listingSessions(side: Role) {
  return {
    loader: async (args: LoaderFunctionArgs) => ({
      ...(await shownSessions(side, args)),
      limits: pagesBySide[side].limits(),
    }),
    action: async ({ context, request }: ActionFunctionArgs) => {
      const { scope } = await signedIn[side](context, request)
      await signOutEverywhere(scope, (await readSessionToken(request, side)) ?? '')
      const toast = { type: 'success', title: m.accounts_updated(), message: m.accounts_everywhere_done() } as const
      return redirectWithToast(pagesBySide[side].account, toast)
    },
  }
}

/** Ends one session of the user. Returns 404 for the current session, an ended one, or another user's. */
export function endingSession(side: Role) {
  return {
    /** Handles a GET of the URL to which "End this one" posts. */
    loader: async (args: LoaderFunctionArgs) => {
      const { sessions } = await shownSessions(side, args)
      foundOr404(sessions.find((session) => session.id === args.params.id))
      return seeOther(pagesBySide[side].sessions)
    },
    action: async ({ context, request, params }: ActionFunctionArgs) => {
      const { scope } = await signedIn[side](context, request)
      const publicId = foundOr404(isPublicId(params.id) ? params.id : null)
      const ended = await endSession(scope, publicId, (await readSessionToken(request, side)) ?? '')
      foundOr404(ended.ok ? ended : null)
      return redirectWithToast(pagesBySide[side].sessions, { type: 'success', title: m.accounts_sessions_ended() })
    },
  }
}

function deviceWords({ browser, system }: OpenSession): string {
  if (browser && system) return m.accounts_sessions_on({ browser, system })
  return browser ?? system ?? m.accounts_sessions_unknown()
}

/** Network of a session, as far as it is known, and whether it is the reader's current network. */
function networkWords({ openedNetwork, seenNetwork }: OpenSession, here: string | null): string {
  if (!seenNetwork) return m.accounts_sessions_no_network()
  const start = networkStart(seenNetwork)
  const now = seenNetwork === here ? m.accounts_sessions_here({ start }) : m.accounts_sessions_elsewhere({ start })
  if (!openedNetwork || openedNetwork === seenNetwork) return now
  return `${now}; ${m.accounts_sessions_opened_from({ start: networkStart(openedNetwork) })}`
}
