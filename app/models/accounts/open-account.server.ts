import { inTransaction } from '~/database/transaction.server'
import type { StudentScope, VisitorScope } from '~/models/shared/scope.server'
import { rememberDevice } from './devices.server'
import { type Account, closeSession, idleMinutes, openSession, type SessionStage } from './sessions.server'

/** The browser that somebody signs in from. */
export interface Browser {
  /** Of its device cookie; a new one where it has none. */
  deviceToken: string
  /** Session that it holds already; it ends, whoever's it was. */
  oldToken: string | null
  /** "This is a shared phone": half an hour idle, and the device is not remembered. */
  shared: boolean
}

export interface SignedIn {
  /** For the session cookie: a new one at each sign-in. */
  token: string
  stage: SessionStage
  /** Whether the cookie outlives the browser window. */
  lasting: boolean
}

/** Opens the account in this browser, once who it is has been proved. */
export function openAccount(
  scope: VisitorScope | StudentScope,
  account: Account,
  stage: SessionStage,
  browser: Browser,
): Promise<SignedIn> {
  const brief = browser.shared || stage === 'choose-password'
  const idle = account.kind === 'staff' ? idleMinutes.staff : brief ? idleMinutes.sharedPhone : idleMinutes.student
  return inTransaction(async (tx) => {
    if (browser.oldToken) await closeSession(scope, browser.oldToken, tx)
    const token = await openSession(scope, account, { stage, idleMinutes: idle }, tx)
    if (!brief) await rememberDevice(browser.deviceToken, account, tx)
    return { token, stage, lasting: account.kind === 'student' && !brief }
  })
}
