import { isEmailOfColleague } from '~/models/accounts/staff-queries.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** Why rights stay as they are. */
export const rightsRefusals = {
  'last-owner': 'This is the school’s only owner. Make somebody else an owner first.',
  'own-rights': 'You cannot change your own role or remove your own sign-in. Ask another owner.',
  'no-owner-any-more': 'You are no longer an owner.',
} as const

/** Why no invitation goes out; what was typed stays in the form. */
export const tooManyMails =
  'No more invitations can be mailed to this address, or by your school, for now. Try again tomorrow.'

/** What is said beside the fields of a sign-in. */
export const staffRefusals = {
  'too-many-mails': { email: tooManyMails },
  'email-taken': ({ words }: { words?: string }) => ({ email: words }),
}

/**
 * An outcome with what an e-mail that is taken says: whose it is only where that is a colleague; of other schools nothing is told.
 */
export async function withEmailWords<Of extends { ok: boolean; reason?: string }>(
  scope: SchoolScope,
  email: string,
  outcome: Of,
): Promise<Of & { words?: string }> {
  if (outcome.reason !== 'email-taken') return outcome
  const words = (await isEmailOfColleague(scope, email))
    ? 'A colleague signs in with this e-mail already'
    : 'This e-mail already signs in somewhere. Use another one.'
  return { ...outcome, words }
}
