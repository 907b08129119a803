import type { SchoolScope } from '~/models/core/shared/scope.server'
import { isEmailOfColleague } from '~/models/people/accounts/staff/staff-queries.server'

export const rightsRefusals = {
  'last-owner': 'This is the school’s only owner. Make another person an owner first.',
  'own-rights': 'You cannot change your own role or remove your own sign-in. Ask another owner.',
  'no-owner-any-more': 'You are no longer an owner.',
} as const

/** Error message when no invitation can be mailed; the input stays in the form. */
export const tooManyMails =
  'No more mails about sign-ins can be sent to this address, or by your school, for now. Try again tomorrow.'

export const staffRefusals = {
  'too-many-mails': { email: tooManyMails },
  'email-taken': ({ words }: { words?: string }) => ({ email: words }),
}

/**
 * Adds to an outcome the error message for an e-mail address already in use. It names the owner only if that is a
 * colleague, and reveals nothing about other schools.
 */
export async function withEmailWords<Of extends { ok: boolean; reason?: string }>(
  scope: SchoolScope,
  email: string,
  outcome: Of,
): Promise<Of & { words?: string }> {
  if (outcome.reason !== 'email-taken') return outcome
  const words = (await isEmailOfColleague(scope, email))
    ? 'A colleague already signs in with this e-mail'
    : 'This e-mail is already used to sign in. Use another one.'
  return { ...outcome, words }
}
