import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type Browser, openAccount } from './open-account.server'
import { tryOnce } from './own-password.server'
import { takePasskeyAnswer } from './passkeys.server'
import { takeRecoveryCode } from './recovery-codes.server'
import { findSecondFactor, takeAppCode } from './second-factor.server'
import { factorDelaySeconds, readFactorCode } from './second-factor-rules'
import { ownAccount } from './sessions.server'

export type FactorRefusal = Exclude<Awaited<ReturnType<typeof tryFactor>>, { ok: true }>

/** Makes one try, counted with all others of the person. Wrong ones wait a minute at most. */
function tryFactor(scope: SchoolScope, isRight: () => Promise<boolean>) {
  const bucket = `factor:staff:${ownAccount(scope).id}`
  const said = { asked: 'code', wrong: { kind: 'wrong-code' }, refusal: 'wrong-code' } as const
  return tryOnce(scope, { bucket, delayOf: factorDelaySeconds, ...said }, isRight)
}

/**
 * Takes a code of the app or a recovery code of whoever has given the password. Each works once.
 * @returns how many recovery codes are left, where one was taken
 */
export async function proveSecondFactor(scope: SchoolScope, typed: string) {
  const account = ownAccount(scope)
  const read = readFactorCode(typed)
  const proved = await tryFactor(scope, async () => {
    if (read === null) return false
    return read.kind === 'app' ? takeAppCode(account, read.code) : takeRecoveryCode(account, read.code)
  })
  if (!proved.ok) return proved
  return done({ recoveryCodesLeft: read?.kind === 'recovery' ? await noteRecoveryCode(scope) : null })
}

/** The second step of a sign-in: the session between the steps ends and a full one is opened, with another id. */
export async function passSecondStep(scope: SchoolScope, typed: string, browser: Browser) {
  const proved = await proveSecondFactor(scope, typed)
  if (!proved.ok) return proved
  return done({ ...(await openAccount(scope, ownAccount(scope), 'full', browser)), ...proved.value })
}

/** The same by what a passkey signed for the session between the steps. */
export async function passSecondStepByPasskey(scope: SchoolScope, sent: string, browser: Browser) {
  const proved = await tryFactor(scope, () => takePasskeyAnswer(scope, sent, browser.oldToken ?? ''))
  if (!proved.ok) return proved
  return done(await openAccount(scope, ownAccount(scope), 'full', browser))
}

/** Answers how many are left. */
async function noteRecoveryCode(scope: SchoolScope): Promise<number> {
  const { codes } = await findSecondFactor(scope)
  const entry = {
    action: 'recovery-code.used',
    subject: { kind: 'staff', id: scope.actor.id },
    details: { left: codes },
  }
  await inTransaction(() => recordAudit(scope, entry))
  return codes
}
