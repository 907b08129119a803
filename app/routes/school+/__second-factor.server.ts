import { readSessionToken } from '~/http/own-cookies.server'
import { m } from '~/language/paraglide/messages'
import { confirmStaffPassword } from '~/models/people/accounts/passwords/own-password.server'
import type { FactorRefusal } from '~/models/people/accounts/second-factor/prove-second-factor.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { signInRefusal, waitWords } from '~/models/people/accounts/sign-in/words.server'

export function factorRefusal(refusal: FactorRefusal): string {
  return refusal.reason === 'slowed'
    ? m.accounts_code_slowed({ wait: waitWords(refusal.waitSeconds) })
    : m.factor_code_wrong()
}

/** Error messages for the staff user's current password; null if it is correct. */
export async function currentPasswordErrors(request: Request, staff: StaffSession, password: string) {
  const token = (await readSessionToken(request, 'school')) ?? ''
  const confirmed = await confirmStaffPassword(staff.scope, password, token)
  return confirmed.ok ? null : { current_password: [signInRefusal(confirmed)] }
}
