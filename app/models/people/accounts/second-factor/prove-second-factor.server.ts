import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type Browser, openAccount } from '../open-account.server'
import { tryOnce } from '../passwords/own-password.server'
import { ownAccount } from '../sign-in/sessions.server'
import { takePasskeyAnswer } from './passkeys.server'
import { takeRecoveryCode } from './recovery-codes.server'
import { findSecondFactor, takeAppCode } from './second-factor.server'
import { factorDelaySeconds, readFactorCode } from './second-factor-rules'

export type FactorRefusal = Exclude<Awaited<ReturnType<typeof tryFactor>>, { ok: true }>

/** Checks a code or passkey. All tries of a user count together; the wait after wrong ones is a minute at most. */
function tryFactor(scope: SchoolScope, isRight: () => Promise<boolean>) {
  const bucket = `factor:staff:${ownAccount(scope).id}`
  const trial = { asked: 'code', wrong: { kind: 'wrong-code' }, refusal: 'wrong-code' } as const
  return tryOnce(scope, { bucket, delayOf: factorDelaySeconds, ...trial }, isRight)
}

/**
 * Checks an app code or recovery code after the password. Each works once.
 * @returns the number of recovery codes left, if one was used
 */
export async function proveSecondFactor(scope: SchoolScope, typedCode: string) {
  const account = ownAccount(scope)
  const read = readFactorCode(typedCode)
  const proved = await tryFactor(scope, async () => {
    if (read === null) return false
    return read.kind === 'app' ? takeAppCode(account, read.code) : takeRecoveryCode(account, read.code)
  })
  if (!proved.ok) return proved
  return done({ recoveryCodesLeft: read?.kind === 'recovery' ? await noteRecoveryCode(scope) : null })
}

/** Completes the second step of a sign-in: the intermediate session ends and a full one opens, with a new id. */
export async function passSecondStep(scope: SchoolScope, typedCode: string, browser: Browser) {
  const proved = await proveSecondFactor(scope, typedCode)
  if (!proved.ok) return proved
  return done({ ...(await openAccount(scope, ownAccount(scope), 'full', browser)), ...proved.value })
}

export async function passSecondStepByPasskey(scope: SchoolScope, answer: string, browser: Browser) {
  const proved = await tryFactor(scope, () => takePasskeyAnswer(scope, answer, browser.oldToken ?? ''))
  if (!proved.ok) return proved
  return done(await openAccount(scope, ownAccount(scope), 'full', browser))
}

/** Records the use of a recovery code, and returns the number of codes left. */
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
