import { confirmStaffPassword } from '~/models/accounts/confirm-staff-password.server'
import { longestPassword } from '~/models/accounts/options'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { readSessionToken } from './session-cookie.server'
import { signInRefusal } from './sign-in-words.server'

const freshForMs = 10 * 60_000

/** Whether the password was given so lately that keys, refunds and rights may be changed without asking again. */
export function isPasswordFresh(staff: StaffSession): boolean {
  return staff.confirmedAt !== null && Date.now() - staff.confirmedAt.getTime() < freshForMs
}

/** What is wrong with the password that was asked for again, or null when it is right or was not needed. */
export async function passwordRefusal(request: Request, staff: StaffSession, password: string): Promise<string | null> {
  if (isPasswordFresh(staff)) return null
  if (password === '') return 'Password is required'
  // No password of ours is longer, and hashing one takes time.
  if (password.length > longestPassword) return 'Password incorrect'
  const token = await readSessionToken(request, 'school')
  const confirmed = await confirmStaffPassword(staff.scope, password, token ?? '')
  return confirmed.ok ? null : signInRefusal(confirmed)
}
