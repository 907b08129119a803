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

/** What an e-mail that is taken says: whose it is only where that is a colleague; of other schools nothing is told. */
export async function takenEmailWords(scope: SchoolScope, email: string): Promise<string> {
  return (await isEmailOfColleague(scope, email))
    ? 'A colleague signs in with this e-mail already'
    : 'This e-mail already signs in somewhere. Use another one.'
}
