import { afterCommit, inTransaction } from '~/database/database.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { onlySuspendedSchool, SchoolSuspended, suspendedSchool } from '~/models/core/schools/suspended.server'
import type { GuardianScope, SchoolScope, StudentScope, VisitorScope } from '~/models/core/shared/scope.server'
import { secondStepMinutes } from './second-factor/second-factor-rules'
import { rememberDevice } from './sign-in/devices.server'
import {
  type Account,
  closeSession,
  idleMinutes,
  openSession,
  type SessionOrigin,
  type SessionStage,
} from './sign-in/sessions.server'

export interface Browser {
  /** Token of the device cookie, or a new one if the browser has none. */
  deviceToken: string
  /** Token of the session that the browser already holds, for any account; signing in ends it. */
  oldToken: string | null
  /** "This is a shared phone": the session ends after half an hour idle, and the device is not remembered. */
  shared: boolean
  origin: SessionOrigin
}

export interface SignedIn {
  /** Value of the session cookie; new at each sign-in. */
  token: string
  stage: SessionStage
  /** Whether the cookie outlives the browser window. */
  lasting: boolean
}

/**
 * Opens a session for an authenticated account in this browser, and records it in the security log.
 * @throws SchoolSuspended if the account's school, or every school of a guardian, is suspended
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
