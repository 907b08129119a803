import { select } from '~/database/database.server'
import { noteDeviceFailure } from '~/models/accounts/devices.server'
import { type Browser, openAccount, type SignedIn } from '~/models/accounts/open-account.server'
import type { Slowed } from '~/models/accounts/own-password.server'
import { parseSignInName, type SignInName } from '~/models/accounts/rules'
import { countSignInTry, recordFailedSignIn } from '~/models/accounts/sign-in-tries.server'
import { bucketOf } from '~/models/accounts/throttle.server'
import type { VisitorScope } from '~/models/shared/scope.server'
import { maxAccountsChecked } from '~/models/students/options'
import { requireTurn, verifyNothing, verifyPassword } from '~/services/secrets/passwords.server'

export type GuardianSignIn = { ok: true; value: SignedIn } | { ok: false; reason: 'wrong-password' } | Slowed

interface Candidate {
  kind: 'guardian'
  schoolId: null
  id: number
  passwordHash: string
}

/**
 * Signs a guardian in by mobile number or e-mail, as `signInStudent` does a student. Parents may share a number: the password says whose account
 * it is; where it fits two, it is the one that was there first. A name that nobody has reads and costs the same.
 */
export async function signInGuardian(
  visitor: VisitorScope,
  attempt: { name: string; password: string; browser: Browser },
): Promise<GuardianSignIn> {
  const name = parseSignInName(attempt.name)
  const found = name ? await findCandidates(name) : []
  const typed = attempt.name.trim().toLowerCase()
  requireTurn()
  const tries = await countSignInTry(found, bucketOf('guardian', typed), attempt.browser)
  const fitting = await tries.look(() => fittingOf(attempt.password, tries.open))
  const [account] = fitting
  if (account) {
    // Whoever made an account under this number with the password to be tried would otherwise make each try at the others free.
    const failed = tries.open.filter((one) => !fitting.includes(one))
    if (failed.length > 0) await recordFailedSignIn(failed, typed, 'wrong-password')
    await tries.right(fitting, failed)
    return { ok: true, value: await openAccount(visitor, account, 'full', attempt.browser) }
  }
  if (tries.byBrowserOnly.length > 0) await noteDeviceFailure(attempt.browser.deviceToken)
  else if (tries.waitSeconds > 0) {
    await recordFailedSignIn(found, typed, 'slowed')
    return { ok: false, reason: 'slowed', waitSeconds: tries.waitSeconds }
  }
  await recordFailedSignIn(found, typed, 'wrong-password')
  return { ok: false, reason: 'wrong-password' }
}

async function findCandidates(name: SignInName): Promise<Candidate[]> {
  const rows = await select<{ id: number; passwordHash: string }>(
    `SELECT id, password_hash AS passwordHash FROM guardian_accounts
     WHERE ${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND status = 'active'
     ORDER BY id LIMIT ${maxAccountsChecked}`,
    { name: name.value },
  )
  return rows.map((row) => ({ kind: 'guardian', schoolId: null, ...row }))
}

/** At least one argon2 check, whatever there is to check. */
async function fittingOf(password: string, open: readonly Candidate[]): Promise<Candidate[]> {
  if (open.length === 0) await verifyNothing(password)
  const fits = await Promise.all(open.map(({ passwordHash }) => verifyPassword(passwordHash, password)))
  return open.filter((_, index) => fits[index])
}
