import type { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { maxPasswordLength } from '~/models/accounts/options'
import { confirmStaffPassword } from '~/models/accounts/own-password.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { signInRefusal } from '~/models/accounts/words.server'
import { type ParsedForm, parseFields } from './forms.server'
import { readSessionToken } from './own-cookies.server'

/** So long after the password was given, keys, refunds and rights may be changed without asking again. */
const freshForMs = 10 * 60_000

/** Whether a form that is opened now need not ask for the password: it was given so lately that it still counts when the form is sent. */
export function isPasswordFresh(staff: StaffSession): boolean {
  return wasConfirmedWithin(staff, freshForMs / 2)
}

const wasConfirmedWithin = ({ confirmedAt }: StaffSession, ms: number) =>
  confirmedAt !== null && Date.now() - confirmedAt.getTime() < ms

/**
 * What is wrong with the password that was asked for again, or null when it is right or was not needed. `isAlways` asks for it however lately it was
 * given.
 */
export async function passwordRefusal(
  request: Request,
  staff: StaffSession,
  password: string,
  { isAlways = false } = {},
): Promise<string | null> {
  if (!isAlways && wasConfirmedWithin(staff, freshForMs)) return null
  if (password === '') return 'Password is required'
  // No password of ours is longer, and hashing one takes time.
  if (password.length > maxPasswordLength) return m.accounts_password_incorrect()
  const token = await readSessionToken(request, 'school')
  const confirmed = await confirmStaffPassword(staff.scope, password, token ?? '')
  return confirmed.ok ? null : signInRefusal(confirmed)
}

/**
 * Reads a posted form whose sender gives the password again, `isAlways` however lately it was given; what is `secret` in it, and the password, is
 * never sent back.
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
