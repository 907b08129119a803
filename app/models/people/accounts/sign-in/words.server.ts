import { m } from '~/language/paraglide/messages'
import { staffPasswordLength, studentPasswordLength } from '../options'
import type { PasswordProblem } from '../passwords/password-rules.server'

/** Formats a wait: seconds up to a minute and a half, then whole minutes. */
export function waitWords(seconds: number): string {
  if (seconds <= 1) return m.accounts_wait_second()
  return seconds <= 90
    ? m.accounts_wait_seconds({ count: seconds })
    : m.accounts_wait_minutes({ count: Math.ceil(seconds / 60) })
}

/** Error message of a refused sign-in; an unknown account gets the same message as a wrong password. */
export function signInRefusal(
  refusal: { reason: 'wrong-password' } | { reason: 'which-school' } | { reason: 'slowed'; waitSeconds: number },
): string {
  if (refusal.reason === 'which-school') return m.accounts_which_school()
  return refusal.reason === 'slowed'
    ? m.accounts_slowed({ wait: waitWords(refusal.waitSeconds) })
    : m.accounts_password_incorrect()
}

export function passwordProblemWords(problem: PasswordProblem, role: 'student' | 'staff' | 'guardian'): string {
  const shortest = role === 'staff' ? staffPasswordLength : studentPasswordLength
  return {
    'too-short': () => m.accounts_problem_short({ count: shortest }),
    date: () => m.accounts_problem_date(),
    name: () => m.accounts_problem_name(),
    phone: () => m.accounts_problem_phone(),
    'enrollment-number': () => m.accounts_problem_enrollment(),
    common: () => m.accounts_problem_common(),
  }[problem]()
}
