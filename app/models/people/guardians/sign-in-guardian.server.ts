import type { VisitorScope } from '~/models/core/shared/scope.server'
import { listGuardianAccounts } from '~/models/people/accounts/guardian-accounts.server'
import { type Browser, openAccount, type SignedIn } from '~/models/people/accounts/open-account.server'
import type { Slowed } from '~/models/people/accounts/passwords/own-password.server'
import { parseSignInName } from '~/models/people/accounts/rules'
import { noteDeviceFailure } from '~/models/people/accounts/sign-in/devices.server'
import { countSignInTry, recordFailedSignIn, refuseSlowed } from '~/models/people/accounts/sign-in/sign-in-tries.server'
import { bucketOf } from '~/models/people/accounts/sign-in/throttle.server'
import { maxAccountsChecked } from '~/models/people/students/options'
import { requireTurn, verifyAgainstDecoy, verifyPassword } from '~/services/secrets/passwords.server'

export type GuardianSignIn =
  | { ok: true; value: SignedIn }
  /** The password matches several accounts, such as those of two schools: the page lets the guardian choose. */
  | { ok: false; reason: 'several'; accounts: string[] }
  | { ok: false; reason: 'wrong-password' }
  /** More accounts have this name than are tried: the page asks for the school's name, as it asks students. */
  | { ok: false; reason: 'which-school' }
  | Slowed

interface Candidate {
  kind: 'guardian'
  schoolId: null
  id: number
  publicId: string
  passwordHash: string
}

/**
 * Signs a guardian in by mobile number or e-mail, like `signInStudent`. Parents may share a number: the password
 * identifies the account. If it fits several, the guardian may choose any of them. An unknown name gets the same answer
 * as a wrong password, after the same time.
 */
export async function signInGuardian(
  visitor: VisitorScope,
  attempt: { name: string; password: string; browser: Browser; school?: string },
): Promise<GuardianSignIn> {
  const name = parseSignInName(attempt.name)
  const matchingAccounts = name
    ? await listGuardianAccounts(name, { school: attempt.school, from: attempt.browser })
    : []
  const isCrowded = matchingAccounts.length > maxAccountsChecked
  const candidates = matchingAccounts
    .slice(0, maxAccountsChecked)
    .map((one): Candidate => ({ kind: 'guardian', schoolId: null, ...one }))
  const typedName = attempt.name.trim().toLowerCase()
  requireTurn()
  const tries = await countSignInTry(candidates, bucketOf('guardian', typedName), attempt.browser)
  if (tries.isRefused) return refuseSlowed(candidates, typedName, tries.waitSeconds)
  const fitting = await tries.look(() => fittingOf(attempt.password, tries.open))
  const [account] = fitting
  if (account) {
    // The try counts as wrong for the other accounts: otherwise an attacker with an account under this number could set
    // a guess as its password, and so try the guess on the others without being counted.
    const failed = tries.open.filter((one) => !fitting.includes(one))
    if (failed.length > 0) await recordFailedSignIn(failed, typedName, 'wrong-password')
    await tries.right(fitting, failed)
    if (fitting.length > 1) return { ok: false, reason: 'several', accounts: fitting.map(({ publicId }) => publicId) }
    return { ok: true, value: await openAccount(visitor, account, 'full', attempt.browser) }
  }
  if (tries.byBrowserOnly.length > 0) await noteDeviceFailure(attempt.browser.deviceToken)
  else if (tries.waitSeconds > 0) return refuseSlowed(candidates, typedName, tries.waitSeconds)
  await recordFailedSignIn(candidates, typedName, 'wrong-password')
  return { ok: false, reason: isCrowded ? 'which-school' : 'wrong-password' }
}

/** Returns the accounts that the password fits. Runs at least one argon2 check, so that the time reveals nothing. */
async function fittingOf(password: string, open: readonly Candidate[]): Promise<Candidate[]> {
  if (open.length === 0) await verifyAgainstDecoy(password)
  const fits = await Promise.all(open.map(({ passwordHash }) => verifyPassword(passwordHash, password)))
  return open.filter((_, index) => fits[index])
}
