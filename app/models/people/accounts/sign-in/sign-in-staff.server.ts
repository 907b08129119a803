import { number, selectRow, textOrNull } from '~/database/database.server'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import { requireTurn, verifyAgainstDecoy, verifyPassword } from '~/services/secrets/passwords.server'
import { type Browser, openAccount, type SignedIn } from '../open-account.server'
import type { Slowed } from '../passwords/own-password.server'
import { hasSecondFactor } from '../second-factor/second-factor.server'
import { noteDeviceFailure } from './devices.server'
import { countSignInTry, recordFailedSignIn, refuseSlowed } from './sign-in-tries.server'
import { bucketOf } from './throttle.server'

export type StaffSignIn = { ok: true; value: SignedIn } | { ok: false; reason: 'wrong-password' } | Slowed

/**
 * Signs a staff user in by e-mail. An unknown address gets the same answer at the same cost as a wrong password: one
 * argon2 check, and a counter for the typed address. A correct password from a known browser is never slowed down. With
 * a second factor, the session opens only the page that asks for its code.
 */
export async function signInStaff(
  visitor: VisitorScope,
  attempt: { email: string; password: string; browser: Browser },
): Promise<StaffSignIn> {
  const email = attempt.email.trim().toLowerCase()
  const userRow = await selectRow(
    { id: number('id'), schoolId: number('school_id'), passwordHash: textOrNull('password_hash') },
    "FROM staff_users WHERE email = :email AND status = 'active'",
    { email },
  )
  const user = userRow && { kind: 'staff' as const, ...userRow }
  requireTurn()
  const users = user ? [user] : []
  const tries = await countSignInTry(users, bucketOf('staff', email), attempt.browser)
  const [open] = tries.open

  if (tries.isRefused) return refuseSlowed(users, email, tries.waitSeconds)
  // An invited user without a password has no hash to match.
  const hash = open?.passwordHash ?? null
  const right = await tries.look(() =>
    hash ? verifyPassword(hash, attempt.password) : verifyAgainstDecoy(attempt.password),
  )
  if (open && right) {
    await tries.right([open], [])
    const stage = (await hasSecondFactor(open)) ? 'second-factor' : 'full'
    return { ok: true, value: await openAccount(visitor, open, stage, attempt.browser) }
  }
  await recordFailedSignIn(users, email, 'wrong-password')
  if (tries.byBrowserOnly.length > 0) await noteDeviceFailure(attempt.browser.deviceToken)
  return { ok: false, reason: 'wrong-password' }
}
