import { readSessionToken } from '~/http/own-cookies.server'
import type { FieldErrors } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { confirmStaffPassword } from '~/models/accounts/confirm-staff-password.server'
import { type FactorRefusal, proveSecondFactor } from '~/models/accounts/prove-second-factor.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { signInRefusal, waitWords } from '~/models/accounts/words.server'

/** What a refused code says. */
export function factorRefusal(refusal: FactorRefusal): string {
  return refusal.reason === 'slowed'
    ? m.accounts_code_slowed({ wait: waitWords(refusal.waitSeconds) })
    : m.factor_code_wrong()
}

/** What a refused passkey says. */
export function passkeyRefusal(refusal: FactorRefusal): string {
  return refusal.reason === 'slowed' ? factorRefusal(refusal) : m.factor_passkey_refused()
}

/** What is wrong with the own password, or null when it is right. */
export async function currentPasswordErrors(request: Request, staff: StaffSession, password: string) {
  const token = (await readSessionToken(request, 'school')) ?? ''
  const confirmed = await confirmStaffPassword(staff.scope, password, token)
  return confirmed.ok ? null : { current_password: [signInRefusal(confirmed)] }
}

/** What is wrong with password and code that were asked for before the second factor is changed, or null when both are right. */
export async function changeFactorErrors(
  request: Request,
  staff: StaffSession,
  form: { current_password: string; code: string },
): Promise<FieldErrors | null> {
  const errors = await currentPasswordErrors(request, staff, form.current_password)
  if (errors) return errors
  const proved = await proveSecondFactor(staff.scope, form.code)
  return proved.ok ? null : { code: [factorRefusal(proved)] }
}
