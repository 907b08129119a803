import { afterCommit, inTransaction } from '~/database/database.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import { onlySuspendedSchool, SchoolSuspended, suspendedSchool } from '~/models/schools/suspended.server'
import type { GuardianScope, SchoolScope, StudentScope, VisitorScope } from '~/models/shared/scope.server'
import { rememberDevice } from './devices.server'
import { secondStepMinutes } from './second-factor-rules'
import {
  type Account,
  closeSession,
  idleMinutes,
  openSession,
  type SessionOrigin,
  type SessionStage,
} from './sessions.server'

/** The browser that somebody signs in from. */
export interface Browser {
  /** Of its device cookie; a new one where it has none. */
  deviceToken: string
  /** Session that it holds already; it ends, whoever's it was. */
  oldToken: string | null
  /** "This is a shared phone": half an hour idle, and the device is not remembered. */
  shared: boolean
  origin: SessionOrigin
}

export interface SignedIn {
  /** For the session cookie: a new one at each sign-in. */
  token: string
  stage: SessionStage
  /** Whether the cookie outlives the browser window. */
  lasting: boolean
}

/**
 * Opens the account in this browser, once who it is has been proved, and tells the security log.
 * @throws SchoolSuspended where the account's school is, or all schools of a guardian are
 */
export async function openAccount(
  scope: VisitorScope | StudentScope | SchoolScope | GuardianScope,
  account: Account,
  stage: SessionStage,
  browser: Browser,
  how: 'signed-in' | 'account-chosen' = 'signed-in',
): Promise<SignedIn> {
  const brief = browser.shared || stage !== 'full'
  const idle = account.kind === 'staff' ? staffMinutes(stage) : brief ? idleMinutes.sharedPhone : idleMinutes.student
  const closed = account.kind === 'guardian' ? onlySuspendedSchool(account.id) : suspendedSchool(account.schoolId)
  const school = await closed
  if (school !== null) throw new SchoolSuspended(school)
  return inTransaction(async () => {
    if (browser.oldToken) await closeSession(scope, browser.oldToken)
    const token = await openSession(scope, account, { stage, idleMinutes: idle, origin: browser.origin })
    if (!brief) await rememberDevice(browser, account)
    const { schoolId, kind, id } = account
    const details = { ...(browser.shared && { shared: true }), ...(stage !== 'full' && { stage }) }
    afterCommit(() => recordSecurityEvent({ schoolId, actor: { kind, id } }, { kind: how, details }))
    return { token, stage, lasting: account.kind !== 'staff' && !brief }
  })
}

function staffMinutes(stage: SessionStage): number {
  return stage === 'second-factor' ? secondStepMinutes : idleMinutes.staff
}
