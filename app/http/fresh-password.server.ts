import type { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { maxPasswordLength } from '~/models/people/accounts/options'
import { confirmStaffPassword } from '~/models/people/accounts/passwords/own-password.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { signInRefusal } from '~/models/people/accounts/sign-in/words.server'
import { type ParsedForm, parseFields } from './forms.server'
import { readSessionToken } from './own-cookies.server'

/** Time after a password check during which keys, refunds and rights may be changed without another check. */
const freshForMs = 10 * 60_000

/** Returns whether a form opened now needs no password field: the last check will still count when the form is sent. */
export function isPasswordFresh(staff: StaffSession): boolean {
  return wasConfirmedWithin(staff, freshForMs / 2)
}

const wasConfirmedWithin = ({ confirmedAt }: StaffSession, ms: number) =>
  confirmedAt !== null && Date.now() - confirmedAt.getTime() < ms

/**
 * Error for the repeated password; null when the password is right or not needed. `isAlways` requires it even after a
 * recent check.
 */
export async function passwordRefusal(
  request: Request,
  staff: StaffSession,
  password: string,
  { isAlways = false } = {},
): Promise<string | null> {
  if (!isAlways && wasConfirmedWithin(staff, freshForMs)) return null
  if (password === '') return 'Password is required'
  // A longer password cannot be right, and hashing it would take time.
  if (password.length > maxPasswordLength) return m.accounts_password_incorrect()
  const token = await readSessionToken(request, 'school')
  const confirmed = await confirmStaffPassword(staff.scope, password, token ?? '')
  return confirmed.ok ? null : signInRefusal(confirmed)
}

/**
 * Parses a form in which the sender repeats the password (`isAlways`: even after a recent check). Never sends the
 * password or `secret` fields back.
 */
export async function parseConfirmed<Schema extends z.ZodType<{ password: string }>>(
  { request, staff, body }: { request: Request; staff: StaffSession; body: FormData },
  schema: Schema,
  secret: readonly string[],
  always: { isAlways?: boolean } = {},
): Promise<ParsedForm<z.output<Schema>>> {
  const form = parseFields(body, schema, { secret: [...secret, 'password'] })
  if (!form.ok) return form
  const wrong = await passwordRefusal(request, staff, form.value.password, always)
  return wrong ? { ok: false, posted: form.posted, reply: () => form.refuse(null, { password: [wrong] }) } : form
}
