import { m } from '~/language/paraglide/messages'
import { confirmStaffPassword } from '~/models/accounts/confirm-staff-password.server'
import { type FactorRefusal, proveSecondFactor } from '~/models/accounts/prove-second-factor.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import type { FieldErrors } from './forms.server'
import { readSessionToken } from './session-cookie.server'
import { signInRefusal, waitWords } from './sign-in-words.server'

/** What a refused code says. */
export function factorRefusal(refusal: FactorRefusal): string {
  return refusal.reason === 'slowed'
    ? m.accounts_code_slowed({ wait: waitWords(refusal.waitSeconds) })
    : m.factor_code_wrong()
}

/** What is wrong with password and code that were asked for before the second factor is changed, or null when both are right. */
export async function changeFactorErrors(
  request: Request,
  staff: StaffSession,
  form: { current_password: string; code: string },
): Promise<FieldErrors | null> {
  const token = (await readSessionToken(request, 'school')) ?? ''
  const confirmed = await confirmStaffPassword(staff.scope, form.current_password, token)
  if (!confirmed.ok) return { current_password: [signInRefusal(confirmed)] }
  const proved = await proveSecondFactor(staff.scope, form.code)
  return proved.ok ? null : { code: [factorRefusal(proved)] }
}
